/** Tournaments that run, begin soon or are over, and the start of a new one. */
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { sentence } from "../net/failures";
import { learnTime } from "../net/server-time";
import { GAMES, TITLES, type Game } from "../i18n/games";
import { t, tn } from "../i18n/translate";
import { ClockChoice, wished } from "../start/clocks";
import { tell } from "../ui/announce";
import { go } from "../ui/router";
import * as api from "./api";
import { aboutOf, nameOf, stateOf, timeOf, type State } from "./words";

const LOOK_EVERY = 10_000;
const LIVE = ["3+2", "5+3", "10+5"];
const DAYS = ["1d", "3d"];
const MINUTE = 60;
const HOUR = 60 * MINUTE;

function Row({ card }: { card: api.Card }): JSX.Element {
  const [best] = card.best;
  return (
    <li class="card">
      <span class="grow">
        <a href={`/tournaments/${card.id}`}><strong>{card.name}</strong></a>
        <br /><span class="soft">{aboutOf(card)}</span>
        <br /><span class="soft small">{tn("{n} player", "{n} players", card.people)} · {best ? t("Won by {name}", { name: nameOf(best) }) : timeOf(card)}</span>
      </span>
    </li>
  );
}

function Section({ title, cards }: { title: string; cards: api.Card[] }): JSX.Element | null {
  if (!cards.length) return null;
  return <section aria-label={title}><h2>{title}</h2><ul class="offers">{cards.map((card) => <Row card={card} key={card.id} />)}</ul></section>;
}

interface ChoiceProps {
  label: string;
  value: Signal<number>;
  choices: [value: number, name: string][];
}

const Choice = ({ label, value, choices }: ChoiceProps): JSX.Element => (
  <label class="field"><span>{label}</span>
    <select value={value.value} onChange={(event) => (value.value = Number(event.currentTarget.value))}>
      {choices.map(([each, name]) => <option value={each}>{name}</option>)}
    </select>
  </label>
);

const minutes = (n: number): string => tn("{n} minute", "{n} minutes", n);
const hours = (n: number): string => tn("{n} hour", "{n} hours", n);
const days = (n: number): string => tn("{n} day", "{n} days", n);

function New(): JSX.Element {
  const kind = useSignal<"arena" | "swiss">("arena");
  const game = useSignal<Game>("quantik");
  const name = useSignal("");
  const live = useSignal("3+2");
  const slow = useSignal("1d");
  const after = useSignal(5 * MINUTE);
  const length = useSignal(60);
  const rounds = useSignal(5);
  const house = useSignal(true);
  const arena = kind.value === "arena";
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const clock = wished(arena ? live.value : slow.value)!;
    try {
      const { id } = await api.start({
        kind: kind.value, game: game.value, name: name.value, clock, after: after.value, house: house.value,
        ...(arena ? { minutes: length.value } : { rounds: rounds.value }),
      });
      go(`/tournaments/${id}`);
    } catch (failure) {
      tell(sentence(failure), "error");
    }
  };
  return (
    <details class="card">
      <summary>{t("Start a tournament")}</summary>
      <form class="stack" aria-label={t("Start a tournament")} onSubmit={(event) => void start(event)}>
        <label class="field"><span>{t("Name of the tournament")}</span><input value={name.value} required minLength={2} maxLength={24} onInput={(event) => (name.value = event.currentTarget.value)} /></label>
        <fieldset>
          <legend>{t("Kind")}</legend>
          <div class="choices">
            <label class="choice"><input type="radio" name="kind" checked={arena} onChange={() => (kind.value = "arena")} /><span>{t("Arena")}<span class="soft small note">{t("quick games, one after the other, until the time is up")}</span></span></label>
            <label class="choice"><input type="radio" name="kind" checked={!arena} onChange={() => (kind.value = "swiss")} /><span>{t("Swiss rounds")}<span class="soft small note">{t("over days or weeks, two games with sides exchanged in each round")}</span></span></label>
          </div>
        </fieldset>
        <fieldset>
          <legend>{t("Game")}</legend>
          <div class="choices">{GAMES.map((each) => <label class="choice"><input type="radio" name="game" checked={game.value === each} onChange={() => (game.value = each)} />{TITLES[each]}</label>)}</div>
        </fieldset>
        <div class="three">
          {arena ? <ClockChoice value={live} names={LIVE} key="live" /> : <ClockChoice value={slow} names={DAYS} key="slow" />}
          {arena
            ? <Choice key="length" label={t("Length")} value={length} choices={[10, 20, 30, 45, 60, 90, 120, 180].map((n) => [n, minutes(n)])} />
            : <Choice key="rounds" label={t("Rounds")} value={rounds} choices={[3, 4, 5, 6, 7, 8, 9].map((n) => [n, String(n)])} />}
          <Choice label={t("Begins in")} value={after} choices={[[0, t("at once")], ...[5, 15, 30].map((n): [number, string] => [n * MINUTE, minutes(n)]), ...[1, 6].map((n): [number, string] => [n * HOUR, hours(n)]), ...[1, 3, 7].map((n): [number, string] => [n * 24 * HOUR, days(n)])]} />
        </div>
        <label class="choice"><input type="checkbox" checked={house.value} onChange={() => (house.value = !house.value)} /><span>{t("The computer fills in where a player has no opponent")}</span></label>
        <p><button class="button main">{t("Start the tournament")}</button></p>
      </form>
    </details>
  );
}

export function TournamentList(): JSX.Element {
  const cards = useSignal<api.Card[] | null>(null);
  const look = (): void => void api.list().then(({ tournaments, time }) => {
    learnTime(time);
    cards.value = tournaments;
  }, (failure: unknown) => {
    cards.value ??= [];
    tell(sentence(failure), "error");
  });
  useLayoutEffect(() => {
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  const of = (state: State): api.Card[] => (cards.value ?? []).filter((card) => stateOf(card) === state);
  return (
    <div class="people stack">
      <h1>{t("Tournaments")}</h1>
      <p>{t("Anyone may play, watch, or start one. Tournament games are not rated.")}</p>
      {!cards.value && <p class="soft loading">{t("Loading …")}</p>}
      {cards.value && !of("running").length && !of("soon").length && <p class="card soft">{t("No tournament is under way. Start one, and invite others with its link.")}</p>}
      <Section title={t("Under way")} cards={of("running")} />
      <Section title={t("Begins soon")} cards={of("soon")} />
      <New />
      <Section title={t("Over")} cards={of("over")} />
    </div>
  );
}
