/** The link to a friend, to send or to show as a QR code. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { MatchState } from "../net/api";
import { tell } from "../ui/announce";
import { t } from "../i18n/translate";

async function share(link: string): Promise<void> {
  if (navigator.share) await navigator.share({ title: "Tetrad", url: link }).catch(() => undefined);
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("Copied."));
  } catch {
    tell(t("The browser does not allow copying; select the text and copy it by hand."), "error");
  }
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

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** A server that only this computer reaches invites nobody from elsewhere, so the page says so. */
function Reach(): JSX.Element | null {
  if (!LOCAL.test(location.hostname)) return null;
  return (
    <p class="small soft">
      {t("This link works on this computer only. To let other devices in, start Tetrad with {command} and open the address of this computer.", { command: "tetrad serve --host 0.0.0.0" })}
    </p>
  );
}

export function Invite({ state }: { state: MatchState }): JSX.Element {
  const link = `${location.origin}/match/${state.id}?join=${state.invite}`;
  return (
    <section class="card invite" aria-labelledby="invite">
      <h2 id="invite">{t("Invite your friend")}</h2>
      <p>{t("Send this link, or let your friend scan the code. The game begins when they join.")}</p>
      <input class="mono" readOnly value={link} aria-label={t("Link to the game")} onFocus={(event) => event.currentTarget.select()} style={{ width: "100%" }} />
      <div class="buttons">
        <button class="button main" onClick={() => void copy(link)}>{t("Copy the link")}</button>
        {"share" in navigator && <button class="button" onClick={() => void share(link)}>{t("Share …")}</button>}
      </div>
      <Code link={link} />
      <Reach />
    </section>
  );
}
