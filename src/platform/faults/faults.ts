import { instantText } from '../../kernel/format/date-text.ts';
import type { DataContext } from '../../context.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { type Channel, ChannelError } from '../channels/channel.ts';
import type { Database } from '../database/database.ts';
import { type FaultFacts, type FaultKind, faultSentence, FIRST_FACTS, OF_INSTALLATION } from './rules/fault.ts';
import { endFault, forgetFaults, recordFault, touchFault } from './store/faults.ts';

/*
 * Spec gap: faults that this process meets. It remembers them, because the database may be what is away, and writes
 * them down as soon as it can. Times are those of a clock that nobody sets, because the clock of the process may be
 * what is wrong.
 */

interface Met extends FaultFacts {
  readonly kind: FaultKind;
  readonly began: number;
  readonly seen: number;
  readonly ended: number | null;
  readonly times: number;
}

/** Faults that are over and not written down yet, while the database is away. */
const MOST_UNWRITTEN = 50;
/** Faults that are over are told by /readyz for so long. */
const TOLD_MILLISECONDS = HOUR_MS;

const add = (one: number, other: number): number => one + other;
const farther = (one: number, other: number): number => (Math.abs(other) > Math.abs(one) ? other : one);

/** Both values joined, or the one that is known; null: neither is. */
const joined = (
  one: number | null,
  other: number | null,
  join: (one: number, other: number) => number,
): number | null => (one === null || other === null ? (one ?? other) : join(one, other));

export class Faults {
  readonly #lasting = new Map<FaultKind, Met>();
  /** Kinds that were met since they were last written down. */
  readonly #fresh = new Set<FaultKind>();
  #unwritten: Met[] = [];
  #over: Met[] = [];
  /** Kinds that were found to be over although this process knew of none: another one may have written one down. */
  readonly #sound = new Set<FaultKind>();
  #refused = 0;

  /** Takes notice of a fault that begins or goes on. */
  begin(kind: FaultKind, facts: Partial<FaultFacts> = {}): void {
    const now = performance.now();
    const before = this.#lasting.get(kind);
    const known = before ?? FIRST_FACTS[kind];
    const found = { ...FIRST_FACTS[kind], ...facts };
    this.#sound.delete(kind);
    this.#fresh.add(kind);
    this.#lasting.set(kind, {
      kind,
      began: before?.began ?? now,
      seen: now,
      ended: null,
      times: 1,
      requests: joined(known.requests, found.requests, add),
      mails: joined(known.mails, found.mails, Math.max),
      milliseconds: joined(known.milliseconds, found.milliseconds, farther),
      isRestart: found.isRestart === true || known.isRestart,
      freeBytes: joined(known.freeBytes, found.freeBytes, Math.min),
    });
  }

  /** Takes notice that all is well there. */
  end(kind: FaultKind): void {
    const met = this.#lasting.get(kind);
    if (met === undefined) {
      if (OF_INSTALLATION.has(kind)) this.#sound.add(kind);
      return;
    }
    this.#lasting.delete(kind);
    this.#fresh.delete(kind);
    const over = { ...met, ended: performance.now() };
    this.#unwritten = [...this.#unwritten, over].slice(-MOST_UNWRITTEN);
    this.#over = [...this.#over, over].slice(-MOST_UNWRITTEN);
  }

  lasts(kind: FaultKind): boolean {
    return this.#lasting.has(kind);
  }

  /** Sets the number of mails that wait. It is no new sign of the fault. */
  countMails(mails: number): void {
    const met = this.#lasting.get('mail');
    if (met !== undefined) this.#lasting.set('mail', { ...met, mails: joined(met.mails, mails, Math.max) });
  }

  /** Counts a request that was answered 503, which is told where the database was the reason. */
  refused(): void {
    this.#refused += 1;
  }

  /** Gives the counted requests to the database's fault; where there is none, their reason was another one. */
  attributeRefused(): void {
    if (this.lasts('database')) this.begin('database', { requests: this.#refused });
    this.#refused = 0;
  }

  /**
   * Writes down what is new. What the database does not take is kept.
   * @param process name of this process
   */
  async write(database: Database, process: string): Promise<void> {
    const nameOf = (kind: FaultKind): string => (OF_INSTALLATION.has(kind) ? '' : process);
    const record = (met: Met): Promise<void> => {
      const { kind, times: _, began, seen, ended, ...facts } = met;
      const now = performance.now();
      const endedAgo = ended === null ? null : now - ended;
      return recordFault(database, {
        ...facts,
        milliseconds: facts.milliseconds === null ? null : Math.round(facts.milliseconds),
        kind,
        process: nameOf(kind),
        beganAgo: now - began,
        seenAgo: now - seen,
        endedAgo,
      });
    };
    for (const [kind, met] of this.#lasting) {
      // Its requests are counted to its end.
      if (kind === 'database') continue;
      if (this.#fresh.has(kind)) {
        await record(met);
        this.#fresh.delete(kind);
      } else if (!(await touchFault(database, { kind, process: nameOf(kind), mails: met.mails })))
        this.#lasting.delete(kind);
    }
    for (let met = this.#unwritten[0]; met !== undefined; met = this.#unwritten[0]) {
      await record(met);
      this.#unwritten = this.#unwritten.slice(1);
    }
    for (const kind of this.#sound) {
      await endFault(database, { kind, process: nameOf(kind), endedAgo: 0 });
      this.#sound.delete(kind);
    }
  }

  /** Sentences about the faults that last or were over within the hour, for /readyz. */
  told(now: EpochMillis, process: string): readonly string[] {
    const present = performance.now();
    const at = (mono: number): EpochMillis => now - (present - mono);
    return [
      ...this.#lasting.values(),
      ...this.#over.filter(({ ended }) => present - (ended ?? 0) < TOLD_MILLISECONDS),
    ].map((met) =>
      faultSentence(
        {
          ...met,
          process,
          began: at(met.began),
          seen: at(met.seen),
          ended: met.ended === null ? null : at(met.ended),
          mailsWaiting: null,
        },
        'en',
        (instant) => `${instantText(instant, 'UTC')} UTC`,
      ),
    );
  }
}

const KEPT_DAYS = 90;

export const forgetOldFaults = ({ database, clock }: DataContext): Promise<void> =>
  forgetFaults(database, new Date(clock.now() - KEPT_DAYS * DAY_MS));

/** The mail channel, whose server is watched. A server that answers is not away, whatever it answers. */
export const watchedMail = (email: Channel, faults: Faults): Channel => ({
  ...email,
  async send(message) {
    try {
      const sent = await email.send(message);
      faults.end('mail');
      return sent;
    } catch (error) {
      if (error instanceof ChannelError && error.status !== null) faults.end('mail');
      else if (error instanceof ChannelError && error.kind === 'unreachable') faults.begin('mail');
      throw error;
    }
  },
});
