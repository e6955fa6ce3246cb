/** What a lesson is; the lessons themselves are in the file of each game. */

/** "any" legal move, a "win" on the spot, a "safe" move that lets nobody win, or a pattern of moves. */
export type Goal = "any" | "win" | "safe" | { moves: string } | { try: string[] };

export interface Lesson {
  /** By which it is remembered that the lesson is done; the same for ever. */
  name: string;
  title: string;
  /** Whether its text is part of the rules, which are shown on one card in a match. */
  rule?: true;
  text: string;
  task: string;
  position: string;
  goal: Goal;
  done: string;
  /** Beyond the rules: what it says is proven, and wrong tries are answered on the board. */
  strategy?: true;
}
