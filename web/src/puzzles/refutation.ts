/** A wrong move is answered on the board: the opponent's best reply, played and said in words. */
import * as api from "../net/api";
import type { Controller } from "../board/controller";
import type { Game } from "../i18n/games";
import { t, tn, together } from "../i18n/translate";
import { because, describeMove, ended } from "../i18n/words";

const SECONDS = 1;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** What the reply achieves, as far as it is proven; distances count the moves of who wins. */
function consequence({ value, distance }: api.Analysis, ifUnknown: string): string {
  if (value === "win" && distance === 1) return t("That wins at once.");
  if (value === "win" && distance) return tn("That wins in {n} move.", "That wins in {n} moves.", (distance + 1) / 2);
  if (value === "draw") return t("That holds the draw.");
  return value === "loss" ? t("You still win, but later than you could.") : ifUnknown;
}

async function answer(game: Game, controller: Controller, after: api.BoardData, move: string): Promise<void> {
  const answered = await api.board(game, after.position, move);
  await controller.show(answered, answered.played?.steps ?? []);
}

/** A win at once is seen by the rules alone, with the line that it completes. */
async function atOnce(game: Game, controller: Controller, after: api.BoardData): Promise<string | undefined> {
  if (!after.played) return undefined;
  const [seen] = await Promise.all([api.reasons(game, after.played.before, after.played.move), pause(500)]);
  const why = seen.reasons[0];
  if (!seen.loses || !seen.answer || !why) return undefined;
  await answer(game, controller, after, seen.answer.move);
  return because(why);
}

/** Plays the answer to a wrong move, and says what it does. */
export async function refute(game: Game, controller: Controller, after: api.BoardData, ifUnknown = ""): Promise<string> {
  if (after.outcome) return ended(after.outcome);
  const seen = await atOnce(game, controller, after);
  if (seen) return seen;
  const reply = await api.analysis(game, after.position, SECONDS);
  const best = reply.moves[0];
  if (!best) return "";
  await answer(game, controller, after, best.move);
  const said = t("{sentence}.").replace("{sentence}", () => describeMove(game, best.move, after.turn));
  return together([said, consequence(reply, ifUnknown)]);
}
