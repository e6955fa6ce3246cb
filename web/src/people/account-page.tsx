/** The account: sign in or up; what belongs to somebody who has one is in `signed`. */
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { t } from "../i18n/translate";
import { account, fetchAccount, recover, signIn, signUp } from "./account";
import { failed, Field, Form } from "./forms";
import { canUsePasskeys, signInByPasskey, signUpByPasskey } from "./passkeys";
import { Signed } from "./signed";

function SignIn(): JSX.Element {
  const [name, password] = [useSignal(""), useSignal("")];
  return (
    <Form title={t("Sign in")} button={t("Sign in")} on={() => signIn(name.value, password.value)}
      other={canUsePasskeys() && { label: t("Sign in with a passkey"), on: signInByPasskey }}>
      <Field label={t("Name")} value={name} fill="username" />
      <Field label={t("Password")} value={password} secret fill="current-password" />
    </Form>
  );
}

function SignUp({ codes }: { codes: Signal<string[]> }): JSX.Element {
  const [name, password, program] = [useSignal(""), useSignal(""), useSignal(false)];
  return (
    <Form title={t("New account")} button={t("Create the account")} on={async () => void (codes.value = await signUp(name.value, password.value, program.value))}
      other={canUsePasskeys() && { label: t("Use a passkey instead of a password"), on: async () => void (codes.value = await signUpByPasskey(name.value, program.value)) }}>
      <p class="soft">{t("A name and a password, nothing else. The games and the progress in this browser move to your account.")}</p>
      <Field label={t("Name")} value={name} fill="username" note={t("Everyone can see it.")} />
      <Field label={t("Password")} value={password} secret fill="new-password" note={t("At least 8 characters.")} />
      <label class="choice">
        <input type="checkbox" checked={program.value} onChange={() => (program.value = !program.value)} />
        <span>{t("This account is for a program")}</span>
      </label>
    </Form>
  );
}

function Recover(): JSX.Element {
  const [name, code, password] = [useSignal(""), useSignal(""), useSignal("")];
  return (
    <details class="card">
      <summary>{t("I have forgotten my password")}</summary>
      <Form title={t("Use a recovery code")} button={t("Set the new password")} on={() => recover(name.value, code.value, password.value)}>
        <Field label={t("Name")} value={name} fill="username" />
        <Field label={t("Recovery code")} value={code} fill="off" />
        <Field label={t("New password")} value={password} secret fill="new-password" />
      </Form>
    </details>
  );
}

export function AccountPage(): JSX.Element {
  const codes = useSignal<string[]>([]);
  const asked = useSignal(false);
  useLayoutEffect(() => void fetchAccount().catch(failed).then(() => (asked.value = true)), []);
  if (!asked.value) return <p class="soft loading">{t("Loading …")}</p>;
  const me = account.value;
  if (me) return <div class="people stack"><Signed me={me} codes={codes} /></div>;
  return (
    <div class="people stack">
      <h1>{t("Account")}</h1>
      <p>{t("You can play without an account. With one, your games follow you to other devices, and you can play rated games.")}</p>
      <div class="two"><SignIn /><SignUp codes={codes} /></div>
      <Recover />
    </div>
  );
}
