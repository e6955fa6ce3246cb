/** A match event by event: what each one changes in the state that this browser keeps. */
import type { Seats, MatchState, Ply } from "../net/api";
import type { LiveEvent } from "../net/live";

type Change = (state: MatchState, event: LiveEvent) => Partial<MatchState>;

const along = (history: Ply[]): Partial<MatchState> => {
  const last = history.at(-1)!;
  return {
    history,
    moves: history.slice(1).map(({ move }) => move!),
    last: last.move === null ? null : { move: last.move, steps: last.steps },
  };
};

/** So many of the last phrases are kept in sight, as on the server. */
const KEPT = 12;

const nothing: Change = () => ({});

const CHANGES: Record<string, Change> = {
  join: ({ players }, { seat, name, person = null, rating = null, program = false }) => ({
    players: { ...players, [seat!]: { ...players[seat!], name: name!, open: false, person, rating, program } },
    invite: null,
  }),
  name: ({ players }, { seat, kind, seq, at, now, ...who }) => ({ players: { ...players, [seat!]: { ...players[seat!], ...who } } }),
  move: ({ history }, { move, steps, position, hand }) => along([...history, { move: move!, steps: steps!, position: position!, hand: hand! }]),
  undo: ({ history }, { ply }) => along(history.slice(0, ply! + 1)),
  resign: nothing,
  draw: nothing,
  flag: nothing,
  abandon: nothing,
  say: ({ talk }, { by, phrase, template }) => ({ talk: [...talk, { by: by!, phrase: phrase!, template: template! }].slice(-KEPT) }),
  offer: nothing,
  decline: nothing,
  rematch: nothing,
  rated: (_, { ratings }) => ({ counted: ratings! }),
};

const board = ({ position, turn, outcome }: LiveEvent): Partial<MatchState> =>
  position === undefined ? {} : { position, turn, outcome };

/** Only the newest event says what can be done; before it has come, nothing can. */
function now({ you }: MatchState, { now }: LiveEvent): Partial<MatchState> {
  if (!now) return { can: [], choices: {} };
  return { ...now, can: now.can[you.join("") as Seats] ?? [] };
}

/** The state after the next event; nothing if this is not the next one, or an unknown one. */
export function fold(state: MatchState, event: LiveEvent): MatchState | undefined {
  const change = CHANGES[event.kind];
  if (!change || event.seq !== state.seq + 1) return undefined;
  return { ...state, ...change(state, event), ...board(event), ...now(state, event), seq: event.seq, updated: event.at ?? state.updated };
}
