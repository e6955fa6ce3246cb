/** A tournament that is looked at: how it stands, and the way into one's games as they begin. */
import { signal } from "@preact/signals";
import { sentence } from "../net/failures";
import { learnTime, serverNow } from "../net/server-time";
import { t } from "../i18n/translate";
import { account } from "../people/account";
import { playerName } from "../settings/settings";
import { say, tell } from "../ui/announce";
import { go } from "../ui/router";
import * as api from "./api";
import { stateOf } from "./words";

const LOOK_EVERY = 2500;
const LOOK_EVERY_AFTERWARDS = 30_000;
/** Games that one has been brought to: whoever comes back from one wants to be here. */
const entered = new Set<string>();

export class TournamentRoom {
  readonly tournament = signal<api.Tournament | null>(null);
  readonly failure = signal<unknown>(null);
  /** What the clocks on the page count with. */
  readonly now = signal(serverNow());
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private closed = false;

  constructor(readonly id: string) {}

  open(): void {
    this.ticking = setInterval(() => (this.now.value = serverNow()), 1000);
    void this.refresh();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.ticking);
  }

  private async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.show(await api.look(this.id));
    } catch (failure) {
      if (!this.tournament.value) this.failure.value = failure;
    }
    const wait = this.tournament.value?.over ? LOOK_EVERY_AFTERWARDS : LOOK_EVERY;
    if (!this.closed) this.timer = setTimeout(() => void this.refresh(), wait);
  }

  private show(found: api.Tournament): void {
    if (this.closed) return;
    const before = this.tournament.value;
    learnTime(found.time);
    this.now.value = serverNow();
    this.failure.value = null;
    this.tournament.value = found;
    if (before && !before.over && found.over) say(t("The tournament is over."));
    if (before && stateOf(before, before.time) === "soon" && stateOf(found, found.time) === "running") say(t("The tournament begins."));
    const fresh = found.kind === "arena" && found.you?.matches.find((match) => !entered.has(match));
    if (fresh) this.enter(fresh);
  }

  private enter(match: string): void {
    entered.add(match);
    this.close();
    go(`/match/${match}`);
    tell(t("Your game begins."));
  }

  async join(): Promise<void> {
    const name = account.value ? undefined : playerName.value.trim() || undefined;
    await this.ask(api.join(this.id, name));
  }

  leave = (): Promise<void> => this.ask(api.leave(this.id));

  private async ask(asked: Promise<api.Tournament>): Promise<void> {
    try {
      this.show(await asked);
    } catch (failure) {
      tell(sentence(failure), "error");
    }
  }
}
