/** Analysis: any position or game, with the value of every move on the board itself. */
import { signal, useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { AnalysisRoom } from "./room";
import { match } from "../net/api";
import type { PageProps } from "../app";
import { tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { sideToMove } from "../board/scene";
import { PlayArea, TypedMove } from "../board/play-area";
import { TITLES } from "../i18n/games";
import { t } from "../i18n/translate";
import { useIdle } from "../ui/idle";
import { Exercises, Files, Judgement, Reader, Verdict } from "./panel";
import type { Editor } from "./editor";
import { MoveList } from "../match/panel";
import { namesOf } from "../i18n/words";
import { go, query } from "../ui/router";
import "./analyse.css";

/** What the address asks for: a match, or a position and moves. */
async function loadAddress(room: AnalysisRoom): Promise<void> {
  const wanted = query.value;
  const id = wanted.get("match");
  if (id) {
    const state = await match(id);
    // A rated game that goes on is watched, not judged: by nobody on its pages.
    if ((state.rated || state.tournament) && !state.outcome) return go(`/match/${id}`, true);
    await room.load(state.start, state.moves);
    room.names.value = namesOf(state.players);
    room.you.value = state.you;
    void room.judge();
    return;
  }
  const moves = wanted.get("moves")?.split(",").filter(Boolean) ?? [];
  const at = wanted.has("at") ? Number(wanted.get("at")) : moves.length;
  await room.load(wanted.get("position")?.replaceAll("_", " ") ?? null, moves, at);
}

interface StudyProps {
  room: AnalysisRoom;
  editing: Signal<boolean>;
}

function Findings({ room, editing }: StudyProps): JSX.Element {
  const note = (ply: number): string | undefined => room.judged.value[ply - 1]?.grade ?? undefined;
  return (
    <>
      <Verdict room={room} />
      <Exercises room={room} />
      <Judgement room={room} />
      <MoveList first={sideToMove(room.game, room.start.value)} moves={room.moves.value} at={room.at.value} look={(ply) => void room.look(ply)} note={note} />
      <TypedMove controller={room.controller} />
      <div class="buttons">
        <button class="button" onClick={() => (editing.value = true)}>{t("Set up a position")}</button>
        {!room.controller.data.value?.outcome && (
          <a class="button" href={`/play/${room.game}?position=${encodeURIComponent(room.position.value.replaceAll(" ", "_"))}`}>{t("Play from here")}</a>
        )}
      </div>
      <Reader room={room} />
      <Files room={room} />
    </>
  );
}

/** The board comes first; what is found out about it waits for the engine anyway. */
function Study({ room, editing }: StudyProps): JSX.Element {
  const drawn = useIdle();
  return (
    <div class="room">
      <div>
        <h1 class="visually-hidden">{t("Analyse {game}", { game: TITLES[room.game] })}</h1>
        <PlayArea controller={room.controller} />
      </div>
      <div class="stack panel">{drawn.value && <Findings room={room} editing={editing} />}</div>
    </div>
  );
}

/** Fetched by whoever sets up a position. */
const editor = signal<typeof Editor | null>(null);
const fetchEditor = (): void => void import("./editor").then((module) => (editor.value = module.Editor), (failure: unknown) => tell(sentence(failure), "error"));

export function Analyse({ game }: PageProps): JSX.Element {
  const room = useMemo(() => new AnalysisRoom(game), [game]);
  const editing = useSignal(false);
  const ready = useSignal(false);
  useLayoutEffect(() => {
    loadAddress(room)
      .catch((failure: unknown) => room.load(null, []).finally(() => tell(sentence(failure), "error")))
      .finally(() => (ready.value = true));
    return () => room.close();
  }, [room]);
  const finish = (text: string): void => {
    room.load(text, []).then(() => (editing.value = false), (failure: unknown) => tell(sentence(failure), "error"));
  };
  if (!ready.value) return <p class="soft loading">{t("Loading …")}</p>;
  if (editing.value && !editor.value) fetchEditor();
  const SetUp = editing.value && editor.value;
  if (SetUp) return <SetUp game={game} position={room.position.value} onDone={finish} onCancel={() => (editing.value = false)} />;
  return <Study room={room} editing={editing} />;
}
