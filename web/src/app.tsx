/** The frame around every page: header, the page itself, footer, notices and the live region. */
import { signal, useSignalEffect } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { hush, notice, spoken } from "./ui/announce";
import { Shades } from "./board/pieces";
import { isGame, TITLES, type Game } from "./i18n/games";
import { fetchWords, language, t } from "./i18n/translate";
import { Home } from "./home/page";
import { Header } from "./ui/header";
import { path } from "./ui/router";
import { loading } from "./page/loading";

export interface PageProps {
  game: Game;
  id: string;
}
type Page = ComponentType<PageProps>;

/** A page about other people, together with its words. */
const withPeople = async (page: Promise<Page>): Promise<Page> => (await Promise.all([page, fetchWords("people")]))[0];

/** Pages other than home are fetched when they are first needed, and what they share along with them. */
const PAGES: Record<string, (game: Game) => Promise<Page>> = {
  play: () => import("./start/play").then((m) => m.Play),
  match: () => import("./match/page").then((m) => m.Match),
  analyse: () => import("./analyse/page").then((m) => m.Analyse),
  learn: (game) => import("./learn/page").then((m) => m.fetchCourse(game)),
  openings: () => import("./openings/page").then((m) => m.Openings),
  puzzles: () => import("./puzzles/page").then((m) => m.Puzzles),
  games: () => import("./games/page").then((m) => m.Games),
  meet: () => withPeople(import("./meet/page").then((m) => m.Meet)),
  account: () => withPeople(import("./people/account-page").then((m) => m.AccountPage)),
  people: () => withPeople(import("./people/page").then((m) => m.People)),
  embed: () => import("./embed/page").then((m) => m.Embed),
  tournaments: () => withPeople(import("./tournaments/page").then((m) => m.Tournaments)),
};

function titleOf(name: string, game: string | undefined): string {
  const titles: Record<string, () => string> = {
    play: () => t("Play {game}", { game: game ?? "" }),
    analyse: () => t("Analyse {game}", { game: game ?? "" }),
    learn: () => t("Learn {game}", { game: game ?? "" }),
    openings: () => t("{game} openings", { game: game ?? "" }),
    puzzles: () => t("{game} puzzles", { game: game ?? "" }),
    games: () => t("My games"),
    meet: () => t("Find an opponent"),
    account: () => t("Account"),
    people: () => t("Players"),
    embed: () => t("{game} board", { game: game ?? "" }),
    tournaments: () => t("Tournaments"),
  };
  const title = titles[name]?.();
  return title ? `${title} · Tetrad` : t("Tetrad: Quantik, Qawale and Qomet in the browser");
}

function Missing(): JSX.Element {
  return (
    <div class="card">
      <h1>{t("There is no such page")}</h1>
      <p>{t("The address may be mistyped, or the page has moved.")}</p>
      <a class="button main" href="/">{t("Go to the home page")}</a>
    </div>
  );
}

function Unreachable(): JSX.Element {
  return (
    <div class="card">
      <h1>{t("This page could not be loaded")}</h1>
      <p>{t("The connection was lost. Check it, then try again.")}</p>
      <button class="button main" onClick={() => location.reload()}>{t("Try again")}</button>
    </div>
  );
}

/** Pages with a live board, which is fetched beside them. */
const WITH_BOARD = new Set(["match", "analyse", "puzzles", "openings", "learn", "embed"]);

/** Which pages have an argument other than a game, or none. */
const ARGUMENTS: Record<string, (argument: string | undefined) => boolean> = {
  games: (argument) => !argument,
  meet: (argument) => !argument,
  account: (argument) => !argument,
  match: Boolean,
  people: () => true,
  tournaments: () => true,
};

/** What the address names: a page that can be fetched, or nothing that is known. */
function named(): { name: string; game?: Game; argument?: string; load?: (game: Game) => Promise<Page> } {
  const [, name = "", argument] = path.value.split("/");
  const game = isGame(argument) ? argument : undefined;
  const known = ARGUMENTS[name]?.(argument) ?? game !== undefined;
  return { name, game, argument, load: known ? PAGES[name] : undefined };
}

const opened = signal<{ name: string; page: Page } | null>(null);

/** Fetches the page that the address names. */
export async function openPage(): Promise<void> {
  const { name, game, load } = named();
  if (!load) return;
  if (WITH_BOARD.has(name)) void import("./board/play-area").catch(() => undefined);
  const page = await load(game ?? "quantik").catch(() => Unreachable);
  if (named().name === name && opened.value?.page !== page) opened.value = { name, page };
}

function Outlet(): JSX.Element {
  const { name, game, argument, load } = named();
  useEffect(() => {
    document.title = titleOf(load ? name : "", game && TITLES[game]);
    void openPage();
  }, [name, argument, language.value]);
  if (path.value === "/") return <Home />;
  if (!load) return <Missing />;
  if (opened.value?.name !== name) return <p class="soft loading">{t("Loading …")}</p>;
  const Page = opened.value.page;
  return <Page key={path.value} game={game ?? "quantik"} id={argument ?? ""} />;
}

function Notice(): JSX.Element | null {
  const shown = notice.value;
  if (!shown) return null;
  return (
    <aside class={`notice ${shown.kind}`} aria-label={t("Notice")}>
      <span>{shown.text}</span>
      <button type="button" aria-label={t("Close")} onClick={hush}>×</button>
    </aside>
  );
}

/** While Python and the engine come, which happens once. */
function Loading(): JSX.Element | null {
  const shown = loading.value;
  if (!shown) return null;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  return (
    <aside class="notice" aria-label={t("Notice")}>
      <label>
        {/* Translators: shown with a bar, once, while the program that plays is fetched; MB are megabytes */}
        {t("Getting the engine ready: {loaded} of {total} MB", { loaded: megabytes(shown.loaded), total: megabytes(shown.total) })}{" "}
        <progress value={shown.loaded} max={shown.total} />
      </label>
    </aside>
  );
}

const Foot = (): JSX.Element => (
  <footer class="foot">
    <p>{t("Tetrad is an unofficial edition of Quantik, Qawale and Qomet, not affiliated with the publisher.")}</p>
  </footer>
);

export function App(): JSX.Element {
  useSignalEffect(() => {
    if (path.value === "/") document.title = titleOf("", undefined);
  });
  // A board in somebody's page has that page around it.
  const framed = named().name === "embed";
  return (
    <>
      <Shades />
      {!framed && <Header />}
      <main id="main" tabIndex={-1}><Outlet /></main>
      {!framed && <Foot />}
      <Notice />
      <Loading />
      <div class="visually-hidden" role="status" aria-live="polite" id="live">{spoken.value}</div>
    </>
  );
}
