/** Beside a game of days: the offer to be told, and the word to whoever has the page open and looks elsewhere. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { nameOf } from "../i18n/words";
import { otherSeat } from "../i18n/games";
import { NotifyOffer } from "../turns/setting";
import { show } from "../turns/notify";
import { remember } from "../turns/watch";
import type { MatchRoom } from "./room";

export function Days({ room }: { room: MatchRoom }): JSX.Element | null {
  const { you, turn, outcome, players, id, game } = room.state.value!;
  const mine = you.length === 1 && !outcome && you[0] === turn && !players[1].open && !players[2].open;
  const before = useRef(mine);
  useEffect(remember, []);
  useEffect(() => {
    const begins = mine && !before.current;
    before.current = mine;
    const other = otherSeat(turn);
    if (begins && document.hidden) void show(id, game, nameOf(players[other], other)).catch(() => undefined);
  }, [mine]);
  return you.length === 1 && !outcome ? <NotifyOffer /> : null;
}
