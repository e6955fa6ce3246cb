/** Clocks: what each player has left, counted by the server's time, and an opponent who has left. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { MatchState } from "../net/api";
import { serverNow } from "../net/server-time";
import { otherSeat, type Seat } from "../i18n/games";
import { t, tn } from "../i18n/translate";
import { nameOf } from "../i18n/words";
import { timeText } from "../i18n/time";
import { isStatic } from "../net/edition";
import { say } from "../ui/announce";
import type { MatchRoom } from "./room";

export { clockName } from "../start/clocks";

type Timing = NonNullable<MatchState["timing"]>;

/** Under so many seconds, tenths are shown. */
const TENTHS_BELOW = 10;
const LOW_BELOW = 20;
/** Said aloud to whoever's time runs. */
const TOLD_AT = [60, 30, 10];
const HOUR = 3600;
/** As on the server: after so long the opponent has left. */
const SECONDS_UNTIL_A_CLAIM = 60;

const two = (value: number): string => String(value).padStart(2, "0");

/** The seconds a player has left at this moment. */
export function secondsLeft({ left, running, deadline, free }: Timing, seat: Seat, now = serverNow()): number {
  if (running !== seat || free || deadline === null) return left[seat]!;
  return Math.max(0, deadline - now);
}

/** Such as 2:05, 9.4 or 1:02:05; days and hours in words. */
export function clockText(seconds: number, days: boolean): string {
  if (days && seconds >= HOUR) return timeText(seconds);
  if (seconds < TENTHS_BELOW) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes}:${two(whole % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** Runs along while somebody's time does: every second, and at the end ten times a second. */
function useTicking(timing: Timing | null, seat: Seat): number {
  const shown = useSignal(timing ? secondsLeft(timing, seat) : 0);
  useEffect(() => {
    if (!timing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const seconds = secondsLeft(timing, seat);
      shown.value = seconds;
      if (timing.running !== seat || timing.free || seconds <= 0) return;
      timer = setTimeout(tick, seconds < TENTHS_BELOW ? 100 : 1000 * (seconds % 1) + 20);
    };
    tick();
    return () => clearTimeout(timer);
  }, [timing, seat]);
  return shown.value;
}

/** Tells whoever's time runs low, once for each step. */
function useWarnings(seconds: number, counts: boolean): void {
  const told = useSignal(Infinity);
  useEffect(() => {
    const step = TOLD_AT.find((at) => seconds <= at && seconds > at - 5);
    if (!counts) told.value = Infinity;
    else if (step && step < told.value) {
      told.value = step;
      say(tn("{n} second left", "{n} seconds left", step));
    }
  }, [Math.ceil(seconds), counts]);
}

export function ClockFace({ room, seat }: { room: MatchRoom; seat: Seat }): JSX.Element | null {
  const { timing, clock, you, players } = room.state.value!;
  const seconds = useTicking(timing, seat);
  const runs = timing?.running === seat;
  const days = Boolean(clock?.days);
  useWarnings(seconds, runs && !timing!.free && !days && you.length === 1 && you[0] === seat);
  if (!timing) return null;
  const text = clockText(seconds, days);
  const low = !days && seconds < LOW_BELOW;
  return (
    <span class={`clock${runs ? " runs" : ""}${low ? " low" : ""}`} role="timer" aria-live="off"
      aria-label={t("{name}: {time} left", { name: nameOf(players[seat], seat), time: text })}>
      <span aria-hidden="true">{text}</span>
    </span>
  );
}

/** The first move is free for a minute; who waits for it sees how long. */
function FirstMove({ room }: { room: MatchRoom }): JSX.Element | null {
  const { timing, you } = room.state.value!;
  const waits = Boolean(timing?.free && timing.deadline !== null);
  const seconds = useCountdown(waits ? timing!.deadline : null);
  if (!waits || seconds === null) return null;
  const mine = you.length > 0 && you.includes(timing!.running!);
  return (
    <p class="soft small">
      {mine
        ? tn("Your first move is free if you make it within {n} second.", "Your first move is free if you make it within {n} seconds.", seconds)
        : tn("The first move has to come within {n} second.", "The first move has to come within {n} seconds.", seconds)}
    </p>
  );
}

/** Whole seconds until a moment, by the server's time. */
function useCountdown(until: number | null): number | null {
  const shown = useSignal<number | null>(null);
  useEffect(() => {
    const look = (): void => void (shown.value = until === null ? null : Math.max(0, Math.ceil(until - serverNow())));
    look();
    const timer = until === null ? undefined : setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return shown.value;
}

/** An opponent who is away: how long the game waits, and then the claim. */
function Absent({ room }: { room: MatchRoom }): JSX.Element | null {
  const { clock, outcome, you, players } = room.state.value!;
  const other: Seat | null = you.length === 1 ? otherSeat(you[0]!) : null;
  const since = other && room.away.value[other];
  const live = Boolean(clock && !clock.days && !outcome && other && !players[other].open && players[other].kind === "human");
  const seconds = useCountdown(live && since ? since + SECONDS_UNTIL_A_CLAIM : null);
  if (!live || seconds === null || !other) return null;
  const name = nameOf(players[other], other);
  if (seconds > 0) {
    return <p class="soft" role="status">{tn("{name} has left. In {n} second you can claim the game.", "{name} has left. In {n} seconds you can claim the game.", seconds, { name })}</p>;
  }
  return (
    <div class="card stack" role="alert">
      <p>{t("{name} has left the game.", { name })}</p>
      <button class="button main" onClick={() => void room.act("claim")}>{t("Claim the win")}</button>
    </div>
  );
}

/** A rated pairing: which of its two games this is, and what both have changed. */
function PairNote({ room }: { room: MatchRoom }): JSX.Element | null {
  const { pair, counted, players, you, outcome } = room.state.value!;
  if (!pair) return null;
  const mine = you.length === 1 ? players[you[0]!].person : null;
  const [before, after] = (mine && counted?.[mine]) || [];
  return (
    <div class="stack">
      <p class="soft small">
        {pair.game === 1 ? t("Rated, the first of two games: sides are exchanged in the second.") : t("Rated, the second of two games.")}
        {pair.other && <> <a href={`/match/${pair.other}`}>{t("The first game")}</a></>}
      </p>
      {before !== undefined && <p class="card" role="status">{t("Your rating: {before} → {after}", { before, after: after! })}</p>}
      {outcome && pair.game === 2 && <a class="button main" href={`/meet?game=${room.controller.game}`}>{t("Find an opponent")}</a>}
    </div>
  );
}

/** Only games of days need it. */
function LateDays({ room }: { room: MatchRoom }): JSX.Element | null {
  const part = useSignal<typeof import("./days") | null>(null);
  useEffect(() => void import("./days").then((fetched) => (part.value = fetched), () => undefined), []);
  return part.value && <part.value.Days room={room} />;
}

/** What there is to say about the time beside the board. */
export const Timely = ({ room }: { room: MatchRoom }): JSX.Element => (
  <><FirstMove room={room} /><Absent room={room} /><PairNote room={room} />{Boolean(room.state.value!.clock?.days) && !isStatic() && <LateDays room={room} />}</>
);
