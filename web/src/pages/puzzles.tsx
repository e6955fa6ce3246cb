export function Puzzles() { return <p>todo</p>; }
