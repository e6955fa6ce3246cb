/** Before a game: one meets an opponent, or brings a friend; what else can be chosen has a default. */
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { board, createMatch, type NewMatch, type NewSeat } from "../net/api";
import type { PageProps } from "../app";
import { tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { Picture } from "../board/Board";
import { PieceIcon } from "../board/pieces";
import { parseScene, sideToMove } from "../board/scene";
import { goalOf, sideName, TITLES, type Game, type Seat } from "../i18n/games";
import { number, t } from "../i18n/translate";
import { Face } from "../opponents/face";
import { letTakeTime, met, opponent, OPPONENTS, paceOf, seatOf, suggested } from "../opponents/opponents";
import { ratingOf } from "../opponents/ratings";
import { styleOf } from "../opponents/styles";
import { go, query } from "../ui/router";
import { coach, guestName, isOn, patience, playerName } from "../settings/settings";
import { Switch } from "../settings/switch";
import { ClockChoice, wished } from "./clocks";
import { Rivals, type Rival } from "./rivals";
import "./play.css";

type Starter = "me" | "other" | "chance";

interface Chosen {
  rival: Rival;
  starter: Starter;
  start: string | null;
  repetition: boolean;
  patient: boolean;
  clock: string;
}

const person = (name: string): NewSeat => ({ kind: "human", ...(name.trim() && { name: name.trim() }) });

/** Whoever starts plays the side that is to move; two people on one device know who is who. */
function wish(game: Game, { rival, starter, start, repetition, patient, clock }: Chosen): NewMatch {
  const me = person(playerName.value);
  const other = typeof rival === "number" ? seatOf(rival) : person(rival === "here" ? guestName.value : "");
  const starts = starter === "me" || (starter === "chance" && Math.random() < 0.5);
  const first = rival === "here" || starts === (!start || sideToMove(game, start) === 1);
  const asked: NewMatch = { game, repetition, first: first ? me : other, second: first ? other : me };
  if (typeof rival === "number" && patient) asked.pace = paceOf(rival);
  if (rival === "friend") {
    asked.invite = first ? "second" : "first";
    asked.clock = wished(clock);
  }
  if (start) asked.start = start;
  return asked;
}

function Starters({ value, rival, side }: { value: Signal<Starter>; rival: Rival; side: Seat }): JSX.Element {
  const titles: Record<Starter, string> = {
    me: side === 1 ? t("I start (light)") : t("I start (dark)"),
    other: typeof rival === "number" ? t("{name} starts", { name: opponent(rival).name }) : t("My friend starts"),
    chance: t("At random"),
  };
  return (
    <fieldset>
      <legend>{t("Who starts?")}</legend>
      <div class="choices">
        {(["me", "other", "chance"] as const).map((starter) => (
          <label class="choice">
            <input type="radio" name="starter" checked={value.value === starter} onChange={() => (value.value = starter)} />
            {titles[starter]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Name({ label, name }: { label: string; name: Signal<string> }): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input value={name.value} maxLength={40} autocomplete="nickname" onInput={(event) => (name.value = event.currentTarget.value)} />
    </label>
  );
}

/** The one who is chosen, close up. */
function Portrait({ game, level }: { game: Game; level: number }): JSX.Element {
  const { name } = opponent(level);
  const { won, drawn, lost } = met(game, level);
  return (
    <>
      <Face level={level} mood="glad" />
      <div>
        {level === suggested(game) && <p class="soft small next">{t("Your next opponent")}</p>}
        <h2>{name}</h2>
        <p class="soft small">
          {t("Level {level}", { level })} · {t("Rating {rating}", { rating: number(ratingOf(game, level)) })}
          {won + drawn + lost > 0 && <> · {t("Won {won}, drawn {drawn}, lost {lost}", { won, drawn, lost })}</>}
        </p>
        <p class="style">{styleOf(game, level)}</p>
      </div>
    </>
  );
}

const ICONS: Record<Game, string> = { quantik: "C", qawale: "pebble", qomet: "star" };

function Company({ game, rival }: { game: Game; rival: "here" | "friend" }): JSX.Element {
  return (
    <>
      <span class="sides"><PieceIcon kind={ICONS[game]} owner={1} size={56} /><PieceIcon kind={ICONS[game]} owner={2} size={56} /></span>
      <div class="names">
        <h2>{rival === "here" ? t("Someone next to me") : t("A friend online")}</h2>
        {rival === "friend" && <Name label={t("Your name (optional)")} name={playerName} />}
        {rival === "here" && (
          <fieldset>
            <legend>{t("Your names (optional)")}</legend>
            <Name label={sideName(1)} name={playerName} />
            <Name label={sideName(2)} name={guestName} />
          </fieldset>
        )}
      </div>
    </>
  );
}

function goLabel(rival: Rival): string {
  if (typeof rival === "number") return t("Play against {name}", { name: opponent(rival).name });
  return rival === "friend" ? t("Create the link") : t("Start the game");
}

/** The one whom the address names, as a link to the next level does, or the next on the ladder. */
function expected(game: Game): Rival {
  const level = Number(query.value.get("level"));
  return level >= 1 && level <= OPPONENTS.length ? Math.floor(level) : suggested(game);
}

function Check({ value, children }: { value: Signal<boolean>; children: ComponentChildren }): JSX.Element {
  return (
    <label class="choice">
      <input type="checkbox" checked={value.value} onChange={() => (value.value = !value.value)} />
      <span>{children}</span>
    </label>
  );
}

interface OptionsProps {
  game: Game;
  rival: Rival;
  side: Seat;
  starter: Signal<Starter>;
  repetition: Signal<boolean>;
  patient: Signal<boolean>;
  clock: Signal<string>;
}

function Options({ game, rival, side, starter, repetition, patient, clock }: OptionsProps): JSX.Element {
  return (
    <div class="options">
      {rival === "friend" && <ClockChoice value={clock} />}
      {rival !== "here" && <Starters value={starter} rival={rival} side={side} />}
      <div class="choices">
        {typeof rival === "number" && <Check value={patient}>{t("Opponents take their time")}</Check>}
        {typeof rival === "number" && <Switch setting={coach}>{t("Coach: warn me before a move that loses at once")}</Switch>}
        {game === "qomet" && (
          <Check value={repetition}>
            {t("Draw when the same position occurs for the third time")}<span class="soft small note">{t("our addition, not in the rulebook")}</span>
          </Check>
        )}
      </div>
    </div>
  );
}

export function Play({ game }: PageProps): JSX.Element {
  const rival = useSignal<Rival>(expected(game));
  const starter = useSignal<Starter>("me");
  const repetition = useSignal(true);
  const patient = useSignal(isOn(patience));
  const clock = useSignal("");
  const waiting = useSignal(false);
  const start = query.value.get("position")?.replaceAll("_", " ") ?? null;
  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    waiting.value = true;
    try {
      if (start && (await board(game, start)).outcome) throw new Error(t("The game is over."));
      const chosen = { rival: rival.value, starter: starter.value, start, repetition: repetition.value, patient: patient.value, clock: clock.value };
      const made = await createMatch(wish(game, chosen));
      letTakeTime(made.id, patient.value);
      go(`/match/${made.id}`);
    } catch (failure) {
      waiting.value = false;
      tell(sentence(failure), "error");
    }
  };
  return (
    <form class="setup" onSubmit={begin}>
      <div class="setup-head">
        <h1>{t("Play {game}", { game: TITLES[game] })}</h1>
        <p class="soft">{goalOf(game)} <a href={`/learn/${game}`}>{t("Learn it step by step")}</a></p>
      </div>
      <section class="card meet" aria-label={t("Your opponent")}>
        <div class="portrait-row">
          {typeof rival.value === "number" ? <Portrait game={game} level={rival.value} /> : <Company game={game} rival={rival.value} />}
        </div>
        {start && (
          <div class="from-here">
            <Picture game={game} scene={parseScene(game, start)} label={t("The board at the start")} />
            <p>{t("The game starts from the position shown.")}</p>
          </div>
        )}
        <button class="button main wide-button" disabled={waiting.value}>{goLabel(rival.value)}</button>
      </section>
      <Rivals game={game} value={rival.value} on={(chosen) => (rival.value = chosen)} />
      <Options game={game} rival={rival.value} side={start ? sideToMove(game, start) : 1} starter={starter} repetition={repetition} patient={patient} clock={clock} />
    </form>
  );
}
