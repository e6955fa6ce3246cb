/** Setting up a position: choose a piece, press squares. Whether it can be is the server's answer. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Board } from "../board/Board";
import { ROWS } from "../board/geometry";
import { PieceIcon } from "../board/pieces";
import { contents, parseScene } from "../board/scene";
import { shapeName, sideName, type Game, type Seat } from "../i18n/games";
import { t } from "../i18n/translate";
import { describeCell, labelled } from "../i18n/words";

type Cells = Record<string, string>;

function rankText(game: Game, cells: string[]): string {
  if (game !== "qawale") return cells.map((cell) => cell || ".").join("");
  return cells.map((cell) => cell || "x").join(",").replace(/x(,x)+/g, (run) => `x${run.split(",").length}`);
}

const count = (cells: Cells, letters: string): number =>
  Object.values(cells).join("").split("").filter((letter) => letters.includes(letter)).length;

/** The notation of what is set up; only Qomet has to be told whose turn it is. */
export function notation(game: Game, cells: Cells, turn: Seat): string {
  const board = ROWS[game].map((row) => rankText(game, row.map((square) => cells[square] ?? ""))).join("/");
  if (game === "quantik") return board;
  if (game === "qomet") return `${board} ${turn} -`;
  return `${board} ${count(cells, "12") % 2 === 0 ? 1 : 2}`;
}

function letters(game: Game): string[] {
  if (game === "quantik") return [..."ABCDabcd"];
  return game === "qawale" ? ["0", "1", "2"] : ["1", "2"];
}

function nameOf(game: Game, letter: string): string {
  if (game === "quantik") return labelled(sideName(letter < "a" ? 1 : 2), shapeName(letter));
  return letter === "0" ? t("Neutral") : sideName(Number(letter) as Seat);
}

function iconOf(game: Game, letter: string): JSX.Element {
  if (game === "quantik") return <PieceIcon kind={letter.toUpperCase()} owner={letter < "a" ? 1 : 2} size={36} />;
  return <PieceIcon kind={game === "qawale" ? "pebble" : "star"} owner={Number(letter) as 0 | Seat} size={36} />;
}

interface EditorProps {
  game: Game;
  position: string;
  onDone: (text: string) => void;
  onCancel: () => void;
}

export function Editor({ game, position, onDone, onCancel }: EditorProps): JSX.Element {
  const cells = useSignal<Cells>(contents(game, position));
  const turn = useSignal<Seat>(position.split(" ")[1] === "2" ? 2 : 1);
  const tool = useSignal(letters(game)[0]!);
  const text = notation(game, cells.value, turn.value);
  const press = (square: string): void => {
    const old = cells.value[square] ?? "";
    const stacked = tool.value ? old + tool.value : old.slice(0, -1);
    cells.value = { ...cells.value, [square]: game === "qawale" ? stacked : old === tool.value ? "" : tool.value };
  };
  const Tool = ({ letter, children }: { letter: string; children: JSX.Element | string }): JSX.Element => (
    <button type="button" class="button tool" aria-pressed={tool.value === letter} aria-label={letter ? nameOf(game, letter) : undefined} onClick={() => (tool.value = letter)}>{children}</button>
  );
  return (
    <div class="play-area stack">
      <h1>{t("Set up a position")}</h1>
      <div class="buttons" role="group" aria-label={t("Piece to place")}>
        {letters(game).map((letter) => <Tool letter={letter}>{iconOf(game, letter)}</Tool>)}
        <Tool letter="">{game === "qawale" ? t("Remove the top piece") : t("Empty")}</Tool>
      </div>
      <Board game={game} scene={parseScene(game, text)} label={t("Board to set up")} onPress={press}
        describe={(square) => describeCell(game, square, cells.value[square] ?? "")} />
      {game === "qomet" && (
        <div class="choices" role="radiogroup" aria-label={t("Side to move")}>
          {([1, 2] as const).map((seat) => (
            <label class="choice"><input type="radio" name="turn" checked={turn.value === seat} onChange={() => (turn.value = seat)} />{t("{side} to move", { side: sideName(seat) })}</label>
          ))}
        </div>
      )}
      <p class="mono small" dir="ltr">{text}</p>
      <div class="buttons">
        <button class="button main" onClick={() => onDone(text)}>{t("Analyse this position")}</button>
        <button class="button" onClick={() => (cells.value = {})}>{t("Clear the board")}</button>
        <button class="button" onClick={onCancel}>{t("Cancel")}</button>
      </div>
    </div>
  );
}
