import { describe } from 'vitest';
import type { Provenance } from '../../../src/kernel/document/types.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { BUILDERS } from '../../../src/reports/rules/builders.ts';
import type { ReportInput } from '../../../src/reports/rules/input.ts';
import { holdLimits } from '../../support/limits.ts';
import { reportInput, type Works } from './support/works.ts';

const DAY = businessDate('2026-06-10');
const several = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

type Metered = Works['units'][string];
/** 24 KL in a day, none of it in the first hour. */
const METER: Metered = { days: [24_000], before: [24_000], hours: [0, ...several(23, 1000)] };

/** A day of a meter, by how much of it was measured. */
function dayOf(meter: Metered, provenance: Partial<Provenance> = {}, more: Partial<Works> = {}): ReportInput {
  const input = reportInput({
    request: { service: 'water', reportType: 'daily', startDate: DAY },
    now: '2026-06-11T08:00:00Z',
    units: { M: { ...METER, ...meter } },
    categories: { ID_SOURCE: { X: ['M'] } },
    ...more,
  });
  const spans = new Map(
    [...(input.period?.spans ?? [])].map(([unitId, span]) => {
      const { figures } = span;
      if (figures === null) return [unitId, span] as const;
      const told = { ...figures.provenance, ...provenance };
      return [unitId, { ...span, figures: { ...figures, provenance: told } }] as const;
    }),
  );
  return { ...input, period: input.period === null ? null : { ...input.period, spans } };
}
/** Days are compared by findings alone. */
const TWO_DAYS: Partial<Works> = {
  request: { service: 'water', reportType: 'daily_range', startDate: businessDate('2026-06-09'), endDate: DAY },
};

describe('a report tells first', () => {
  const isTold = (words: string, input: ReportInput): boolean =>
    BUILDERS.water.build(input).attention.some(({ fact }) => fact.startsWith(words));
  const measured = (slotsGenuine: number): Partial<Provenance> => ({
    slotsExpected: 1000,
    slotsGenuine,
    coverageRatio: slotsGenuine / 1000,
  });
  const estimated = (readingsEstimated: number): Partial<Provenance> => ({
    readingsUsed: 1000,
    readingsEstimated,
    estimatedShare: readingsEstimated / 1000,
  });
  const changed = (words: string) => (figure: number) =>
    isTold(words, dayOf({ days: [figure, 0], before: [1000, 0] }, {}, TWO_DAYS));
  /** A meter that has doubled beside a large one that has not. */
  const beside = (large: number) => {
    const units = {
      SMALL: { days: [1000, 0], before: [500, 0] },
      LARGE: { days: [large, 0], before: [large, 0] },
    };
    const categories = { ID_SOURCE: { X: ['SMALL', 'LARGE'] } };
    return isTold('Far more', dayOf(METER, {}, { ...TWO_DAYS, units, categories }));
  };
  holdLimits([
    [
      'that less than nine tenths were measured',
      (genuine) => isTold('Readings are missing', dayOf(METER, measured(genuine))),
      [899, true],
      [900, false],
      [901, false],
    ],
    [
      'that more than a twentieth was estimated',
      (count) => isTold('Readings are estimated', dayOf(METER, estimated(count))),
      [49, false],
      [50, false],
      [51, true],
    ],
    ['that half as much again has passed', changed('Far more'), [1499, false], [1500, true], [1501, true]],
    ['that half as much has passed', changed('Far less'), [499, true], [500, true], [501, false]],
    ['what is a twentieth of the whole', beside, [18_999, true], [19_000, true], [19_001, false]],
  ]);
});
