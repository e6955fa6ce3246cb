/** One game in a list: a small board, who plays, how it stands or has ended. */
import type { ComponentChildren, JSX } from "preact";
import type { Summary } from "../net/api";
import { Picture } from "../board/Board";
import { parseScene } from "../board/scene";
import { otherSeat, TITLES } from "../i18n/games";
import { date, t, tn } from "../i18n/translate";
import { serverNow } from "../net/server-time";
import { timeText } from "../i18n/time";
import { because, ended, labelled, nameOf, turnOf } from "../i18n/words";
import { LateFace } from "../opponents/late-face";
import { endOf, levelAgainst } from "../opponents/opponents";
import type { End } from "../ui/progress";

const opened = ({ players }: Summary): boolean => players[1].open || players[2].open;
export const isYourTurn = (match: Summary): boolean => !match.outcome && !opened(match) && match.you.includes(match.turn);

/** When the time is up for a move of one's own. */
const urgency = (match: Summary): number => (isYourTurn(match) && match.deadline) || Infinity;
/** Those that wait for oneself and have a time, the nearest first; the others follow as they were. */
export const mostUrgentFirst = (matches: Summary[]): Summary[] => [...matches].sort((a, b) => urgency(a) - urgency(b) || 0);

export const endName = (end: End): string => ({ won: t("Won"), drawn: t("Drawn"), lost: t("Lost") })[end];

function titleOf({ players, you }: Summary): string {
  if (you.length !== 1) return t("{first} against {second}", { first: nameOf(players[1], 1), second: nameOf(players[2], 2) });
  const other = otherSeat(you[0]!);
  return t("You against {name}", { name: nameOf(players[other], other) });
}

/** Whose turn it is, or how the game came to its end; who has won needs no name to hear why. */
function standing(match: Summary, end: End | null): string {
  const { outcome, players } = match;
  if (!outcome) return turnOf(match);
  return end === "won" ? because({ ...outcome, params: {}, message: outcome.reason }) : ended(outcome, players);
}

function Details({ match }: { match: Summary }): JSX.Element {
  const level = levelAgainst(match);
  const parts = [tn("{n} move", "{n} moves", match.plies), date(match.updated)];
  if (level) parts.unshift(t("Level {level}", { level }));
  // Translators: about a game that was played elsewhere and added to one's list as a record
  if (match.brought) parts.push(t("Brought along"));
  return <p class="soft small">{parts.join(" · ")}</p>;
}

export function MatchRow({ match, brief, watch, children }: { match: Summary; brief?: boolean; watch?: boolean; children?: ComponentChildren }): JSX.Element {
  const over = match.outcome !== null;
  const marks = Object.fromEntries((match.outcome?.squares ?? []).map((square) => [square, { win: true }]));
  const level = levelAgainst(match);
  const end = endOf(match);
  return (
    <li class="card">
      <Picture game={match.game} scene={parseScene(match.game, match.position)} marks={marks} label={TITLES[match.game]} />
      <div class="grow">
        <h3>{level && <LateFace level={level} />}<span>{labelled(TITLES[match.game], titleOf(match))}</span></h3>
        <p>{end && <span class={`end end-${end}`}>{endName(end)}</span>} {standing(match, end)}{urgency(match) < Infinity && ` · ${t("{time} left", { time: timeText(match.deadline! - serverNow()) })}`}</p>
        {!brief && <Details match={match} />}
      </div>
      <div class="buttons">
        <a class={over ? "button" : "button main"} href={`/match/${match.id}`}>{over ? t("Replay") : watch ? t("Watch") : t("Continue")}</a>
        {children}
      </div>
    </li>
  );
}
