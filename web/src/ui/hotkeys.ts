/** The card with all keys, fetched when it is asked for. */
export const openKeys = (): void => void import("./keys").then(({ showKeys }) => showKeys(), () => undefined);

document.addEventListener("keydown", (event) => {
  if (event.key === "?" && isForPage(event)) openKeys();
});

/** Whether a key is meant for the page: not while somebody types or chooses, and not on a card. */
export function isForPage(event: KeyboardEvent): boolean {
  const busy = (event.target as Element).closest?.("input, select, textarea, dialog");
  return !busy && !event.ctrlKey && !event.metaKey && !event.altKey;
}
