import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { reportInput, type Works } from '../support/works.ts';

/** The same, if half the readings of the unit had been estimated in this hour or day. */
function estimatedAt(input: ReportInput, unitId: string, at: number): ReportInput {
  const span = input.period?.spans.get(unitId);
  if (input.period === null || span === undefined) throw new Error('The unit is in the report.');
  const entries = span.entries.map((entry, index) => {
    if (index !== at) return entry;
    const readings = { slotsGenuine: 12, readingsUsed: 24, readingsEstimated: 12 };
    return { ...entry, estimatedShare: 0.5, ...(entry.readings === undefined ? {} : { readings }) };
  });
  const spans = new Map([...input.period.spans, [unitId, { ...span, entries }] as const]);
  return { ...input, period: { ...input.period, spans } };
}

const each = (figure: number): number[] => Array.from({ length: 30 }, () => figure);
const works = (request: Works['request']): Works => ({
  request,
  now: '2026-07-02T10:00:00Z',
  units: {
    INLET: { days: each(100_000) },
    LINE: { days: each(60_000) },
    COOLING: { days: each(30_000) },
  },
  categories: { ID_SOURCE: { IN: ['INLET'] }, ID_CONSUMPTION: { OUT: ['LINE', 'COOLING'] } },
});

describe('a bar of a site', () => {
  it.each([
    ['executive', 'monthly'],
    ['water_balance', 'monthly'],
    ['ai_summary', 'daily'],
  ] as const)('of %s, %s, is marked where a part of it is estimated', (service, reportType) => {
    const request = { service, reportType, startDate: businessDate('2026-06-01') };
    const document = BUILDERS[service].build(estimatedAt(reportInput(works(request)), 'LINE', 5));
    const chart = document.sections.find(({ kind }) => kind === 'chart');
    if (chart?.kind !== 'chart') throw new Error('There is no picture.');
    const marked = chart.chart.series.map(({ estimated }) =>
      estimated.flatMap((isEstimated, at) => (isEstimated ? [at] : [])),
    );
    expect(marked).toEqual(service === 'ai_summary' ? [[5]] : [[], [5]]);
  });
});
