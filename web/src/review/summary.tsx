/** A game in a few words: where it turned, how close both played to the truth, what to do next. */
import type { JSX } from "preact";
import type { JudgedMove, Review } from "../net/api";
import { Picture } from "../board/Board";
import { parseScene } from "../board/scene";
import { otherSeat, type Game, type Seat } from "../i18n/games";
import { t, tn, together } from "../i18n/translate";
import { moveName, namesOf, noted, numberOf, type Names } from "../i18n/words";
import type { MatchRoom } from "../match/room";
import { lessMotion } from "../settings/settings";
import { levelAgainst, opponent, OPPONENTS } from "../opponents/opponents";
import { tell } from "../ui/announce";
import { called, Mistakes, moveNamed } from "./mistakes";
import { lessonOf } from "./lesson";
import { share } from "./share";
import { gradeName, lastedThere, sentences, themeOf } from "./words";
import "./review.css";

const squaresOf = ({ reasons }: JudgedMove): string[] => reasons.flatMap(({ squares }) => squares);

/** On a phone the board has been left behind above what is read. */
const toBoard = (): void => document.querySelector(".arena")?.scrollTo({ top: 0, behavior: lessMotion() ? "auto" : "smooth" });

/** The board after a move, with what is said about it pointed at and the answer to it. */
async function show(room: MatchRoom, move: JudgedMove): Promise<void> {
  toBoard();
  await room.look(move.ply + 1);
  room.controller.pointed.value = squaresOf(move);
  room.controller.hint.value = move.answer?.steps ?? [];
}

/** The board before a move, with the better one on it. */
async function showBetter(room: MatchRoom, move: JudgedMove): Promise<void> {
  toBoard();
  await room.look(move.ply);
  room.controller.hint.value = move.best_steps;
  room.controller.pointed.value = move.better.flatMap(({ squares }) => squares);
}

interface PartProps {
  room: MatchRoom;
  review: Review;
  names: Names;
}

const isYours = (you: readonly Seat[], seat: Seat): boolean => you.length === 1 && you.includes(seat);

function turnedAt(game: Game, { ply, move: played, by }: JudgedMove, names: Names, you: readonly Seat[]): string {
  const [n, move] = [numberOf(ply), moveName(game, played)];
  if (isYours(you, by)) return t("Turning point: your move {n}, {move}", { n, move });
  return t("Turning point: move {n} by {name}, {move}", { n, name: called(names, by), move });
}

function Turning({ room, review, names }: PartProps): JSX.Element | null {
  const state = room.state.value!;
  const { summary, moves } = review;
  const move = summary.turning === null ? undefined : moves[summary.turning];
  if (!move) return <p>{t("No move gave anything away")}</p>;
  const said = lastedThere(summary) ? move.reasons.filter(({ code }) => code !== "lasted") : move.reasons;
  const marks = Object.fromEntries(squaresOf(move).map((square) => [square, { point: true }]));
  const label = t("The board after move {n}", { n: numberOf(move.ply) });
  return (
    <div class="turning">
      <button class="thumb" title={t("Show it on the board")} onClick={() => void show(room, move)}>
        <Picture game={state.game} scene={parseScene(state.game, state.history[move.ply + 1]!.position)} marks={marks} label={label} />
      </button>
      <div>
        <p><strong>{noted(turnedAt(state.game, move, names, state.you), gradeName(move.grade))}</strong></p>
        <p>{sentences(said, names)}</p>
        {move.best && move.best !== move.move && (
          <p>
            {together([t("Best was {move}.", { move: moveName(state.game, move.best) }), sentences(move.better, names)])}{" "}
            <button class="link" onClick={() => void showBetter(room, move)}>{t("Show it on the board")}</button>
          </p>
        )}
      </div>
    </div>
  );
}

function lastedLonger(n: number, seat: Seat, names: Names, you: readonly Seat[]): string {
  if (isYours(you, seat)) return tn("You could have lasted {n} more move.", "You could have lasted {n} more moves.", n);
  return tn("{name} could have lasted {n} more move.", "{name} could have lasted {n} more moves.", n, { name: called(names, seat) });
}

