import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { UnitSpan } from '../../../../src/figures/rules/figures/unit-span.ts';
import type { ChartSection } from '../../../../src/reports/rules/document.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { reportInput, type Works } from '../support/works.ts';

type Entry = UnitSpan['entries'][number];

/** The same with another entry of this hour or day. */
function changedAt(input: ReportInput, unitId: string, at: number, change: (entry: Entry) => Entry): ReportInput {
  const span = input.period?.spans.get(unitId);
  if (input.period === null || span === undefined) throw new Error('The unit is in the report.');
  const entries = span.entries.map((entry, index) => (index === at ? change(entry) : entry));
  const spans = new Map([...input.period.spans, [unitId, { ...span, entries }] as const]);
  return { ...input, period: { ...input.period, spans } };
}

/** Half the readings were estimated. */
function halfEstimated(entry: Entry): Entry {
  const readings = { slotsGenuine: 12, readingsUsed: 24, readingsEstimated: 12 };
  return { ...entry, estimatedShare: 0.5, ...(entry.readings === undefined ? {} : { readings }) };
}

/** Half the readings did not arrive. */
const halfMeasured = ({ readings: _whole, ...entry }: Entry): Entry => ({ ...entry, coverage: 0.5 });
/** No reading arrived. */
const silent = ({ readings: _whole, ...entry }: Entry): Entry => ({ ...entry, y: null, coverage: 0 });

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

const SITES = [
  ['executive', 'monthly'],
  ['water_balance', 'monthly'],
  ['ai_summary', 'daily'],
] as const;

describe('a bar of a site', () => {
  type Site = Pick<Works['request'], 'service' | 'reportType'>;
  const chartOf = ({ service, reportType }: Site, change: (entry: Entry) => Entry): ChartSection => {
    const request = { service, reportType, startDate: businessDate('2026-06-01') };
    const document = BUILDERS[service].build(changedAt(reportInput(works(request)), 'LINE', 5, change));
    const chart = document.sections.find(({ kind }) => kind === 'chart');
    if (chart?.kind !== 'chart') throw new Error('There is no picture.');
    return chart;
  };

  it.each(SITES)('of %s, %s, is marked where a part of it is estimated', (service, reportType) => {
    const marked = chartOf({ service, reportType }, halfEstimated).chart.series.map(({ estimated }) =>
      estimated.flatMap((isEstimated, at) => (isEstimated ? [at] : [])),
    );
    expect(marked).toEqual(service === 'ai_summary' ? [[5]] : [[], [5]]);
  });

  it.each(SITES)('of %s, %s, is hatched where a part of it was not measured', (service, reportType) => {
    const site = { service, reportType };
    const noun = reportType === 'daily' ? 'hour' : 'day';
    for (const change of [halfMeasured, silent]) {
      const { chart, alternative } = chartOf(site, change);
      expect(chart.lacking).toEqual([5]);
      expect(alternative).toMatch(new RegExp(`\\. Hatched: 1 ${noun} was measured in part\\.$`));
    }
    const { chart, alternative } = chartOf(site, (entry) => entry);
    expect(chart.lacking).toEqual([]);
    expect(alternative).not.toContain('Hatched');
  });

  it('is not told alone where other days have no figure at all', () => {
    const site = works({ service: 'water_balance', reportType: 'monthly', startDate: businessDate('2026-06-01') });
    const days = each(60_000).map((figure, at) => (at < 25 ? null : figure));
    const units = { INLET: { days }, LINE: { days }, COOLING: { days } };
    const input = changedAt(reportInput({ ...site, units }), 'LINE', 28, silent);
    const chart = BUILDERS.water_balance.build(input).sections.find(({ kind }) => kind === 'chart');
    expect(chart?.kind === 'chart' ? chart.alternative : '').toMatch(
      /\. Hatched: 25 days have no figure; of 1 more a part was not measured\.$/,
    );
  });
});
