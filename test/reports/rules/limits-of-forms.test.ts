import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { addDays, addMonths, businessDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../../src/kernel/time/types.ts';
import { BUILDERS } from '../../../src/reports/rules/builders.ts';
import { requireFits } from '../../../src/reports/rules/cell-limit.ts';
import { countCell } from '../../../src/reports/rules/cells.ts';
import type { Row, TableSection } from '../../../src/reports/rules/document.ts';
import { planOf } from '../../../src/reports/rules/plan.ts';
import { columnOf } from '../../../src/reports/rules/sections/meter-table.ts';
import type { ReportFormat, ReportType } from '../../../src/reports/rules/terms.ts';
import { wordingFrom } from '../../../src/reports/rules/wording.ts';
import { holdLimits } from '../../support/limits.ts';
import { plainRows, tableOf } from './support/read-document.ts';
import { reportInput, type Works } from './support/works.ts';

const DAY = businessDate('2026-06-10');
const several = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** True where it is allowed. */
function isAllowed(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

describe('a report', () => {
  const plan = (reportType: ReportType, endDate: BusinessDate) =>
    isAllowed(() => planOf({ ...reportInput(WATER).request, reportType, startDate: DAY, endDate }));
  const longest = (reportType: ReportType) => (days: number) => plan(reportType, addDays(DAY, days - 1));
  const months = (count: number) => plan('monthly_range', addMonths(DAY, count - 1));
  const row: Row = { role: 'row', severity: null, cells: [countCell(1)] };
  const fits = (format: ReportFormat) => (cells: number) => {
    const columns = [columnOf('value', 'Value')];
    const table: TableSection = {
      kind: 'table',
      id: 't',
      title: 'T',
      columns,
      rows: several(cells, () => row),
      note: null,
    };
    return isAllowed(() => requireFits({ sections: [table] }, format));
  };
  holdLimits([
    ['goes forwards', longest('daily_range'), [0, false], [1, true], [2, true]],
    ['by the hour has 31 days', longest('hourly'), [30, true], [31, true], [32, false]],
    ['by the minute has 31 days', longest('granular'), [30, true], [31, true], [32, false]],
    ['by the day has 1,100 days', longest('daily_range'), [1099, true], [1100, true], [1101, false]],
    ['by the month has ten years', months, [119, true], [120, true], [121, false]],
    ['of paper has 60,000 cells', fits('pdf'), [59_999, true], [60_000, true], [60_001, false]],
    ['of a page has 250,000 cells', fits('html'), [249_999, true], [250_000, true], [250_001, false]],
    ['of a sheet has 250,000 cells', fits('xlsx'), [249_999, true], [250_000, true], [250_001, false]],
  ]);
});

const WATER: Works = {
  request: { service: 'water', reportType: 'daily', startDate: DAY },
  now: '2026-06-11T08:00:00Z',
  units: { M: { days: [24_000] } },
  categories: { ID_CONSUMPTION: { A: ['M'] } },
};

describe('hours run', () => {
  const ran = (yielded: number) => {
    const hours = [yielded, 1000, ...several(22, () => 0)];
    const bores: Works = {
      ...WATER,
      request: { service: 'borewell', reportType: 'daily', startDate: DAY },
      units: { BORE: { days: [yielded + 1000], hours } },
      categories: { ID_SOURCE: { BORE_WELLS: ['BORE'] } },
    };
    const { sections } = BUILDERS.borewell.build(reportInput(bores));
    const table = sections.find((section) => section.kind === 'table' && section.id.startsWith('meters'));
    return table?.kind === 'table' ? plainRows(table)[0]?.['hoursRun'] : undefined;
  };
  holdLimits([['are those in which a bore gave something', ran, [-1, 1], [0, 1], [1, 2]]]);
});

describe('a summary in words', () => {
  const words = (units: Works['units'], more: Partial<Works> = {}): string =>
    BUILDERS.ai_summary
      .build(
        reportInput({
          request: { service: 'ai_summary', reportType: 'ai_summary', startDate: DAY },
          now: '2026-06-11T08:00:00Z',
          units,
          categories: { ID_CONSUMPTION: { A: Object.keys(units) } },
          ...more,
        }),
      )
      .sections.flatMap((section) => (section.kind === 'paragraphs' ? section.sentences : []))
      .map(({ text }) => text.replaceAll(/[\u202f\u00a0]/g, ' '))
      .join('\n');
  const gaps = (genuine: number) => words({ M: { days: [24_000], genuine } }).includes('Gaps: ');
  const silent = (count: number) =>
    /Nothing came from .*\./.exec(
      words(Object.fromEntries(several(count, (index) => [`S${index}`, { days: [null] }]))),
    )?.[0];
  const peak = (count: number) =>
    /The hour with most water/.test(
      words({ M: { days: [1], hours: several(24, (hour) => (hour < count ? 1000 * (hour + 1) : null)) } }),
    );
  const moved = (by: number) =>
    /Worst against/.test(
      words({ M: { days: [1000 + by], before: [1000] }, LARGE: { days: [99_000 - by], before: [99_000 - by] } }),
    );
  const some = (names: string): string => `Nothing came from ${names}.`;
  holdLimits([
    ['tells a gap', gaps, [23, true], [24, false], [25, false]],
    [
      'names five that are silent',
      silent,
      [4, some('Unit S0, Unit S1, Unit S2 and Unit S3')],
      [5, some('Unit S0, Unit S1, Unit S2, Unit S3 and Unit S4')],
      [6, some('Unit S0, Unit S1, Unit S2, Unit S3 and Unit S4 and 1 more')],
    ],
    ['names the peak of three hours', peak, [2, false], [3, true], [4, true]],
    ['names a unit that moved by a hundredth of the whole', moved, [999, false], [1000, false], [1001, true]],
  ]);

  it('names no peak where nothing was measured', () => {
    expect(words({ M: { days: [null] } })).not.toContain('most water');
  });
});

describe('a wording of a model', () => {
  const statements = several(8, (index) => ({ text: `Fact ${index}.`, figures: [] }));
  const isTaken = (paragraphs: readonly (readonly number[])[]): boolean =>
    typeof wordingFrom(
      JSON.stringify({ paragraphs: paragraphs.map((own) => own.map((statement) => ({ statement }))) }),
      statements,
    ) !== 'string';
  holdLimits([
    ['has a paragraph', (count) => isTaken(several(count, (index) => [index + 1])), [0, false], [1, true], [2, true]],
    ['has three at most', (count) => isTaken(several(count, (index) => [index + 1])), [2, true], [3, true], [4, false]],
    [
      'has six statements',
      (count) => isTaken([several(count, (index) => index + 1)]),
      [5, true],
      [6, true],
      [7, false],
    ],
    ['counts from one', (statement) => isTaken([[statement]]), [0, false], [1, true], [2, true]],
    ['knows no other', (statement) => isTaken([[statement]]), [7, true], [8, true], [9, false]],
  ]);
});

describe('a headline', () => {
  const spark = (days: number) =>
    BUILDERS.water
      .build(
        reportInput({
          ...WATER,
          request: { service: 'water', reportType: 'daily_range', startDate: DAY, endDate: addDays(DAY, days - 1) },
          now: '2027-06-11T08:00:00Z',
          units: { M: { days: several(days, (index) => index + 1) } },
        }),
      )
      .headlines.some(({ sparkline }) => sparkline !== null);
  const site = (days: number) =>
    BUILDERS.executive
      .build(
        reportInput({
          ...WATER,
          request: { service: 'executive', reportType: 'custom', startDate: DAY, endDate: addDays(DAY, days - 1) },
          now: '2027-06-11T08:00:00Z',
          units: { M: { days: several(days, (index) => index + 1) } },
        }),
      )
      .headlines.some(({ sparkline }) => sparkline !== null);
  const alike = (gaps: number) =>
    BUILDERS.water
      .build(
        reportInput({
          ...WATER,
          units: { M: { days: [1], hours: several(24, (hour) => (hour < gaps ? null : 1000)) } },
        }),
      )
      .headlines.find(({ title }) => title.startsWith('Each'))?.comparedWith;
  holdLimits([
    ['has a course of two days', spark, [1, false], [2, true], [3, true]],
    ['has a course of 62 days', spark, [61, true], [62, true], [63, false]],
    ['of a site has a course of two days', site, [1, false], [2, true], [3, true]],
    [
      'of what is alike counts hours with a figure',
      alike,
      [0, 'all 24 hours'],
      [1, 'the 23 hours that have a figure'],
      [2, 'the 22 hours that have a figure'],
    ],
  ]);
});

describe('completeness', () => {
  const missing = (lost: number) =>
    BUILDERS.water.build(reportInput({ ...WATER, units: { M: { days: [1], genuine: 24 - lost } } })).completeness
      .units[0]?.missing;
  holdLimits([
    ['names what is lost', missing, [0, null], [1, '1.0 of 24 h missing'], [2, '2.0 of 24 h missing']],
    [
      'in whole hours from ten on',
      missing,
      [9, '9.0 of 24 h missing'],
      [10, '10 of 24 h missing'],
      [11, '11 of 24 h missing'],
    ],
  ]);
});

describe('a table', () => {
  const zones = (count: number) =>
    BUILDERS.smart_city
      .build(
        reportInput({
          ...WATER,
          request: { service: 'smart_city', reportType: 'daily', startDate: DAY },
          units: Object.fromEntries(several(count, (index) => [`Z${index}`, { days: [1000 * (index + 1)] }])),
          categories: { ID_SOURCE: Object.fromEntries(several(count, (index) => [`A${index}`, [`Z${index}`]])) },
        }),
      )
      .sections.some(({ id }) => id === 'zones-chart');
  holdLimits([['of zones has a picture of two', zones, [1, false], [2, true], [3, true]]]);

  it('of tanks without a capacity does not say how full they are together', () => {
    const tanks: Works = {
      ...WATER,
      request: { service: 'level', reportType: 'daily', startDate: DAY },
      units: Object.fromEntries(
        ['T1', 'T2'].map((id) => [id, { standardCategoryId: 'STOCK_CATEGORY', days: [500], hours: [500] }]),
      ),
      categories: { ID_RAW_WATER_STOCK: { Y: ['T1', 'T2'] } },
    };
    const table = tableOf(BUILDERS.level.build(reportInput(tanks)), 'meters-raw-water-stock');
    expect(plainRows(table).map(({ full }) => full)).toEqual([0.5, 0.5, null]);
  });
});
