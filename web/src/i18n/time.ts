/** How long somebody has, in words: days, or hours and minutes. */
import { t, tn } from "./translate";

const HOUR = 3600;
const DAY = 24 * HOUR;

export function timeText(seconds: number): string {
  if (seconds >= 2 * DAY) return tn("{n} day", "{n} days", Math.floor(seconds / DAY));
  const whole = Math.max(0, seconds);
  return t("{hours} h {minutes} min", { hours: Math.floor(whole / HOUR), minutes: Math.floor((whole % HOUR) / 60) });
}
