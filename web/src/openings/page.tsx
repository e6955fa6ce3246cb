/** The opening explorer: what is proven about each move, how often one has played it, and where it leads. */
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../app";
import { PlayArea } from "../board/play-area";
import { Badge, type Verdict } from "../board/marks";
import { sideName, TITLES, type Game } from "../i18n/games";
import { number, t, tn } from "../i18n/translate";
import { describeMove, ended } from "../i18n/words";
import { sentence } from "../net/failures";
import { tell } from "../ui/announce";
import { OpeningRoom, type Kind } from "./room";
import "./openings.css";

/** What is proven, counted in the moves of whoever wins. */
function proven({ value, distance }: Verdict): string {
  if (value === "draw") return t("draws");
  if (value === "unknown") return t("not proven");
  const own = Math.ceil((distance ?? 1) / 2);
  return value === "win" ? tn("wins in {n} move", "wins in {n} moves", own) : tn("loses in {n} move", "loses in {n} moves", own);
}

function played({ played: games, won, drawn, lost }: Kind): string {
  if (!games) return t("not in your games yet");
  const count = tn("in {n} of your games", "in {n} of your games", games);
  return won + drawn + lost ? `${count} (${t("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost })})` : count;
}

function Row({ room, kind }: { room: OpeningRoom; kind: Kind }): JSX.Element {
  const [move = ""] = kind.moves;
  const more = kind.moves.length - 1;
  const turn = room.controller.data.value!.turn;
  return (
    <li>
      <button type="button" class="kind" onClick={() => room.play(move)}>
        <svg class="icon" viewBox="-30 -30 60 60" width="2.4rem" height="2.4rem" aria-hidden="true"><Badge verdict={{ ...kind.verdict, score: undefined }} /></svg>
        <span>
          <strong>{describeMove(room.game, move, turn)}</strong>, {proven(kind.verdict)}
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
  useLayoutEffect(() => void room.open().catch((failure: unknown) => tell(sentence(failure), "error")), [room]);
  const { data } = room.controller;
  const over = data.value?.outcome;
  return (
    <>
      <h1>{t("Openings of {game}", { game: TITLES[game] })}</h1>
      <div class="room text-first openings">
        <PlayArea controller={room.controller} />
        <div class="stack panel">
          <p class="status">{over ? ended(over) : data.value ? t("{side} to move", { side: sideName(data.value.turn) }) : ""}</p>
          <p class="small">{t("Every kind of move, as far as it is proven, with moves alike by symmetry taken together. Choose one, in the list or on the board, to walk on.")}</p>
          <Walked room={room} game={game} />
        </div>
        <div class="more">
          {!room.kinds.value && !over && <p class="soft">{t("Loading …")}</p>}
          <ul class="kinds">{room.kinds.value?.map((kind) => <Row key={kind.moves[0]} room={room} kind={kind} />)}</ul>
        </div>
      </div>
    </>
  );
}
