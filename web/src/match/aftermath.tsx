/** After the game: the summary comes when it is ready, with its own code. */
import { useSignal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n/translate";
import type { MatchRoom } from "./room";

type Summary = ComponentType<{ room: MatchRoom }>;

export function Aftermath({ room }: { room: MatchRoom }): JSX.Element | null {
  const loaded = useSignal<{ Summary: Summary } | null>(null);
  useEffect(() => {
    void import("../review/summary").then((module) => (loaded.value = module), () => undefined);
  }, []);
  if (!room.review.value && !room.reviewing.value) return null;
  if (!room.review.value || !loaded.value) return <p class="soft small">{t("Looking back at the game …")}</p>;
  const { Summary } = loaded.value;
  return <Summary room={room} />;
}
