/** What somebody has achieved in two browsers, brought together. */
import { GAMES } from "../i18n/games";
import { change, progress, type Met, type Progress, type Track } from "../ui/progress";

const EMPTY_TRACK: Track = { lessons: [], attempts: [], runs: [], met: {} };

/** Each once, in the order of time. */
function together<T extends { at: number }>(one: readonly T[], other: readonly T[]): T[] {
  const all = new Map([...one, ...other].map((each) => [JSON.stringify(each), each]));
  return [...all.values()].sort((a, b) => a.at - b.at);
}

/** Games against a level are counted where they were played; of two counts the greater one holds. */
const counted = (one: Met | undefined, other: Met): Met => (one && one.won + one.drawn + one.lost >= other.won + other.drawn + other.lost ? one : other);

function joined(one: Track, other: Track): Track {
  const met = { ...one.met };
  for (const [level, count] of Object.entries(other.met)) met[level] = counted(met[level], count);
  return {
    lessons: [...new Set([...one.lessons, ...other.lessons])],
    attempts: together(one.attempts, other.attempts),
    runs: together(one.runs, other.runs),
    met,
  };
}

/** Brings what was achieved elsewhere together with what was achieved here. */
export function mergeProgress(other: Partial<Progress>): Progress {
  change((here) => ({
    ...here,
    games: Object.fromEntries(GAMES.map((game) => [game, joined(here.games[game], { ...EMPTY_TRACK, ...other.games?.[game] })])) as Progress["games"],
    days: [...new Set([...here.days, ...(other.days ?? [])])].sort(),
  }));
  return progress.value;
}
