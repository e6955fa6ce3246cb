/** Where strangers find each other: what one looks for, who else is there, and what they look for. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { Offered } from "../people/api";
import { GAMES, isGame, TITLES, type Game } from "../i18n/games";
import { number, t, tn } from "../i18n/translate";
import { opponent } from "../opponents/opponents";
import { account, fetchAccount, signedIn } from "../people/account";
import { MatchRow } from "../games/row";
import { playerName } from "../settings/settings";
import { ClockChoice, clockName, CLOCKS } from "../start/clocks";
import { query } from "../ui/router";
import { MeetingRoom } from "./room";
import "../people/people.css";

const LIVE = Object.keys(CLOCKS).filter((name) => name && !CLOCKS[name]!.days);

function who({ name, rating, program, account: known }: Offered): string {
  const called = name || t("Someone");
  const shown = known && rating ? `${called} (${number(rating)})` : called;
  return program ? t("{name}, a program", { name: shown }) : shown;
}

function Offer({ room, offer }: { room: MeetingRoom; offer: Offered }): JSX.Element {
  return (
    <li class="card">
      <span class="grow">
        <strong>{TITLES[offer.game as Game]}</strong> · {clockName(offer.clock)} · {offer.rated ? t("rated") : t("casual")}
        <br /><span class="soft">{offer.mine ? t("Your offer") : who(offer)}</span>
      </span>
      {offer.mine
        ? <button class="button" onClick={() => void room.withdraw(offer.id)}>{t("Withdraw")}</button>
        : <button class="button main" onClick={() => void room.accept(offer.id)}>{t("Play")}</button>}
    </li>
  );
}

/** Who is there, in words. */
function presence(here: number): string {
  return here <= 1 ? t("Nobody else is here right now.") : tn("{n} other person is here.", "{n} other people are here.", here - 1);
}

function Looking({ room }: { room: MeetingRoom }): JSX.Element {
  const { level } = room;
  return (
    <section class="card stack looking" aria-labelledby="looking">
      <h2 id="looking">{t("Looking for an opponent …")}</h2>
      <p role="status">{presence(room.here.value)}</p>
      {room.alone.value && (
        <div class="stack" role="alert">
          <p>{t("Nobody has come yet. Would you like to play {name}, the computer, in the meantime?", { name: opponent(level).name })}</p>
          <button class="button main" onClick={() => void room.playTheHouse()}>{t("Play against {name}", { name: opponent(level).name })}</button>
        </div>
      )}
      <button class="button" onClick={() => void room.stop()}>{t("Stop looking")}</button>
    </section>
  );
}

function Wish({ room }: { room: MeetingRoom }): JSX.Element {
  const me = account.value;
  return (
    <form class="card stack" aria-label={t("Find an opponent")} onSubmit={(event) => { event.preventDefault(); void room.look(); }}>
      <fieldset>
        <legend>{t("Game")}</legend>
        <div class="choices">
          {GAMES.map((game) => (
            <label class="choice"><input type="radio" name="game" checked={room.game.value === game} onChange={() => (room.game.value = game)} />{TITLES[game]}</label>
          ))}
        </div>
      </fieldset>
      <ClockChoice value={room.clock} names={[...LIVE, "1d", "3d", "7d", ""]} />
      {me
        ? (
          <label class="choice">
            <input type="checkbox" checked={room.rated.value && room.clock.value !== ""} disabled={room.clock.value === ""} onChange={() => (room.rated.value = !room.rated.value)} />
            <span>{t("Rated")}<span class="soft small note">{t("two games with sides exchanged, counted as one")}</span></span>
          </label>
        )
        : <p class="soft small">{t("Rated games need an account.")} <a href="/account">{t("Sign in or sign up")}</a></p>}
      {!me && (
        <label class="field">
          <span>{t("Your name (optional)")}</span>
          <input value={playerName.value} maxLength={40} autocomplete="nickname" onInput={(event) => (playerName.value = event.currentTarget.value)} />
        </label>
      )}
      <p><button class="button main">{t("Look for a game")}</button></p>
    </form>
  );
}

export function Meet(): JSX.Element {
  const wanted = query.value.get("game") ?? undefined;
  const room = useMemo(() => new MeetingRoom(isGame(wanted) ? wanted : "quantik"), []);
  const asked = useSignal(!signedIn.value);
  useLayoutEffect(() => {
    room.open();
    if (signedIn.value) void fetchAccount().catch(() => undefined).then(() => (asked.value = true));
    return () => room.close();
  }, [room]);
  if (!asked.value) return <p class="soft loading">{t("Loading …")}</p>;
  const offers = room.offers.value;
  return (
    <div class="people stack">
      <h1>{t("Find an opponent")}</h1>
      {room.seek.value ? <Looking room={room} /> : <Wish room={room} />}
      <section aria-labelledby="offers">
        <h2 id="offers">{t("Who is looking for a game")}</h2>
        {offers === null
          ? <p class="soft">{t("Loading …")}</p>
          : offers.length
            ? <ul class="offers">{offers.map((offer) => <Offer room={room} offer={offer} key={offer.id} />)}</ul>
            : <p class="soft">{t("Nobody at the moment. Whoever looks for a game appears here, and anyone can accept.")}</p>}
      </section>
      {room.watched.value.length > 0 && (
        <section aria-labelledby="watch">
          <h2 id="watch">{t("Games to watch")}</h2>
          <ul class="list">{room.watched.value.map((match) => <MatchRow match={{ ...match, you: [] }} watch brief key={match.id} />)}</ul>
        </section>
      )}
      <p class="soft small"><a href="/tournaments">{t("Tournaments")}</a> · <a href={`/people?game=${room.game.value}`}>{t("The best players")}</a></p>
    </div>
  );
}
