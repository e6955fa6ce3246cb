/** No server names a match so: whoever sees the name knows that this browser keeps it. */
export const LOCAL = "local-";
export const isLocal = (id: string): boolean => id.startsWith(LOCAL);
/** The match that a wish is for: wished twice, it is the same one. See `tetrad.page.matches`. */
export const nameFor = (wish: string): string => LOCAL + wish.slice(0, 12);
