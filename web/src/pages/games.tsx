export function Games() { return <p>todo</p>; }
