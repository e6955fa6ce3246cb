/** What a player can choose for this browser: the look, sound, and how moves are made. */
import { effect, signal, type Signal } from "@preact/signals";
import { readSetting, writeSetting } from "./storage";

export const LOOKS = ["auto", "light", "dark", "contrast"] as const;
export type Look = (typeof LOOKS)[number];

function kept(name: string, fallback: string): Signal<string> {
  const setting = signal(readSetting(name) ?? fallback);
  effect(() => writeSetting(name, setting.value));
  return setting;
}

export const look = kept("look", "auto");
export const sound = kept("sound", "on");
export const confirmMoves = kept("confirm", "off");
export const coordinates = kept("coordinates", "on");
export const playerName = kept("name", "");
export const level = kept("level", "3");

export const isOn = (setting: Signal<string>): boolean => setting.value === "on";
export const flip = (setting: Signal<string>): void => {
  setting.value = isOn(setting) ? "off" : "on";
};

const darkness = matchMedia("(prefers-color-scheme: dark)");
const prefersDark = signal(darkness.matches);
darkness.addEventListener("change", () => (prefersDark.value = darkness.matches));

effect(() => {
  const chosen = look.value === "auto" ? (prefersDark.value ? "dark" : "light") : look.value;
  document.documentElement.dataset.look = chosen;
});

export const lessMotion = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce)").matches;
