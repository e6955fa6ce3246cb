/** Somebody's profile, or the best players of a game. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Summary } from "../net/api";
import * as api from "./api";
import { sentence } from "../net/failures";
import type { PageProps } from "../app";
import { GAMES, isGame, TITLES, type Game } from "../i18n/games";
import { day, number, t } from "../i18n/translate";
import { MatchRow } from "../games/row";
import { opponent } from "../opponents/opponents";
import { tell } from "../ui/announce";
import { query, setQuery } from "../ui/router";
import { Block } from "./block";
import { Curves } from "./curve";
import { Ratings } from "./ratings";
import { Results } from "./results";
import { signedIn } from "./signed-in";
import { KINDS, kindName, ratingText } from "./words";

const profileOf = (name: string): string => `/people/${encodeURIComponent(name)}`;

/** How a pairing of two games ended, in points. */
const points = (score: number): string => `${number(score * 2)} : ${number(2 - score * 2)}`;

function Pairings({ rated }: { rated: api.Profile["rated"] }): JSX.Element | null {
  if (!rated.length) return null;
  return (
    <section class="card" aria-labelledby="pairings">
      <h2 id="pairings">{t("Rated pairings")}</h2>
      <table class="ratings">
        <thead><tr><th scope="col">{t("Game")}</th><th scope="col">{t("Opponent")}</th><th scope="col">{t("Points")}</th><th scope="col">{t("Rating")}</th></tr></thead>
        <tbody>
          {rated.map(({ match, game, opponent, score, before, after, at }) => (
            <tr>
              <th scope="row"><a href={`/match/${match}`}>{TITLES[game as Game]}</a><br /><span class="soft small">{day(at * 1000)}</span></th>
              <td>{opponent ? <a href={profileOf(opponent)}>{opponent}</a> : t("Someone")}</td>
              <td class="number">{points(score)}</td>
              <td class="number"><bdi>{number(before)} → {number(after)}</bdi></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Profile({ id }: PageProps): JSX.Element {
  const found = useSignal<api.Profile | null>(null);
  const failure = useSignal<unknown>(null);
  useLayoutEffect(() => void api.profile(decodeURIComponent(id)).then((profile) => (found.value = profile), (error: unknown) => (failure.value = error)), [id]);
  if (failure.value) {
    const gone = failure.value instanceof api.Refused && failure.value.status === 404;
    return <div class="card"><h1>{gone ? t("There is nobody with this name") : t("This page could not be loaded")}</h1>{!gone && <p>{sentence(failure.value)}</p>}</div>;
  }
  if (!found.value) return <p class="soft loading">{t("Loading …")}</p>;
  const { name, program, made, ratings, rated, matches, results } = found.value;
  const known = matches as Summary[];
  return (
    <div class="people stack">
      <h1>{name}</h1>
      <p class="soft">{program && <>{t("A program")} · </>}{t("Here since {date}", { date: day(made * 1000) })}</p>
      <section class="card stack"><Ratings ratings={ratings} /><Curves rated={rated} /></section>
      <Results results={results} />
      <Pairings rated={rated} />
      {known.length > 0 && (
        <section aria-labelledby="latest">
          <h2 id="latest">{t("Latest games")}</h2>
          <ul class="list">{known.map((match) => <MatchRow match={{ ...match, you: [] }} watch={name !== signedIn.value} key={match.id} />)}</ul>
        </section>
      )}
      <Block name={name} />
    </div>
  );
}

/** The opponents of the house, for comparison: they play no rated games. */
function House({ house }: { house: api.Best["house"] }): JSX.Element {
  return (
    <section class="card" aria-labelledby="house">
      <h2 id="house">{t("Opponents of the house")}</h2>
      <p class="soft small">{t("Estimated from their games against each other.")}</p>
      <table class="ratings">
        <thead><tr><th scope="col">{t("Name")}</th><th scope="col">{t("Rating")}</th></tr></thead>
        <tbody>{house.map(({ level, rating }) => <tr><th scope="row">{opponent(level).name}</th><td class="number">{number(rating)}?</td></tr>)}</tbody>
      </table>
    </section>
  );
}

function Best(): JSX.Element {
  const asked = query.value.get("game") ?? undefined;
  const game: Game = isGame(asked) ? asked : "quantik";
  const kind = KINDS.find((each) => each === query.value.get("kind")) ?? "fast";
  const found = useSignal<api.Best | null>(null);
  useLayoutEffect(() => void api.best(game, kind).then((best) => (found.value = best), (failure: unknown) => tell(sentence(failure), "error")), [game, kind]);
  const people = found.value?.people ?? [];
  return (
    <div class="people stack">
      <h1>{t("The best players")}</h1>
      <div class="filters">
        <label class="field"><span>{t("Game")}</span>
          <select value={game} onChange={(event) => setQuery({ game: event.currentTarget.value })}>{GAMES.map((each) => <option value={each}>{TITLES[each]}</option>)}</select>
        </label>
        <label class="field"><span>{t("Clock")}</span>
          <select value={kind} onChange={(event) => setQuery({ kind: event.currentTarget.value })}>{KINDS.map((each) => <option value={each}>{kindName(each)}</option>)}</select>
        </label>
      </div>
      <section class="card">
        {people.length
          ? (
            <table class="ratings">
              <thead><tr><th scope="col">{t("Place")}</th><th scope="col">{t("Name")}</th><th scope="col">{t("Rating")}</th><th scope="col">{t("Pairings")}</th></tr></thead>
              <tbody>
                {people.map((person, i) => (
                  <tr><td class="number">{i + 1}</td><th scope="row"><a href={profileOf(person.name)}>{person.name}</a>{person.program && <span class="soft small"> · {t("A program")}</span>}</th>
                    <td class="number">{ratingText(person)}</td><td class="number">{person.pairings}</td></tr>
                ))}
              </tbody>
            </table>
          )
          : <p class="soft">{found.value ? t("Nobody has played enough rated games yet.") : t("Loading …")}</p>}
      </section>
      {found.value && <House house={found.value.house} />}
      <p><a class="button main" href={`/meet?game=${game}`}>{t("Find an opponent")}</a></p>
    </div>
  );
}

export const People = (props: PageProps): JSX.Element => (props.id ? <Profile {...props} /> : <Best />);
