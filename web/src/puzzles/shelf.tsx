/** The ways into the puzzles, what one can wish for, and how one stands. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Game } from "../i18n/games";
import { number, t } from "../i18n/translate";
import { progress, rated, solvedOf } from "../ui/progress";
import { idle } from "../ui/idle";
import { go, query } from "../ui/router";
import { listOf, type Listed } from "./choose";
import { stars } from "./task";
import { themeName } from "./themes";

const LEVELS = [1, 2, 3, 4, 5];
const WAYS = ["daily", "run", "failed"];

function Way({ href, on, children }: { href: string; on: boolean; children: string }): JSX.Element {
  return <a class="button" href={href} aria-current={on ? "page" : undefined}>{children}</a>;
}

function wished(game: Game, name: string, value: string): void {
  const other = name === "theme" ? "difficulty" : "theme";
  const kept = query.value.get(other);
  const wishes = [value && `${name}=${value}`, kept && `${other}=${kept}`].filter(Boolean).sort();
  go(`/puzzles/${game}${wishes.length ? `?${wishes.join("&")}` : ""}`);
}

function Wish({ game, name, label, options }: { game: Game; name: string; label: string; options: [string, string][] }): JSX.Element {
  return (
    <label class={`wish ${name}`}>
      <span>{label}</span>
      <select value={query.value.get(name) ?? ""} onChange={(event) => wished(game, name, event.currentTarget.value)}>
        {options.map(([value, words]) => <option value={value}>{words}</option>)}
      </select>
    </label>
  );
}

/** One number, its meaning one press away. */
function Rating({ game, total }: { game: Game; total: number }): JSX.Element | null {
  const track = progress.value.games[game];
  const { rating, counted } = rated(track);
  if (!counted) return null;
  return (
    <details class="rating">
      <summary>{t("Rating {rating}", { rating: number(rating) })} · {t("{solved} of {total} solved", { solved: number(solvedOf(track).size), total: number(total) })}</summary>
      <p class="small">{t("Solving a puzzle counts as a win against it, missing it as a loss. A one-star puzzle is rated {least}, a five-star puzzle {most}. Only the first try at each puzzle counts.", { least: 800, most: 2000 })}</p>
    </details>
  );
}

export function Shelf({ game, failed }: { game: Game; failed: number }): JSX.Element {
  const list = useSignal<Listed[]>([]);
  // The puzzle itself comes first.
  useEffect(() => void idle().then(() => listOf(game)).then((all) => (list.value = all), () => undefined), [game]);
  const here = `/puzzles/${game}`;
  const { value } = query;
  const themes = [...new Set(list.value.flatMap((each) => each.themes))].sort((a, b) => Number(b.startsWith("win")) - Number(a.startsWith("win")) || a.localeCompare(b));
  return (
    <div class="shelf">
      <nav class="buttons" aria-label={t("Choose puzzles")}>
        <Way href={here} on={![...WAYS, "theme", "difficulty"].some((way) => value.has(way))}>{t("For you")}</Way>
        <Way href={`${here}?daily=1`} on={value.has("daily")}>{t("Puzzle of the day")}</Way>
        <Way href={`${here}?run=1`} on={value.has("run")}>{t("Three minutes")}</Way>
        {(failed > 0 || value.has("failed")) && <Way href={`${here}?failed=1`} on={value.has("failed")}>{t("My misses ({n})", { n: failed })}</Way>}
      </nav>
      {!value.has("run") && (
        <div class="buttons wishes">
          <Wish game={game} name="difficulty" label={t("Difficulty")} options={[["", t("Any")], ...LEVELS.map((level): [string, string] => [String(level), stars(level)])]} />
          <Wish game={game} name="theme" label={t("Theme")} options={[["", t("Any")], ...themes.map((theme): [string, string] => [theme, themeName(theme)])]} />
          <Rating game={game} total={list.value.length} />
        </div>
      )}
    </div>
  );
}
