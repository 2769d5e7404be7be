import type { DailyDocument, PeriodEntry } from '../document/types.ts';
import { times } from '../measure/exact.ts';
import { bookedOffline, rawQuantityOf, registerAfter } from '../processors/raw-quantity.ts';
import type { HourRollup, UnitDay } from '../processors/types.ts';
import { countText, numberText, timesText } from './number-text.ts';
import type { ExplainedStep } from './types.ts';

/**
 * How the hours of a flow or energy day came to their totals, and the day to its value. The figures are the document's
 * own.
 */
export function flowSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const rollups = new Map(day.hours.map((rollup) => [rollup.hour, rollup]));
  let expectedRegister = day.before.register;
  const hourly = document.hourly.flatMap((entry, hour) => {
    const rollup = rollups.get(hour) ?? null;
    const steps = hourSteps(day.unit.flowFactor, hour, entry, rollup, expectedRegister);
    if (rollup !== null) expectedRegister = registerAfter(expectedRegister, rawQuantityOf(rollup, day.unit.flowFactor));
    return steps;
  });
  return [...hourly, sumOfHours(document), nonZeroStep(day, document)];
}

function hourSteps(
  flowFactor: number,
  hour: number,
  entry: PeriodEntry,
  rollup: HourRollup | null,
  expectedRegister: number | null,
): readonly ExplainedStep[] {
  if (rollup === null) return [{ rule: 'no reading', hour, text: 'no reading in this hour: no total', numbers: {} }];
  const offline = offlineStep(hour, entry, rollup, flowFactor, expectedRegister);
  return offline === null
    ? [totalStep(flowFactor, hour, entry, rollup)]
    : [totalStep(flowFactor, hour, entry, rollup), offline];
}

function totalStep(flowFactor: number, hour: number, entry: PeriodEntry, rollup: HourRollup): ExplainedStep {
  const total = typeof entry.y === 'number' ? entry.y : null;
  const ir = entry.ir ?? null;
  const fr = entry.fr ?? null;
  const values = `sum of ${countText(rollup.valueCount, 'interval value')} ${timesText(rollup.valueSum, flowFactor)}`;
  const numbers = {
    firstRegister: rollup.firstRegister,
    firstRegisterValue: rollup.firstRegisterValue,
    lastRegister: rollup.lastRegister,
    flowFactor,
    sumOfValues: rollup.valueCount > 0 ? rollup.valueSum : null,
    readings: rollup.readingCount,
    ir,
    fr,
    total,
  };
  const fell =
    flowFactor < 0 ? `register fell (times flowFactor ${numberText(flowFactor)}, which is negative)` : 'register fell';
  switch (rawQuantityOf(rollup, flowFactor).rule) {
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

function offlineStep(
  hour: number,
  entry: PeriodEntry,
  rollup: HourRollup,
  flowFactor: number,
  expectedRegister: number | null,
): ExplainedStep | null {
  const offlineValue = entry.offlineValue ?? 0;
  if (offlineValue === 0) return null;
  const ir = entry.ir ?? null;
  const registerBefore = expectedRegister === null ? null : times(expectedRegister, flowFactor);
  const { jump, beyondValues } = bookedOffline(
    rollup,
    rawQuantityOf(rollup, flowFactor),
    entry.offlineCount,
    expectedRegister,
    flowFactor,
  );
  const parts = [
    ...(rollup.estimatedValueSum === 0 ? [] : [`estimated values ${timesText(rollup.estimatedValueSum, flowFactor)}`]),
    ...(jump !== 0
      ? [
          `the register's step from ${numberText(registerBefore)}, where the readings before leave it, to ir ${numberText(ir)}: it belongs to no hour's total`,
        ]
      : []),
    ...(beyondValues !== 0 ? ['what the register counted beyond the interval values while slots were missing'] : []),
  ];
  return {
    rule: 'offline quantity',
    hour,
    text: `offlineValue ${numberText(offlineValue)}: ${parts.join('; ')}`,
    numbers: {
      offlineValue,
      registerBefore,
      ir,
      estimatedValueSum: rollup.estimatedValueSum,
      offlineSlots: entry.offlineCount,
    },
  };
}

function sumOfHours(document: DailyDocument): ExplainedStep {
  const totals = document.hourly.filter((entry) => entry.y !== null);
  const total = typeof document.value === 'number' ? document.value : null;
  const text =
    total === null
      ? 'no hour has a total: no value'
      : `sum of ${countText(totals.length, 'hourly total')} = ${numberText(total)}`;
  return {
    rule: 'sum of hours',
    hour: null,
    text,
    numbers: { hours: totals.length, total, offlineValue: document.meta.offlineValue ?? null },
  };
}

function nonZeroStep({ unit }: UnitDay, { meta }: DailyDocument): ExplainedStep {
  const nonZero = meta.nonZero ?? 0;
  return {
    rule: 'non-zero samples',
    hour: null,
    numbers: { nonZero, minNonZeroThreshold: unit.minNonZeroThreshold },
    text: `${countText(nonZero, 'sample')} with a raw interval value above minNonZeroThreshold ${numberText(unit.minNonZeroThreshold)}`,
  };
}
