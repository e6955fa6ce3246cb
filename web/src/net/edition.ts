/**
 * Which edition this is: one with a server behind it, or files alone, which any host may serve at
 * any address. The app itself knows addresses as a server has them, `/match/abc`; here they become
 * those of this edition, and back.
 */

/** Where the app lies: the folder above the one of its own files. */
export const root: string = import.meta.env.PROD ? new URL(/* @vite-ignore */ "../", import.meta.url).pathname : "/";

/** Files alone: nobody answers but the page itself. */
export const isStatic = (): boolean =>
  typeof document !== "undefined" && document.querySelector?.('meta[name="tetrad-edition"]')?.getAttribute("content") === "static";

/** The address of a page in this edition. A match has no file of its own: its name goes into the query. */
export function hrefOf(to: string): string {
  const [, path = "/", rest = ""] = /^([^?#]*)(.*)$/.exec(to) ?? [];
  if (!isStatic()) return root.slice(0, -1) + to;
  const [, id] = /^\/match\/([^/]+)\/?$/.exec(path) ?? [];
  if (id) return `${root}match/?id=${id}${rest.replace("?", "&")}`;
  return root.slice(0, -1) + path.replace(/\/*$/, "/") + rest;
}

/** Whether this is a board in a frame of somebody else's page: it changes nothing of what this browser keeps for the site. */
export const isEmbedded = (): boolean => typeof location !== "undefined" && Boolean(location.href) && pathOf(new URL(location.href)).startsWith("/embed/");

/** The address as a server would have it. */
export function pathOf({ pathname, searchParams }: URL): string {
  const inside = pathname.startsWith(root) ? pathname.slice(root.length - 1) : pathname;
  const path = inside.replace(/\/(index\.html)?$/, "").replace(/\/+$/, "") || "/";
  const id = path === "/match" && isStatic() ? searchParams.get("id") : null;
  return id ? `/match/${id}` : path;
}
