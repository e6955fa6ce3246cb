import { t } from "../../i18n/translate";
import type { Lesson } from "./lesson";

const START = "00,x2,00/x4/x4/00,x2,00 1";

export const lessons = (): Lesson[] => [
  {
    title: t("Pick a stack and sow it"),
    text: t("Eight neutral pebbles wait in pairs on the corners. On your turn you put one pebble of yours on any stack, lift the whole stack and sow it, one pebble on each space of a path."),
    task: t("Choose a corner, then press neighbouring spaces until the hand is empty."),
    position: START,
    goal: "any",
    done: t("That was a turn. You can step back at any time before the last pebble falls."),
  },
  {
    title: t("The bottom goes first"),
    text: t("The lowest pebble of the stack is sown first and your new one last. So you always know where your pebble will show: at the end of the path."),
    task: t("Sow the stack on a1 along the bottom row, so that your pebble lands on d1."),
    position: START,
    goal: { moves: "a1eee" },
    done: t("Your pebble lies on top of the stack on d1. A single pebble counts as a stack, too."),
  },
  {
    title: t("Paths may turn"),
    text: t("Each step goes to the space above, below, left or right of the one before. Turn as you like."),
    task: t("Sow any corner along a path with at least one turn."),
    position: START,
    goal: { moves: "..(?=.*[ns])(?=.*[ew]).*" },
    done: t("Good. From each corner there are ten different paths."),
  },
  {
    title: t("Never straight back"),
    text: t("A step may not return at once to the space just left. The first space after the stack cannot be followed by the stack's own space."),
    task: t("Lift a1, go to a2, and try to go straight back to a1."),
    position: START,
    goal: { try: ["a1", "a2", "a1"] },
    done: t("That is the only limit on a path, apart from the edge of the board."),
  },
  {
    title: t("Round in a loop"),
    text: t("Coming back by a detour is fine. With four pebbles in your hand you can walk around a small square and end where you began."),
    task: t("Sow the tall stack on a1 around a loop that ends on a1."),
    position: "00,x2,00/x4/x4/001,x,00,2 1",
    goal: { moves: "a1(nesw|enws)" },
    done: t("Full circle: your pebble shows on a1."),
  },
  {
    title: t("Cover and uncover"),
    text: t("Pebbles land on top of what is there. So you can hide a pebble of the other side, and lifting a stack may show one again."),
    task: t("Cover dark's pebble on d1 with a pebble of yours."),
    position: "00,x2,00/x4/x4/001,x,00,2 1",
    goal: { moves: "c1nes|d4sss" },
    done: t("Dark's pebble is still there, but it is not visible and does not count."),
  },
  {
    title: t("Four in a line"),
    text: t("When the last pebble is sown, and only then, lines count: four visible pebbles of one colour filling a row, a column or a long diagonal win."),
    task: t("A short path completes a line of light pebbles. Find it."),
    position: "1,0,x2/1,0,22,0/x,1,20,x/00,x2,00 1",
    goal: "win",
    done: t("Column a shows four light pebbles: you win."),
  },
  {
    title: t("A stack is no line"),
    text: t("Only what can be seen from above counts. The stack on c2 holds four light pebbles on top of each other, and yet the game goes on. Point at it, or move to it with the arrow keys, to look inside."),
    task: t("Make any move to go on."),
    position: "00,x2,00/x,2,2,x/x,2,1111,2/00,x2,00 1",
    goal: "any",
    done: t("Tall stacks travel far: such a stack can spread a whole line in one turn."),
  },
  {
    title: t("Diagonals count"),
    text: t("The two long diagonals, from corner to corner, are lines like the others."),
    task: t("Complete a diagonal."),
    position: "x,0,0,1/x,12,01,0/x,22,00,0/20,1,x2 1",
    goal: "win",
    done: t("From a1 to d4: four visible light pebbles."),
  },
  {
    title: t("The first trap"),
    text: t("Dark shows three pebbles in row 3. A line of the other side that stands after your turn wins for them, and so does one they can complete next. If all pebbles are played without a line, the game is a draw."),
    task: t("Break the threat: after your move dark must have no line to complete."),
    position: "00,x2,00/2,2,2,x/x,1,1,x/00,1,x,00 1",
    goal: "safe",
    done: t("The threat is gone. You are ready for a real game."),
  },
];
