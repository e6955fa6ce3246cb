/** Which clock a game is played with. */
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { MatchState, NewMatch } from "../net/api";
import { t, tn } from "../i18n/translate";

export type Clock = NonNullable<MatchState["clock"]>;

const minutes = (base: number, increment: number): Clock => ({ base: base * 60, increment, days: 0 });
const days = (count: number): Clock => ({ base: 0, increment: 0, days: count });

/** By a short name, as addresses and choices have them. */
export const CLOCKS: Record<string, Clock | null> = {
  "": null,
  "3+2": minutes(3, 2),
  "5+3": minutes(5, 3),
  "10+5": minutes(10, 5),
  "1d": days(1),
  "3d": days(3),
  "7d": days(7),
};

/** What is agreed about the time, in a few words. */
export function clockName(clock: MatchState["clock"]): string {
  if (!clock) return t("No clock");
  // Translators: how long each player has for every move of a game
  if (clock.days) return tn("{n} day for each move", "{n} days for each move", clock.days);
  const minutes = clock.base / 60;
  // Translators: a clock: so many minutes for the game, and so many seconds more after each move
  if (clock.increment) return tn("{n} minute + {seconds} s", "{n} minutes + {seconds} s", minutes, { seconds: clock.increment });
  return tn("{n} minute", "{n} minutes", minutes);
}

/** As a wish, which names what there is and nothing else. */
export function wished(name: string): NewMatch["clock"] {
  const clock = CLOCKS[name];
  if (!clock) return null;
  return clock.days ? { days: clock.days } : { base: clock.base, increment: clock.increment };
}

export function ClockChoice({ value, names = Object.keys(CLOCKS) }: { value: Signal<string>; names?: string[] }): JSX.Element {
  return (
    <label class="field">
      <span>{t("Clock")}</span>
      <select value={value.value} onChange={(event) => (value.value = event.currentTarget.value)}>
        {names.map((name) => <option value={name}>{clockName(CLOCKS[name]!)}</option>)}
      </select>
    </label>
  );
}
