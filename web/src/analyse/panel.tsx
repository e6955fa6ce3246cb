/** Beside the board under study: the verdict, the mistakes, reading and saving. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { AnalysisRoom } from "./room";
import type { Analysis } from "../net/api";
import { tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { Badge, ownMoves, verdictText } from "../board/marks";
import { boardPng, boardSvg, save } from "./export";
import { otherSeat, sideName, TITLES, type Game } from "../i18n/games";
import { t, tn } from "../i18n/translate";
import { go } from "../ui/router";
import { ended, moveName } from "../i18n/words";
import { Graph } from "./graph";
import { called, Mistakes } from "../review/mistakes";
import { copy } from "../ui/copy";

function headline(found: Analysis): string {
  if (found.outcome) return ended(found.outcome);
  if (found.value === "unknown") return t("Not proven.");
  if (found.value === "draw") return t("A draw with best play.");
  const winner = sideName(found.value === "win" ? found.turn : otherSeat(found.turn));
  if (found.distance === null) return t("{side} wins with best play.", { side: winner });
  return tn("{side} wins in {n} move with best play.", "{side} wins in {n} moves with best play.", ownMoves(found.distance), { side: winner });
}

/** What the engine believes where nothing is proven. */
function Opinion({ game, found }: { game: Game; found: Analysis }): JSX.Element | null {
  const best = found.moves[0];
  if (found.value !== "unknown" || !best) return null;
  const light = Math.round(50 + 50 * best.score * (found.turn === 1 ? 1 : -1));
  return (
    <div class="small">
      <p>{t("The engine prefers {move} and puts light's chances at {percent}%.", { move: moveName(game, best.move), percent: light })}</p>
      <div class="bar" aria-hidden="true"><span style={{ width: `${light}%` }} /></div>
    </div>
  );
}

export function Verdict({ room }: { room: AnalysisRoom }): JSX.Element {
  const found = room.found.value;
  const hidden = room.exercise.value !== null;
  const toggle = (): void => {
    room.values.value = !room.values.value;
    room.showValues();
  };
  return (
    <section class={hidden ? "card stack" : "card stack verdict"} aria-labelledby="verdict">
      <h2 id="verdict" class="status">{hidden ? t("Find a better move") : found ? headline(found) : t("Thinking …")}</h2>
      {found && !hidden && <Opinion game={room.game} found={found} />}
      {found && !hidden && found.line.length > 0 && (
        <p class="small">{t("Best line:")} <span class="mono" dir="ltr">{found.line.slice(0, 12).join(" ")}{found.line.length > 12 ? " …" : ""}</span></p>
      )}
      {!hidden && (
        <div class="buttons">
          <label class="choice"><input type="checkbox" checked={room.values.value} onChange={toggle} />{t("Values on the board")}</label>
          {found && found.line.length > 0 && <button class="button" onClick={() => void room.playOut()}>{t("Show this line")}</button>}
        </div>
      )}
      {!hidden && room.values.value && <Key />}
      {room.thinking.value && found && <p class="small soft">{t("Looking deeper …")}</p>}
    </section>
  );
}

function Key(): JSX.Element {
  const entries = [
    [{ value: "win", distance: 3 }, t("wins in that many moves")],
    [{ value: "draw", distance: null }, t("draw")],
    [{ value: "loss", distance: 4 }, t("loses in that many moves")],
    [{ value: "unknown", distance: null, score: 0.2 }, t("not proven; the engine's estimate in %")],
  ] as const;
  return (
    <ul class="key small">
      {entries.map(([verdict, words]) => (
        <li>
          <svg class="icon" viewBox="-30 -30 60 60" width="1.75rem" height="1.75rem" role="img" aria-label={verdictText(verdict)}><Badge verdict={verdict} /></svg>
          {words}
        </li>
      ))}
    </ul>
  );
}

