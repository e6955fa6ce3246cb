/** One game in a list: a small board, who plays, how it stands. */
import type { ComponentChildren, JSX } from "preact";
import type { Summary } from "../net/api";
import { Picture } from "../board/Board";
import { parseScene } from "../board/scene";
import { TITLES } from "../i18n/games";
import { date, t, tn } from "../i18n/translate";
import { ended, nameOf, turnOf } from "../i18n/words";

export function MatchRow({ match, children }: { match: Summary; children?: ComponentChildren }): JSX.Element {
  const title = t("{first} against {second}", { first: nameOf(match.players[1], 1), second: nameOf(match.players[2], 2) });
  const over = match.outcome !== null;
  const marks = Object.fromEntries((match.outcome?.squares ?? []).map((square) => [square, { win: true }]));
  return (
    <li class="card">
      <Picture game={match.game} scene={parseScene(match.game, match.position)} marks={marks} label={TITLES[match.game]} />
      <div class="grow">
        <h3>{TITLES[match.game]}: {title}</h3>
        <p>{match.outcome ? ended(match.outcome) : turnOf(match)}</p>
        <p class="soft small">{tn("{n} move", "{n} moves", match.plies)} · {date(match.updated)}</p>
      </div>
      <div class="buttons">
        <a class={over ? "button" : "button main"} href={`/match/${match.id}`}>{over ? t("Replay") : t("Continue")}</a>
        {children}
      </div>
    </li>
  );
}
