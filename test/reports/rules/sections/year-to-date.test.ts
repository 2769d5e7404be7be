import { describe, expect, it } from 'vitest';
import type { Provenance } from '../../../../src/kernel/document/types.ts';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { Cell, ReportDocument } from '../../../../src/reports/rules/document.ts';
import { yearUpTo } from '../../../../src/reports/rules/progress.ts';
import type { ReportType } from '../../../../src/reports/rules/terms.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { provenance, span, unit } from '../../../figures/rules/device-data/support.ts';
import { tableOf } from '../support/read-document.ts';
import { reportInput } from '../support/works.ts';

const UTC = { timezone: 'UTC', shiftStartAt: '00:00:00', daysOffset: 0 };
const JUNE = Array.from({ length: 30 }, () => 1000);

/** Bores in June 2026: of the year each has this figure, and so much of what it should have sent. */
function statement(
  years: Readonly<Record<string, { readonly value: number | null; readonly genuine: number }>>,
  { now = '2026-07-02T10:00:00Z', startDate = '2026-06-01', reportType = 'monthly' as ReportType, clock = UTC } = {},
): ReportDocument {
  const bores = Object.keys(years);
  const input = reportInput({
    request: { service: 'ground_water_withdrawal', reportType, startDate: businessDate(startDate) },
    now,
    units: Object.fromEntries(bores.map((id) => [id, { displayName: id, days: JUNE }])),
    categories: { ID_SOURCE: { BORES: bores } },
  });
  const parts = (genuine: number): Provenance =>
    provenance({ slotsExpected: 100, slotsGenuine: genuine, readingsUsed: genuine, coverageRatio: genuine / 100 });
  return BUILDERS.ground_water_withdrawal.build({
    ...input,
    yearToDate: {
      ...yearUpTo(clock, input.plan.days?.to ?? input.today, input.nowEpochMs),
      spans: new Map(
        Object.entries(years).map(([id, { value, genuine }]) => [
          id,
          span(unit(id), value, [], { provenance: parts(genuine) }),
        ]),
      ),
    },
  });
}

const headlineOf = ({ headlines }: ReportDocument) => headlines.find(({ title }) => title === 'Year to date');
function columnIn(document: ReportDocument): readonly (readonly [string, Cell | undefined])[] {
  const table = document.sections.find(({ id }) => id.startsWith('meters-'));
  const { columns, rows } = tableOf(document, table?.id ?? '');
  const at = columns.findIndex(({ id }) => id === 'year');
  return rows.map(({ cells }) => [cells[0]?.kind === 'text' ? cells[0].text : '', cells[at]]);
}

describe('the year to date', () => {
  it('is whole where nothing is missing', () => {
    const whole = { kind: 'quantity', value: 70, coverage: 1, bound: null, provisional: false };
    const document = statement({ A: { value: 30_000, genuine: 100 }, B: { value: 40_000, genuine: 100 } });
    expect(headlineOf(document)).toMatchObject({ value: whole, comparedWith: '01 Jan to 30 Jun 2026' });
    expect(columnIn(document).at(-1)).toEqual(['Total', expect.objectContaining(whole)]);
  });

  it('says "at least" and how much was measured where a part is missing', () => {
    const document = statement({ A: { value: 30_000, genuine: 97 }, B: { value: 40_000, genuine: 100 } });
    const least = { kind: 'quantity', value: 70, coverage: 0.985, bound: 'at least' };
    expect(headlineOf(document)?.value).toMatchObject(least);
    expect(columnIn(document)).toEqual([
      ['A', expect.objectContaining({ value: 30, coverage: 0.97, bound: 'at least' })],
      ['B', expect.objectContaining({ value: 40, coverage: 1, bound: null })],
      ['Total', expect.objectContaining(least)],
    ]);
  });

  it('says "at least" where a meter has no figure at all', () => {
    const document = statement({ A: { value: null, genuine: 0 }, B: { value: 40_000, genuine: 100 } });
    expect(headlineOf(document)?.value).toMatchObject({ value: 40, coverage: 0.5, bound: 'at least' });
    expect(columnIn(document)[0]).toEqual(['A', { kind: 'missing', why: null }]);
  });

  it('of one meter says so, too', () => {
    const document = statement({ A: { value: 17_300, genuine: 1 } });
    expect(headlineOf(document)?.value).toMatchObject({ value: 17.3, coverage: 0.01, bound: 'at least' });
  });

  it('of a month that runs is marked as running, and ends on the running day', () => {
    const document = statement({ A: { value: 30_000, genuine: 100 } }, { now: '2026-06-23T10:00:00Z' });
    expect(headlineOf(document)).toMatchObject({
      value: { provisional: true },
      comparedWith: '01 Jan to 23 Jun 2026',
    });
    expect(columnIn(document)[0]?.[1]).toMatchObject({ provisional: true });
  });

  it('of the night in which a year begins says that none of its business days has begun', () => {
    // Half past midnight of 1 January in Delhi, where the day begins at six.
    const delhi = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 };
    const night = { now: '2026-12-31T19:00:00Z', startDate: '2027-01-01', reportType: 'daily' as const, clock: delhi };
    const document = statement({ A: { value: null, genuine: 0 } }, night);
    expect(headlineOf(document)).toMatchObject({
      value: { kind: 'missing' },
      comparedWith: 'no business day of 2027 has begun yet',
    });
  });
});
