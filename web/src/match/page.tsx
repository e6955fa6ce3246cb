/** A game being played, or looked at afterwards. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { join, Refused, type MatchState } from "../net/api";
import type { PageProps } from "../app";
import { tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { turned } from "../board/geometry";
import { PieceIcon } from "../board/pieces";
import { PlayArea, TypedMove } from "../board/play-area";
import { sideName, TITLES, type Game, type Seat } from "../i18n/games";
import { number, t, tn } from "../i18n/translate";
import { lostBy, MatchRoom } from "./room";
import { Actions, Lost, Moves, Offer } from "./panel";
import { Teacher } from "./teacher";
import { Drawer, DrawerButton } from "./drawer";
import { Tools } from "./tools";
import type { Mood } from "../opponents/face";
import { LateFace } from "../opponents/late-face";
import { nextStep } from "./next";
import { whoStarts } from "../start/starts";
import { query, setQuery } from "../ui/router";
import { signedIn } from "../people/signed-in";
import { playerName } from "../settings/settings";
import { nameOf, resultOf, turnOf } from "../i18n/words";
import "./arena.css";

/** With what is exported here a board in another page is played on, too. */
export { MatchRoom };

const ICONS: Record<Game, string> = { quantik: "C", qawale: "pebble", qomet: "star" };

function Who({ room, seat }: { room: MatchRoom; seat: Seat }): JSX.Element {
  const state = room.state.value!;
  const player = state.players[seat];
  const person = player.kind === "human" && state.you.length < 2 && !state.you.includes(seat);
  const presence = player.open ? t("not here yet") : player.present ? t("online") : t("away");
  const thinks = player.kind === "bot" && room.thinking.value && state.turn === seat;
  return (
    <span class={`who${state.turn === seat && !state.outcome ? " turn" : ""}`}>
      <span class="face">
        {player.level && <LateFace level={player.level} mood={moodOf(state, seat, thinks)} />}
        <PieceIcon kind={ICONS[state.game]} owner={seat} size={34} />
      </span>
      <span class="name">{called(player, state.you.length === 1 && state.you[0] === seat ? player.name || t("You") : nameOf(player, seat))}</span>
      {player.program && <small>{t("A program")}</small>}
      {person && <small><span class={player.present ? "dot on" : "dot"} aria-hidden="true" /> {presence}</small>}
      {player.level && <small>{thinks ? t("is thinking …") : t("Level {level}", { level: player.level })}</small>}
    </span>
  );
}

/** Whoever has an account has a page; with a rating, where the game is rated. */
function called({ person, name, rating }: MatchState["players"][Seat], shown: string): JSX.Element {
  return <>{person ? <a href={`/people/${encodeURIComponent(name)}`}>{shown}</a> : shown}{rating && <span class="soft"> ({number(rating)})</span>}</>;
}

/** A good loser is still not glad. */
function moodOf({ outcome }: MatchState, seat: Seat, thinks: boolean): Mood {
  if (outcome?.winner) return outcome.winner === seat ? "glad" : "sad";
  return thinks ? "thinks" : "calm";
}

/** What only some games need is fetched for them. */
function Late<Part>({ load, children }: { load: () => Promise<Part>; children: (part: Part) => JSX.Element }): JSX.Element | null {
  const part = useSignal<Part | null>(null);
  useLayoutEffect(() => void load().then((fetched) => (part.value = fetched), () => undefined), []);
  return part.value && children(part.value);
}
const clock = (): Promise<typeof import("./clock")> => import("./clock");

/** Who sits there, and the time they have. */
export const Side = ({ room, seat }: { room: MatchRoom; seat: Seat }): JSX.Element => (
  <><Who room={room} seat={seat} />{room.state.value!.clock && <Late load={clock}>{({ ClockFace }) => <ClockFace room={room} seat={seat} />}</Late>}</>
);

export function Status({ room }: { room: MatchRoom }): JSX.Element {
  const state = room.state.value!;
  if (room.viewed.value !== null) {
    return (
      <div class="stack">
        <p class="status">{t("You are looking at an earlier move.")}</p>
        <button class="button main" onClick={() => void room.look(state.moves.length)}>{t("Back to the game")}</button>
      </div>
    );
  }
  if (!state.outcome || room.controller.moving.value) {
    return (
      <>
        <p class="status" tabIndex={-1}>{turnOf(state)}</p>
        {room.myTurn.value && <p class="next">{nextStep(room.controller)}</p>}
      </>
    );
  }
  return <p class={lostBy(state.outcome, state.you) ? "status over lost-kindly" : "status over"} tabIndex={-1}>{resultOf(state.outcome, state)}</p>;
}

