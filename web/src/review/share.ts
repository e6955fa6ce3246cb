/** A game as a picture to show around: its last board, who played, and how close to the truth. */
import type { MatchState, Review } from "../net/api";
import { boardSvg, save } from "../analyse/export";
import { TITLES } from "../i18n/games";
import { listed, t } from "../i18n/translate";
import { ended, labelled, nameOf } from "../i18n/words";

const SIZE = 1080;
const HEAD = 110;
const FOOT = 190;

/** The lines below the board: how it ended, and a number for each player. */
function captions(state: MatchState, { summary }: Review): string[] {
  const players = ([1, 2] as const).map((seat) => labelled(nameOf(state.players[seat], seat), summary.closeness[seat] ?? "–"));
  return [state.outcome ? ended(state.outcome, state.players) : "", labelled(t("How close to perfect play"), listed(players))];
}

async function drawn(svg: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  return picture;
}

function write(pen: CanvasRenderingContext2D, text: string, y: number, size: number): void {
  pen.font = `${size}px system-ui, sans-serif`;
  pen.fillText(text, SIZE / 2, y, SIZE - 60);
}

async function paint(state: MatchState, review: Review): Promise<Blob> {
  const board = await drawn(boardSvg(document.querySelector<SVGSVGElement>(".play-area .board > svg")!));
  const canvas = document.createElement("canvas");
  canvas.width = SIZE;
  canvas.height = SIZE + HEAD + FOOT;
  const pen = canvas.getContext("2d")!;
  const looks = getComputedStyle(document.documentElement);
  pen.fillStyle = looks.getPropertyValue("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const scale = Math.min(SIZE / board.width, SIZE / board.height) * 0.94;
  const [width, height] = [board.width * scale, board.height * scale];
  pen.drawImage(board, (SIZE - width) / 2, HEAD + (SIZE - height) / 2, width, height);
  pen.fillStyle = looks.getPropertyValue("--ink");
  pen.textAlign = "center";
  write(pen, `${TITLES[state.game]} · ${nameOf(state.players[1], 1)} – ${nameOf(state.players[2], 2)}`, 75, 48);
  captions(state, review).forEach((line, i) => write(pen, line, HEAD + SIZE + 50 + i * 60, 38));
  write(pen, "Tetrad", canvas.height - 24, 28);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture")))));
}

/** Hands the picture to whatever the device shares with, or saves it as a file. */
export async function share(state: MatchState, review: Review): Promise<void> {
  const name = `tetrad-${state.game}.png`;
  const blob = await paint(state, review);
  const files = [new File([blob], name, { type: "image/png" })];
  if (!navigator.canShare?.({ files })) return save(name, blob);
  await navigator.share({ files, title: TITLES[state.game] }).catch(() => undefined);
}
