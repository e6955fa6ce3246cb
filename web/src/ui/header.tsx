/** The header: from every page to every other, in two presses at most. */
import type { JSX } from "preact";
import { GAMES, TITLES, type Game } from "../i18n/games";
import { t, tn } from "../i18n/translate";
import { Icon } from "./icon";
import { Menu } from "./menu";
import { path } from "./router";
import { waiting } from "./turns";
import { isStatic } from "../net/edition";
import { signedIn } from "../people/signed-in";
import { Languages, Settings } from "../settings/settings-menu";

const current = (to: string): "page" | undefined => (path.value === to ? "page" : undefined);

function Logo(): JSX.Element {
  return (
    <svg width="1.875rem" height="1.875rem" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#b57d3d" />
      <circle cx="10" cy="10" r="5" fill="#fff6e2" />
      <rect x="17.5" y="5.5" width="9" height="9" rx="1" fill="#2a1810" />
      <path d="M10 17 L15.5 27 H4.5 Z" fill="#2a1810" />
      <path d="M22 16.5l1.7 3.6 3.9.5-2.9 2.7.8 3.9-3.5-1.9-3.5 1.9.8-3.9-2.9-2.7 3.9-.5z" fill="#fff6e2" />
    </svg>
  );
}

/** What can be done with a game. */
function Places({ game }: { game: Game }): JSX.Element {
  const title = TITLES[game];
  const places: [page: string, name: string, whole: string][] = [
    ["play", t("Play"), t("Play {game}", { game: title })],
    ["learn", t("Learn"), t("Learn {game}", { game: title })],
    ["puzzles", t("Puzzles"), t("{game} puzzles", { game: title })],
    ["analyse", t("Analyse"), t("Analyse {game}", { game: title })],
  ];
  return (
    <ul>
      {places.map(([page, name, whole]) => (
        <li><a href={`/${page}/${game}`} aria-label={whole} aria-current={current(`/${page}/${game}`)}>{name}</a></li>
      ))}
    </ul>
  );
}

/** In how many games of days it is one's turn. */
function Waiting(): JSX.Element | null {
  const n = waiting.value;
  if (!n) return null;
  return <><span class="turns" aria-hidden="true">{n}</span><span class="visually-hidden">{tn("It is your turn in {n} game", "It is your turn in {n} games", n)}</span></>;
}

const MyGames = (): JSX.Element => <a class="mine" href="/games" aria-current={current("/games")}>{t("My games")}<Waiting /></a>;

/** Where people meet, and one's own account; only a server knows any. */
function People(): JSX.Element {
  const places: [to: string, name: string][] = [
    ["/meet", t("Find an opponent")],
    ["/tournaments", t("Tournaments")],
    ["/people", t("The best players")],
    ["/account", signedIn.value || t("Account")],
  ];
  return <ul>{places.map(([to, name]) => <li><a href={to} aria-current={current(to)}>{name}</a></li>)}</ul>;
}

/** On a small screen everything is in one menu, on a large one each game has its own. */
function Everywhere(): JSX.Element {
  return (
    <>
      {GAMES.map((game) => (
        <Menu class="nav-menu for-wide" name={<>{TITLES[game]}<span class="arrow" aria-hidden="true" /></>} key={game}>
          {() => <Places game={game} />}
        </Menu>
      ))}
      {!isStatic() && <Menu class="nav-menu for-wide" name={<>{t("People")}<span class="arrow" aria-hidden="true" /></>}>{() => <People />}</Menu>}
      <span class="for-wide"><MyGames /></span>
      <Menu class="nav-menu for-narrow" name={<><Icon name="more" /><span>{t("Menu")}</span><Waiting /></>}>
        {() => (
          <>
            {GAMES.map((game) => <section aria-label={TITLES[game]} key={game}><h2>{TITLES[game]}</h2><Places game={game} /></section>)}
            {!isStatic() && <section aria-label={t("People")}><h2>{t("People")}</h2><People /></section>}
            <MyGames />
          </>
        )}
      </Menu>
    </>
  );
}

export function Header(): JSX.Element {
  return (
    <header class="top">
      <a class="button main skip" href="#main" onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}>{t("Skip to content")}</a>
      <a class="brand" href="/" aria-current={current("/")}><Logo /><span>Tetrad</span></a>
      <nav aria-label={t("Main")}>
        <Everywhere />
        <span class="rest"><Languages /><Settings /></span>
      </nav>
    </header>
  );
}
