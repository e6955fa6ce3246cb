/** The switch for notifications, in the settings, and their offer beside a game of days. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { t } from "../i18n/translate";
import { isOn, notify } from "../settings/settings";
import { canNotify, isAllowed, switchOff, switchOn } from "./notify";

export function NotifySetting(): JSX.Element | null {
  const [on, busy] = [useSignal(canNotify() && isAllowed()), useSignal(false)];
  if (!canNotify()) return null;
  const turn = async (wanted: boolean): Promise<void> => {
    [on.value, busy.value] = [wanted, true];
    await (wanted ? switchOn() : switchOff()).catch(() => undefined);
    [on.value, busy.value] = [isAllowed(), false];
  };
  return (
    <fieldset>
      <legend>{t("Notifications")}</legend>
      <div class="choices">
        <label class="choice">
          <input type="checkbox" checked={on.value} disabled={busy.value} onChange={(event) => void turn(event.currentTarget.checked)} />
          {t("Tell me when it is my turn in games of days")}
        </label>
      </div>
    </fieldset>
  );
}

/** Only while it can still be accepted. */
export function NotifyOffer(): JSX.Element | null {
  if (!canNotify() || Notification.permission === "denied" || (isOn(notify) && isAllowed())) return null;
  return <button type="button" class="button" onClick={() => void switchOn().catch(() => undefined)}>{t("Tell me when it is my turn")}</button>;
}
