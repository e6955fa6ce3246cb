/**
 * A board in a frame of somebody else's page: to look at, to step through, or to play on. Until
 * something is pressed it is a drawing; Python and the engine come then, and only to that board.
 */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { PageProps } from "../app";
import { TITLES, type Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { query } from "../ui/router";
import { PlayOn } from "./play";
import { StepThrough } from "./step";
import { laid, StillBoard } from "./still";
import { wishOf, type Wish } from "./wish";
import "./embed.css";

/** Tells the page around how much room this takes; a number is all it learns. */
function useHeight(): { current: HTMLDivElement | null } {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (parent === window) return;
    const watching = new ResizeObserver(([seen]) => parent.postMessage({ tetrad: { height: seen!.borderBoxSize[0]!.blockSize } }, "*"));
    watching.observe(place.current!);
    return () => watching.disconnect();
  }, []);
  return place;
}

function LookAt({ wish }: { wish: Wish }): JSX.Element {
  return <StillBoard controller={useMemo(() => laid(wish), [])} />;
}

/** Where the board comes from, and where it can be studied; in a window of its own. */
function Source({ game, wish }: { game: Game; wish: Wish | null }): JSX.Element {
  const from = wish && `?position=${encodeURIComponent(wish.position.replaceAll(" ", "_"))}${wish.moves.length ? `&moves=${wish.moves.map(encodeURIComponent).join(",")}` : ""}`;
  return (
    <p class="source small">
      {from && wish.level === null && <a href={`/analyse/${game}${from}`} target="_blank" rel="noopener">{t("Analyse")}</a>}
      <a href={`/learn/${game}`} target="_blank" rel="noopener" aria-label={t("Learn {game}", { game: TITLES[game] })}>{t("Learn")}</a>
      <a class="brand" href="/" target="_blank" rel="noopener">Tetrad</a>
    </p>
  );
}

function Frame({ children }: { children: ComponentChildren }): JSX.Element {
  return <div class="embed" ref={useHeight()}>{children}</div>;
}

function Wished({ wish }: { wish: Wish }): JSX.Element {
  if (wish.level !== null) return <PlayOn wish={wish} level={wish.level} />;
  return wish.moves.length ? <StepThrough wish={wish} /> : <LookAt wish={wish} />;
}

export function Embed({ game }: PageProps): JSX.Element {
  const wish = wishOf(game, query.value);
  const wrong = typeof wish === "string";
  return (
    <Frame>
      <h1 class="visually-hidden">{t("{game} board", { game: TITLES[game] })}</h1>
      {wrong ? <p class="card fault" dir="auto">{wish}</p> : <Wished wish={wish} />}
      <Source game={game} wish={wrong ? null : wish} />
    </Frame>
  );
}
