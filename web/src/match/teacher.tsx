/** Parts of a match that most moves do without: they come with their own code when they are needed. */
import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n/translate";
import type { MatchRoom } from "./room";

type Part = ComponentType<{ room: MatchRoom }>;

function Later({ room, fetch }: { room: MatchRoom; fetch: () => Promise<Part> }): JSX.Element | null {
  const part = useSignal<Part | null>(null);
  useEffect(() => void fetch().then((found) => (part.value = found), () => undefined), []);
  return part.value && <part.value room={room} />;
}

const summary = (): Promise<Part> => import("../review/summary").then((module) => module.Summary);
const warning = (): Promise<Part> => import("./warning").then((module) => module.Warning);

/** What the coach has to say, and after the game the summary. */
export function Teacher({ room }: { room: MatchRoom }): JSX.Element | null {
  if (room.controller.warning.value) return <Later key="warning" room={room} fetch={warning} />;
  if (room.review.value) return <Later key="summary" room={room} fetch={summary} />;
  return room.reviewing.value ? <p class="soft small">{t("Looking back at the game …")}</p> : null;
}
