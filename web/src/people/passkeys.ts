/** Passkeys in the browser: they work with bytes, and the server with the same as text. */
import * as api from "./api";
import { t } from "../i18n/translate";
import { account, become } from "./account";

/** Browsers have passkeys where the line is safe, and for names, not for numbers. */
export const canUsePasskeys = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

interface Listed {
  id: string;
  type: "public-key";
}
interface Request {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: UserVerificationRequirement;
}
interface Creation {
  challenge: string;
  rp: PublicKeyCredentialRpEntity;
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout: number;
  authenticatorSelection: AuthenticatorSelectionCriteria;
  excludeCredentials: Listed[];
}

/** Says in words why there is no answer: mostly somebody has changed their mind. */
function explained(failure: unknown): never {
  if (!(failure instanceof DOMException)) throw failure;
  throw new Error(failure.name === "InvalidStateError" ? t("This device already has a passkey for your account.") : t("No passkey was used."));
}

function answer(credential: PublicKeyCredential, response: Record<string, string | null>): api.Passkey {
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
}

/** Lets somebody choose one of their passkeys, and sign with it. */
async function signed({ options }: api.Asked): Promise<api.Passkey> {
  const asked = options as unknown as Request;
  const publicKey = { ...asked, challenge: bytes(asked.challenge) };
  const credential = (await navigator.credentials.get({ publicKey }).catch(explained)) as PublicKeyCredential;
  const { authenticatorData, clientDataJSON, signature, userHandle } = credential.response as AuthenticatorAssertionResponse;
  return answer(credential, {
    authenticatorData: text(authenticatorData),
    clientDataJSON: text(clientDataJSON),
    signature: text(signature),
    userHandle: userHandle && text(userHandle),
  });
}

/** Makes a passkey on a device of somebody's choice. */
async function made({ options }: api.Asked): Promise<api.Passkey> {
  const asked = options as unknown as Creation;
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: asked.excludeCredentials.map((each) => ({ ...each, id: bytes(each.id) })),
  };
  const credential = (await navigator.credentials.create({ publicKey }).catch(explained)) as PublicKeyCredential;
  const { attestationObject, clientDataJSON } = credential.response as AuthenticatorAttestationResponse;
  return answer(credential, { attestationObject: text(attestationObject), clientDataJSON: text(clientDataJSON) });
}

const usePasskey = async (): Promise<api.Passkey> => signed(await api.askPasskey());

/** That it is really you: by the password, or where none was typed, by a passkey. */
export async function proofBy(password: string): Promise<api.Proof> {
  const has = canUsePasskeys() && account.value!.passkeys.length > 0;
  return has && !password ? { passkey: await usePasskey() } : { password };
}

export async function signInByPasskey(): Promise<void> {
  become((await api.signInByPasskey(await usePasskey())).account);
}

export async function signUpByPasskey(name: string, program: boolean): Promise<string[]> {
  const passkey = await made(await api.askForFirstPasskey(name));
  const { account: fresh, codes } = await api.signUp({ name, passkey, program });
  become(fresh);
  return codes;
}

/** One more passkey; the password, or another passkey, proves that it is you. */
export async function addPasskey(password: string): Promise<void> {
  const passkey = await made(await api.askForPasskey(await proofBy(password)));
  become((await api.addPasskey(passkey)).account);
}
