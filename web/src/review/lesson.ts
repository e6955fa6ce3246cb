/** Which lesson is about exactly the mistake that was made, by its name in the course. */
import type { JudgedMove, Told } from "../net/api";
import type { Game } from "../i18n/games";

/** A path of so many letters sows a tall stack: a square, then five steps or more. */
const LONG = 7;
/** From the third ply on an opening is a game of its own. */
const OPENING_PLIES = 2;

const CENTRE = "d4";
const TRAP = "the-first-trap";

/** The lesson about completing what was there to be completed. */
function aboutWinning(game: Game, { parts, params, squares }: Told): string {
  if (game === "qomet") return squares.includes(CENTRE) ? "a-small-square-wins" : "a-large-square-wins-too";
  const line = parts?.["four"]?.code;
  if (game === "quantik") return line === "region" ? "win-with-a-region" : line === "column" ? "win-with-a-column" : "win-with-a-row";
  if (String(params["move"]).length >= LONG) return "long-arm";
  return line === "diagonal" ? "diagonals-count" : "four-in-a-line";
}

/** The lesson about an opponent who could win at once. */
function aboutThreats(game: Game, { code, params }: Told): string {
  if (code === "allows-stuck") return "leave-nothing-to-place";
  if (game === "quantik" && code === "overlooks") return "shut-the-gap";
  if (game === "qawale" && code === "allows" && String(params["move"]).length >= LONG) return "long-arm";
  return TRAP;
}

/** What Qomet's strategy says about the centre. */
function aboutTheCentre({ ply, move, best }: JudgedMove): string | null {
  if (best === `@${CENTRE}`) return ply ? "take-it" : "centre";
  if (move.startsWith(`${CENTRE}-`) && !best?.startsWith(`${CENTRE}-`)) return "stay";
  return best?.endsWith(`-${CENTRE}`) ? "push-out" : null;
}

/** No first sowing of Qawale is a mistake. */
function aboutOpenings(game: Game, { ply }: JudgedMove): string | null {
  if (game !== "quantik") return null;
  return ply === 1 ? "where-to-answer" : ply === 2 ? "punish" : null;
}

const THREATS = ["allows", "allows-shape", "allows-stuck", "overlooks", "gives"];
const find = (told: readonly Told[], ...codes: string[]): Told | undefined => told.find(({ code }) => codes.includes(code));

export function lessonOf(game: Game, move: JudgedMove): string | null {
  const { reasons, better, ply, value, best_value } = move;
  const missed = find(reasons, "misses");
  if (missed) return aboutWinning(game, missed);
  const threat = find(reasons, ...THREATS);
  if (threat) return aboutThreats(game, threat);
  const known = (ply <= OPENING_PLIES && aboutOpenings(game, move)) || (game === "qomet" && aboutTheCentre(move));
  if (known) return known;
  const forced = value === "loss" || best_value === "win" || find(better, "threatens-both");
  return forced ? (game === "qomet" ? "two-squares" : "two-lines") : null;
}
