import { shareOf } from '../../../kernel/document/provenance.ts';
import type { OfflineInterval } from '../../../kernel/document/types.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import type { UnitDay } from './types.ts';

const SECONDS_PER_HOUR = 3600;

/**
 * Offline statistics of one hour. A slot counts in the hour in which it begins. Minutes and intervals count where they
 * lie.
 */
export interface HourOffline {
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  /** Slots that were expected and hold no genuine reading. */
  readonly offlineCount: number;
  readonly offlineMinutes: number;
  /** Intervals in time order, merged and clipped to the hour. */
  readonly offlineIntervals: readonly OfflineInterval[];
  /** Genuine / expected, 4 decimals; null when nothing was expected yet. */
  readonly coverage: number | null;
}

/**
 * Offline statistics of every hour of a day (docs/explanation/architecture.md, Offline statistics). With an update
 * interval of f seconds, slot k covers [k*f, (k+1)*f) seconds since the day's start. The day's end cuts the last slot.
 * A slot without a genuine reading is offline: its reading is missing or estimated. On the running day a slot is
 * expected as soon as it has ended, or as soon as it holds a reading.
 *
 * Spec gap: a slot may be longer than an hour. An hour in which no slot begins counts no slot, and has the coverage of
 * the slot that covers it. Offline minutes are split over the hours in which they lie, because no hour may have more
 * than 60.
 */
export function offlineByHour(input: UnitDay, hourCount: number): readonly HourOffline[] {
  const slots = classifySlots(input);
  const hours = Array.from({ length: hourCount }, emptyTally);
  const { dataUpdateFrequencySeconds: slotSeconds } = input.unit;
  for (let slot = 0; slot < slots.length; slot += 1) {
    const hour = hours[Math.floor((slot * slotSeconds) / SECONDS_PER_HOUR)];
    if (hour === undefined) continue;
    if (slots[slot] === GENUINE) hour.slotsGenuine += 1;
    if (slots[slot] === OFFLINE) hour.offlineCount += 1;
  }
  const isoAt = (second: number): string => writeIso(input.dayStartEpochMs + second * 1000);
  for (const [fromSecond, toSecond] of offlineSpans(slots, input)) addSpan(hours, isoAt, fromSecond, toSecond);
  return hours.map((tally, hour) => finish(tally, slots[Math.floor((hour * SECONDS_PER_HOUR) / slotSeconds)]));
}

const NOT_EXPECTED = 0;
const GENUINE = 1;
const OFFLINE = 2;

function classifySlots(input: UnitDay): Uint8Array {
  const slotSeconds = input.unit.dataUpdateFrequencySeconds;
  const slots = new Uint8Array(Math.ceil(input.dayLengthSeconds / slotSeconds));
  const elapsedSeconds = input.asOfEpochMs === null ? Infinity : (input.asOfEpochMs - input.dayStartEpochMs) / 1000;
  for (let slot = 0; slot < slots.length; slot += 1) {
    const endSecond = Math.min((slot + 1) * slotSeconds, input.dayLengthSeconds);
    slots[slot] = endSecond <= elapsedSeconds ? OFFLINE : NOT_EXPECTED;
  }
  markGenuine(slots, input);
  return slots;
}

function markGenuine(slots: Uint8Array, input: UnitDay): void {
  const slotSeconds = input.unit.dataUpdateFrequencySeconds;
  const markSecond = (second: number): void => {
    const slot = Math.floor(second / slotSeconds);
    if (slot >= 0 && slot < slots.length) slots[slot] = GENUINE;
  };
  if (input.genuineEpochMs !== null) {
    for (const epochMs of input.genuineEpochMs) markSecond((epochMs - input.dayStartEpochMs) / 1000);
    return;
  }
  const markMinutes = (mask: number, startSecond: number): void => {
    for (let rest = mask; rest !== 0; rest &= rest - 1) markSecond(startSecond + 60 * (31 - Math.clz32(rest & -rest)));
  };
  for (const rollup of input.hours) {
    markMinutes(rollup.genuineMinutesLow, rollup.hour * SECONDS_PER_HOUR);
    markMinutes(rollup.genuineMinutesHigh, rollup.hour * SECONDS_PER_HOUR + 1800);
  }
}

/** Runs of neighbouring offline slots as [from, to) in seconds since the day's start. */
function offlineSpans(slots: Uint8Array, input: UnitDay): readonly (readonly [number, number])[] {
  const slotSeconds = input.unit.dataUpdateFrequencySeconds;
  const spans: [number, number][] = [];
  let first = -1;
  for (let slot = 0; slot <= slots.length; slot += 1) {
    if (slots[slot] === OFFLINE) {
      if (first < 0) first = slot;
    } else if (first >= 0) {
      spans.push([first * slotSeconds, Math.min(slot * slotSeconds, input.dayLengthSeconds)]);
      first = -1;
    }
  }
  return spans;
}

interface Tally {
  slotsGenuine: number;
  offlineCount: number;
  offlineSeconds: number;
  offlineIntervals: OfflineInterval[];
}

const emptyTally = (): Tally => ({ slotsGenuine: 0, offlineCount: 0, offlineSeconds: 0, offlineIntervals: [] });

function addSpan(
  hours: readonly Tally[],
  isoAt: (second: number) => string,
  fromSecond: number,
  toSecond: number,
): void {
  for (let from = fromSecond; from < toSecond;) {
    const hour = Math.floor(from / SECONDS_PER_HOUR);
    const to = Math.min(toSecond, (hour + 1) * SECONDS_PER_HOUR);
    const tally = hours[hour];
    if (tally !== undefined) {
      tally.offlineSeconds += to - from;
      tally.offlineIntervals.push({ from: isoAt(from), to: isoAt(to) });
    }
    from = to;
  }
}

function finish(tally: Tally, coveringSlot: number | undefined): HourOffline {
  const slotsExpected = tally.slotsGenuine + tally.offlineCount;
  return {
    slotsExpected,
    slotsGenuine: tally.slotsGenuine,
    offlineCount: tally.offlineCount,
    offlineMinutes: tally.offlineSeconds / 60,
    offlineIntervals: tally.offlineIntervals,
    coverage: shareOf(tally.slotsGenuine, slotsExpected) ?? coverageOfSlot(coveringSlot),
  };
}

function coverageOfSlot(slot: number | undefined): number | null {
  if (slot === GENUINE) return 1;
  return slot === OFFLINE ? 0 : null;
}
