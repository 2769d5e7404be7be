import { durationText, figureText } from '../../../kernel/format/figure-text.ts';
import { filledText } from '../../../kernel/format/message.ts';
import type { Language } from '../../../kernel/language.ts';
import { type Catalogue, catalogueOf } from '../../../kernel/texts/catalogue.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** clock: differs from that of the database. jump: it was set. replica: away or behind. room: disk nearly full. */
export const FAULT_KINDS = ['mail', 'clock', 'jump', 'broker', 'database', 'replica', 'disk', 'room'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Faults of the installation; whoever finds that one is over ends it for all. The others are of one process each. */
export const OF_INSTALLATION: ReadonlySet<FaultKind> = new Set(['mail', 'disk', 'room']);

/** Figures of a fault. Each kind has its own ones; the others are null. */
export interface FaultFacts {
  /** Of database: requests answered 503. */
  readonly requests: number | null;
  /** Of mail: most mails that waited at once. */
  readonly mails: number | null;
  /** Of clock and jump: positive where the process was ahead. */
  readonly milliseconds: number | null;
  /** Of database: it was restarted, as opposed to connections that were cut. */
  readonly isRestart: boolean | null;
  /** Of room: the least that was free. */
  readonly freeBytes: number | null;
}

const NONE: FaultFacts = { requests: null, mails: null, milliseconds: null, isRestart: null, freeBytes: null };

/** The figures with which a fault of each kind begins. */
export const FIRST_FACTS: Readonly<Record<FaultKind, FaultFacts>> = {
  mail: { ...NONE, mails: 0 },
  clock: { ...NONE, milliseconds: 0 },
  jump: { ...NONE, milliseconds: 0 },
  broker: NONE,
  database: { ...NONE, requests: 0, isRestart: false },
  replica: NONE,
  disk: NONE,
  room: NONE,
};

export interface Fault extends FaultFacts {
  readonly kind: FaultKind;
  /** The process that met it; empty: a fault of the installation. */
  readonly process: string;
  readonly began: EpochMillis;
  /** When it was last met. */
  readonly seen: EpochMillis;
  /** null: it lasts. */
  readonly ended: EpochMillis | null;
  /** How often it began; breaks of some minutes are no end. */
  readonly times: number;
  /** Of mail: mails that wait now; null: not counted. */
  readonly mailsWaiting: number | null;
}

type Words = Catalogue['faults'];

const MEGABYTE = 1_000_000;
const isAhead = (milliseconds: number | null): boolean => (milliseconds ?? 0) > 0;

/** The text of a fault by its kind: one for while it lasts, one for afterwards. */
const TEXTS: Readonly<Record<FaultKind, (t: Words, fault: Fault) => string>> = {
  mail: (t, { ended }) => (ended === null ? t.mailAway : t.mailBack),
  clock: (t, { ended, milliseconds }) =>
    isAhead(milliseconds)
      ? ended === null
        ? t.clockAhead
        : t.clockWasAhead
      : ended === null
        ? t.clockBehind
        : t.clockWasBehind,
  jump: (t, { milliseconds }) => (isAhead(milliseconds) ? t.jumpedAhead : t.jumpedBack),
  broker: (t, { ended }) => (ended === null ? t.brokerAway : t.brokerBack),
  database: (t, { ended, isRestart }) =>
    ended === null ? t.databaseAway : isRestart ? t.databaseRestarted : t.databaseCut,
  replica: (t, { ended }) => (ended === null ? t.replicaAway : t.replicaBack),
  disk: (t, { ended }) => (ended === null ? t.diskFull : t.diskWasFull),
  room: (t, { ended }) => (ended === null ? t.roomShort : t.roomWasShort),
};

const FEW_SECONDS = 100;

/** `7 s`, and minutes where these say more. */
function timeText(milliseconds: number, words: Words, language: Language): string {
  const seconds = Math.max(1, Math.round(Math.abs(milliseconds) / 1000));
  return seconds < FEW_SECONDS
    ? filledText(words.seconds, { count: seconds }, language)
    : durationText(Math.abs(milliseconds) / MINUTE_MS, language);
}

/**
 * A fault in a sentence or two.
 * @param instant words of an instant, by the clock of the reader
 */
export function faultSentence(fault: Fault, language: Language, instant: (at: EpochMillis) => string): string {
  const words = catalogueOf(language).faults;
  const { kind, began, seen, ended, times, mailsWaiting } = fault;
  const lasted = fault.milliseconds ?? (ended ?? seen) - began;
  const told = filledText(
    TEXTS[kind](words, fault),
    {
      process: fault.process,
      began: instant(began),
      seen: instant(seen),
      ended: ended === null ? '' : instant(ended),
      time: timeText(lasted, words, language),
      requests: fault.requests ?? 0,
      mails: (ended === null ? (mailsWaiting ?? fault.mails) : fault.mails) ?? 0,
      free: figureText((fault.freeBytes ?? 0) / MEGABYTE, 0),
    },
    language,
  );
  const waiting =
    kind === 'mail' && ended !== null && (mailsWaiting ?? 0) > 0
      ? filledText(words.mailsWait, { sentence: told, mails: mailsWaiting ?? 0 }, language)
      : told;
  return times > 1 ? filledText(words.times, { sentence: waiting, times }, language) : waiting;
}
