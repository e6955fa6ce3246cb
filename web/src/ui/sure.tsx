/** A button for what cannot be undone. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { t } from "../i18n/translate";
import { say } from "./announce";
import { Icon } from "./icon";

const focus = (button: HTMLElement | null): void => button?.focus();

interface SureProps {
  label: string;
  icon?: string;
  question: string;
  main?: boolean;
  onYes: () => void;
}

/** A button that asks once more before it does what cannot be undone; the focus goes along. */
export function Sure({ label, icon, question, main, onYes }: SureProps): JSX.Element {
  const asked = useSignal<"never" | "now" | "before">("never");
  const ask = (): void => {
    asked.value = "now";
    say(question);
  };
  if (asked.value !== "now") return <button class={main ? "button main" : "button quiet"} ref={asked.value === "before" ? focus : null} onClick={ask}>{icon && <Icon name={icon} />}{label}</button>;
  return (
    <span class="buttons asking" role="group" aria-label={question}>
      <span>{question}</span>
      <button class="button" onClick={() => { asked.value = "before"; onYes(); }}>{t("Yes")}</button>
      <button class="button" ref={focus} onClick={() => (asked.value = "before")}>{t("No")}</button>
    </span>
  );
}
