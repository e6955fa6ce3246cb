export function Analyse() { return <p>todo</p>; }
