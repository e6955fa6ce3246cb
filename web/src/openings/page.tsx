/** The opening explorer: what is proven about each move, how often one has played it, and where it leads. */
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../app";
import { PlayArea } from "../board/play-area";
import { Badge } from "../board/marks";
import { sideName, TITLES, type Game } from "../i18n/games";
import { Labelled } from "../i18n/labelled";
import { listed, number, t, tn } from "../i18n/translate";
import { describeMove, ended, noted } from "../i18n/words";
import { OpeningRoom, type Kind } from "./room";
import "./openings.css";

type Side = 1 | 2;

/** Of Qawale's plies the last at which each player could complete a line. */
const LAST: Record<Side, number> = { 1: 15, 2: 16 };

/** Where neither player can force a line, the move draws, also where a search has not shown it. */
const draws = ({ verdict, unwon, unlost }: Kind, turn: Side): boolean =>
  verdict.value === "draw" || (verdict.value === "unknown" && unwon >= LAST[turn] && unlost >= LAST[turn === 1 ? 2 : 1]);

/** What is proven of one player where the value is open. */
function bounded({ unwon, unlost }: Kind, turn: Side): string {
  // Translators: of a move in the opening: it is proven not to lose, perhaps it even wins
  if (unlost >= LAST[turn === 1 ? 2 : 1]) return t("at least a draw");
  // Translators: of a move in the opening: it is proven not to win by force, perhaps it even loses
  const most = unwon >= LAST[turn] ? t("at most a draw") : t("not proven");
  if (!unlost) return most;
  // Translators: of a move in the opening; the turns of both players are counted
  const safe = t("no forced loss by turn {turn}", { turn: number(unlost) });
  return listed([most, safe]);
}

/** What is proven, counted in the moves of whoever wins. */
function proven(kind: Kind, turn: Side): string {
  const { value, distance } = kind.verdict;
  if (draws(kind, turn)) return t("draws");
  if (value === "unknown") return bounded(kind, turn);
  const own = Math.ceil((distance ?? 1) / 2);
  return value === "win" ? tn("wins in {n} move", "wins in {n} moves", own) : tn("loses in {n} move", "loses in {n} moves", own);
}

function played({ played: games, won, drawn, lost }: Kind): string {
  if (!games) return t("not in your games yet");
  const count = tn("in {n} of your games", "in {n} of your games", games);
  return won + drawn + lost ? noted(count, t("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost })) : count;
}

function Row({ room, kind }: { room: OpeningRoom; kind: Kind }): JSX.Element {
  const [move = ""] = kind.moves;
  const more = kind.moves.length - 1;
  const turn = room.controller.data.value!.turn;
  return (
    <li>
      <button type="button" class="kind" onClick={() => room.play(move)}>
        <svg class="icon" viewBox="-30 -30 60 60" width="2.4rem" height="2.4rem" aria-hidden="true"><Badge verdict={draws(kind, turn) ? { value: "draw", distance: null } : { ...kind.verdict, score: undefined }} /></svg>
        <span>
          <Labelled label={describeMove(room.game, move, turn)}>{proven(kind, turn)}</Labelled>
          <span class="soft small note">{more > 0 && `${tn("and {n} move like it", "and {n} moves like it", more)} · `}{played(kind)}</span>
        </span>
      </button>
    </li>
  );
}

function Walked({ room, game }: { room: OpeningRoom; game: Game }): JSX.Element {
  const moves = room.moves.value;
  return (
    <>
      {moves.length > 0 && <p class="mono" dir="ltr">{moves.map((move, i) => `${i % 2 ? "" : `${number(i / 2 + 1)}. `}${move}`).join(" ")}</p>}
      <div class="buttons">
        <button class="button" disabled={!moves.length} onClick={() => room.back(moves.length - 1)}>{t("One move back")}</button>
        <button class="button" disabled={!moves.length} onClick={() => room.back(0)}>{t("From the beginning")}</button>
        <a class="button quiet" href={`/analyse/${game}?moves=${encodeURIComponent(moves.join(","))}`}>{t("Analyse")}</a>
      </div>
    </>
  );
}

export function Openings({ game }: PageProps): JSX.Element {
  const room = useMemo(() => new OpeningRoom(game), [game]);
  useLayoutEffect(() => void room.open(), [room]);
  const { data } = room.controller;
  const over = data.value?.outcome;
  return (
    <>
      <h1>{t("{game} openings", { game: TITLES[game] })}</h1>
      <div class="room text-first openings">
        <PlayArea controller={room.controller} />
        <div class="stack panel">
          <p class="status">{over ? ended(over) : data.value ? t("{side} to move", { side: sideName(data.value.turn) }) : ""}</p>
          <p class="small">{t("Every kind of move, as far as it is proven; moves that are alike by symmetry count as one. Choose one, in the list or on the board, to go on.")}</p>
          <Walked room={room} game={game} />
        </div>
        <div class="more">
          {room.failed.value
            ? <p class="card" role="alert">{room.failed.value} <button class="button" onClick={() => room.again()}>{t("Try again")}</button></p>
            : !room.kinds.value && !over && <p class="soft">{t("Loading …")}</p>}
          <ul class="kinds">{room.kinds.value?.map((kind) => <Row key={kind.moves[0]} room={room} kind={kind} />)}</ul>
        </div>
      </div>
    </>
  );
}
