/** Whom one can meet: ten faces, the ones beaten marked as such, and a friend here or elsewhere. */
import { isStatic } from "../net/edition";
import type { ComponentChildren, JSX } from "preact";
import { Face } from "../opponents/face";
import { beaten, OPPONENTS } from "../opponents/opponents";
import { ratingOf } from "../opponents/ratings";
import type { Game } from "../i18n/games";
import { number, t } from "../i18n/translate";

/** A level of the computer's, somebody at the same device, or somebody far away. */
export type Rival = number | "here" | "friend";

interface RivalsProps {
  game: Game;
  value: Rival;
  on: (rival: Rival) => void;
}

function Card(props: { checked: boolean; on: () => void; class: string; label?: string; about?: string; children: ComponentChildren }): JSX.Element {
  return (
    <label class={`rival ${props.class}`}>
      <input type="radio" name="opponent" checked={props.checked} onChange={props.on} aria-label={props.label} aria-describedby={props.about} />
      {props.children}
    </label>
  );
}

function Rung({ game, level, checked, on }: { game: Game; level: number; checked: boolean; on: () => void }): JSX.Element {
  const { name } = OPPONENTS[level - 1]!;
  const won = beaten(game, level);
  const rating = number(ratingOf(game, level));
  const label = won ? t("{name}, level {level}, beaten", { name, level }) : t("{name}, level {level}", { name, level });
  return (
    <Card class={won ? "person beaten" : "person"} label={label} about={`rating-${level}`} checked={checked} on={on}>
      <Face level={level} mood={checked ? "glad" : "calm"} />
      <span aria-hidden="true" class="name">{name}</span>
      <span aria-hidden="true" class="rung">{level}</span>
      <span aria-hidden="true" class="rung rating">{rating}</span>
      <span id={`rating-${level}`} hidden>{t("Rating {rating}", { rating })}</span>
      {won && <svg class="tick" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 10.5l3.5 3.5 7-8" /></svg>}
    </Card>
  );
}

/** Two heads side by side, or two that are far from each other. */
function Pair({ apart }: { apart: boolean }): JSX.Element {
  const head = (x: number): JSX.Element => (
    <><circle cx={x} cy="13" r="5.5" /><path d={`M${x - 9} 31q0-10 9-10t9 10z`} /></>
  );
  return (
    <svg class="pair" viewBox="0 0 60 36" aria-hidden="true" fill="currentColor">
      {head(apart ? 12 : 20)}
      {head(apart ? 48 : 40)}
      {apart && <path d="M24 15q6-5 12 0" fill="none" stroke="currentColor" stroke-width="2.4" stroke-dasharray="1 4" stroke-linecap="round" />}
    </svg>
  );
}

export function Rivals({ game, value, on }: RivalsProps): JSX.Element {
  const levels = OPPONENTS.map((_, i) => i + 1);
  const won = levels.filter((level) => beaten(game, level)).length;
  const friend = (kind: "here" | "friend", title: string, note: string): JSX.Element => (
    <Card class="friend" checked={value === kind} on={() => on(kind)}>
      <Pair apart={kind === "friend"} />
      <span>{title}<span class="soft small note">{note}</span></span>
    </Card>
  );
  return (
    <fieldset class="rivals">
      <legend>{t("Who do you want to play?")} <span class="soft small">{t("{beaten} of {all} beaten", { beaten: won, all: levels.length })}</span></legend>
      <div class="opponent-grid">
        {levels.map((level) => <Rung game={game} level={level} checked={value === level} on={() => on(level)} key={level} />)}
      </div>
      <div class="friends">
        {friend("here", t("Someone next to me"), t("two people on this device"))}
        {!isStatic() && friend("friend", t("A friend online"), t("by link or QR code"))}
      </div>
    </fieldset>
  );
}
