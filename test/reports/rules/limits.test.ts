import { describe, expect, it } from 'vitest';
import type { Provenance } from '../../../src/kernel/document/types.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { HOUR_MS } from '../../../src/kernel/time/durations.ts';
import { anomaliesOf } from '../../../src/reports/rules/anomalies.ts';
import { BUILDERS } from '../../../src/reports/rules/builders.ts';
import type { ReportInput } from '../../../src/reports/rules/input.ts';
import type { ReportService } from '../../../src/reports/rules/terms.ts';
import { holdLimits } from '../../support/limits.ts';
import { reportInput, type Works } from './support/works.ts';

const DAY = businessDate('2026-06-10');
const END = Date.parse('2026-06-11T00:00:00Z');
const several = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

type Metered = Works['units'][string];
/** 24 KL in a day, none of it in the first hour. */
const METER: Metered = { days: [24_000], before: [24_000], hours: [0, ...several(23, 1000)] };

/** A day of a meter that has sent to its end. */
function dayOf(meter: Metered, provenance: Partial<Provenance> = {}, more: Partial<Works> = {}): ReportInput {
  const input = reportInput({
    request: { service: 'water', reportType: 'daily', startDate: DAY },
    now: '2026-06-11T08:00:00Z',
    units: { M: { ...METER, ...meter } },
    categories: { ID_SOURCE: { X: ['M'] }, ID_RAW_WATER_STOCK: { Y: ['TANK'] } },
    ...more,
  });
  const spans = new Map(
    [...(input.period?.spans ?? [])].map(([unitId, span]) => {
      const { figures } = span;
      if (figures === null) return [unitId, span] as const;
      const told = { ...figures.provenance, lastEpoch: END - 1, ...provenance };
      return [unitId, { ...span, figures: { ...figures, provenance: told } }] as const;
    }),
  );
  return { ...input, period: input.period === null ? null : { ...input.period, spans } };
}
const factsOf = (input: ReportInput, service: ReportService = 'water') =>
  BUILDERS[service].build(input).attention.map(({ fact }) => fact);

describe('a report tells first', () => {
  const isTold = (words: string, input: ReportInput, service?: ReportService): boolean =>
    factsOf(input, service).some((fact) => fact.startsWith(words));
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
  const silentSince = (hours: number, seconds: number) => (late: number) =>
    isTold(
      'Stopped sending',
      dayOf(
        { ...METER, changes: { dataUpdateFrequencySeconds: seconds } },
        { lastEpoch: END - hours * HOUR_MS - late },
      ),
    );
  const silentMinutes = (minutes: number) => {
    const { attention } = BUILDERS.water.build(dayOf(METER, { lastEpoch: END - minutes * 60_000 }));
    const amount = attention.find(({ fact }) => fact === 'Stopped sending')?.amount;
    return amount?.kind === 'duration' ? amount.minutes : null;
  };
  const changed = (words: string) => (figure: number) =>
    isTold(words, dayOf({ days: [figure], before: [1000], hours: [0, ...several(23, figure / 23)] }));
  /** A meter that has doubled beside a large one that has not. */
  const beside = (large: number) => {
    const units = {
      SMALL: { ...METER, days: [1000], before: [500], hours: [0, 1000] },
      LARGE: { ...METER, days: [large], before: [large], hours: [0, large] },
    };
    return isTold('Far more', dayOf(METER, {}, { units, categories: { ID_SOURCE: { X: ['SMALL', 'LARGE'] } } }));
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
    ['that nothing came for three hours', silentSince(3, 60), [-1, false], [0, false], [1, true]],
    ['that nothing came for three readings', silentSince(6, 7200), [-1, false], [0, false], [1, true]],
    ['for how many minutes nothing came', silentMinutes, [179, null], [180, null], [181, 181]],
    [
      'that a meter counts backwards',
      (figure) => isTold('Counted backwards', dayOf({ days: [figure], hours: [figure] })),
      [-1, true],
      [0, false],
      [1, false],
    ],
    ['that half as much again has passed', changed('Far more'), [1499, false], [1500, true], [1501, true]],
    ['that half as much has passed', changed('Far less'), [499, true], [500, true], [501, false]],
    ['what is a twentieth of the whole', beside, [18_999, true], [19_000, true], [19_001, false]],
  ]);

  const ceaseless = 'Ran in every hour';
  const ran = (lowest: number) => isTold(ceaseless, dayOf({ days: [1], hours: [lowest, ...several(23, 239_000)] }));
  const ended = (hours: number) =>
    isTold(ceaseless, {
      ...dayOf({ days: [1], hours: several(24, 1000) }, { lastEpoch: null }),
      nowEpochMs: Date.parse('2026-06-10T00:00:00Z') + hours * HOUR_MS,
    });
  holdLimits([
    ['that a meter ran for twenty hours', ended, [19, false], [20, true], [21, true]],
    ['that it ran by a tenth of its mean', ran, [22_999, false], [23_000, true], [23_001, true]],
    ['that it never stood still', (lowest) => ran(lowest * 50_000), [-1, false], [0, false], [1, true]],
  ]);

  const tank = (percentage: number) => {
    const input = reportInput({
      request: { service: 'level', reportType: 'daily', startDate: DAY },
      now: '2026-06-11T08:00:00Z',
      units: {
        TANK: { standardCategoryId: 'STOCK_CATEGORY', changes: { maxCapacity: 1_000_000 }, days: [1], hours: [1] },
      },
      categories: { ID_RAW_WATER_STOCK: { Y: ['TANK'] } },
    });
    const spans = new Map(
      [...(input.period?.spans ?? [])].map(([unitId, span]) => {
        const { figures } = span;
        const meta = { ...figures?.meta, percentage };
        return [
          unitId,
          { ...span, figures: figures === null ? null : { ...figures, meta: { ...figures.meta, ...meta } } },
        ] as const;
      }),
    );
    const period = input.period === null ? null : { ...input.period, spans };
    return BUILDERS.level
      .build({ ...input, period })
      .attention.flatMap(({ severity, fact }) => (fact.startsWith('Is ') ? [`${severity}: ${fact}`] : []))
      .join();
  };
  holdLimits([
    [
      'that a tank is empty',
      tank,
      [9.9, 'critical: Is nearly empty'],
      [10, 'critical: Is nearly empty'],
      [10.1, 'high: Is nearly empty'],
    ],
    ['that a tank is nearly empty', tank, [19.9, 'high: Is nearly empty'], [20, 'high: Is nearly empty'], [20.1, '']],
    [
      'that a tank is full',
      tank,
      [97.9, ''],
      [98, 'medium: Is full and may run over'],
      [98.1, 'medium: Is full and may run over'],
    ],
  ]);

  it('nothing of a tank that stands between, or of which nobody knows', () => {
    expect(tank(50)).toBe('');
  });
});

