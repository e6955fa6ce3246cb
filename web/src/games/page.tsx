/** My games: everything this browser has played, to go on with, replay, analyse, keep or delete. */
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { forget, myMatches, record, type Summary } from "../net/api";
import { isLocal } from "../page/local";
import { tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { GAMES, TITLES } from "../i18n/games";
import { t, tn } from "../i18n/translate";
import { endOf } from "../opponents/opponents";
import { query, setQuery } from "../ui/router";
import { endName, isYourTurn, MatchRow, mostUrgentFirst } from "./row";
import { noteGames } from "../ui/turns";
import { Import, ToServer } from "./bringing";
import { Sure } from "../ui/sure";
import "../home/home.css";

/** The record as a file: from the server, or of a game that this browser keeps. */
function Export({ match }: { match: Summary }): JSX.Element {
  const save = async (): Promise<void> => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await record(match.id)], { type: "text/plain" }));
    link.download = `${match.game}-${match.id}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  if (!isLocal(match.id)) return <a class="button" href={`/api/matches/${match.id}/record`} download>{t("Export")}</a>;
  return <button class="button" onClick={() => void save().catch((failure: unknown) => tell(sentence(failure), "error"))}>{t("Export")}</button>;
}

type Fits = (match: Summary) => boolean;
interface Choice {
  title: string;
  fits: Fits;
}
/** What can be filtered by, as the address names it; the first choice of each leaves all in. */
type Filters = Record<"game" | "against" | "result", { title: string; choices: Record<string, Choice> }>;

const all: Fits = () => true;
const hasBot: Fits = ({ players }) => players[1].kind === "bot" || players[2].kind === "bot";

function filters(): Filters {
  const ends = (["won", "drawn", "lost"] as const).map((end) => [end, { title: endName(end), fits: (match: Summary) => endOf(match) === end }]);
  return {
    game: {
      title: t("Game"),
      choices: {
        "": { title: t("All games"), fits: all },
        ...Object.fromEntries(GAMES.map((game) => [game, { title: TITLES[game], fits: (match: Summary) => match.game === game }])),
      },
    },
    against: {
      title: t("Opponent"),
      choices: {
        "": { title: t("Everyone"), fits: all },
        computer: { title: t("The computer"), fits: hasBot },
        people: { title: t("People"), fits: (match) => !hasBot(match) },
      },
    },
    result: {
      title: t("Result"),
      choices: {
        "": { title: t("All results"), fits: all },
        turn: { title: t("Your turn"), fits: isYourTurn },
        open: { title: t("In progress"), fits: ({ outcome }) => !outcome },
        ...Object.fromEntries(ends),
      },
    },
  };
}

const chosen = (name: string): string => query.value.get(name) ?? "";

function selection(matches: Summary[]): Summary[] {
  const wanted = Object.entries(filters()).map(([name, { choices }]) => choices[chosen(name)]?.fits ?? all);
  return matches.filter((match) => wanted.every((fits) => fits(match)));
}

function Totals({ matches }: { matches: Summary[] }): JSX.Element {
  const ends = matches.map(endOf);
  const [won, drawn, lost] = (["won", "drawn", "lost"] as const).map((end) => ends.filter((each) => each === end).length) as [number, number, number];
  return (
    <h2 class="totals" aria-live="polite">
      {tn("{n} game", "{n} games", matches.length)} · {t("Won {won}, drawn {drawn}, lost {lost}", { won, drawn, lost })}
    </h2>
  );
}

function Filter(): JSX.Element {
  return (
    <div class="filters">
      {Object.entries(filters()).map(([name, { title, choices }]) => (
        <label class="field">
          <span>{title}</span>
          <select aria-label={title} value={chosen(name)} onChange={(event) => setQuery({ [name]: event.currentTarget.value || null })}>
            {Object.entries(choices).map(([value, choice]) => <option value={value}>{choice.title}</option>)}
          </select>
        </label>
      ))}
    </div>
  );
}

function Nothing(): JSX.Element {
  return (
    <div class="card">
      <p>{t("You have not played yet. Games you play in this browser appear here; no account is needed.")}</p>
      <a class="button main" href="/">{t("Choose a game")}</a>
    </div>
  );
}

function List({ matches, shown }: { matches: Signal<Summary[] | null>; shown: Summary[] }): JSX.Element {
  const remove = (id: string): void => {
    forget(id).then(() => {
      matches.value = matches.value!.filter((match) => match.id !== id);
      tell(t("The game was deleted from your list."));
    }, (failure: unknown) => tell(sentence(failure), "error"));
  };
  return (
    <ul class="list">
      {shown.map((match) => (
        <MatchRow match={match} key={match.id}>
          <a class="button" href={`/analyse/${match.game}?match=${match.id}`}>{t("Analyse")}</a>
          <Export match={match} />
          <Sure label={t("Delete")} question={t("Delete this game?")} onYes={() => remove(match.id)} />
        </MatchRow>
      ))}
    </ul>
  );
}

export function Games(): JSX.Element {
  const matches = useSignal<Summary[] | null>(null);
  const look = (): void => {
    myMatches((found) => {
      matches.value = mostUrgentFirst(found);
      noteGames(found);
    }).catch((failure: unknown) => {
      matches.value ??= [];
      tell(sentence(failure), "error");
    });
  };
  useLayoutEffect(look, []);
  if (!matches.value) return <p class="soft loading">{t("Loading …")}</p>;
  const shown = selection(matches.value);
  return (
    <>
      <h1>{t("My games")}</h1>
      {matches.value.length ? <><Filter /><Totals matches={shown} /></> : <Nothing />}
      <ToServer matches={matches.value} onDone={look} />
      <List matches={matches} shown={shown} />
      <Import onDone={look} />
    </>
  );
}
