import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import { plainRows, tableOf } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';

/* Lowest and highest of a period are picked among last levels, or means, of its days or hours. */

/** Last levels of three days; the hours of one day, whose last level is that of the day. */
const works = (
  service: Works['request']['service'],
  reportType: 'monthly' | 'daily',
  hours: readonly number[] = [275_000, ...Array.from({ length: 23 }, () => 200_000)],
): Works => ({
  request: { service, reportType, startDate: businessDate('2026-06-01') },
  now: '2026-07-02T08:00:00Z',
  units: {
    TANK: {
      standardCategoryId: 'STOCK_CATEGORY',
      displayName: 'Recycled tank',
      changes: { maxCapacity: 400_000 },
      days: reportType === 'daily' ? [200_000] : [200_000, 242_000, 180_000],
      hours,
    },
    WELL: { standardCategoryId: 'GROUND_WATER_LEVEL', changes: { siUnit: 'm' }, days: [7, 8, 6] },
    POINT: {
      standardCategoryId: 'QUALITY_CATEGORY',
      days: [{ pH: 7 }, { pH: 7.4 }, { pH: 6.9 }],
    },
  },
  categories: {
    ID_RAW_WATER_STOCK: { TANKS: ['TANK'] },
    qualityCategory: { Q: ['POINT'] },
  },
});

const EXTREMES: readonly string[] = ['mean', 'lowest', 'highest'];

/** Columns of extremes with their headings, of every table that has some. */
const headsOf = (service: Works['request']['service'], reportType: 'monthly' | 'daily'): readonly string[] => {
  const { sections } = BUILDERS[service].build(reportInput(works(service, reportType)));
  return sections.flatMap((section) =>
    section.kind === 'table'
      ? section.columns.flatMap(({ id, group, title }) =>
          EXTREMES.includes(id) && (id !== 'mean' || group !== null) ? [`${section.id}: ${group} ${title}`] : [],
        )
      : [],
  );
};

describe('lowest and highest of a period', () => {
  it('say of which levels they are, because a day alone may have had more', () => {
    const month = BUILDERS.level.build(reportInput(works('level', 'monthly')));
    const day = BUILDERS.level.build(reportInput(works('level', 'daily')));
    const table = month.sections.find(({ kind }) => kind === 'table')?.id ?? '';
    expect(plainRows(tableOf(month, table))[0]).toMatchObject({ lowest: 180, highest: 242 });
    expect(plainRows(tableOf(day, table))[0]).toMatchObject({ lowest: 200, highest: 275 });
    expect(headsOf('level', 'monthly')).toEqual([
      `${table}: Per day Lowest`,
      `${table}: Per day Highest`,
      'wells-other-wells: Per day Mean',
      'wells-other-wells: Per day Lowest',
      'wells-other-wells: Per day Highest',
    ]);
    expect(headsOf('level', 'daily')[1]).toBe(`${table}: Per hour Highest`);
    const { method } = month;
    expect(method.join(' ')).toContain('Mean, lowest and highest are those of the last level of each day;');
    expect(day.method.join(' ')).toContain('Mean, lowest and highest are those of the last level of each hour;');
  });

  it.each(['level', 'custom_level'] as const)('in the report %s are of hours that have ended', (service) => {
    // The thirteenth hour runs, and the tank may be filled again in it.
    const hours = [275_000, ...Array.from({ length: 11 }, () => 200_000), 100_000];
    const document = BUILDERS[service].build(
      reportInput({ ...works(service, 'daily', hours), now: '2026-06-01T12:30:00Z' }),
    );
    const table = document.sections.find(({ kind }) => kind === 'table')?.id ?? '';
    expect(plainRows(tableOf(document, table))[0]).toMatchObject({ lowest: 200, highest: 275 });
  });

  it('say of which means they are', () => {
    const quality = BUILDERS.quality.build(reportInput(works('quality', 'monthly')));
    expect(headsOf('quality', 'monthly').map((head) => head.replace(/^.*: /, ''))).toEqual([
      'Per day Lowest',
      'Per day Highest',
    ]);
    expect(quality.method.join(' ')).toContain('Lowest and highest are those of the mean of each day;');
  });

  it.each([
    ['consolidated', 'monthly', 'day'],
    ['custom_quality', 'daily', 'hour'],
  ] as const)('say it in %s, too', (service, type, noun) => {
    const heads = headsOf(service, type);
    expect(heads.length).toBeGreaterThan(1);
    expect(heads.filter((head) => !head.includes(`: Per ${noun} `))).toEqual([]);
  });
});
