import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnitFigures, UnitVersion } from '../../../../src/industries/rules/provisioning/stored.ts';
import { firstDifference, versionsAfter } from '../../../../src/industries/rules/provisioning/compare.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../../src/kernel/time/types.ts';

const figures = (flowFactor: number): UnitFigures => ({
  standardCategoryId: 'FLOW_CATEGORY',
  flowFactor,
  minNonZeroThreshold: 0,
  maxCapacity: null,
  dataUpdateFrequencySeconds: 300,
  params: {},
  pRefKilowatts: null,
  calculations: null,
  registerChecks: null,
});
const versions = (...list: [string, number][]): UnitVersion[] =>
  list.map(([date, factor]) => ({ effectiveFrom: businessDate(date), figures: figures(factor) }));
const written = (list: readonly UnitVersion[]): [string, number][] =>
  list.map((version) => [version.effectiveFrom, version.figures.flowFactor]);
const TODAY = businessDate('2026-11-21');
const after = (before: UnitVersion[], factor: number, from: string | null = null): [string, number][] =>
  written(versionsAfter(before, figures(factor), from === null ? null : businessDate(from), TODAY));

describe('versions of a unit', () => {
  it('a new unit counts from the beginning, whatever date its bundle gives', () => {
    expect(after([], 2)).toEqual([['1900-01-01', 2]]);
    expect(after([], 2, '2026-05-01')).toEqual([['1900-01-01', 2]]);
  });

  it('a change without a date counts from the running business day; earlier days keep their figures', () => {
    expect(after(versions(['1900-01-01', 1]), 2)).toEqual([
      ['1900-01-01', 1],
      ['2026-11-21', 2],
    ]);
  });

  it('a second change on the same day replaces the first', () => {
    expect(after(versions(['1900-01-01', 1], ['2026-11-21', 2]), 3)).toEqual([
      ['1900-01-01', 1],
      ['2026-11-21', 3],
    ]);
  });

  it('a change taken back on its day leaves what was there before', () => {
    expect(after(versions(['1900-01-01', 1], ['2026-11-21', 2]), 1)).toEqual([['1900-01-01', 1]]);
  });

  it('a date in the past replaces from then on, what was declared for later included', () => {
    expect(after(versions(['1900-01-01', 1], ['2026-03-01', 2], ['2026-08-01', 3]), 4, '2026-06-01')).toEqual([
      ['1900-01-01', 1],
      ['2026-03-01', 2],
      ['2026-06-01', 4],
    ]);
    expect(after(versions(['1900-01-01', 1], ['2026-03-01', 2]), 4, '2026-03-01')).toEqual([
      ['1900-01-01', 1],
      ['2026-03-01', 4],
    ]);
  });

  it('01/01/1900 replaces everything', () => {
    expect(after(versions(['1900-01-01', 1], ['2026-03-01', 2]), 2, '1900-01-01')).toEqual([['1900-01-01', 2]]);
  });

  it('the newest figures may be moved to an earlier date', () => {
    expect(after(versions(['1900-01-01', 1], ['2026-06-01', 2]), 2, '2026-05-01')).toEqual([
      ['1900-01-01', 1],
      ['2026-05-01', 2],
    ]);
  });

  it('a date in the future is kept for then, and stays when the same figures come again without a date', () => {
    expect(after(versions(['1900-01-01', 1]), 2, '2027-01-01')).toEqual([
      ['1900-01-01', 1],
      ['2027-01-01', 2],
    ]);
    expect(after(versions(['1900-01-01', 1], ['2027-01-01', 2]), 2)).toEqual([
      ['1900-01-01', 1],
      ['2027-01-01', 2],
    ]);
  });

  it('what a version in force says already needs no new one', () => {
    expect(after(versions(['1900-01-01', 1], ['2026-03-01', 2]), 2, '2026-06-01')).toEqual([
      ['1900-01-01', 1],
      ['2026-03-01', 2],
    ]);
  });
});

describe('declared over and over', () => {
  const date = fc
    .integer({ min: 0, max: 400 })
    .map((days) => businessDate(new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)));
  const declaration = fc.record({ factor: fc.integer({ min: 1, max: 3 }), from: fc.option(date), today: date });
  const declareAll = (
    list: readonly { factor: number; from: BusinessDate | null; today: BusinessDate }[],
  ): readonly UnitVersion[] =>
    list.reduce<readonly UnitVersion[]>(
      (before, { factor, from, today }) => versionsAfter(before, figures(factor), from, today),
      [],
    );

  it('the last declaration holds from its date on, neighbours differ, dates ascend from the beginning, and repeating it changes nothing', () => {
    fc.assert(
      fc.property(fc.array(declaration, { minLength: 1, maxLength: 8 }), declaration, (history, last) => {
        const before = declareAll(history);
        const result = versionsAfter(before, figures(last.factor), last.from, last.today);
        expect(result[0]?.effectiveFrom).toBe('1900-01-01');
        expect(written(result).map(([from]) => from)).toEqual(
          [...new Set(written(result).map(([from]) => from))].toSorted(),
        );
        expect(
          result.every(
            (version, index) => index === 0 || version.figures.flowFactor !== result[index - 1]?.figures.flowFactor,
          ),
        ).toBe(true);
        expect(result.at(-1)?.figures.flowFactor).toBe(last.factor);
        expect(versionsAfter(result, figures(last.factor), last.from, last.today)).toEqual(result);
        const changedFrom = firstDifference(before, result);
        const declaredFrom = last.from ?? last.today;
        expect(changedFrom === null || changedFrom >= declaredFrom).toBe(true);
      }),
    );
  });
});

describe('the first business day with other figures', () => {
  it.each<[string, UnitVersion[], UnitVersion[], string | null]>([
    ['none', versions(['1900-01-01', 1]), versions(['1900-01-01', 1]), null],
    ['a version more', versions(['1900-01-01', 1]), versions(['1900-01-01', 1], ['2026-03-01', 2]), '2026-03-01'],
    ['a version less', versions(['1900-01-01', 1], ['2026-03-01', 2]), versions(['1900-01-01', 1]), '2026-03-01'],
    [
      'moved to an earlier date',
      versions(['1900-01-01', 1], ['2026-03-01', 2]),
      versions(['1900-01-01', 1], ['2026-02-01', 2]),
      '2026-02-01',
    ],
    ['another first version', versions(['1900-01-01', 1]), versions(['1900-01-01', 2]), '1900-01-01'],
    ['split without effect', versions(['1900-01-01', 1]), versions(['1900-01-01', 1], ['2026-03-01', 1]), null],
  ])('%s', (_name, before, later, expected) => {
    expect(firstDifference(before, later)).toBe(expected);
  });
});
