/** A form of the account page: fields that a browser may fill in, and a button that waits. */
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n/translate";
import { sentence } from "../net/failures";
import { tell } from "../ui/announce";
import { account } from "./account";
import { canUsePasskeys } from "./passkeys";

export const failed = (failure: unknown): void => tell(sentence(failure), "error");

interface FieldProps {
  label: string;
  value: Signal<string>;
  secret?: boolean;
  optional?: boolean;
  fill: string;
  note?: string;
}

export function Field(props: FieldProps): JSX.Element {
  const rest = {
    required: !props.optional,
    autocomplete: props.fill,
    value: props.value.value,
    onInput: (event: { currentTarget: HTMLInputElement }) => void (props.value.value = event.currentTarget.value),
  };
  return (
    <label class="field">
      <span>{props.label}</span>
      {props.secret ? <input type="password" maxLength={200} {...rest} /> : <input type="text" maxLength={80} {...rest} />}
      {props.note && <span class="soft small">{props.note}</span>}
    </label>
  );
}

interface FormProps {
  title: string;
  button: string;
  on: () => Promise<void>;
  /** What else can be done with what is filled in. */
  other?: { label: string; on: () => Promise<void> } | false;
  children: ComponentChildren;
}

export function Form({ title, button, on, other, children }: FormProps): JSX.Element {
  const busy = useSignal(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    busy.value = true;
    await work().catch(failed);
    busy.value = false;
  };
  return (
    <form class="card stack" aria-label={title} onSubmit={(event) => { event.preventDefault(); void run(on); }}>
      <h2>{title}</h2>
      {children}
      <div class="buttons">
        <button class="button main" disabled={busy.value}>{button}</button>
        {other && <button class="button" type="button" disabled={busy.value} onClick={() => void run(other.on)}>{other.label}</button>}
      </div>
    </form>
  );
}

/** Asks for the password once more; who has a passkey may use that instead. */
export function ProofField({ value, label = t("Password") }: { value: Signal<string>; label?: string }): JSX.Element | null {
  const { password, passkeys } = account.value!;
  if (!password) return null;
  const either = passkeys.length > 0 && canUsePasskeys();
  return <Field label={label} value={value} secret fill="current-password" optional={either} note={either ? t("Leave it empty to use a passkey.") : undefined} />;
}
