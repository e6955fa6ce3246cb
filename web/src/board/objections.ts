/** Why moves are refused: the rules are asked, not guessed, and each question only once. */
import * as api from "../net/api";
import { sentence } from "../net/failures";
import type { Game } from "../i18n/games";
import { t } from "../i18n/translate";

/** What is said against a move, and the squares of what forbids it. */
export interface Objection {
  words: string;
  squares: readonly string[];
}

export class Objections {
  private readonly known = new Map<string, Promise<Objection>>();

  constructor(private readonly game: Game) {}

  /** What speaks against a move; where nobody could be asked, that. */
  to(move: string, position: string): Promise<Objection> {
    const key = `${position} ${move}`;
    const asked = this.known.get(key) ?? ask(this.game, position, move);
    this.known.set(key, asked);
    return asked.catch((failure: unknown) => {
      this.known.delete(key);
      return { words: sentence(failure), squares: [] };
    });
  }
}

/** What the rules say; throws where nobody could be asked. */
async function ask(game: Game, position: string, move: string): Promise<Objection> {
  try {
    await api.board(game, position, move);
    return { words: t("Choose what to move first."), squares: [] };
  } catch (failure) {
    if (!(failure instanceof api.Refused) || failure.code === "offline") throw failure;
    return { words: sentence(failure), squares: failure.squares };
  }
}
