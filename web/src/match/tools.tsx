/** What is wanted now and then: the rules, a draw, the board turned round, the whole screen. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { turned } from "../board/geometry";
import type { Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { isForPage } from "../ui/hotkeys";
import { Icon } from "../ui/icon";
import type { MatchRoom } from "./room";

function useFullScreen(): boolean {
  const full = useSignal(Boolean(document.fullscreenElement));
  useEffect(() => {
    const look = (): void => void (full.value = Boolean(document.fullscreenElement));
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  return full.value;
}

function FullScreen(): JSX.Element | null {
  const full = useFullScreen();
  if (!document.fullscreenEnabled) return null;
  const change = (): void => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return <button class="button" title={t("Full screen")} aria-pressed={full} onClick={change}><Icon name={full ? "narrow" : "wide"} /><span class="word">{t("Full screen")}</span></button>;
}

function Flip(): JSX.Element {
  useEffect(() => () => void (turned.value = false), []);
  return <button class="button" title={t("Turn the board")} aria-pressed={turned.value} onClick={() => (turned.value = !turned.value)}><Icon name="flip" /><span class="word">{t("Turn the board")}</span></button>;
}

function Draw({ room }: { room: MatchRoom }): JSX.Element | null {
  const { can, moves, you } = room.state.value!;
  if (!can.includes("draw") || moves.length < 2) return null;
  return <button class="button" onClick={() => void room.act("draw")}><Icon name="draw" />{you.length === 2 ? t("Agree on a draw") : t("Offer a draw")}</button>;
}

/** Rules are fetched when somebody wants to read them. */
const open = (game: Game): void => void import("./rules").then(({ showRules }) => showRules(game), () => undefined);

function Rules({ game }: { game: Game }): JSX.Element {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "r" && isForPage(event)) open(game);
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [game]);
  return <button class="button" title={t("Rules")} onClick={() => open(game)}><Icon name="rules" /><span class="word">{t("Rules")}</span></button>;
}

export function Tools({ room }: { room: MatchRoom }): JSX.Element {
  return (
    <div class="tools">
      <Rules game={room.state.value!.game} />
      <Flip />
      <FullScreen />
      <Draw room={room} />
    </div>
  );
}
