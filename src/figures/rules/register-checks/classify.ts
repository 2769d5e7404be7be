import { findSpikes, type Spikes } from './spikes.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { type Fall, findFalls, isRollover } from './register-falls.ts';
import { type CountedReading, countsAmong, evidenceOf, isCount } from './readings.ts';
import type {
  RegisterCheckOptions,
  RegisterEvent,
  RegisterEventKind,
  RegisterReading,
  RegisterVerdict,
} from './types.ts';

/**
 * Classifies every backward step of one unit's register (a rise, where it counts down) and says which readings first
 * and last registers have to leave out. Pure: the same set of readings gives the same verdict in whatever order it
 * comes, and a part of it the same verdict as the whole (context.ts says which part).
 *
 * Spikes (spikes.ts) and registers at or below 0 are set apart first; falls are then judged among the counted ones
 * (register-falls.ts). Zeros in front of a register that started anew (reset, rollover) belong to that event; all
 * other zeros are a dropout:
 * - at the very start: a dropout without a register before. A new meter that really began at 0 loses nothing by it but
 *   the register difference of its first count, and a register that was merely silent does not book its whole standing
 *   as one hour's use;
 * - at the end: an open, provisional dropout, excluded until a later reading shows that the register was reset (or
 *   rolled over, which is presumed at once when the declared digits make it likely). Further readings have it judged
 *   again.
 */
export const classifyRegister = (
  readings: readonly RegisterReading[],
  options: RegisterCheckOptions,
): RegisterVerdict => {
  const { checks, overrules } = options;
  const all = evidenceOf(readings, overrules);
  const allCounts = countsAmong(all, options);
  const spikes = findSpikes(allCounts);
  const spikeInstants = new Set([...spikes.found.keys()].map((index) => allCounts[index]?.epochMs));
  const evidence = all.filter((reading) => !spikeInstants.has(reading.epochMs));
  const counts = countsAmong(evidence, options);
  const undecidedFrom = undecidedIndex(allCounts, spikes, counts);
  const zeroRuns = zerosBeforeCount(evidence);
  const falls = findFalls(counts, (index) => zeroRuns.has(index), checks.rolloverDigits, undecidedFrom);
  const startedAnew = new Set(falls.filter((fall) => countsFromZero(fall.kind)).map((fall) => fall.start));
  const provisionalFrom = Math.min(undecidedFrom, falls.find((fall) => fall.provisional)?.start ?? counts.length);

  const events = [
    ...falls.map((fall) => fallEvent(fall, counts, zeroRuns, options)),
    ...[...spikes.found].map(([index, provisional]) => spikeEvent(allCounts, index, provisional, options)),
  ];
  for (const [nextCount, zeros] of zeroRuns) {
    if (!startedAnew.has(nextCount))
      events.push(zerosEvent(zeros, nextCount, counts, nextCount >= provisionalFrom, options));
  }
  events.sort((a, b) => a.fromEpochMs - b.fromEpochMs);
  return { events, excludedEpochMs: excludedOf(readings, events, options) };
};

type ZeroRuns = ReadonlyMap<number, readonly RegisterReading[]>;

const countsFromZero = (kind: RegisterEventKind): boolean => kind === 'reset' || kind === 'rollover';

/**
 * Runs of zeros by the index of the counted reading behind them (the number of counted readings for a run at the end).
 */
const zerosBeforeCount = (evidence: readonly RegisterReading[]): ZeroRuns => {
  const runs = new Map<number, RegisterReading[]>();
  let counted = 0;
  for (const reading of evidence) {
    if (isCount(reading)) {
      counted += 1;
      continue;
    }
    const run = runs.get(counted);
    if (run === undefined) runs.set(counted, [reading]);
    else run.push(reading);
  }
  return runs;
};

