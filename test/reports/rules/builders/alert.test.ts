import { describe, expect, it } from 'vitest';
import { alertReport } from '../../../../src/reports/rules/builders/alert.ts';
import type { ReportIncident } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { misfits, plain, plainRows, tableOf } from '../support/read-document.ts';
import { reportInput } from '../support/works.ts';

const incident = (changes: Partial<ReportIncident>): ReportIncident => ({
  alertId: 'a',
  alertType: 'unit_threshold',
  title: 'Daily limit',
  severity: 'medium',
  state: 'recovered',
  isAcknowledged: false,
  unitId: 'INLET',
  place: '=HYPERLINK("http://x")',
  fromEpochMs: Date.parse('2026-06-02T10:00:00Z'),
  toEpochMs: Date.parse('2026-06-02T11:30:00Z'),
  fact: 'Above the daily limit',
  amount: { value: 214, unit: 'KL' },
  limit: { value: 200, unit: 'KL' },
  ...changes,
});

const built = (incidents: readonly ReportIncident[]) =>
  alertReport.build(
    reportInput({
      request: { service: 'alert', reportType: 'granular', endDate: businessDate('2026-06-03') },
      now: '2026-06-03T12:00:00Z',
      units: { INLET: { days: [100, 100, 100], displayName: '=HYPERLINK("http://x")' }, LINE: { days: [1, 1, 1] } },
      incidents,
    }),
  );

describe('the alert report', () => {
  const list = [
    incident({}),
    incident({
      severity: 'critical',
      state: 'open',
      unitId: 'LINE',
      place: 'Unit LINE',
      fromEpochMs: Date.parse('2026-06-03T09:00:00Z'),
      toEpochMs: null,
    }),
    incident({ severity: 'high', state: 'withdrawn', unitId: null, place: null, amount: null, limit: null }),
    incident({ fromEpochMs: Date.parse('2026-06-02T05:00:00Z'), toEpochMs: Date.parse('2026-06-02T05:20:00Z') }),
  ];

  it('lists every incident, worst first, of one severity the oldest', () => {
    const document = built(list);
    expect(
      plainRows(tableOf(document, 'incidents')).map(({ severity, place, lasted, amount, state }) => [
        severity,
        place,
        lasted,
        amount,
        state,
      ]),
    ).toEqual([
      ['Critical', 'Unit LINE', 180, 214, 'Open'],
      ['High', 'The whole site', 90, null, 'Withdrawn, because the data were corrected'],
      ['Medium', '=HYPERLINK("http://x")', 20, 214, 'Back to normal'],
      ['Medium', '=HYPERLINK("http://x")', 90, 214, 'Back to normal'],
    ]);
    expect(misfits(document)).toEqual([]);
  });

  it('counts what was not withdrawn, and tells what is open first', () => {
    const document = built(list);
    expect(document.headlines.map(({ title, value }) => [title, plain(value)])).toEqual([
      ['Incidents', 3],
      ['Still open', 1],
      ['Critical or high', 1],
      ['Longest', 180],
    ]);
    expect(document.attention).toMatchObject([
      { severity: 'critical', place: 'Unit LINE', since: '03 Jun 2026 09:00', look: 'Nobody has acknowledged it yet' },
    ]);
  });

  it('says in the title of its chart when most of it happened', () => {
    const chart = built(list).sections.find(({ kind }) => kind === 'chart');
    expect(chart?.title).toBe('Most began on 02 Jun 2026: 2 of 3');
  });

  it('names no day where every bar is as high as the others', () => {
    const next = incident({ fromEpochMs: Date.parse('2026-06-03T09:00:00Z'), toEpochMs: null });
    const chart = built([incident({}), next]).sections.find(({ kind }) => kind === 'chart');
    expect(chart?.title).toBe('2 incidents began on 2 days, one on each');
  });

  it('names the day that the table names, also where days begin at the shift', () => {
    // Half an hour before the business day of the 3rd begins.
    const late = incident({ fromEpochMs: Date.parse('2026-06-03T05:30:00Z') });
    const input = reportInput({
      request: { service: 'alert', reportType: 'granular', endDate: businessDate('2026-06-03') },
      now: '2026-06-03T12:00:00Z',
      units: { INLET: { days: [100, 100, 100] } },
      incidents: [late, late],
    });
    const { clock } = input.industry;
    const document = alertReport.build({
      ...input,
      industry: { ...input.industry, clock: { ...clock, shiftStartAt: '06:00:00' } },
    });
    expect(document.sections.find(({ kind }) => kind === 'chart')?.title).toBe('Both incidents began on 03 Jun 2026');
  });

  it('has no state beside a limit', () => {
    const ids = tableOf(built(list), 'incidents').columns.map(({ id }) => id);
    expect(Math.abs(ids.indexOf('state') - ids.indexOf('limit'))).toBeGreaterThan(1);
  });

  it('adds up by place', () => {
    expect(plainRows(tableOf(built(list), 'places'))).toEqual([
      { place: '=HYPERLINK("http://x")', count: 2, open: 0, lasted: 110 },
      { place: 'Unit LINE', count: 1, open: 1, lasted: 180 },
      { place: 'All places', count: 3, open: 1, lasted: '' },
    ]);
  });

  it('says why it is empty, and that this is good', () => {
    const document = built([]);
    expect(document.empty).toContain('no incident was recorded');
    expect([document.headlines, document.sections]).toEqual([[], []]);
  });
});
