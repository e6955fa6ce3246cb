/** Looking for a game: what is looked for, the sign that one is still there, and what comes of it. */
import { signal } from "@preact/signals";
import { createMatch, type NewSeat, type Summary } from "../net/api";
import * as api from "../people/api";
import { sentence } from "../net/failures";
import type { Game } from "../i18n/games";
import { t } from "../i18n/translate";
import { seatOf, suggested } from "../opponents/opponents";
import { account } from "../people/account";
import { playerName } from "../settings/settings";
import { CLOCKS, wished } from "../start/clocks";
import { say, tell } from "../ui/announce";
import { go } from "../ui/router";

const LOOK_EVERY = 2500;
/** After so long the house offers to play. */
const ALONE_AFTER = 15_000;

export class MeetingRoom {
  readonly game;
  readonly clock = signal("5+3");
  readonly rated = signal(false);
  readonly offers = signal<api.Offered[] | null>(null);
  readonly watched = signal<Summary[]>([]);
  /** How many people are there, oneself included. */
  readonly here = signal(1);
  /** The offer with which one waits here for somebody. */
  readonly seek = signal<string | null>(null);
  readonly alone = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private begun = 0;
  private closed = false;

  constructor(game: Game) {
    this.game = signal<Game>(game);
  }

  /** Who of the house would play. */
  get level(): number {
    return suggested(this.game.value);
  }

  open(): void {
    void this.refresh();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    if (this.seek.value && this.waits()) void api.withdraw(this.seek.value).then(({ match }) => match && this.call(match)).catch(() => undefined);
  }

  /** Whether what is looked for needs one to stay here. */
  private waits(): boolean {
    const clock = CLOCKS[this.clock.value];
    return Boolean(clock && !clock.days);
  }

  private async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      if (this.seek.value) await this.wait(this.seek.value);
      const { seeks, here } = await api.seeks();
      this.offers.value = seeks;
      this.here.value = here;
      this.watched.value = (await api.watched()).matches as Summary[];
    } catch (failure) {
      if (failure instanceof api.Refused && failure.status === 404) this.seek.value = null;
      this.offers.value ??= [];
    }
    if (!this.closed) this.timer = setTimeout(() => void this.refresh(), LOOK_EVERY);
  }

  private async wait(id: string): Promise<void> {
    const { match } = await api.seek(id);
    if (match) this.enter(match);
    else if (!this.alone.value && Date.now() - this.begun > ALONE_AFTER) this.alone.value = true;
  }

  private enter(match: string): void {
    if (this.closed) return;
    this.seek.value = null;
    this.closed = true;
    clearTimeout(this.timer);
    this.call(match);
  }

  /** Somebody came in the very moment in which one left: the game is not forgotten. */
  private call(match: string): void {
    go(`/match/${match}`);
    tell(t("Your opponent is here."));
  }

  private get name(): string | undefined {
    return account.value ? undefined : playerName.value.trim() || undefined;
  }

  async look(): Promise<void> {
    const rated = Boolean(account.value) && this.rated.value && this.clock.value !== "";
    try {
      const { id, match } = await api.newSeek({ game: this.game.value, clock: wished(this.clock.value), rated, name: this.name });
      if (match) return this.enter(match);
      if (this.waits()) {
        this.seek.value = id;
        this.begun = Date.now();
        this.alone.value = false;
        say(t("Looking for an opponent …"));
      } else {
        tell(t("Your offer stays open for a week. When someone accepts it, the game appears in My games."));
      }
      await this.refresh();
    } catch (failure) {
      tell(sentence(failure), "error");
    }
  }

  async accept(id: string): Promise<void> {
    try {
      if (await this.stop()) return;
      this.enter((await api.acceptSeek(id, this.name)).match);
    } catch (failure) {
      tell(sentence(failure), "error");
      await this.refresh();
    }
  }

  /** Takes an offer back; whether somebody had come already, whose game is then entered. */
  async withdraw(id: string): Promise<boolean> {
    if (id === this.seek.value) this.seek.value = null;
    const met = await api.withdraw(id).catch(() => null);
    if (met?.match) this.enter(met.match);
    else await this.refresh();
    return Boolean(met?.match);
  }

  async stop(): Promise<boolean> {
    return this.seek.value !== null && this.withdraw(this.seek.value);
  }

  /** Somebody of the house steps in; what was looked for is taken back. */
  async playTheHouse(): Promise<void> {
    const other = seatOf(this.level);
    const me: NewSeat = { kind: "human", ...(this.name && { name: this.name }) };
    const [first, second] = Math.random() < 0.5 ? [me, other] : [other, me];
    try {
      if (await this.stop()) return;
      const { id } = await createMatch({ game: this.game.value, first, second, clock: wished(this.clock.value), repetition: true });
      this.enter(id);
    } catch (failure) {
      tell(sentence(failure), "error");
    }
  }
}
