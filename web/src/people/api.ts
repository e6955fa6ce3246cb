/** What the server knows of people, as functions; see `net/api`. */
import { ask, enc, Refused, type Schema } from "../net/api";
import type { Game } from "../i18n/games";

export { Refused };
export type Account = Schema["AccountView"];
export type Rated = Schema["RatingView"];
export type Profile = Schema["Profile"];
export type Best = Schema["Best"];
/** What somebody looks for. */
export type Offered = Schema["SeekView"];
export type NewSeek = Schema["NewSeek"];

export const me = (): Promise<Schema["Me"]> => ask("GET", "/api/me");
export const signUp = (wanted: Partial<Schema["NewAccount"]>): Promise<Schema["SignedUp"]> => ask("POST", "/api/people", wanted);
export const signIn = (name: string, password: string): Promise<Schema["Me"]> => ask("POST", "/api/session", { name, password });
export const recover = (name: string, code: string, password: string): Promise<Schema["Me"]> => ask("POST", "/api/session/recover", { name, code, password });
/** What a passkey is asked, and what it answers. */
export type Asked = Schema["PasskeyAsked"];
export type Passkey = Schema["Answered"]["passkey"];
export type Proof = Schema["Proof"];
export const askPasskey = (): Promise<Asked> => ask("POST", "/api/passkeys");
export const askForFirstPasskey = (name: string): Promise<Asked> => ask("POST", "/api/passkeys/sign-up", { name });
export const askForPasskey = (proof: Proof): Promise<Asked> => ask("POST", "/api/passkeys/another", proof);
export const signInByPasskey = (passkey: Passkey): Promise<Schema["Me"]> => ask("POST", "/api/session/passkey", { passkey });
export const addPasskey = (passkey: Passkey): Promise<Schema["Me"]> => ask("POST", "/api/me/passkeys", { passkey });
export const removePasskey = (id: string): Promise<void> => ask("DELETE", `/api/me/passkeys/${enc(id)}`);
export const signOut = (): Promise<void> => ask("DELETE", "/api/session");
export const signOutElsewhere = (): Promise<void> => ask("DELETE", "/api/sessions");
export const changePassword = (change: Schema["NewPassword"]): Promise<void> => ask("PUT", "/api/me/password", change);
export const newCodes = (proof: Proof): Promise<Schema["Codes"]> => ask("POST", "/api/me/codes", proof);
export const keepProgress = (progress: object): Promise<void> => ask("PUT", "/api/me/progress", progress);
export const deleteAccount = (proof: Proof): Promise<void> => ask("DELETE", "/api/me", proof);
export const block = (name: string, on: boolean): Promise<void> => ask(on ? "PUT" : "DELETE", `/api/me/blocked/${enc(name)}`);
export const profile = (name: string): Promise<Profile> => ask("GET", `/api/people/${enc(name)}`);
export const best = (game: Game, kind: string): Promise<Best> => ask("GET", `/api/people?game=${game}&kind=${kind}`);

/** Games of strangers that go on. */
export const watched = (): Promise<Schema["Summaries"]> => ask("GET", "/api/watch");
export const seeks = (): Promise<Schema["SeekList"]> => ask("GET", "/api/seeks");
export const newSeek = (wish: NewSeek): Promise<Schema["SeekState"]> => ask("POST", "/api/seeks", wish);
/** Says that one is still there. */
export const seek = (id: string): Promise<Schema["SeekState"]> => ask("GET", `/api/seeks/${enc(id)}`);
export const acceptSeek = (id: string, name?: string): Promise<{ match: string }> => ask("POST", `/api/seeks/${enc(id)}/accept`, name ? { name } : {});
/** Looks no longer; the answer names a match where somebody was faster. */
export const withdraw = (id: string): Promise<Schema["SeekState"]> => ask("DELETE", `/api/seeks/${enc(id)}`);
export type Token = Schema["TokenView"];
export const tokens = (): Promise<Schema["Tokens"]> => ask("GET", "/api/me/tokens");
export const newToken = (name: string, proof: Proof): Promise<Schema["NewToken"]> => ask("POST", "/api/me/tokens", { name, ...proof });
export const endToken = (id: string): Promise<void> => ask("DELETE", `/api/me/tokens/${enc(id)}`);