/** The most resistance given up, and with which move, where that is not the turning point. */
function Lasted({ room, review, names }: PartProps): JSX.Element | null {
  const { lasted } = review.summary;
  if (!lasted) return null;
  const move = review.moves[lasted.ply]!;
  return (
    <p>
      {!lastedThere(review.summary) && <><button class="link" onClick={() => void show(room, move)}>{moveNamed(room.controller.game, move)}</button>{" "}</>}
      {lastedLonger(lasted.moves, move.by, names, room.state.value!.you)}
    </p>
  );
}

/** One number per player, and what it means. */
function Closeness({ review, names, you }: { review: Review; names: Names; you: readonly Seat[] }): JSX.Element {
  const seats: Seat[] = you.length === 1 ? [you[0]!, otherSeat(you[0]!)] : [1, 2];
  return (
    <section>
      <h3>{t("How close to perfect play")}</h3>
      <ul class="closeness">
        {seats.map((seat) => {
          const number = review.summary.closeness[seat];
          return number !== null && (
            <li>
              <span>{isYours(you, seat) ? t("You") : called(names, seat)}</span>
              <span class="bar" aria-hidden="true"><span style={{ width: `${number}%` }} /></span>
              <strong>{number}</strong>
            </li>
          );
        })}
      </ul>
      <p class="small soft">
        {together([
          t("{most} is perfect. A move that gives away a win or a draw, or that wins later or loses sooner than it has to, costs points.", { most: 100 }),
          review.summary.proven ? "" : t("Not every position of this game is proven; there the engine's view counts."),
        ])}
      </p>
    </section>
  );
}

const costliest = (moves: readonly JudgedMove[], seats: readonly Seat[]): JudgedMove | undefined =>
  moves.filter(({ by, grade }) => grade && seats.includes(by)).sort((a, b) => b.cost - a.cost)[0];

/** Whom to play and what to practise next. */
function Onward({ room, review }: { room: MatchRoom; review: Review }): JSX.Element {
  const state = room.state.value!;
  const level = levelAgainst(state);
  const turning = review.summary.turning === null ? undefined : review.moves[review.summary.turning];
  const own = turning && state.you.includes(turning.by) ? turning : costliest(review.moves, state.you);
  const lesson = own && lessonOf(state.game, own);
  const next = level && level < OPPONENTS.length ? level + 1 : null;
  const picture = (): void => {
    // The picture is of the end, whichever move is looked at.
    const end = room.viewed.value === null ? Promise.resolve() : room.look(Infinity);
    end.then(() => share(state, review)).catch(() => tell(t("The picture could not be made."), "error"));
  };
  return (
    <section>
      <h3>{t("What next?")}</h3>
      <div class="buttons">
        {level && <a class="button" href={`/play/${state.game}?level=${level}`}>{t("Play {name} again", { name: opponent(level).name })}</a>}
        {next && <a class="button" href={`/play/${state.game}?level=${next}`}>{t("Next level: {name}", { name: opponent(next).name })}</a>}
        {lesson && <a class="button" href={`/learn/${state.game}?lesson=${lesson}`}>{t("The lesson about this mistake")}</a>}
        {own && <a class="button" href={`/puzzles/${state.game}?theme=${themeOf(own)}`}>{t("Puzzles about this mistake")}</a>}
        <button class="button" onClick={picture}>{t("Share a picture")}</button>
      </div>
    </section>
  );
}

export function Summary({ room }: { room: MatchRoom }): JSX.Element {
  const state = room.state.value!;
  const review = room.review.value!;
  const names = namesOf(state.players);
  const others = review.moves.filter(({ grade, ply }) => grade && ply !== review.summary.turning);
  return (
    <section class="card stack summary" aria-labelledby="summary">
      <h2 id="summary">{t("How it went")}</h2>
      <Turning room={room} review={review} names={names} />
      <Lasted room={room} review={review} names={names} />
      <Closeness review={review} names={names} you={state.you} />
      {others.length > 0 && (
        <details>
          <summary>{tn("{n} more move that gave something away", "{n} more moves that gave something away", others.length)}</summary>
          <Mistakes game={state.game} moves={others} names={names} you={state.you} look={(move) => void show(room, move)} />
        </details>
      )}
      <Onward room={room} review={review} />
    </section>
  );
}
