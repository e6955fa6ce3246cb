/** A board to play on against the computer: a drawing with a button, and from then on a game. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { PlayArea } from "../board/play-area";
import { sideToMove } from "../board/scene";
import { otherSeat, type Seat } from "../i18n/games";
import { t } from "../i18n/translate";
import type { MatchRoom } from "../match/room";
import { createMatch } from "../net/api";
import { sentence } from "../net/failures";
import { opponent, seatOf } from "../opponents/opponents";
import { LateFace } from "../opponents/late-face";
import { tell } from "../ui/announce";
import { Icon } from "../ui/icon";
import { laid, StillBoard } from "./still";
import type { Wish } from "./wish";

type Parts = Pick<typeof import("../match/page"), "MatchRoom" | "Side" | "Status">;
interface Table {
  room: MatchRoom;
  parts: Parts;
}

/** What a game is shown with, fetched when somebody wants to play. */
const fetchParts = (): Promise<Parts> => import("../match/page").then(({ MatchRoom, Side, Status }) => ({ MatchRoom, Side, Status }));

/** Sits down to a game; whoever presses the button has the side to move, unless the page says otherwise. */
async function sitDown({ game, position, side }: Wish, level: number): Promise<Table> {
  const mine = side ?? sideToMove(game, position);
  const bot = { [mine === 1 ? "second" : "first"]: seatOf(level) };
  const [parts, { id }] = await Promise.all([fetchParts(), createMatch({ game, start: position, ...bot })]);
  const room = new parts.MatchRoom(id, true);
  await room.open();
  if (room.failure.value) throw room.failure.value;
  return { room, parts };
}

function Playing({ table: { room, parts }, again }: { table: Table; again: () => void }): JSX.Element {
  const { you, can, outcome } = room.state.value!;
  const mine: Seat = you[0] ?? 1;
  const over = outcome && !room.controller.moving.value;
  useEffect(() => {
    document.querySelector<HTMLElement>(".embed .status")?.focus({ preventScroll: true });
    return () => room.close();
  }, [room]);
  return (
    <>
      <PlayArea controller={room.controller} near={mine}
        above={<parts.Side room={room} seat={otherSeat(mine)} />} below={<parts.Side room={room} seat={mine} />} />
      <div class="told">
        <div><parts.Status room={room} /></div>
        {over && <button class="button main" onClick={again}>{t("Play again")}</button>}
        {can.includes("undo") && <button class="button" onClick={() => void room.act("undo")}><Icon name="undo" />{t("Take back")}</button>}
      </div>
    </>
  );
}

export function PlayOn({ wish, level }: { wish: Wish; level: number }): JSX.Element {
  const still = useMemo(() => laid(wish), []);
  const table = useSignal<Table | null>(null);
  const waiting = useSignal(false);
  const begin = async (): Promise<void> => {
    if (waiting.value) return;
    waiting.value = true;
    try {
      table.value = await sitDown(wish, level);
    } catch (failure) {
      tell(sentence(failure), "error");
    }
    waiting.value = false;
  };
  if (table.value) return <Playing key={table.value.room.id} table={table.value} again={() => void begin()} />;
  return (
    <>
      <StillBoard controller={still} />
      <div class="told">
        <button class="button main" aria-disabled={waiting.value} onClick={() => void begin()}>
          <LateFace level={level} />{waiting.value ? t("Loading …") : t("Play against {name}", { name: opponent(level).name })}
        </button>
        <span class="soft small">{t("Level {level}", { level })}</span>
      </div>
    </>
  );
}