export function Judgement({ room }: { room: AnalysisRoom }): JSX.Element | null {
  if (!room.moves.value.length || room.exercise.value !== null) return null;
  const judged = room.judged.value;
  if (!judged.length) {
    return <button class="button" disabled={room.judging.value} onClick={() => void room.judge()}>{room.judging.value ? t("Judging every move …") : t("Find the mistakes")}</button>;
  }
  const mistakes = room.mistakes.value;
  return (
    <section class="stack" aria-labelledby="graph">
      <h2 id="graph">{mistakes.length ? tn("{n} move gave something away", "{n} moves gave something away", mistakes.length) : t("No move gave anything away")}</h2>
      <p class="small soft">{t("Above the line light is ahead, below it dark; small dots are the engine's estimates. Square marks are mistakes, triangles are blunders.")}</p>
      <Graph moves={judged} at={room.at.value} look={(ply) => void room.look(ply)} />
      <Mistakes game={room.game} moves={judged} names={room.names.value} you={room.you.value} look={(move) => void room.point(move)} />
      {mistakes.length > 0 && <button class="button" onClick={() => void room.practise(0)}>{t("Learn from the mistakes")}</button>}
    </section>
  );
}

export function Exercises({ room }: { room: AnalysisRoom }): JSX.Element | null {
  const index = room.exercise.value;
  const mistake = index === null ? undefined : room.mistakes.value[index];
  if (index === null || !mistake) return null;
  const last = index + 1 >= room.mistakes.value.length;
  return (
    <section class="card stack">
      <p>{t("Here {side} played {move}. Play something better on the board.", { side: called(room.names.value, mistake.by), move: moveName(room.game, mistake.move) })}</p>
      {room.verdictOnTry.value && <p class="status">{room.verdictOnTry.value}</p>}
      <div class="buttons">
        <button class="button" onClick={() => room.showAnswer(mistake)}>{t("Show the answer")}</button>
        {!last && <button class="button main" onClick={() => void room.practise(index + 1)}>{t("Next mistake")}</button>}
        <button class="button" onClick={() => void room.practise(-1)}>{t("Back to the analysis")}</button>
      </div>
    </section>
  );
}

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.closest("input, textarea, select") !== null;

/** Notation, records and links may be pasted or dropped anywhere on the page. */
function useGifts(read: (text: string) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (!isField(event.target)) read(event.clipboardData?.getData("text") ?? "");
    };
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void file.text().then(read);
      else read(event.dataTransfer?.getData("text") ?? "");
    };
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
  }, []);
}

/** Takes pasted or dropped notation, records and links. */
export function Reader({ room }: { room: AnalysisRoom }): JSX.Element {
  const text = useSignal("");
  const read = (given: string): void => {
    if (!given.trim()) return;
    room.read(given).then((parsed) => {
      text.value = "";
      if (parsed.game === room.game) tell(t("Loaded."));
      else go(`/analyse/${parsed.game}?position=${encodeURIComponent(parsed.start.replaceAll(" ", "_"))}&moves=${parsed.moves.join(",")}`);
    }, (failure: unknown) => tell(sentence(failure), "error"));
  };
  useGifts(read);
  return (
    <details class="card">
      <summary>{t("Load a position, a game record or a link")}</summary>
      <form class="stack" onSubmit={(event) => { event.preventDefault(); read(text.value); }}>
        <label class="field">
          <span>{t("Paste it here, or drop a file")}</span>
          <textarea dir="ltr" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} spellcheck={false} />
        </label>
        <button class="button">{t("Load")}</button>
      </form>
    </details>
  );
}

export function Files({ room }: { room: AnalysisRoom }): JSX.Element {
  const drawing = (): SVGSVGElement => document.querySelector<SVGSVGElement>(".play-area .board > svg")!;
  const name = `tetrad-${room.game}`;
  const png = (): void => {
    boardPng(drawing()).then((blob) => save(`${name}.png`, blob), () => tell(t("The picture could not be made."), "error"));
  };
  return (
    <details class="card">
      <summary>{t("Share and save")}</summary>
      <div class="stack">
        <p class="mono small" dir="ltr">{room.position.value}</p>
        <div class="buttons">
          <button class="button" onClick={() => void copy(location.href)}>{t("Copy a link to this")}</button>
          <button class="button" onClick={() => void copy(room.position.value)}>{t("Copy the position")}</button>
          <button class="button" onClick={() => save(`${name}.svg`, boardSvg(drawing()), "image/svg+xml")}>{t("Board as SVG")}</button>
          <button class="button" onClick={png}>{t("Board as PNG")}</button>
          <button class="button" onClick={() => save(`${name}.txt`, room.record())}>{t("Record as text")}</button>
        </div>
        <p class="small soft">{t("The pictures show the {game} position on the board.", { game: TITLES[room.game] })}</p>
      </div>
    </details>
  );
}
