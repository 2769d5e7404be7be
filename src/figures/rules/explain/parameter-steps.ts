import type { DailyDocument } from '../../../kernel/document/types.ts';
import { sum as sumOf } from '../../../kernel/measure/exact.ts';
import { parameterNames } from '../processors/parameters.ts';
import type { HourRollup, UnitDay } from '../processors/types.ts';
import { countText, numberText } from './number-text.ts';
import type { ExplainedStep } from './types.ts';

type Figures = Readonly<Record<string, number | null>>;

const own = <T>(record: Readonly<Record<string, T>>, name: string): T | null =>
  Object.hasOwn(record, name) ? (record[name] ?? null) : null;

/**
 * How the parameters of a quality unit, or of an energy unit that has some, came to their figures: hour by hour, then
 * the day.
 */
export function parameterSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const isQuality = day.unit.group === 'QUALITY';
  const names = parameterNames(day.unit, day.hours);
  const ofHours = day.hours.flatMap((rollup) => {
    const entry = document.hourly[rollup.hour];
    const figures: Figures =
      (isQuality ? (entry?.y !== null && typeof entry?.y === 'object' ? entry.y : null) : (entry?.py ?? null)) ?? {};
    return names.map((name) => meanStep(name, rollup.hour, [rollup], own(figures, name)));
  });
  const figures: Figures =
    (isQuality ? (typeof document.value === 'object' ? document.value : null) : (document.paramValue ?? null)) ?? {};
  return [...ofHours, ...names.map((name) => dayStep(day, name, own(figures, name), isQuality))];
}

function dayStep(day: UnitDay, name: string, figure: number | null, isQuality: boolean): ExplainedStep {
  const isLatest = own(day.unit.params, name)?.isLatest === true;
  if (isQuality || !isLatest || figure === null) return meanStep(name, null, day.hours, figure);
  return {
    rule: 'last sample',
    hour: null,
    text: `${name} (isLatest): last sample of the day, ${numberText(figure)}`,
    numbers: { last: figure },
  };
}

function meanStep(name: string, hour: number | null, hours: readonly HourRollup[], mean: number | null): ExplainedStep {
  const parameters = hours.flatMap((rollup) => own(rollup.params, name) ?? []);
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
