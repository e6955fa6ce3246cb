/** What a player can choose for this browser: the look, sound, and how moves are made. */
import { effect, signal, type Signal } from "@preact/signals";
import { readSetting, writeSetting } from "../ui/storage";

export const LOOKS = ["auto", "light", "dark", "contrast"] as const;
export type Look = (typeof LOOKS)[number];
/** What boards and pieces are made of. */
export const SETS = ["natural", "marble", "paper"] as const;
export type PieceSet = (typeof SETS)[number];
/** How the marble of a board is veined, once it is fetched. */
export const veins = signal<((game: string) => string[]) | null>(null);

function kept(name: string, fallback: string): Signal<string> {
  const setting = signal(readSetting(name) ?? fallback);
  let written = setting.value;
  effect(() => {
    if (setting.value !== written) writeSetting(name, (written = setting.value));
  });
  return setting;
}

export const look = kept("look", "auto");
export const pieceSet = kept("set", "natural");
export const sound = kept("sound", "on");
/** How loud sounds are, in per cent. */
export const volume = kept("volume", "70");
export const vibration = kept("vibration", "on");
export const confirmMoves = kept("confirm", "off");
export const coordinates = kept("coordinates", "on");
export const playerName = kept("name", "");
/** The second person at one device. */
export const guestName = kept("guest", "");
/** Whether opponents take their time, as people do. */
export const patience = kept("patience", "on");

/** Whether the coach asks before a move that loses at once. */
export const coach = kept("coach", "off");

/** Whether this browser tells of one's turn in games of days. */
export const notify = kept("notify", "off");

export const isOn = (setting: Signal<string>): boolean => setting.value === "on";
export const flip = (setting: Signal<string>): void => {
  setting.value = isOn(setting) ? "off" : "on";
};

/** A media query as a signal that follows it. */
function wished(media: string): Signal<boolean> {
  const asked = matchMedia(media);
  const wish = signal(asked.matches);
  asked.addEventListener("change", () => (wish.value = asked.matches));
  return wish;
}

const prefersDark = wished("(prefers-color-scheme: dark)");
const forcedColours = wished("(forced-colors: active)");
const moreContrast = wished("(prefers-contrast: more)");

/** Where the device forces its colours, the drawings use the strongest contrast, too. */
function shownLook(): string {
  if (forcedColours.value) return "contrast";
  if (look.value !== "auto") return look.value;
  if (moreContrast.value) return "contrast";
  return prefersDark.value ? "dark" : "light";
}

effect(() => {
  document.documentElement.dataset.look = shownLook();
  document.documentElement.dataset.set = pieceSet.value;
  if (pieceSet.value !== "natural") void import("./sets").catch(() => undefined);
});

export const lessMotion = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce)").matches;
