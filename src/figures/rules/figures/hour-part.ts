import type { PeriodEntry } from '../../../kernel/document/types.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { hourQuantityOf, registerAfter } from '../processors/hour-quantity.ts';
import { processDay } from '../processors/registry.ts';
import type { HourRollup, RegisterPart, UnitDay } from '../processors/types.ts';
import { MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';

/** An hour of a business day in which midnight lies. */
export interface CutHour {
  readonly startEpochMs: EpochMillis;
  readonly cutEpochMs: EpochMillis;
  /** End of the part, or now while it runs. */
  readonly endEpochMs: EpochMillis;
}

/** One part of a cut hour by its own readings: its rollup, and the entry that a processor makes of it. */
export interface HourPart {
  readonly entry: PeriodEntry;
  readonly rollup: HourRollup;
}

/** null: nothing was read in the part. */
export type HourParts = readonly [HourPart | null, HourPart | null];

interface PartOfHour {
  readonly industryId: string;
  readonly unit: Unit;
  readonly date: BusinessDate;
  readonly cut: CutHour;
  readonly side: 'before' | 'after';
}

export const spanOfPart = (
  { startEpochMs, cutEpochMs, endEpochMs }: CutHour,
  side: 'before' | 'after',
): readonly [EpochMillis, EpochMillis] => (side === 'before' ? [startEpochMs, cutEpochMs] : [cutEpochMs, endEpochMs]);

/** A part of an hour as the processors compute it, as if it were a day. */
export function readPart(
  { industryId, unit, date, cut, side }: PartOfHour,
  rollup: HourRollup,
  before: UnitDay['before'],
  ofMeters: readonly (RegisterPart | null)[] | null,
): HourPart | null {
  const [from, until] = spanOfPart(cut, side);
  const { hourly, provenance } = processDay({
    industryId,
    unit,
    date,
    dayStartEpochMs: from,
    dayLengthSeconds: Math.max(1, (until - from) / 1000),
    hours: [{ ...movedBy(rollup, Math.floor((from - cut.startEpochMs) / MINUTE_MS)), hour: 0 }],
    before,
    samples: [],
    ...(ofMeters === null ? {} : { meterParts: new Map([[0, ofMeters]]) }),
    genuineEpochMs: null,
    asOfEpochMs: null,
  });
  const entry = hourly[0];
  return entry === undefined ? null : { entry: { ...entry, estimatedShare: provenance.estimatedShare }, rollup };
}

/** The meter's state at the cut: the register where the first part leaves it, moved on by values alone. */
export const handedOn = (
  flowFactor: number,
  registerBefore: number | null,
  first: HourRollup | null,
): UnitDay['before'] =>
  first === null
    ? { register: registerBefore, value: null }
    : {
        register: registerAfter(registerBefore, hourQuantityOf(first, flowFactor)),
        registerHeardEpochMs: first.lastRegister === null ? null : first.lastEpochMs,
        value: first.lastValue,
      };

const HALF_HOUR_MINUTES = 30;

/** The minutes of an hour that hold a genuine reading, counted from a later one. */
function movedBy(rollup: HourRollup, minutes: number): HourRollup {
  if (minutes === 0) return rollup;
  const holds = (minute: number): boolean =>
    minute < 2 * HALF_HOUR_MINUTES
    && ((minute < HALF_HOUR_MINUTES ? rollup.genuineMinutesLow : rollup.genuineMinutesHigh)
      & (1 << (minute % HALF_HOUR_MINUTES)))
      !== 0;
  const mask = (first: number): number =>
    Array.from({ length: HALF_HOUR_MINUTES }, (_, bit) => (holds(first + bit) ? 1 << bit : 0)).reduce(
      (bits, bit) => bits | bit,
      0,
    );
  return { ...rollup, genuineMinutesLow: mask(minutes), genuineMinutesHigh: mask(minutes + HALF_HOUR_MINUTES) };
}
