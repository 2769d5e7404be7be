import { MOST_CUSTOM_DAYS } from '../figures/span.ts';
import { dayStart } from '../../../kernel/time/business-clock.ts';
import { addMonths } from '../../../kernel/time/business-date.ts';
import { DAY_MS } from '../../../kernel/time/durations.ts';
import { firstOfMonthKey, type SealedDays } from '../../../kernel/time/sealed-days.ts';
import type { BusinessClock, EpochMillis } from '../../../kernel/time/types.ts';

interface ThinnedPoint {
  readonly epochMs: EpochMillis;
  readonly value: number;
}

/** The four readings of a bucket that draw the same line as all of them. */
export interface ThinnedBucket {
  readonly first: ThinnedPoint;
  readonly lowest: ThinnedPoint;
  readonly highest: ThinnedPoint;
  readonly last: ThinnedPoint;
  readonly readingCount: number;
  readonly estimatedCount: number;
}

/** A span of instants, `toEpochMs` exclusive. */
export interface InstantSpan {
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
}

const POINTS_PER_BUCKET = 4;

/** A whole number of slots, so that each bucket expects as many readings as every other. */
export function bucketLengthMs({ fromEpochMs, toEpochMs }: InstantSpan, points: number, slotSeconds: number): number {
  const slotMs = slotSeconds * 1000;
  const buckets = Math.max(1, Math.floor(points / POINTS_PER_BUCKET));
  return slotMs * Math.max(1, Math.ceil((toEpochMs - fromEpochMs) / buckets / slotMs));
}

/** The points of a line in order of time, each once. */
export function pointsOf(bucket: ThinnedBucket): readonly ThinnedPoint[] {
  const { first, lowest, highest, last } = bucket;
  const inner = [lowest, highest].toSorted((a, b) => a.epochMs - b.epochMs);
  return [first, ...inner, last].filter((point, at, all) => point.epochMs !== all[at - 1]?.epochMs);
}

/** Readings that come a little late are no gap. */
const SLOTS_WITHOUT_GAP = 1.5;

/**
 * Gaps in which nothing was received for longer than a slot and a half: between buckets, before the first and after the
 * last. A gap within one bucket is too short to be seen and is left out.
 * @param removed spans whose readings are gone, which say nothing about received readings
 */
export function gapsOf(
  buckets: readonly ThinnedBucket[],
  { fromEpochMs, toEpochMs }: InstantSpan,
  slotSeconds: number,
  removed: readonly InstantSpan[],
): readonly InstantSpan[] {
  const longestMs = SLOTS_WITHOUT_GAP * slotSeconds * 1000;
  const received = buckets.map(({ first, last }) => ({ fromEpochMs: first.epochMs, toEpochMs: last.epochMs }));
  const known = [...received, ...removed].sort((a, b) => a.fromEpochMs - b.fromEpochMs);
  const gaps: InstantSpan[] = [];
  let knownTo = fromEpochMs;
  for (const next of [...known, { fromEpochMs: toEpochMs, toEpochMs: Infinity }]) {
    if (next.fromEpochMs - knownTo > longestMs) gaps.push({ fromEpochMs: knownTo, toEpochMs: next.fromEpochMs });
    knownTo = Math.max(knownTo, next.toEpochMs);
  }
  return gaps;
}

/** Parts of a span whose readings are gone, by retention or into the archive, in order. Parts that touch are one. */
export function removedSpans(
  { before, months }: SealedDays,
  clock: BusinessClock,
  { fromEpochMs, toEpochMs }: InstantSpan,
): readonly InstantSpan[] {
  const firsts = [...months].sort().map(firstOfMonthKey);
  const sealed = [
    ...(before === null ? [] : [{ from: -Infinity, to: dayStart(clock, before) }]),
    ...firsts.map((first) => ({ from: dayStart(clock, first), to: dayStart(clock, addMonths(first, 1)) })),
  ];
  const spans: InstantSpan[] = [];
  for (const { from, to } of sealed) {
    const span = { fromEpochMs: Math.max(from, fromEpochMs), toEpochMs: Math.min(to, toEpochMs) };
    if (span.toEpochMs <= span.fromEpochMs) continue;
    const last = spans.at(-1);
    if (last === undefined || span.fromEpochMs > last.toEpochMs) spans.push(span);
    else spans[spans.length - 1] = { ...last, toEpochMs: Math.max(last.toEpochMs, span.toEpochMs) };
  }
  return spans;
}

/** Buckets with estimated readings, those that touch as one span. */
export function estimatedSpans(buckets: readonly ThinnedBucket[]): readonly InstantSpan[] {
  const spans: InstantSpan[] = [];
  let wasEstimated = false;
  for (const { first, last, estimatedCount } of buckets) {
    const before = spans.at(-1);
    if (estimatedCount > 0)
      if (wasEstimated && before !== undefined) spans[spans.length - 1] = { ...before, toEpochMs: last.epochMs };
      else spans.push({ fromEpochMs: first.epochMs, toEpochMs: last.epochMs });
    wasEstimated = estimatedCount > 0;
  }
  return spans;
}

/** Spec gap: as long as a custom range of days. */
export const MOST_THINNED_MS = MOST_CUSTOM_DAYS * DAY_MS;
