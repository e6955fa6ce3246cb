/** Before a game: against whom, how strong, and who starts. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { board, createMatch, type NewMatch, type NewSeat } from "../net/api";
import type { PageProps } from "../app";
import { tell } from "../ui/announce";
import { sentence } from "../net/failures";
import { Picture } from "../board/Board";
import { parseScene, sideToMove } from "../board/scene";
import { DEMOS } from "../home/demo";
import { goalOf, TITLES, type Game, type Seat } from "../i18n/games";
import { t } from "../i18n/translate";
import { go, query } from "../ui/router";
import { level, playerName } from "../ui/settings";
import "./play.css";

type Opponent = "computer" | "here" | "friend";
type Starter = "me" | "other" | "chance";

/** A radio button that looks like a card. */
function Choice(props: { name: string; checked: boolean; on: () => void; title: string; note?: string }): JSX.Element {
  return (
    <label class="choice">
      <input type="radio" name={props.name} checked={props.checked} onChange={props.on} />
      <span>
        {props.title}
        {props.note && <span class="soft small note">{props.note}</span>}
      </span>
    </label>
  );
}

export function levelName(strength: number): string {
  if (strength <= 2) return t("for a first game");
  if (strength <= 4) return t("easy");
  if (strength <= 6) return t("makes you think");
  if (strength <= 8) return t("strong");
  return strength === 9 ? t("very strong") : t("as strong as it can");
}

interface Chosen {
  opponent: Opponent;
  starter: Starter;
  start: string | null;
  repetition: boolean;
}

/** Whoever starts plays the side that is to move. */
function wish(game: Game, { opponent, starter, start, repetition }: Chosen): NewMatch {
  const me: NewSeat = { kind: "human", ...(playerName.value && { name: playerName.value }) };
  const bot: NewSeat = { kind: "bot", level: Number(level.value) };
  const other: NewSeat = opponent === "computer" ? bot : { kind: "human" };
  const starts = starter === "me" || (starter === "chance" && Math.random() < 0.5);
  const first = starts === (!start || sideToMove(game, start) === 1);
  const asked: NewMatch = first ? { game, repetition, first: me, second: other } : { game, repetition, first: other, second: me };
  if (opponent === "friend") asked.invite = first ? "second" : "first";
  if (start) asked.start = start;
  return asked;
}

function Level(): JSX.Element {
  const strength = Number(level.value);
  return (
    <label class="field">
      <span>{t("Level {level}: {words}", { level: strength, words: levelName(strength) })}</span>
      <input type="range" min="1" max="10" step="1" value={level.value} aria-valuetext={`${strength}: ${levelName(strength)}`}
        onInput={(event) => (level.value = event.currentTarget.value)} />
    </label>
  );
}

function Starters({ value, on, opponent, side }: { value: Starter; on: (starter: Starter) => void; opponent: Opponent; side: Seat }): JSX.Element {
  const me = side === 1 ? t("I start (light)") : t("I start (dark)");
  const other = opponent === "computer" ? t("The computer starts") : t("My friend starts");
  const titles: Record<Starter, string> = { me, other, chance: t("By chance") };
  return (
    <fieldset>
      <legend>{t("Who starts?")}</legend>
      <div class="choices">
        {(["me", "other", "chance"] as const).map((starter) => (
          <Choice name="starter" title={titles[starter]} checked={value === starter} on={() => on(starter)} />
        ))}
      </div>
    </fieldset>
  );
}

export function Play({ game }: PageProps): JSX.Element {
  const opponent = useSignal<Opponent>("computer");
  const starter = useSignal<Starter>("me");
  const repetition = useSignal(true);
  const waiting = useSignal(false);
  const start = query.value.get("position")?.replaceAll("_", " ") ?? null;
  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    waiting.value = true;
    try {
      if (start && (await board(game, start)).outcome) throw new Error(t("The game is over."));
      const who = opponent.value === "here" ? "me" : starter.value;
      const made = await createMatch(wish(game, { opponent: opponent.value, starter: who, start, repetition: repetition.value }));
      go(`/match/${made.id}`);
    } catch (failure) {
      waiting.value = false;
      tell(sentence(failure), "error");
    }
  };
  return (
    <div class="setup">
      <div class="setup-picture">
        <Picture game={game} scene={parseScene(game, start ?? DEMOS[game].start)} label={t("The board at the start")} />
      </div>
      <form class="stack" onSubmit={begin}>
        <div class="setup-head">
          <h1>{t("Play {game}", { game: TITLES[game] })}</h1>
          <p class="soft">{goalOf(game)} <a href={`/learn/${game}`}>{t("Learn it step by step")}</a></p>
          {start && <p>{t("The game starts from the position shown.")}</p>}
        </div>
        <fieldset>
          <legend>{t("Against whom?")}</legend>
          <div class="choices tall">
            <Choice name="opponent" title={t("The computer")} note={t("ten levels")} checked={opponent.value === "computer"} on={() => (opponent.value = "computer")} />
            <Choice name="opponent" title={t("Somebody beside me")} note={t("two people on this device")} checked={opponent.value === "here"} on={() => (opponent.value = "here")} />
            <Choice name="opponent" title={t("A friend elsewhere")} note={t("by link or QR code")} checked={opponent.value === "friend"} on={() => (opponent.value = "friend")} />
          </div>
        </fieldset>
        {opponent.value === "computer" && <Level />}
        {opponent.value !== "here" && <Starters value={starter.value} on={(value) => (starter.value = value)} opponent={opponent.value} side={start ? sideToMove(game, start) : 1} />}
        {opponent.value === "friend" && (
          <label class="field">
            <span>{t("Your name, if you like")}</span>
            <input value={playerName.value} maxLength={40} autocomplete="nickname" onInput={(event) => (playerName.value = event.currentTarget.value)} />
          </label>
        )}
        {game === "qomet" && (
          <label class="choice">
            <input type="checkbox" checked={repetition.value} onChange={() => (repetition.value = !repetition.value)} />
            <span>{t("Draw when a position stands for the third time")}<span class="soft small note">{t("our addition, not in the rulebook")}</span></span>
          </label>
        )}
        <button class="button main wide-button" disabled={waiting.value}>{opponent.value === "friend" ? t("Create the link") : t("Start the game")}</button>
      </form>
    </div>
  );
}
