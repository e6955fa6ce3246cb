/** A tournament: standings as they change, games to watch, and what one can do oneself. */
import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../app";
import { number, t, tn } from "../i18n/translate";
import { Refused } from "../net/api";
import { sentence } from "../net/failures";
import { account, fetchAccount, signedIn } from "../people/account";
import { playerName } from "../settings/settings";
import type * as api from "./api";
import { TournamentList } from "./list";
import { TournamentRoom } from "./room";
import { aboutOf, markOf, nameOf, stateOf, timeOf } from "./words";
import "../people/people.css";
import "./tournaments.css";

function Name({ who }: { who: api.Entrant }): JSX.Element {
  const mark = markOf(who);
  const name = nameOf(who);
  return <>{who.account ? <a href={`/people/${encodeURIComponent(name)}`}>{name}</a> : <bdi>{name}</bdi>}{mark && <span class="soft small"> · {mark}</span>}</>;
}

function Join({ room, label }: { room: TournamentRoom; label: string }): JSX.Element {
  return (
    <form class="stack" aria-label={t("Enter the tournament")} onSubmit={(event) => { event.preventDefault(); void room.join(); }}>
      {!account.value && (
        <label class="field"><span>{t("Your name (optional)")}</span>
          <input value={playerName.value} maxLength={40} autocomplete="nickname" onInput={(event) => (playerName.value = event.currentTarget.value)} />
        </label>
      )}
      <button class="button main">{label}</button>
    </form>
  );
}

/** What whoever takes part does now, in words. */
function waiting({ kind, starts, round }: api.Tournament, now: number): string {
  if (now < starts) return kind === "arena" ? t("You are in. Be on this page when it begins.") : t("You are in. Your games appear here and in My games.");
  if (kind === "arena") return t("Stay on this page: your next game begins by itself.");
  return round ? t("Your games of this round are over. The next round begins when all others are, too.") : t("You are in. Your games appear here and in My games.");
}

/** Over days nobody stays on this page: games are watched for, and whoever likes is told of them. */
function Told(): JSX.Element | null {
  const offer = useSignal<ComponentType | null>(null);
  useEffect(() => void Promise.all([import("../turns/setting"), import("../turns/watch")]).then(([{ NotifyOffer }, { start }]) => {
    offer.value = NotifyOffer;
    return start();
  }).catch(() => undefined), []);
  const Offer = offer.value;
  return Offer && <Offer />;
}

function Mine({ room, now }: { room: TournamentRoom; now: number }): JSX.Element | null {
  const found = room.tournament.value!;
  const { you, kind, round } = found;
  if (found.over) return null;
  if (!you) {
    if (kind === "swiss" && round) return null;
    return <section class="card stack looking" aria-label={t("You")}><Join room={room} label={t("Take part")} /></section>;
  }
  const back = <button class="button main" onClick={() => void room.join()}>{t("Play again")}</button>;
  const leave = <button class="button quiet" onClick={() => void room.leave()}>{t("Pause")}</button>;
  return (
    <section class="card stack looking" aria-label={t("You")}>
      {you.state === "playing" && <div class="buttons">{you.matches.map((match, i) => <a class="button main" href={`/match/${match}`}>{you.matches.length > 1 ? t("Your game {n}", { n: i + 1 }) : t("To your game")}</a>)}{kind === "swiss" && leave}</div>}
      {you.state === "waiting" && <><p role="status">{waiting(found, now)}</p>{leave}</>}
      {you.state === "left" && <><p>{t("You are taking a break and will not be paired.")}</p>{back}</>}
      {you.state === "aside" && <><p role="alert">{t("You did not come to your last game, so you are not paired for now.")}</p>{back}</>}
      {kind === "swiss" && <Told />}
    </section>
  );
}

function Winners({ rows }: { rows: api.Standing[] }): JSX.Element | null {
  const best = rows.filter(({ games }) => games > 0).slice(0, 3);
  if (!best.length) return null;
  return (
    <ol class="winners" aria-label={t("The first three")}>
      {best.map((row, i) => (
        <li class={`card place-${i + 1}`} key={row.entrant}>
          <span class="medal" aria-hidden="true">{number(i + 1)}</span>
          <strong><Name who={row} /></strong>
          <span class="soft">{tn("{n} point", "{n} points", row.points)}</span>
        </li>
      ))}
    </ol>
  );
}