describe('a deviation', () => {
  const kindsOf = (units: Works['units'], request: Works['request']): string[] =>
    anomaliesOf(reportInput({ request, now: '2026-07-02T08:00:00Z', units })).map(({ kind }) => kind);
  /** Days of June. */
  const june = (days: readonly (number | null)[], more: Works['units'] = {}) =>
    kindsOf({ M: { days }, ...more }, { service: 'executive', reportType: 'monthly' }).join();
  const hours = (of: readonly (number | null)[]) =>
    kindsOf(
      { M: { days: [1], hours: of } },
      { service: 'ai_summary', reportType: 'ai_summary', startDate: DAY },
    ).join();
  const tank = (share: number) =>
    kindsOf(
      {
        TANK: {
          standardCategoryId: 'STOCK_CATEGORY',
          changes: { maxCapacity: 1_000_000 },
          days: [1],
          hours: several(24, share * 1_000_000),
        },
      },
      { service: 'ai_summary', reportType: 'ai_summary', startDate: DAY },
    ).join();
  // Median 10 and median distance 4, so six deviations above are 10 + 6 * 1.4826 * 4 = 45.5824.
  const spread = (highest: number) => june([...several(4, 6000), 10_000, ...several(3, 14_000), highest]);
  holdLimits([
    [
      'is seen among eight days',
      (count) => june([...several(count - 1, 10_000), 90_000]),
      [7, ''],
      [8, 'spike'],
      [9, 'spike'],
    ],
    [
      'is above three times the median',
      (figure) => june([...several(9, 10_000), figure]),
      [29_999, ''],
      [30_000, ''],
      [30_001, 'spike'],
    ],
    ['is above six deviations', spread, [45_582, ''], [45_582.4, ''], [45_583, 'spike']],
    [
      'is worth a hundredth of the largest figure',
      (figure) => june([...several(9, 1000), figure], { LARGE: { days: several(30, 1_000_000) } }),
      [9999, ''],
      [10_000, 'spike'],
      [10_001, 'spike'],
    ],
    [
      'is one of a meter that usually runs',
      (usual) => june([...several(9, usual), 90_000]),
      [-1, ''],
      [0, ''],
      [1, 'spike'],
    ],
    [
      'is no stop in a day, by half the median',
      (lowest) => hours([lowest, ...several(23, 10_000)]),
      [4999, 'never-stopped'],
      [5000, 'never-stopped'],
      [5001, ''],
    ],
    [
      'is a stop at nothing',
      (lowest) => hours([lowest, ...several(23, 10_000)]),
      [-1, ''],
      [0, ''],
      [1, 'never-stopped'],
    ],
    ['is a tank below a tenth', tank, [0.0999, 'tank'], [0.1, ''], [0.1001, '']],
    ['is a tank above nineteen twentieths', tank, [0.9499, ''], [0.95, ''], [0.9501, 'tank']],
  ]);

  it('is no missing stop where an hour was not measured', () => {
    expect(hours([null, 1, ...several(22, 10_000)])).toBe('');
  });
});
