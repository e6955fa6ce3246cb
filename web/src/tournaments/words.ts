/** Tournaments in words: what kind it is, when it begins and ends, who somebody is. */
import { TITLES, type Game } from "../i18n/games";
import { date, number, t, tn } from "../i18n/translate";
import { serverNow } from "../net/server-time";
import { clockName } from "../start/clocks";
import type { Card, Entrant } from "./api";

export type State = "soon" | "running" | "over";

export function stateOf({ over, starts, round }: Card, now = serverNow()): State {
  if (over) return "over";
  return now < starts && !round ? "soon" : "running";
}

export const kindOf = ({ kind, minutes, rounds }: Card): string =>
  kind === "arena" ? tn("Arena of {n} minute", "Arena of {n} minutes", minutes) : tn("{n} Swiss round", "{n} Swiss rounds", rounds);

export const aboutOf = (card: Card): string => [TITLES[card.game as Game], kindOf(card), clockName(card.clock)].join(" · ");

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Such as 2:05 or 1:02:05; what is more than a day away is told by its date. */
export function countdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(whole / HOUR);
  const rest = `${two(Math.floor((whole % HOUR) / MINUTE))}:${two(whole % MINUTE)}`;
  return hours ? `${hours}:${rest}` : rest.replace(/^0/, "");
}

/** When it begins or ends, or what round it is. */
export function timeOf(card: Card, now = serverNow()): string {
  const state = stateOf(card, now);
  if (state === "over") return t("Over");
  if (state === "soon") {
    if (card.starts - now > 24 * HOUR) return t("Begins on {date}", { date: date(card.starts * 1000) });
    return t("Begins in {time}", { time: countdown(card.starts - now) });
  }
  if (card.ends) return t("Ends in {time}", { time: countdown(card.ends - now) });
  return t("Round {n} of {rounds}", { n: Math.max(1, card.round), rounds: card.rounds });
}

type Named = Pick<Entrant, "name" | "level">;
export const nameOf = ({ name }: Named): string => name || t("Someone");

/** What stands beside a name: a computer, a program, a rating. */
export function markOf({ level, program, rating }: Entrant): string {
  if (level) return t("Computer, level {level}", { level });
  return [program && t("A program"), rating && number(rating)].filter(Boolean).join(" · ");
}