function JoinCard({ room, code }: { room: MatchRoom; code: string }): JSX.Element {
  const state = room.state.value!;
  const seat: Seat = state.players[1].open ? 1 : 2;
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await join(room.id, code, playerName.value || undefined);
      setQuery({ join: null });
      location.reload();
    } catch (failure) {
      tell(sentence(failure), "error");
    }
  };
  return (
    <form class="card stack" onSubmit={enter}>
      <h2>{t("You are invited to a game of {game}", { game: TITLES[state.game] })}</h2>
      <p>{whoStarts(state, seat)}</p>
      {state.clock && <Late load={clock}>{({ clockName }) => <p>{clockName(state.clock)}</p>}</Late>}
      {!signedIn.value && (
        <label class="field">
          <span>{t("Your name (optional)")}</span>
          <input value={playerName.value} maxLength={40} autocomplete="nickname" onInput={(event) => (playerName.value = event.currentTarget.value)} />
        </label>
      )}
      <button class="button main">{t("Join the game")}</button>
    </form>
  );
}

/** What is said now: how the game stands, what is asked or offered, a piece of advice. */
function Notes({ room, code }: { room: MatchRoom; code: string | null }): JSX.Element {
  const state = room.state.value!;
  return (
    <div class="notes stack">
      <Lost room={room} />
      <Status room={room} />
      {state.clock && <Late load={clock}>{({ Timely }) => <Timely room={room} />}</Late>}
      {code !== null && <JoinCard room={room} code={code} />}
      {!state.you.length && code === null && <p class="soft">{t("You are watching this game.")}</p>}
      {room.spectators.value > (state.you.length ? 0 : 1) && <p class="soft small">{tn("{n} person is watching.", "{n} people are watching.", room.spectators.value)}</p>}
      {state.invite && <Late load={() => import("./invite")}>{({ Invite }) => <Invite state={state} />}</Late>}
      <Offer room={room} />
      {room.advice.value && <p class="card advice">{room.advice.value}</p>}
      <Teacher room={room} />
    </div>
  );
}

const twoPeople = ({ players, you }: MatchState): boolean =>
  you.length < 2 && ([1, 2] as const).every((seat) => players[seat].kind === "human" && !players[seat].open);

/** The board with a hand above and below, or at its side; what is said, done and looked up beside it. */
function Room({ room }: { room: MatchRoom }): JSX.Element {
  const state = room.state.value!;
  const mine: Seat = state.you.length === 1 ? state.you[0]! : 1;
  const other: Seat = mine === 1 ? 2 : 1;
  const [near, far] = turned.value ? [other, mine] : [mine, other];
  const open = !state.you.length && (state.players[1].open || state.players[2].open);
  const code = open ? query.value.get("join") : null;
  const calm = code !== null || state.invite || state.outcome;
  return (
    <div class={`arena ${state.game}-arena${calm ? " calm" : ""}${code === null ? "" : " joining"}`}>
      <h1 class="visually-hidden">{t("{game}: {first} against {second}", { game: TITLES[state.game], first: nameOf(state.players[1], 1), second: nameOf(state.players[2], 2) })}</h1>
      <PlayArea controller={room.controller} near={near} above={<Side room={room} seat={far} />} below={<Side room={room} seat={near} />} />
      <div class="panel">
        <Notes room={room} code={code} />
        <Actions room={room}><DrawerButton /></Actions>
        <Drawer>
          <Tools room={room} />
          <Moves room={room} />
          {twoPeople(state) && <Late load={() => import("./talk")}>{({ Talk }) => <Talk room={room} />}</Late>}
          {state.you.length > 0 && !state.outcome && <TypedMove controller={room.controller} />}
        </Drawer>
      </div>
    </div>
  );
}

function Failed({ failure }: { failure: unknown }): JSX.Element {
  const gone = failure instanceof Refused && failure.status === 404;
  return (
    <div class="card">
      <h1>{gone ? t("This game does not exist") : t("The game could not be loaded")}</h1>
      <p>{gone ? t("Check the link, or ask your friend for a new one.") : sentence(failure)}</p>
      <button class="button main" onClick={() => location.reload()}>{t("Try again")}</button>
    </div>
  );
}

export function Match({ id }: PageProps): JSX.Element {
  const room = useMemo(() => new MatchRoom(id), [id]);
  const ready = useSignal(false);
  useLayoutEffect(() => {
    void room.open().then(() => (ready.value = true));
    return () => room.close();
  }, [room]);
  if (room.failure.value) return <Failed failure={room.failure.value} />;
  if (!ready.value || !room.state.value) return <p class="soft loading">{t("Loading …")}</p>;
  document.title = `${TITLES[room.state.value.game]} · ${sideName(room.state.value.turn)} · Tetrad`;
  return <Room room={room} />;
}
