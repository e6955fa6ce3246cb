/** The link to a friend, to send or to show as a QR code. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { MatchState } from "../net/api";
import { copy } from "../ui/copy";
import { home, Opened, openHome, useHome } from "../settings/home-network";
import { t } from "../i18n/translate";
import { isLocal } from "../ui/router";
import { Sure } from "../ui/sure";
import { whoStarts } from "../start/starts";

async function share(link: string): Promise<void> {
  if (navigator.share) await navigator.share({ title: "Tetrad", url: link }).catch(() => undefined);
}

/** The standard asks for as many empty squares around the code. */
const QUIET_ZONE = 4;

function Code({ link }: { link: string }): JSX.Element | null {
  const code = useSignal<{ size: number; data: boolean[][] } | null>(null);
  useEffect(() => {
    void import("uqr").then(({ encode }) => (code.value = encode(link, { border: QUIET_ZONE })));
  }, [link]);
  if (!code.value) return null;
  const { size, data } = code.value;
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <div class="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("QR code of the link")} shape-rendering="crispEdges">
        <path d={path} fill="#000" />
      </svg>
    </div>
  );
}

/** The step from a link for this computer to one for the sofa: one button, one question. */
function Nearby(): JSX.Element {
  const chosen = useSignal("");
  const { addresses } = home.value!;
  if (!addresses.length) return <p class="small soft">{t("This computer is not on a home network at the moment.")}</p>;
  return (
    <>
      {addresses.length > 1 && (
        <label class="field">
          <span>{t("Address of this computer")}</span>
          <select value={chosen.value || addresses[0]} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            {addresses.map((address) => <option value={address}>{address}</option>)}
          </select>
        </label>
      )}
      <Sure main label={t("Invite a device on your home network")} question={t("Let devices on your home network reach Tetrad on this computer?")}
        onYes={() => void openHome(chosen.value || addresses[0]!)} />
    </>
  );
}

/** A server on this computer reaches nobody else, until it is let. */
function OnlyHere(): JSX.Element {
  useHome();
  return (
    <>
      {home.value && <Nearby />}
      <p class="small soft">{t("This link works on this computer only.")}</p>
    </>
  );
}

export function Invite({ state }: { state: MatchState }): JSX.Element {
  const reachable = isLocal() ? home.value?.open : location.origin;
  const link = `${reachable ?? location.origin}/match/${state.id}?join=${state.invite}`;
  return (
    <section class="card invite" aria-labelledby="invite">
      <h2 id="invite">{t("Invite your friend")}</h2>
      <p>{whoStarts(state, state.you[0]!)}</p>
      {reachable ? <p>{t("Send this link, or let your friend scan the code. The game begins when they join.")}</p> : <OnlyHere />}
      <input class="mono" readOnly value={link} aria-label={t("Link to the game")} onFocus={(event) => event.currentTarget.select()} style={{ width: "100%" }} />
      <div class="buttons">
        <button class={reachable ? "button main" : "button"} onClick={() => void copy(link)}>{t("Copy the link")}</button>
        {"share" in navigator && <button class="button" onClick={() => void share(link)}>{t("Share …")}</button>}
      </div>
      {reachable && <Code link={link} />}
      {isLocal() && <Opened />}
    </section>
  );
}
