import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportLayout } from '../../../../src/reports/rules/terms.ts';
import { plain, plainRows } from '../support/read-document.ts';
import { calculatedWorks } from '../support/calculated-works.ts';
import { reportInput } from '../support/works.ts';

const tablesOf = (layout: ReportLayout, reportType: 'daily' | 'monthly', isInCategory = false, negative = false) => {
  const input = reportInput(calculatedWorks({ layout, reportType, isInCategory }));
  const industry = { ...input.industry, virtualNegativeCalc: negative };
  return BUILDERS.water.build({ ...input, industry }).sections.flatMap((section) => {
    if (section.kind !== 'table' || !section.title.includes(': every') || !section.title.startsWith('Calc')) return [];
    return [section];
  });
};

describe('a table of hours of units that are worked out by formula', () => {
  it('calls its last row a total of nothing, and says which columns do not add up to it, and why', () => {
    const [table] = tablesOf('v2', 'daily');
    expect(table?.columns.map(({ title, total }) => [title, total])).toEqual([
      ['From', 'none'],
      ['Both', 'sum'],
      ['=Outflow', 'none'],
    ]);
    // Each hour is held at 0 or more, and so is the day.
    const rows = plainRows(table ?? raise());
    expect(rows.slice(0, 4).map(({ OUTFLOW }) => OUTFLOW)).toEqual([5, 0, 5, 0]);
    expect(rows.at(-1)).toEqual({ bucket: 'Of the period', BOTH: 48, OUTFLOW: 0 });
    expect(table?.note).toBe(
      'Worked out by formula for every hour and anew for every day, and what is below 0 counts as 0, so the hours do not add up: =Outflow.',
    );
  });

  it('says nothing of figures below 0 where the industry keeps them', () => {
    const [table] = tablesOf('v2', 'daily', false, true);
    expect(table?.note).toBe(
      'Worked out by formula for every hour and anew for every day, so the hours do not add up: =Outflow.',
    );
  });

  it('has a total of days, which are added up', () => {
    const [table] = tablesOf('v2', 'monthly');
    expect(table?.columns.map(({ total }) => total)).toEqual(['none', 'sum', 'sum']);
    expect(plain(table?.rows.at(-1)?.cells[0])).toBe('Total');
    expect(table?.note).toBe('A day whose result is below 0 counts as 0: =Outflow.');
  });
});

describe('a table of hours of groups', () => {
  it('adds up no group with a unit whose hours do not make its day', () => {
    const document = BUILDERS.water.build(
      reportInput(calculatedWorks({ layout: 'v1', reportType: 'daily', isInCategory: true })),
    );
    const table = document.sections.find(({ id }) => id === 'buckets');
    if (table?.kind !== 'table') throw new Error('There is no table of hours.');
    expect(table.columns.map(({ title, total }) => [title, total])).toEqual([
      ['From', 'none'],
      ['Source', 'sum'],
      ['Consumption', 'none'],
    ]);
    expect(table.rows.at(-1)?.cells.map(plain)).toEqual(['Of the period', 48, 0]);
    expect(table.note).toContain('so the hours do not add up: Consumption.');
  });
});

function raise(): never {
  throw new Error('There is no such table.');
}