function Standings({ found }: { found: api.Tournament }): JSX.Element {
  const { standings } = found.table;
  const swiss = found.kind === "swiss";
  if (!standings.length) return <p class="soft">{t("Nobody has entered yet.")}</p>;
  return (
    <table class="ratings standings">
      <thead><tr><th scope="col">{t("Place")}</th><th scope="col">{t("Name")}</th><th scope="col">{t("Points")}</th><th scope="col">{swiss ? t("Opponents' points") : t("Games")}</th></tr></thead>
      <tbody>
        {standings.map((row) => (
          <tr key={row.entrant} class={row.entrant === found.you?.entrant ? "you" : row.here ? "" : "away"}>
            <td class="number">{number(row.place)}</td>
            <th scope="row"><Name who={row} />{row.match && <> · <a class="small" href={`/match/${row.match}`}>{t("playing")}</a></>}</th>
            <td class="number">{number(row.points)}{row.on_streak && !found.over && <span title={t("On a streak: each game counts double")}> <span class="streak" aria-hidden="true">×2</span><span class="visually-hidden"> {t("On a streak: each game counts double")}</span></span>}</td>
            <td class="number">{number(swiss ? row.strength : row.games)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Games({ found }: { found: api.Tournament }): JSX.Element | null {
  const { games } = found.table;
  if (!games.length) return null;
  return (
    <section aria-labelledby="under-way">
      <h2 id="under-way">{t("Games under way")}</h2>
      <ul class="offers">
        {games.map(({ match, first, second }) => (
          <li key={match} class="card"><a class="grow" href={`/match/${match}`}>{t("{first} against {second}", { first: nameOf(first), second: nameOf(second) })}</a></li>
        ))}
      </ul>
    </section>
  );
}

const RULES = {
  arena: () => t("A win counts 2 points, a draw 1. After two wins in a row every game counts double until you do not win. Games still going when the time is up do not count."),
  swiss: () => t("In each round you play two games at the same time, one with each side, and they count as one. A round lasts two weeks for each day per move at most; a game that goes on then counts as a draw."),
};

function Tournament({ room }: { room: TournamentRoom }): JSX.Element {
  const found = room.tournament.value!;
  const now = room.now.value;
  document.title = `${found.name} · Tetrad`;
  return (
    <div class="people stack">
      <p class="small"><a href="/tournaments">{t("Tournaments")}</a></p>
      <h1>{found.name}</h1>
      <p>{aboutOf(found)}<br /><strong role="timer" aria-live="off">{timeOf(found, now)}</strong></p>
      {stateOf(found, now) === "over" && <Winners rows={found.table.standings} />}
      <Mine room={room} now={now} />
      <section class="card" aria-labelledby="standings">
        <h2 id="standings">{t("Standings")}</h2>
        <Standings found={found} />
      </section>
      <Games found={found} />
      <p class="soft small">{RULES[found.kind]()} {t("Tournament games are not rated.")}</p>
    </div>
  );
}

function One({ id }: PageProps): JSX.Element {
  const room = useMemo(() => new TournamentRoom(id), [id]);
  const asked = useSignal(!signedIn.value);
  useLayoutEffect(() => {
    room.open();
    if (signedIn.value) void fetchAccount().catch(() => undefined).then(() => (asked.value = true));
    return () => room.close();
  }, [room]);
  const failure = room.failure.value;
  if (failure) {
    const gone = failure instanceof Refused && failure.status === 404;
    return <div class="card"><h1>{gone ? t("This tournament does not exist") : t("This page could not be loaded")}</h1>{!gone && <p>{sentence(failure)}</p>}<a class="button main" href="/tournaments">{t("Tournaments")}</a></div>;
  }
  if (!room.tournament.value || !asked.value) return <p class="soft loading">{t("Loading …")}</p>;
  return <Tournament room={room} />;
}

export const Tournaments = (props: PageProps): JSX.Element => (props.id ? <One {...props} /> : <TournamentList />);
