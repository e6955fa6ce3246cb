/** What a player meant by a press that is not allowed: a move to ask about, or a plain hint. */
import type { Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { fileOf, rankOf } from "./geometry";
import { contents } from "./scene";
import type { Walk } from "./walk";

/** The letter of a step between neighbouring squares, or nothing if they are no neighbours. */
export function stepLetter(from: string, to: string): string {
  const across = fileOf(to) - fileOf(from);
  const up = rankOf(to) - rankOf(from);
  if (Math.abs(across) + Math.abs(up) !== 1) return "";
  return across ? (across > 0 ? "e" : "w") : up > 0 ? "n" : "s";
}

/** A typed move in any case and spacing, as the notation has it: only a shape is upper case. */
export const tidy = (text: string): string =>
  text.replace(/\s/g, "").toLowerCase().replace(/^[a-d](?=@)/, (shape) => shape.toUpperCase());

type Attempt = string | { sentence: string };

function sowing(walk: Walk, target: string, cells: Record<string, string>): Attempt {
  const [origin] = walk;
  if (!origin) return cells[target] ? { sentence: t("Wait for your turn.") } : `${target}n`;
  const letter = stepLetter(walk.at(-1)!, target);
  if (!letter) return { sentence: t("The next pebble goes to a space beside {square}.", { square: walk.at(-1)! }) };
  const before = walk.at(-2);
  if (before === target) return { sentence: t("The path may not go straight back to {square}.", { square: target }) };
  return { sentence: t("The path cannot go there.") };
}

export function moveText(game: Game, walk: Walk, target: string, position: string): Attempt {
  const cells = contents(game, position);
  if (game === "qawale") return sowing(walk, target, cells);
  if (game === "quantik") {
    if (/^[A-D]$/.test(target)) return { sentence: t("You have no piece of this shape left.") };
    if (walk[0]) return `${walk[0]}@${target}`;
    return cells[target] ? `A@${target}` : { sentence: t("Choose a shape first, then a space.") };
  }
  if (walk[0]) return `${walk[0]}-${target}`;
  if (target === "off") return { sentence: t("Choose a star on the outer square first.") };
  return cells[target] ? { sentence: t("That star is your opponent's.") } : `@${target}`;
}
