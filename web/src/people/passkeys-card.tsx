/** The passkeys of an account: which there are, one more, one less. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { date, t } from "../i18n/translate";
import { Sure } from "../ui/sure";
import { tell } from "../ui/announce";
import { fetchAccount } from "./account";
import * as api from "./api";
import { failed, Form, ProofField } from "./forms";
import { addPasskey, canUsePasskeys } from "./passkeys";

function Passkey({ passkey: { id, made, used } }: { passkey: api.Account["passkeys"][number] }): JSX.Element {
  const remove = async (): Promise<void> => {
    await api.removePasskey(id);
    await fetchAccount();
    tell(t("The passkey was removed."));
  };
  return (
    <li>
      <span class="grow">
        {t("Added on {date}", { date: date(made * 1000) })}
        <br /><span class="soft small">{used ? t("Last used on {date}", { date: date(used * 1000) }) : t("Not used yet")}</span>
      </span>
      <Sure label={t("Remove it")} question={t("Remove this passkey?")} onYes={() => void remove().catch(failed)} />
    </li>
  );
}

export function PasskeysCard({ passkeys }: { passkeys: api.Account["passkeys"] }): JSX.Element | null {
  const password = useSignal("");
  const add = async (): Promise<void> => {
    await addPasskey(password.value);
    password.value = "";
    tell(t("The passkey was added."));
  };
  if (!passkeys.length && !canUsePasskeys()) return null;
  return (
    <details class="card">
      <summary>{t("Passkeys")}</summary>
      {passkeys.length > 0 && <ul class="offers">{passkeys.map((passkey) => <Passkey passkey={passkey} key={passkey.id} />)}</ul>}
      {canUsePasskeys() && (
        <Form title={t("Add a passkey")} button={t("Add a passkey")} on={add}>
          <p class="soft">{t("Your device or password manager keeps it, and you sign in without typing anything.")}</p>
          <ProofField value={password} />
        </Form>
      )}
    </details>
  );
}
