import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { concernsNewMeter } from '../processors/meter-runs.ts';
import { bookedOffline, rawQuantityOf, registerAfter } from '../processors/raw-quantity.ts';
import { registerExpected } from '../processors/register-heard.ts';
import type { HourRollup, UnitDay } from '../processors/types.ts';
import { countedBy, noReading, offlineStep, totalStep } from './hour-steps.ts';
import { meterSteps } from './meter-steps.ts';
import { countText, numberText } from './number-text.ts';
import type { ExplainedStep } from './types.ts';

/**
 * How the hours of a flow or energy day came to their totals, and the day to its value. The figures are the document's
 * own.
 */
export function flowSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const hourly = concernsNewMeter(day) ? meterSteps(day, document) : stepsOfHours(day, document);
  return [...hourly, sumOfHours(document), nonZeroStep(day, document)];
}

function stepsOfHours(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const rollups = new Map(day.hours.map((rollup) => [rollup.hour, rollup]));
  let expectedRegister = registerExpected(day.before);
  return document.hourly.flatMap((entry, hour) => {
    const rollup = rollups.get(hour) ?? null;
    const steps = hourSteps(day.unit.flowFactor, hour, entry, rollup, expectedRegister);
    if (rollup !== null) expectedRegister = registerAfter(expectedRegister, rawQuantityOf(rollup, day.unit.flowFactor));
    return steps;
  });
}

function hourSteps(
  flowFactor: number,
  hour: number,
  entry: PeriodEntry,
  rollup: HourRollup | null,
  expectedRegister: number | null,
): readonly ExplainedStep[] {
  if (rollup === null) return [noReading(hour)];
  const quantity = rawQuantityOf(rollup, flowFactor);
  const booked = bookedOffline(rollup, quantity, entry.offlineCount, expectedRegister, flowFactor);
  const offline = offlineStep(hour, entry, { booked: [booked], expectedRegister, flowFactor });
  const total = totalStep(flowFactor, hour, countedBy(entry), rollup);
  return offline === null ? [total] : [total, offline];
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
