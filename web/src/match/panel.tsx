/** Beside the board: what one can do, what is offered, the moves so far, a lost connection. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Act } from "../net/api";
import { tell } from "../ui/announce";
import { sideToMove } from "../board/scene";
import type { Seat } from "../i18n/games";
import { t, tn } from "../i18n/translate";
import { useMoveKeys } from "./move-keys";
import type { MatchRoom } from "./room";
import { go } from "../ui/router";
import { nameOf } from "../i18n/words";
import { Icon } from "../ui/icon";
import { Sure } from "../ui/sure";

const LOOK_AT_THE_END = 6000;

/** What is asked about the game is gone when it is over; how it ended is there instead. */
const toStatus = (): void => document.querySelector<HTMLElement>(".notes > .status")?.focus();

/** What one can do, the most wanted first; `children` are buttons that are always there. */
export function Actions({ room, children }: { room: MatchRoom; children?: ComponentChildren }): JSX.Element {
  const state = room.state.value!;
  const can = (what: string): boolean => state.can.includes(what);
  const alone = state.you.length === 2 || state.players[1].kind === "bot" || state.players[2].kind === "bot";
  const button = (what: Act, label: string): JSX.Element | false =>
    can(what) && <button class="button" onClick={() => void room.act(what)}><Icon name={what} />{label}</button>;
  return (
    <div class="toolbar">
      {state.tournament && <a class={state.outcome ? "button main" : "button quiet"} href={`/tournaments/${state.tournament}`}>{state.outcome && state.you.length ? t("Back to the tournament") : t("The tournament")}</a>}
      {state.rematch
        ? <a class="button main" href={`/match/${state.rematch}`}>{state.pair ? t("Go to the second game") : t("Go to the rematch")}</a>
        : can("rematch") && <button class="button main" onClick={() => void room.act("rematch")}>{t("Play again")}</button>}
      {can("hint") && <button class="button" onClick={() => void room.askHint()}><Icon name="hint" />{t("Hint")}</button>}
      {button("undo", alone ? t("Take back") : t("Ask to take back"))}
      {can("resign") && <Sure icon="resign" label={t("Resign")} question={t("Resign this game?")} onYes={() => void room.act("resign").then(toStatus)} />}
      {state.outcome && <a class="button" href={`/analyse/${state.game}?match=${state.id}`}>{t("Analyse")}</a>}
      {children}
    </div>
  );
}

export function Offer({ room }: { room: MatchRoom }): JSX.Element | null {
  const { offer, players, you } = room.state.value!;
  if (!offer) return null;
  const name = nameOf(players[offer.by], offer.by);
  const words = {
    takeback: t("{name} asks to take back the last move.", { name }),
    draw: t("{name} offers a draw.", { name }),
    rematch: t("{name} wants to play again.", { name }),
  };
  if (you.includes(offer.by)) {
    return (
      <div class="card stack">
        <p>{t("You have asked; your opponent has not answered yet.")}</p>
        <button class="button" onClick={() => void room.act("decline")}>{t("Withdraw")}</button>
      </div>
    );
  }
  return (
    <div class="card stack" role="alert">
      <p>{words[offer.kind]}</p>
      {you.length > 0 && (
        <div class="buttons">
          <button class="button main" onClick={() => void room.act("accept")}>{t("Accept")}</button>
          <button class="button" onClick={() => void room.act("decline")}>{t("Decline")}</button>
        </div>
      )}
    </div>
  );
}

/** A lost connection in words; it mends itself, or at once on request. */
export function Lost({ room }: { room: MatchRoom }): JSX.Element | null {
  const live = room.live.value;
  const next = room.state.value?.rematch;
  const followed = useRef(next);
  useEffect(() => {
    const comes = next && next !== followed.current && room.state.value!.you.length;
    followed.current = next;
    if (!comes) return;
    if (!room.state.value!.pair) return go(`/match/${next}`);
    // One wants to see how the first game ended.
    tell(t("The second game begins in a moment, with sides exchanged."));
    const timer = setTimeout(() => go(`/match/${next}`), LOOK_AT_THE_END);
    return () => clearTimeout(timer);
  }, [next]);
  if (!live || live.state.value === "open" || live.state.value === "connecting") return null;
  if (live.state.value === "refused") return <p class="lost" role="alert">{t("This game is no longer on the server.")}</p>;
  return (
    <div class="lost" role="alert">
      <span>{t("The connection was lost. Tetrad keeps trying; your game is safe.")}</span>
      <button class="button" onClick={live.hurry}>{t("Try now")}</button>
    </div>
  );
}

interface MoveListProps {
  /** Who made the first move. */
  first: Seat;
  moves: readonly string[];
  at: number;
  look: (ply: number) => void;
  note?: (ply: number) => string | undefined;
}

/** Stands before each move of Light, and before one of Dark that has none before it. */
function MoveNumber({ ply, alone }: { ply: number; alone: boolean }): JSX.Element | null {
  if (ply % 2 && !alone) return null;
  return <span class="soft small number">{ply % 2 ? "1…" : `${ply / 2 + 1}.`}</span>;
}

/** Brings the move that is shown into sight, whole; also when the list itself comes into sight. */
function reveal(list: HTMLElement): void {
  const current = list.querySelector<HTMLElement>("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
}

/** The moves so far; each can be looked at. The arrow buttons go through them. */
export function MoveList({ first, moves, at, look, note }: MoveListProps): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useMoveKeys(at, moves.length, look);
  useEffect(() => {
    if (!list.current) return;
    const watching = new ResizeObserver(() => list.current && reveal(list.current));
    watching.observe(list.current);
    return () => watching.disconnect();
  }, []);
  useEffect(() => list.current ? reveal(list.current) : undefined, [at, moves.length]);
  const stepper = (label: string, sign: string, ply: number): JSX.Element => (
    <button class="button" aria-label={label} title={label} disabled={ply < 0 || ply > moves.length || ply === at} onClick={() => look(ply)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <section aria-label={t("Moves")}>
      <div class="steppers">
        {stepper(t("First position"), "«", 0)}
        {stepper(t("One move back"), "‹", at - 1)}
        {stepper(t("One move forward"), "›", at + 1)}
        {stepper(t("Last position"), "»", moves.length)}
      </div>
      <ol class={first === 1 ? "moves" : "moves dark-first"} ref={list} dir="ltr">
        {moves.map((move, i) => (
          <li class={note?.(i + 1)}>
            <MoveNumber ply={i + first - 1} alone={i === 0} />
            <button aria-current={at === i + 1 ? "true" : undefined} onClick={() => look(i + 1)}>{move}</button>
          </li>
        ))}
      </ol>
      {!moves.length && <p class="soft small">{t("No moves yet.")}</p>}
    </section>
  );
}

export function Moves({ room }: { room: MatchRoom }): JSX.Element {
  const { game, start, moves } = room.state.value!;
  return (
    <div>
      <h2 class="visually-hidden">{tn("{n} move", "{n} moves", moves.length)}</h2>
      <MoveList first={sideToMove(game, start)} moves={moves} at={room.viewed.value ?? moves.length} look={(ply) => void room.look(ply)} />
    </div>
  );
}
