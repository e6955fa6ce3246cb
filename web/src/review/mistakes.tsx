/** The moves that gave something away, each to be looked at; one's own come first. */
import type { JSX } from "preact";
import type { JudgedMove } from "../net/api";
import { otherSeat, sideName, type Game, type Seat } from "../i18n/games";
import { Labelled } from "../i18n/labelled";
import { t } from "../i18n/translate";
import { moveName, numberOf, type Names } from "../i18n/words";
import { gradeName, sentences } from "./words";
import "./review.css";

interface MistakesProps {
  game: Game;
  moves: readonly JudgedMove[];
  names: Names;
  you: readonly Seat[];
  look: (move: JudgedMove) => void;
}

const lightOrDark = (seat: Seat): "light" | "dark" => (seat === 1 ? "light" : "dark");
export const called = (names: Names, seat: Seat): string => names[lightOrDark(seat)] ?? sideName(seat);

export const moveNamed = (game: Game, { ply, move }: JudgedMove): string =>
  t("Move {n}: {move}", { n: numberOf(ply), move: moveName(game, move) });

function Mistake({ game, move, names, look }: Omit<MistakesProps, "moves" | "you"> & { move: JudgedMove }): JSX.Element {
  return (
    <li class={`finding ${move.grade!}`}>
      <button class="button quiet" onClick={() => look(move)}>{moveNamed(game, move)}</button>
      <span><Labelled label={gradeName(move.grade)}>{sentences(move.reasons, names)}</Labelled></span>
    </li>
  );
}

export function Mistakes({ game, moves, names, you, look }: MistakesProps): JSX.Element {
  const found = moves.filter(({ grade }) => grade);
  const seats: readonly Seat[] = you.length === 1 ? [you[0]!, otherSeat(you[0]!)] : [1, 2];
  return (
    <>
      {seats.map((seat) => {
        const own = found.filter(({ by }) => by === seat);
        return own.length > 0 && (
          <section>
            <h3>{you.length === 1 && you[0] === seat ? t("You") : called(names, seat)}</h3>
            <ol class="findings">{own.map((move) => <Mistake game={game} move={move} names={names} look={look} />)}</ol>
          </section>
        );
      })}
    </>
  );
}
