/** What went wrong, as a sentence a player can do something with. */
import { Refused } from "./api";
import { t } from "../i18n/translate";
import { because, said } from "../i18n/words";

function known(failure: Refused): string | undefined {
  const sentences: Record<string, () => string> = {
    offline: () => t("The server cannot be reached."),
    stale: () => t("The game has gone on meanwhile; this is how it stands now."),
    "out-of-turn": () => t("It is not your turn."),
    "game-over": () => t("The game is over."),
    "not-your-seat": () => t("This seat belongs to somebody else; you can watch."),
    "who-are-you": () => t("This browser has no seat in this game; you can watch."),
    "seat-taken": () => t("Somebody has already taken this seat."),
    "wrong-code": () => t("This invitation is not for this game. Ask your friend for the link again."),
    "no-hints": () => t("There are no hints against another person."),
    "no-draws": () => t("There are no draws in this game."),
    "nothing-to-undo": () => t("There is no move of yours to take back."),
    "already-offered": () => t("You have already asked; wait for the answer."),
    "no-offer": () => t("The offer is no longer there."),
    "no-such-match": () => t("This game does not exist"),
    "too-many": () => t("That was too much at once. Wait a moment and try again."),
    "too-large": () => t("That text is too long."),
    notation: () => t("This cannot be read: {why}", { why: failure.reason ? said(failure.reason) : failure.message }),
    internal: () => t("Something went wrong on the server. Please try again."),
  };
  return sentences[failure.code]?.();
}

export function sentence(failure: unknown): string {
  if (!(failure instanceof Refused)) return failure instanceof Error ? failure.message : String(failure);
  if (failure.reason && failure.code !== "notation") return because(failure.reason);
  return known(failure) ?? failure.message;
}
