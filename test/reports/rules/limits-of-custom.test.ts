import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { BUILDERS } from '../../../src/reports/rules/builders.ts';
import { readCustomBody } from '../../../src/reports/rules/custom-body.ts';
import { holdLimits } from '../../support/limits.ts';
import { plain, plainRows } from './support/read-document.ts';
import { reportInput } from './support/works.ts';

const several = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const text = (length: number): string => 'x'.repeat(length);

describe('the body of a custom report', () => {
  const known = new Map(several(1001, (index) => [`M${index}`, { params: {} }]));
  function isTaken(body: object, service: 'custom_water' | 'custom_quality' = 'custom_water'): boolean {
    try {
      readCustomBody(service, body, known);
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }
  const thresholds = (count: number) =>
    isTaken({ thresholds: several(count, (index) => ({ unitId: `M${index}`, above: 1 })) });
  const parameter = (length: number) =>
    isTaken({ thresholds: [{ parameter: text(length), above: 1 }] }, 'custom_quality');
  const between = (below: number) => isTaken({ thresholds: [{ above: 10, below }] });
  const above = (bound: number) => isTaken({ thresholds: [{ above: bound }] });
  holdLimits([
    [
      'has 1,000 units',
      (count) => isTaken({ units: several(count, (index) => `M${index}`) }),
      [999, true],
      [1000, true],
      [1001, false],
    ],
    [
      'has a unit where it names units',
      (count) => isTaken({ units: several(count, (index) => `M${index}`) }),
      [0, false],
      [1, true],
      [2, true],
    ],
    ['has 200 thresholds', thresholds, [199, true], [200, true], [201, false]],
    ['has a title', (length) => isTaken({ title: text(length) }), [0, false], [1, true], [2, true]],
    ['of 120 signs', (length) => isTaken({ title: text(length) }), [119, true], [120, true], [121, false]],
    ['names a parameter in 100 signs', parameter, [99, true], [100, true], [101, false]],
    ['has a lower bound that is not above the upper one', between, [9.999, true], [10, true], [10.001, false]],
    ['has an upper bound of a size', above, [1e12 - 1, true], [1e12, true], [1e12 + 1, false]],
    ['has a negative bound of a size', above, [-1e12 - 1, false], [-1e12, true], [1 - 1e12, true]],
  ]);
});

describe('a custom report', () => {
  const quality = (names: readonly string[], thresholds: readonly object[], hours: readonly number[]) =>
    BUILDERS.custom_quality.build(
      reportInput({
        request: {
          service: 'custom_quality',
          reportType: 'daily',
          startDate: businessDate('2026-06-01'),
          body: { thresholds },
        },
        now: '2026-06-02T08:00:00Z',
        units: {
          LAB: {
            standardCategoryId: 'QUALITY_CATEGORY',
            days: [{ pH: 7 }],
            hours: hours.map((pH) => ({ pH })),
            changes: {
              params: Object.fromEntries(names.map((id) => [id, { displayName: id, siUnit: '', isLatest: false }])),
            },
          },
        },
        categories: { qualityCategory: { Q: ['LAB'] } },
      }),
    );
  const named = (count: number) =>
    quality(
      several(count, (index) => `P${index}`),
      [{ parameter: 'none', above: 1 }],
      [],
    )
      .attention.find(({ look }) => look?.startsWith('The parameters are'))
      ?.look?.split(', ').length;
  const outside = (bounds: object) => (highest: number) =>
    quality(['pH'], [{ parameter: 'pH', ...bounds }], [7, highest]).attention.some(({ fact }) =>
      fact.startsWith('pH was outside its limits in 1 of 2'),
    );
  const ofLimit = (limit: number) => {
    const document = BUILDERS.custom_water.build(
      reportInput({
        request: {
          service: 'custom_water',
          reportType: 'monthly',
          body: { columns: ['ofLimit'], thresholds: [{ above: limit }] },
        },
        now: '2026-07-02T08:00:00Z',
        units: { M: { days: [4000] } },
        categories: { ID_SOURCE: { A: ['M'] }, ID_CONSUMPTION: { B: ['M'] } },
      }),
    );
    const table = document.sections.find(({ kind }) => kind === 'table');
    return table?.kind === 'table' ? plainRows(table)[0]?.['ofLimit'] : undefined;
  };
  // One of the names is that of the sample, which no unit declares.
  holdLimits([
    ['names ten parameters', (count) => named(count - 1), [9, 9], [10, 10], [11, 10]],
    ['tells of a figure above its limit', outside({ above: 8.5 }), [8.499, false], [8.5, false], [8.501, true]],
    ['tells of a figure below its limit', outside({ below: 6.5 }), [6.499, true], [6.5, false], [6.501, false]],
    ['has a share of a limit above 0', ofLimit, [-1, null], [0, null], [1, 4]],
  ]);

  it('tells of the figure that is beyond, on whichever side', () => {
    const amountOf = (other: number) => {
      const bounds = { parameter: 'pH', above: 8.5, below: 6.5 };
      const told = quality(['pH'], [bounds], [7, other]).attention.find(({ fact }) =>
        fact.startsWith('pH was outside'),
      );
      return plain(told?.amount);
    };
    expect([amountOf(6), amountOf(9)]).toEqual([6, 9]);
  });
});

describe('a summary', () => {
  it('of a point that sent nothing says so, as the report of quality does', () => {
    const document = BUILDERS.summary.build(
      reportInput({
        request: { service: 'summary', reportType: 'daily', startDate: businessDate('2026-06-01') },
        now: '2026-06-02T08:00:00Z',
        units: {
          LAB: {
            standardCategoryId: 'QUALITY_CATEGORY',
            days: [null],
            changes: { params: { pH: { displayName: 'pH', siUnit: '', isLatest: false } } },
          },
        },
        categories: { qualityCategory: { Q: ['LAB'] } },
      }),
    );
    const rows = document.sections.flatMap((section) => (section.kind === 'table' ? section.rows : []));
    const own = rows.find(({ cells }) => plain(cells[0]) === 'Unit LAB: pH');
    expect(own?.cells[1]).toEqual({ kind: 'missing', why: 'no reading' });
  });

  it('of a loss of unknown certainty says on which side it is', () => {
    const input = reportInput({
      request: { service: 'ai_summary', reportType: 'ai_summary', startDate: businessDate('2026-06-01') },
      now: '2026-06-02T08:00:00Z',
      units: { IN: { days: [100_000] }, OUT: { days: [90_000] } },
      categories: { ID_SOURCE: { A: ['IN'] }, ID_CONSUMPTION: { B: ['OUT'] } },
    });
    const { balance } = input;
    if (balance === null) throw new Error('A day has a balance.');
    const isMore = (value: number): boolean => {
      const unaccounted = { ...balance.figures.unaccounted, value, status: 'unknown' as const };
      const { sections } = BUILDERS.ai_summary.build({
        ...input,
        balance: { ...balance, figures: { ...balance.figures, unaccounted } },
      });
      const sentences = sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []));
      return sentences.some(({ text }) => text.includes('than the meters of sources have counted'));
    };
    expect([-1, 0, 1].map(isMore)).toEqual([true, false, false]);
  });
});
