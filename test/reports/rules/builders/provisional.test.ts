import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { tableOf } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';

const works = (service: 'smart_city' | 'summary'): Works => ({
  request: { service, reportType: 'daily', startDate: businessDate('2026-06-01') },
  now: '2026-07-02T08:00:00Z',
  units: {
    EAST: { displayName: 'East inlet', days: [24_000] },
    WEST: { displayName: 'West inlet', days: [48_000] },
    NET_A: { standardCategoryId: 'VIRTUAL', displayName: 'A', days: [7000] },
    NET_B: { standardCategoryId: 'VIRTUAL', displayName: 'B', days: [9000] },
  },
  categories: { ID_SOURCE: { East: ['EAST'], West: ['WEST'] } },
});

/** The input in which figures of these units may still change. */
function withOpen(input: ReportInput, unitIds: readonly string[]): ReportInput {
  const { period } = input;
  if (period === null) throw new Error('There is a period.');
  const spans = new Map(
    [...period.spans].map(([unitId, span]) => {
      const { figures } = span;
      if (figures === null || !unitIds.includes(unitId)) return [unitId, span] as const;
      return [
        unitId,
        { ...span, figures: { ...figures, provenance: { ...figures.provenance, provisional: true as const } } },
      ] as const;
    }),
  );
  return { ...input, period: { ...period, spans } };
}

/** Names of a table's rows whose figure may still change. */
function openRows(service: 'smart_city' | 'summary', table: string): readonly string[] {
  const document = BUILDERS[service].build(withOpen(reportInput(works(service)), ['EAST', 'NET_A']));
  return tableOf(document, table).rows.flatMap(({ cells }) => {
    const [name] = cells;
    const isOpen = cells.some((cell) => (cell.kind === 'quantity' || cell.kind === 'level') && cell.provisional);
    return name?.kind === 'text' && isOpen ? [name.text] : [];
  });
}

describe('a figure that may still change', () => {
  it('is marked in the row of its zone and in the total, and in no other zone', () => {
    expect(openRows('smart_city', 'zones')).toEqual(['Sub East', 'Total']);
  });

  it('is marked in the row of its unit, where units are not added up, and of no other', () => {
    expect(openRows('summary', 'part-water-all')).toEqual(['Sub East', 'Source', 'A']);
  });
});
