import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import type { UnitDay, HourRollup } from '../processors/types.ts';
import { groundWaterSteps, stockSteps } from './level-steps.ts';
import type { ExplainedStep } from './types.ts';
import { judgePairs } from '../processors/energy-savings.ts';
import { countText, numberText } from './number-text.ts';
import { sum as sumOf } from '../../../kernel/measure/exact.ts';
import { ownOf } from '../../../kernel/own-of.ts';
import { numberOrNull } from '../processors/numbers.ts';
import { meansOrNull, type ParameterFigures, parameterNames } from '../processors/parameters.ts';
import { concernsNewMeter } from '../processors/meter-runs.ts';
import { bookedOffline, hourQuantityOf, registerAfter } from '../processors/hour-quantity.ts';
import { registerExpected } from '../processors/last-register.ts';
import { countedBy, noReading, offlineStep, totalStep } from './hour-steps.ts';
import { meterSteps } from './meter-steps.ts';

/** Step to the day's energy savings: pairs of neighbouring samples used and dropped, by reason. */
function savingsStep(day: UnitDay, { meta }: DailyDocument): ExplainedStep {
  const { pRefKilowatts, flowFactor } = day.unit;
  const [energySaved, energySavedCoverage] = [meta.energySaved ?? 0, meta.energySavedCoverage ?? 0];
  if (pRefKilowatts === null) {
    return {
      rule: 'energy savings',
      hour: null,
      text: 'no reference power is declared: energySaved 0, coverage 0',
      numbers: { pRef: null, energySaved, energySavedCoverage },
    };
  }
  const verdicts = judgePairs(day);
  const dropped = Map.groupBy(
    verdicts.flatMap((verdict) => (verdict.kind === 'dropped' ? [verdict.reason] : [])),
    (reason) => reason,
  );
  const counts = [...dropped].map(([reason, pairs]): [string, number] => [reason, pairs.length]);
  const idle = verdicts.filter((verdict) => verdict.kind === 'idle').length;
  const used = verdicts.filter((verdict) => verdict.kind !== 'dropped').length;
  const signText = flowFactor < 0 ? `, values and registers with the sign of flowFactor ${numberText(flowFactor)}` : '';
  const droppedText =
    counts.length === 0
      ? 'none dropped'
      : `dropped: ${counts.map(([reason, pairs]) => `${pairs} (${reason})`).join(', ')}`;
  return {
    rule: 'energy savings',
    hour: null,
    text:
      `${countText(verdicts.length, 'pair')} of neighbouring samples against pRef ${numberText(pRefKilowatts)} kW${signText}: ${used} used, ${idle} of them at or below the threshold and saving nothing; ${droppedText}; `
      + `energySaved ${numberText(energySaved)} kWh, coverage ${numberText(energySavedCoverage)}`,
    numbers: {
      pRef: pRefKilowatts,
      pairs: verdicts.length,
      used,
      idle,
      ...Object.fromEntries(counts.map(([reason, pairs]) => [`dropped: ${reason}`, pairs])),
      energySaved,
      energySavedCoverage,
    },
  };
}

/** Steps to the parameters of a quality unit, or of an energy unit that has some: hour by hour, then the day. */
function parameterSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const isQuality = day.unit.group === 'QUALITY';
  const names = parameterNames(day.unit, day.hours);
  const ofHours = day.hours.flatMap((rollup) => {
    const entry = document.hourly[rollup.hour];
    const figures: ParameterFigures = (isQuality ? meansOrNull(entry?.y) : entry?.py) ?? {};
    return names.map((name) => meanStep(name, rollup.hour, [rollup], ownOf(figures, name) ?? null));
  });
  const figures: ParameterFigures = (isQuality ? meansOrNull(document.value) : document.paramValue) ?? {};
  return [...ofHours, ...names.map((name) => dayStep(day, name, ownOf(figures, name) ?? null, isQuality))];
}

function dayStep(day: UnitDay, name: string, figure: number | null, isQuality: boolean): ExplainedStep {
  const isLatest = ownOf(day.unit.params, name)?.isLatest === true;
  if (isQuality || !isLatest || figure === null) return meanStep(name, null, day.hours, figure);
  return {
    rule: 'last sample',
    hour: null,
    text: `${name} (isLatest): last sample of the day, ${numberText(figure)}`,
    numbers: { last: figure },
  };
}

function meanStep(name: string, hour: number | null, hours: readonly HourRollup[], mean: number | null): ExplainedStep {
  const parameters = hours.flatMap((rollup) => ownOf(rollup.params, name) ?? []);
  const sum = sumOf(parameters.map((parameter) => parameter.sum));
  const samples = sumOf(parameters.map((parameter) => parameter.count));
  if (samples === 0)
    return { rule: 'mean of samples', hour, text: `${name}: no sample, left out`, numbers: { samples, mean } };
  return {
    rule: 'mean of samples',
    hour,
    text: `${name}: sum ${numberText(sum)} / ${countText(samples, 'sample')} = ${numberText(mean)}`,
    numbers: { samples, sum, mean },
  };
}

/**
 * Steps to the totals of a flow or energy day's hours, and to the value of the day. The figures are the document's own.
 */
function flowSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const hourly = concernsNewMeter(day) ? meterSteps(day, document) : stepsOfHours(day, document);
  return [...hourly, sumOfHours(document), nonZeroStep(day, document)];
}

function stepsOfHours(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const rollups = new Map(day.hours.map((rollup) => [rollup.hour, rollup]));
  let expectedRegister = registerExpected(day.before);
  return document.hourly.flatMap((entry, hour) => {
    const rollup = rollups.get(hour) ?? null;
    const steps = hourSteps(day.unit.flowFactor, hour, entry, rollup, expectedRegister);
    if (rollup !== null)
      expectedRegister = registerAfter(expectedRegister, hourQuantityOf(rollup, day.unit.flowFactor));
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
  const quantity = hourQuantityOf(rollup, flowFactor);
  const booked = bookedOffline(rollup, quantity, entry.offlineCount, expectedRegister, flowFactor);
  const offline = offlineStep(hour, entry, { booked: [booked], expectedRegister, flowFactor });
  const total = totalStep(flowFactor, hour, countedBy(entry), rollup);
  return offline === null ? [total] : [total, offline];
}

function sumOfHours(document: DailyDocument): ExplainedStep {
  const totals = document.hourly.filter((entry) => entry.y !== null);
  const total = numberOrNull(document.value);
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

/**
 * The steps from the readings of a day to its figures, or to those of one hour of it. The figures are those of the
 * document, which the unit's processor made of the same input: nothing is computed here that a processor computes.
 */
export function explainSteps(day: UnitDay, document: DailyDocument, hour: number | null): readonly ExplainedStep[] {
  const steps = stepsOf(day, document);
  if (hour === null) return steps;
  const ofHour = steps.filter((step) => step.hour === hour);
  return ofHour.length > 0
    ? ofHour
    : [{ rule: 'no reading', hour, text: 'no reading in this hour: no figure', numbers: {} }];
}

function stepsOf(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  switch (day.unit.group) {
    case 'FLOW':
    case 'CONSUMPTION':
      return flowSteps(day, document);
    case 'ENERGY': {
      const parameters = Object.keys(day.unit.params).length === 0 ? [] : parameterSteps(day, document);
      return [...flowSteps(day, document), savingsStep(day, document), ...parameters];
    }
    case 'STOCK':
      return stockSteps(day, document);
    case 'GROUND_WATER_LEVEL':
      return groundWaterSteps(day, document);
    case 'QUALITY':
      return parameterSteps(day, document);
    case 'VIRTUAL':
      return [];
  }
}
