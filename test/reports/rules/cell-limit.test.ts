import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/kernel/errors.ts';
import type { Section } from '../../../src/reports/rules/document.ts';
import { MOST_CELLS, requireFits } from '../../../src/reports/rules/cell-limit.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../../src/reports/rules/terms.ts';

/** Tables of ten columns. */
const tables = (...rows: number[]): { sections: Section[] } => ({
  sections: rows.map((count, index) => ({
    kind: 'table',
    id: `t${index}`,
    title: '',
    columns: Array.from({ length: 10 }, (_, column) => ({
      id: `c${column}`,
      title: '',
      unit: null,
      kind: 'count' as const,
      decimals: null,
      total: 'none' as const,
      group: null,
    })),
    rows: Array.from({ length: count }, () => ({ role: 'row' as const, cells: [], severity: null })),
    note: null,
  })),
});

const refusalOf = (document: { sections: Section[] }, format: ReportFormat): ServiceError | null => {
  try {
    requireFits(document, format);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
};

describe('a report', () => {
  it.each(REPORT_FORMATS)('of 1,000 units and a month fits into %s', (format) => {
    expect(refusalOf(tables(3_700), format)).toBeNull();
  });

  it('that is just as large as its format holds is written, and one row more is not', () => {
    expect(refusalOf(tables(4_000, 2_000), 'pdf')).toBeNull();
    expect(refusalOf(tables(4_000, 2_001), 'pdf')).toMatchObject({
      code: 413,
      message:
        'The report is too large: the report has 60\u202f010 cells, and pdf holds 60\u202f000. Ask for html or xlsx or csv, for fewer units or days, or for GET /api/user/figures.',
      details: [{ field: 'reportFormat', problem: expect.stringMatching(/allowed are html or xlsx or csv$/) }],
    });
  });

  it('of any size fits into a list, which is what the others name', () => {
    const largest = tables(MOST_CELLS.xlsx / 10 + 1);
    expect(refusalOf(largest, 'csv')).toBeNull();
    for (const format of ['html', 'xlsx', 'pdf'] as const)
      expect(refusalOf(largest, format)?.message).toContain('Ask for csv, for fewer');
  });
});
