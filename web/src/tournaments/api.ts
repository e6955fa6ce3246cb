/** Tournaments as the server knows them, as functions; see `net/api`. */
import { ask, enc, type Schema } from "../net/api";

export type Card = Schema["TournamentCard"];
export type Tournament = Schema["TournamentView"];
export type Standing = Schema["Standing"];
export type Entrant = Schema["EntrantView"];
export type NewTournament = Schema["NewTournament"];

export const list = (): Promise<Schema["TournamentList"]> => ask("GET", "/api/tournaments");
export const start = (wish: Partial<NewTournament>): Promise<{ id: string }> => ask("POST", "/api/tournaments", wish);
/** Says also that one is there to be paired. */
export const look = (id: string): Promise<Tournament> => ask("GET", `/api/tournaments/${enc(id)}`);
export const join = (id: string, name?: string): Promise<Tournament> => ask("POST", `/api/tournaments/${enc(id)}/join`, name ? { name } : {});
export const leave = (id: string): Promise<Tournament> => ask("POST", `/api/tournaments/${enc(id)}/leave`);
