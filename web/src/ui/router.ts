/** Which page is shown: the path of the address, kept in one signal. */
import { computed, signal } from "@preact/signals";
import { hush } from "./announce";
import { hrefOf, pathOf } from "../net/edition";

const here = (): URL => new URL(location.href);

export const address = signal(here());
export const path = computed(() => pathOf(address.value));
export const query = computed(() => address.value.searchParams);

/** Whether the page comes from a server on this computer, at an address that nobody else can reach. */
export const isLocal = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

addEventListener("popstate", () => {
  hush();
  address.value = here();
});

/** Shows a page by its address as the app knows it. */
export const go = (to: string, replace = false): void => show(hrefOf(to), replace);

function show(to: string, replace = false): void {
  hush();
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  const before = path.value;
  address.value = here();
  if (before !== path.value) toTop();
}

/** Where something new is shown, it is read from its beginning. */
export function toTop(): void {
  scrollTo(0, 0);
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

/** Changes the query of the page without a new entry in the history. */
export function setQuery(changes: Record<string, string | null>): void {
  const url = here();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  show(url.pathname + url.search, true);
}

function internal(link: HTMLAnchorElement): boolean {
  return link.origin === location.origin && !link.target && !link.hasAttribute("download")
    && !link.pathname.startsWith("/api/") && !link.getAttribute("href")?.startsWith("#");
}

/** Plain clicks on links inside the app change the page without loading it anew. */
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || event.defaultPrevented || !internal(link)) return;
  event.preventDefault();
  show(link.pathname + link.search + link.hash);
});
