/**
 * What is heard and felt. The instruments are made on the spot, fetched with the first touch and
 * never downloaded as recordings; whoever mutes the app or wishes for less motion is obeyed here.
 */
import type { Game } from "../i18n/games";
import type { Material } from "./instruments";
import { isOn, lessMotion, pieceSet, sound, vibration, volume } from "../settings/settings";

export type Sound = "move" | "step" | "place" | "lift" | "drop" | "slide" | "push" | "refuse" | "win" | "loss" | "draw";

const NATURE: Record<Game, Material> = { quantik: "wood", qawale: "stone", qomet: "slate" };
const SETS: Record<string, Material> = { marble: "stone", paper: "card" };

/** How long a phone shakes, rests, shakes, in milliseconds. */
const SHAKES: Partial<Record<Sound, number[]>> = {
  move: [12], place: [14], drop: [9], push: [16], refuse: [24, 40, 24], win: [30, 70, 30, 70, 90], loss: [40],
};

/** Nothing is heard or felt before somebody has touched the app; then the instruments are fetched. */
let touched = false;
function touch(): void {
  touched = true;
  if (isOn(sound)) void import("./instruments").catch(() => undefined);
}
for (const event of ["pointerdown", "keydown"]) globalThis.addEventListener?.(event, touch, { once: true, capture: true });

function shake(kind: Sound): void {
  const pattern = SHAKES[kind];
  if (pattern && isOn(vibration) && !lessMotion()) navigator.vibrate?.(pattern);
}

/** Says a move or an event in sound; a heavier thing, such as a high stack, sounds deeper. */
export function click(kind: Sound, game?: Game, weight = 0): void {
  if (!touched) return;
  shake(kind);
  if (!isOn(sound) || !("AudioContext" in window)) return;
  const material = SETS[pieceSet.value] ?? (game ? NATURE[game] : "wood");
  void import("./instruments").then(({ perform }) => perform({ kind, material, weight, loudness: Number(volume.value) / 100 }), () => undefined);
}
