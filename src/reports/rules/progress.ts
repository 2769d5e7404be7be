import { figureToDisplay } from '../../figures/rules/figures/display.ts';
import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import { lastKnown, sumOrNull } from '../../figures/rules/processors/numbers.ts';
import { businessDateOf, dayWindow, ruleOn } from '../../kernel/time/business-clock.ts';
import { earlierOf } from '../../kernel/time/business-date.ts';
import type { BusinessClock, BusinessDate, DayRule, EpochMillis } from '../../kernel/time/types.ts';
import { entriesOfSet } from './buckets.ts';
import type { DayRange, ReportInput, SpanSet, YearToDate } from './input.ts';

/** Progress of a report's period. */
interface Progress {
  /** True while some of the period is still to come. */
  readonly isRunning: boolean;
  /** The last business day that has begun. */
  readonly lastBegun: BusinessDate;
  /** Number of ended buckets, because a running bucket is never compared with a whole one. */
  readonly endedBuckets: number;
}

/**
 * Number of buckets to compare: as many as have ended in the running period and exist in the other. Undefined: both are
 * compared whole.
 */
export function comparedBuckets(input: Timed, period: SpanSet, other: SpanSet): number | undefined {
  const { isRunning, endedBuckets } = progressOf(input, period);
  const [first] = other.spans.values();
  return isRunning ? Math.min(endedBuckets, first?.entries.length ?? 0) : undefined;
}

type Timed = Pick<ReportInput, 'industry' | 'nowEpochMs' | 'today'>;

/** Progress by span, because every compared figure asks for it. */
const KNOWN = new WeakMap<Timed, WeakMap<SpanSet, Progress>>();

export function progressOf(timed: Timed, set: SpanSet): Progress {
  const known = KNOWN.get(timed) ?? new WeakMap<SpanSet, Progress>();
  const progress = known.get(set) ?? progressIn(timed, set);
  KNOWN.set(timed, known.set(set, progress));
  return progress;
}

function progressIn({ industry, nowEpochMs, today }: Timed, set: SpanSet): Progress {
  const { days } = set;
  const isRunning = dayWindow(industry.clock, days.to).endEpochMs > nowEpochMs;
  const entries = entriesOfSet(set);
  // A bucket has ended once the next one begins.
  const ended = (): number => entries.filter(({ x }) => Date.parse(x) <= nowEpochMs).length - 1;
  return {
    isRunning,
    lastBegun: earlierOf(days.to, today),
    endedBuckets: isRunning ? Math.max(0, ended()) : entries.length,
  };
}

/** Progress of the year that ends with a date, on the industry's own clock. */
export const yearUpTo = (
  clock: BusinessClock,
  to: BusinessDate,
  nowEpochMs: EpochMillis,
): Omit<YearToDate, 'spans'> => ({
  to: earlierOf(to, businessDateOf(clock, nowEpochMs)),
  isRunning: dayWindow(clock, to).endEpochMs > nowEpochMs,
});

/** The clock of a report, whose rule in force is that of the last of its days that has begun. */
export function clockOfPeriod(clock: BusinessClock, days: DayRange | null, nowEpochMs: EpochMillis): BusinessClock {
  if (days === null) return clock;
  const { timezone, shiftStartAt, daysOffset } = ruleOn(clock, earlierOf(days.to, businessDateOf(clock, nowEpochMs)));
  return { ...clock, timezone, shiftStartAt, daysOffset };
}

/** Rules by which earlier days of a period began, each with the day from which another one counts. */
export const earlierRules = (
  { history = [] }: BusinessClock,
  days: DayRange,
  today: BusinessDate,
): readonly { readonly until: BusinessDate; readonly rule: DayRule }[] =>
  history.flatMap((next, index) => {
    const rule = history[index - 1];
    const counts = next.fromDate > days.from && next.fromDate <= earlierOf(days.to, today);
    return rule === undefined || !counts || startText(rule) === startText(next) ? [] : [{ until: next.fromDate, rule }];
  });

const startText = ({ timezone, shiftStartAt }: DayRule): string => `${shiftStartAt} ${timezone}`;

const isLevel = ({ unit }: UnitSpan): boolean => unit.group === 'STOCK' || unit.group === 'GROUND_WATER_LEVEL';

/**
 * The figure of a unit as answers show it, up to a bucket. Amounts are added up; a level is the last one. Null where
 * hours do not add up.
 * @param buckets absent: the whole span
 */
export function figureUpTo(span: UnitSpan, divisor: number, buckets?: number): number | null {
  if (buckets === undefined || buckets >= span.entries.length) return numberOf(span.figures?.value ?? null, divisor);
  if (span.hoursAddUp === false) return null;
  const raw = span.entries.slice(0, buckets).map(({ y }) => (typeof y === 'number' ? y : null));
  return numberOf(isLevel(span) ? lastKnown(raw) : sumOrNull(raw), divisor);
}

const numberOf = (figure: UnitSpan['entries'][number]['y'], divisor: number): number | null => {
  const shown = figureToDisplay(figure, divisor);
  return typeof shown === 'number' ? shown : null;
};

/**
 * Figures of buckets as answers show them; null where nothing was measured, the bucket has not begun, or hours are no
 * parts of the day.
 */
export const shownBuckets = ({ entries, hoursAddUp }: UnitSpan, divisor: number): readonly (number | null)[] =>
  entries.map(({ y }) => (hoursAddUp === false ? null : numberOf(y, divisor)));
