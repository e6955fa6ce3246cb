/** What belongs to somebody who has an account. */
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import * as api from "./api";
import { t, tn } from "../i18n/translate";
import { Sure } from "../ui/sure";
import { tell } from "../ui/announce";
import { copy } from "../ui/copy";
import { account, changePassword, deleteAccount, fetchAccount, signOut, stayTold } from "./account";
import { failed, Field, Form, ProofField } from "./forms";
import { proofBy } from "./passkeys";
import { PasskeysCard } from "./passkeys-card";
import { Ratings } from "./ratings";

/** Shown once: whoever loses the password needs one of them. */
function Codes({ codes }: { codes: Signal<string[]> }): JSX.Element | null {
  if (!codes.value.length) return null;
  return (
    <section class="card stack" role="alert" aria-labelledby="codes">
      <h2 id="codes">{t("Your recovery codes")}</h2>
      <p>{t("Write them down or keep them in a safe place: they are shown only now. If you forget your password, each of them lets you in once.")}</p>
      <ul class="codes mono">{codes.value.map((code) => <li>{code}</li>)}</ul>
      <div class="buttons">
        <button class="button" onClick={() => void copy(codes.value.join("\n"))}>{t("Copy the codes")}</button>
        <button class="button main" onClick={() => (codes.value = [])}>{t("I have saved them")}</button>
      </div>
    </section>
  );
}

function NewPassword(): JSX.Element {
  const [old, fresh] = [useSignal(""), useSignal("")];
  const change = async (): Promise<void> => {
    await changePassword(await proofBy(old.value), fresh.value);
    [old.value, fresh.value] = ["", ""];
    tell(t("The password was changed. Other browsers are signed out."));
  };
  const title = account.value!.password ? t("Change the password") : t("Set a password");
  return (
    <details class="card">
      <summary>{title}</summary>
      <Form title={title} button={account.value!.password ? t("Change it") : title} on={change}>
        <ProofField label={t("Current password")} value={old} />
        <Field label={t("New password")} value={fresh} secret fill="new-password" />
      </Form>
    </details>
  );
}

/** What asks once more who it is. */
function Serious({ codes }: { codes: Signal<string[]> }): JSX.Element {
  const password = useSignal("");
  const renew = async (): Promise<void> => {
    codes.value = (await api.newCodes(await proofBy(password.value))).codes;
    password.value = "";
  };
  return (
    <details class="card">
      <summary>{t("Recovery codes, or delete the account")}</summary>
      <Form title={t("New recovery codes")} button={t("Make new codes")} on={renew}>
        <p class="soft">{tn("{n} code is left.", "{n} codes are left.", account.value!.codes)}</p>
        <ProofField value={password} />
      </Form>
      <Sure label={t("Delete the account")} question={t("Delete your name, ratings and progress forever? Your games stay, without your name.")}
        onYes={() => void proofBy(password.value).then(deleteAccount).then(() => tell(t("The account was deleted.")), failed)} />
    </details>
  );
}

/** What a program signs in with; each is shown once. */
function Tokens(): JSX.Element {
  const tokens = useSignal<api.Token[]>([]);
  const [name, password, secret] = [useSignal(""), useSignal(""), useSignal("")];
  const list = async (): Promise<void> => void (tokens.value = (await api.tokens()).tokens);
  useLayoutEffect(() => void list().catch(failed), []);
  const make = async (): Promise<void> => {
    secret.value = (await api.newToken(name.value, await proofBy(password.value))).secret;
    name.value = password.value = "";
    await list();
  };
  const end = (id: string): void => void api.endToken(id).then(list).catch(failed);
  return (
    <section class="card stack" aria-labelledby="tokens">
      <h2 id="tokens">{t("Tokens of the program")}</h2>
      <ul class="list">{tokens.value.map(({ id, name: called }) => <li>{called} <button class="button" onClick={() => end(id)}>{t("End it")}</button></li>)}</ul>
      {secret.value && (
        <div class="stack" role="alert">
          <p>{t("This is the token. It is shown only now.")}</p>
          <input class="mono" readOnly value={secret.value} aria-label={t("Token")} onFocus={(event) => event.currentTarget.select()} />
        </div>
      )}
      <Form title={t("New token")} button={t("Make a token")} on={make}>
        <Field label={t("What is it for?")} value={name} fill="off" />
        <ProofField value={password} />
      </Form>
    </section>
  );
}

function Blocked({ names }: { names: readonly string[] }): JSX.Element | null {
  if (!names.length) return null;
  const unblock = (name: string): void => void api.block(name, false).then(fetchAccount).catch(failed);
  return (
    <section class="card" aria-labelledby="blocked">
      <h2 id="blocked">{t("Blocked")}</h2>
      <ul class="list">{names.map((name) => <li>{name} <button class="button" onClick={() => unblock(name)}>{t("Unblock")}</button></li>)}</ul>
    </section>
  );
}

export function Signed({ me, codes }: { me: api.Account; codes: Signal<string[]> }): JSX.Element {
  return (
    <>
      <h1>{me.name}</h1>
      <Codes codes={codes} />
      <section class="card stack">
        <Ratings ratings={me.ratings} />
        <div class="buttons">
          <a class="button" href={`/people/${encodeURIComponent(me.name)}`}>{t("My profile")}</a>
          <a class="button" href="/games">{t("My games")}</a>
          <button class="button" onClick={() => void signOut().catch(failed)}>{t("Sign out")}</button>
          <button class="button" onClick={() => void api.signOutElsewhere().then(() => { stayTold(); tell(t("Every other browser is signed out.")); }, failed)}>{t("Sign out everywhere else")}</button>
          <a class="button" href="/api/me/export" download>{t("Download my data")}</a>
        </div>
      </section>
      {me.program && <Tokens />}
      <Blocked names={me.blocked} />
      <PasskeysCard passkeys={me.passkeys} />
      <NewPassword />
      <Serious codes={codes} />
    </>
  );
}
