export function Learn() { return <p>todo</p>; }
