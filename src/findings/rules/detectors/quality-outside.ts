import { runsOf } from '../runs.ts';
import type { Detector, FoundSpan, InsightDay, InsightUnit, ParameterBounds } from '../types.ts';

/** A parameter's figure of a day beyond the bounds that its unit declares. */
interface Outside {
  readonly bounds: ParameterBounds;
  readonly value: number;
  /**
   * Distance from the bound that was passed, in widths of the allowed range, so that a pH of 9.8 counts for more than
   * 20 mg/L too much of 500. With one bound alone it is in parts of that bound.
   */
  readonly beyond: number;
}

function beyondOf({ min, max }: ParameterBounds, value: number): number {
  const distance = Math.max((min ?? value) - value, value - (max ?? value));
  const width = min !== null && max !== null ? max - min : Math.abs(min ?? max ?? 0);
  return width === 0 ? distance : distance / width;
}

/** Figures of a day that are outside, farthest first. */
function outsideOn({ parameters = {} }: InsightDay, bounds: readonly ParameterBounds[]): Outside[] {
  return bounds
    .flatMap((one): Outside[] => {
      const value = parameters[one.parameterId] ?? null;
      if (value === null) return [];
      const beyond = beyondOf(one, value);
      return beyond > 0 ? [{ bounds: one, value, beyond }] : [];
    })
    .toSorted((a, b) => b.beyond - a.beyond);
}

/** Runs of days on which a parameter's figure is outside its declared bounds. */
function detect({ days, parameterBounds = [] }: InsightUnit): FoundSpan[] {
  if (parameterBounds.length === 0) return [];
  const isKnown = ({ parameters = {} }: InsightDay): boolean =>
    parameterBounds.some(({ parameterId }) => (parameters[parameterId] ?? null) !== null);
  const newest = days.findLastIndex(isKnown);
  const runs = runsOf(
    days.length,
    () => 1,
    (index) => {
      const day = days[index];
      if (day === undefined || !isKnown(day)) return 'neither';
      return outsideOn(day, parameterBounds).length > 0 ? 'yes' : 'no';
    },
  );
  return runs.flatMap((run): FoundSpan[] => {
    const outside = days.slice(run.first, run.last + 1).flatMap((day) => outsideOn(day, parameterBounds));
    const worst = outside.toSorted((a, b) => b.beyond - a.beyond)[0];
    if (worst === undefined) return [];
    const { displayName, siUnit, min, max } = worst.bounds;
    const others = new Set(outside.map(({ bounds }) => bounds.displayName).filter((name) => name !== displayName));
    return [
      {
        ...run,
        quantity: null,
        quantityPerDay: null,
        confidence: 0.95,
        isOpen: run.last === newest,
        evidence: {
          parameter: displayName,
          parameterUnit: siUnit,
          value: worst.value,
          min,
          max,
          days: run.count,
          otherParameters: [...others],
        },
      },
    ];
  });
}

export const QUALITY_OUTSIDE: Detector = {
  kind: 'quality-outside',
  groups: ['QUALITY', 'FLOW', 'CONSUMPTION', 'ENERGY', 'STOCK', 'GROUND_WATER_LEVEL'],
  detect,
};
