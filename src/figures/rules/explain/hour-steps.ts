import type { PeriodEntry } from '../../../kernel/document/types.ts';
import { sum, times } from '../../../kernel/measure/exact.ts';
import { type RawOffline, hourQuantityOf } from '../processors/hour-quantity.ts';
import { numberOrNull } from '../processors/numbers.ts';
import type { HourRollup, RegisterPart } from '../processors/types.ts';
import { countText, numberText, timesText } from './number-text.ts';
import type { ExplainedStep } from './types.ts';

/** Figures of an hour, or of one meter in it, flowFactor applied. */
interface Counted {
  readonly total: number | null;
  readonly ir: number | null;
  readonly fr: number | null;
}

export const countedBy = ({ y, ir, fr }: PeriodEntry): Counted => ({
  total: numberOrNull(y),
  ir: ir ?? null,
  fr: fr ?? null,
});

export const noReading = (hour: number): ExplainedStep => ({
  rule: 'no reading',
  hour,
  text: 'no reading in this hour: no total',
  numbers: {},
});

/** Step from one meter's readings to its total in an hour. */
export function totalStep(
  flowFactor: number,
  hour: number,
  { total, ir, fr }: Counted,
  rollup: RegisterPart & Partial<Pick<HourRollup, 'readingCount'>>,
): ExplainedStep {
  const values = `sum of ${countText(rollup.valueCount, 'interval value')} ${timesText(rollup.valueSum, flowFactor)}`;
  const numbers = {
    firstRegister: rollup.firstRegister,
    firstRegisterValue: rollup.firstRegisterValue,
    lastRegister: rollup.lastRegister,
    flowFactor,
    sumOfValues: rollup.valueCount > 0 ? rollup.valueSum : null,
    ...(rollup.readingCount === undefined ? {} : { readings: rollup.readingCount }),
    ir,
    fr,
    total,
  };
  const fell =
    flowFactor < 0 ? `register fell (times flowFactor ${numberText(flowFactor)}, which is negative)` : 'register fell';
  switch (hourQuantityOf(rollup, flowFactor).rule) {
    case 'register':
      return {
        rule: 'register difference',
        hour,
        numbers,
        text:
          `ir = first register ${timesText(rollup.firstRegister, flowFactor)} - its interval value ${timesText(rollup.firstRegisterValue ?? 0, flowFactor)} = ${numberText(ir)}; `
          + `fr = last register ${timesText(rollup.lastRegister, flowFactor)}; fr ${numberText(fr)} - ir ${numberText(ir)} = ${numberText(total)}`,
      };
    case 'fall':
      return {
        rule: 'register fell',
        hour,
        numbers,
        text: `${fell}: fr ${numberText(fr)} is less than what the hour began with; ${values} = ${numberText(total)}; ir = fr - total = ${numberText(ir)}`,
      };
    case 'unknown':
      return {
        rule: 'register fell',
        hour,
        numbers,
        text: `${fell} and no reading of the hour has an interval value: the quantity is unknown`,
      };
    case 'values':
      return {
        rule: 'sum of values',
        hour,
        numbers,
        text: `no register counts in this hour: ${values} = ${numberText(total)}`,
      };
    case 'nothing':
      return {
        rule: 'no value',
        hour,
        numbers,
        text: 'the readings of this hour have neither a register that counts nor an interval value: no total',
      };
  }
}

interface BookedHour {
  readonly booked: readonly RawOffline[];
  readonly expectedRegister: number | null;
  readonly flowFactor: number;
  /** The register's step from where the readings before left it counts, because a meter was installed there. */
  readonly countsStep?: boolean;
}

/** The step of the amount that an hour booked in offline slots; null: none. */
export function offlineStep(
  hour: number,
  entry: PeriodEntry,
  { booked, expectedRegister, flowFactor, countsStep = false }: BookedHour,
): ExplainedStep | null {
  const offlineValue = entry.offlineValue ?? 0;
  if (offlineValue === 0) return null;
  const ir = entry.ir ?? null;
  const registerBefore = expectedRegister === null ? null : times(expectedRegister, flowFactor);
  const estimatedValueSum = sum(booked.map(({ estimated }) => estimated));
  const parts = [
    ...(estimatedValueSum === 0 ? [] : [`estimated values ${timesText(estimatedValueSum, flowFactor)}`]),
    ...(booked.some(({ jump }) => jump !== 0)
      ? [
          countsStep
            ? `what the new meter counted from ${numberText(registerBefore)} to its first reading: it is in the total`
            : `the register's step from ${numberText(registerBefore)}, where the readings before leave it, to ir ${numberText(ir)}: it belongs to no hour's total`,
        ]
      : []),
    ...(booked.some(({ beyondValues }) => beyondValues !== 0)
      ? ['what the register counted beyond the interval values while slots were missing']
      : []),
  ];
  return {
    rule: 'offline quantity',
    hour,
    text: `offlineValue ${numberText(offlineValue)}: ${parts.join('; ')}`,
    numbers: { offlineValue, registerBefore, ir, estimatedValueSum, offlineSlots: entry.offlineCount },
  };
}
