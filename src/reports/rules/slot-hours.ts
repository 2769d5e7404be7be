import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import { unitAsOf, unitsDuring } from '../../kernel/industry/industry.ts';
import { sum } from '../../kernel/measure/exact.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { earlierOf, eachDate, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { ReportInput } from './input.ts';

/** Hours of the slots of a unit. */
interface SlotHours {
  readonly expected: number;
  /** Without a genuine reading. */
  readonly lost: number;
}

const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_DAY = 24 * SECONDS_PER_HOUR;

/**
 * The time of a unit's slots, by the update interval that it had then. Where that changed within the period, each hour,
 * day or month counts by its own.
 */
export function slotHours({ industry, period }: Pick<ReportInput, 'industry' | 'period'>, span: UnitSpan): SlotHours {
  const { unit, figures, entries } = span;
  if (figures === null || period === null) return { expected: 0, lost: 0 };
  const { days, bucket } = period;
  const stored = industry.units.get(unit.unitId);
  const inForce = stored === undefined ? [unit] : unitsDuring(stored, days);
  const [seconds = 0, ...others] = new Set(inForce.map((one) => one.dataUpdateFrequencySeconds));
  const hoursOf = (slotSeconds: number, expected: number, genuine: number): SlotHours => ({
    expected: (expected * slotSeconds) / SECONDS_PER_HOUR,
    lost: ((expected - genuine) * slotSeconds) / SECONDS_PER_HOUR,
  });
  const { slotsExpected, slotsGenuine } = figures.provenance;
  if (stored === undefined || others.length === 0) return hoursOf(seconds, slotsExpected, slotsGenuine);
  const secondsOn = (date: BusinessDate): number => unitAsOf(stored, date).dataUpdateFrequencySeconds;
  const parts = entries.map(({ x, slotsExpected: expected, readings, coverage }) => {
    const first = businessDateOf(industry.clock, Date.parse(x));
    const dates = bucket === 'month' ? [...eachDate(first, earlierOf(lastOfMonth(first), days.to))] : [first];
    // The slots of a month are those of its days.
    const slotSeconds = (dates.length * SECONDS_PER_DAY) / sum(dates.map((date) => SECONDS_PER_DAY / secondsOn(date)));
    return hoursOf(slotSeconds, expected, readings?.slotsGenuine ?? (coverage ?? 0) * expected);
  });
  return { expected: sum(parts.map((part) => part.expected)), lost: sum(parts.map((part) => part.lost)) };
}