const fallEvent = (
  fall: Fall,
  counts: readonly CountedReading[],
  zeroRuns: ZeroRuns,
  options: RegisterCheckOptions,
): RegisterEvent => {
  const zeros = countsFromZero(fall.kind) ? (zeroRuns.get(fall.start) ?? []) : [];
  const concerned = [...zeros, ...counts.slice(fall.start, fall.end)];
  const back = fall.kind === 'glitch' ? (counts[fall.end] ?? null) : null;
  return {
    ...commonFields(fall.kind, concerned, options),
    toEpochMs: back?.epochMs ?? null,
    registerBefore: counts[fall.start - 1]?.register ?? null,
    registerAfter: (fall.kind === 'glitch' ? back : counts[fall.start])?.register ?? null,
    provisional: fall.provisional,
  };
};

const spikeEvent = (
  counts: readonly CountedReading[],
  index: number,
  provisional: boolean,
  options: RegisterCheckOptions,
): RegisterEvent => {
  const back = counts[index + 1] ?? null;
  return {
    ...commonFields('spike', counts.slice(index, index + 1), options),
    toEpochMs: back?.epochMs ?? null,
    registerBefore: counts[index - 1]?.register ?? null,
    registerAfter: back?.register ?? null,
    provisional,
  };
};

/**
 * Place among the counts without spikes from which on verdicts depend on a reading that may yet be, or be no spike;
 * infinity without one.
 */
const undecidedIndex = (
  allCounts: readonly CountedReading[],
  { firstUndecided }: Spikes,
  counts: readonly CountedReading[],
): number => {
  const undecided = firstUndecided === null ? undefined : allCounts[firstUndecided];
  return undecided === undefined
    ? Number.POSITIVE_INFINITY
    : counts.filter((reading) => reading.epochMs < undecided.epochMs).length;
};

/** Zeros that no new start explains: a dropout, or at the end of the readings perhaps a rollover to 0. */
const zerosEvent = (
  zeros: readonly RegisterReading[],
  nextCount: number,
  counts: readonly CountedReading[],
  provisional: boolean,
  options: RegisterCheckOptions,
): RegisterEvent => {
  const before = counts[nextCount - 1] ?? null;
  const back = counts[nextCount] ?? null;
  const rolledOver = back === null && before !== null && isRollover(before.position, 0, options.checks.rolloverDigits);
  return {
    ...commonFields(rolledOver ? 'rollover' : 'dropout', zeros, options),
    toEpochMs: back?.epochMs ?? null,
    registerBefore: before?.register ?? null,
    registerAfter: back?.register ?? null,
    provisional,
  };
};

type CommonFields = Pick<RegisterEvent, 'kind' | 'fromEpochMs' | 'registerDuring' | 'readings' | 'action'>;

const commonFields = (
  kind: RegisterEventKind,
  concerned: readonly RegisterReading[],
  { checks, countsDown }: RegisterCheckOptions,
): CommonFields => ({
  kind,
  // An event concerns one reading at least.
  fromEpochMs: concerned[0]?.epochMs ?? Number.NaN,
  registerDuring: furthestBack(concerned, countsDown === true),
  readings: concerned.map((reading) => reading.epochMs),
  action: kind === 'dropout' || kind === 'glitch' || kind === 'spike' ? (checks[kind] ?? 'keep') : 'keep',
});

const furthestBack = (concerned: readonly RegisterReading[], countsDown: boolean): number => {
  const registers = concerned.map(({ register }) => register);
  const further = countsDown && concerned.every(isCount) ? Math.max : Math.min;
  return registers.reduce((furthest, register) => further(furthest, register));
};

const excludedOf = (
  readings: readonly RegisterReading[],
  events: readonly RegisterEvent[],
  { overrules }: RegisterCheckOptions,
): ReadonlySet<EpochMillis> => {
  const classified = new Set(events.filter((event) => event.action === 'exclude').flatMap((event) => event.readings));
  const excluded = readings.filter(
    ({ epochMs }) => (overrules?.get(epochMs) ?? (classified.has(epochMs) ? 'exclude' : 'keep')) === 'exclude',
  );
  return new Set(excluded.map((reading) => reading.epochMs).sort((a, b) => a - b));
};
