/** One live region and one line of notices for the whole app. */
import { signal } from "@preact/signals";

export const spoken = signal("");
export const notice = signal<{ text: string; kind: "info" | "error" } | null>(null);
let fading: ReturnType<typeof setTimeout> | undefined;

/** Says something to those who listen; a repeated text is said again. */
export function say(text: string): void {
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

/** Shows a short notice to everybody, and says it. */
export function tell(text: string, kind: "info" | "error" = "info"): void {
  notice.value = { text, kind };
  say(text);
  clearTimeout(fading);
  fading = setTimeout(() => (notice.value = null), 6000);
}

export const hush = (): void => {
  notice.value = null;
};
