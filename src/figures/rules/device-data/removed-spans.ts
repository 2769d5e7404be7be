import { dayStart } from '../../../kernel/time/business-clock.ts';
import { addMonths, businessDate } from '../../../kernel/time/business-date.ts';
import type { SealedDays } from '../../../kernel/time/sealed-days.ts';
import type { BusinessClock } from '../../../kernel/time/types.ts';
import type { InstantSpan } from './thinned.ts';

/** Parts of a span whose readings are gone, by retention or into the archive, in order. Parts that touch are one. */
export function removedSpans(
  { before, months }: SealedDays,
  clock: BusinessClock,
  { fromEpochMs, toEpochMs }: InstantSpan,
): readonly InstantSpan[] {
  const firsts = [...months].sort().map((key) => businessDate(`${key}-01`));
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
