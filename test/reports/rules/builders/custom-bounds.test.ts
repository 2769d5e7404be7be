import { describe, expect, it } from 'vitest';
import type { UnitSpan } from '../../../../src/figures/rules/figures/unit-span.ts';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { CustomService } from '../../../../src/reports/rules/custom-columns.ts';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import { plainRows, tableOf } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';

/* A bore with 90 KL a day in June, 120 KL on the fifth, and a town meter with 10 KL a day. */

const each = (figure: number): number[] => Array.from({ length: 30 }, () => figure);

interface Changed {
  readonly bore?: (span: UnitSpan) => UnitSpan;
  readonly units?: Works['units'];
}

function built(service: CustomService, body: object, { bore = (span) => span, units = {} }: Changed): ReportDocument {
  const input = reportInput({
    request: { service, reportType: 'monthly', body: { groupBy: 'none', ...body } },
    now: '2026-07-02T10:00:00Z',
    units: {
      BORE: { days: each(90_000).toSpliced(4, 1, 120_000), displayName: 'Bore 1' },
      TOWN: { days: each(10_000) },
      ...units,
    },
    categories: { ID_SOURCE: { Bores: ['BORE'], Town: ['TOWN'] } },
  });
  const { period } = input;
  if (period === null) throw new Error('The report has a period.');
  const spans = new Map([...period.spans].map(([unitId, span]) => [unitId, unitId === 'BORE' ? bore(span) : span]));
  return BUILDERS[service].build({ ...input, period: { ...period, spans } });
}

const metersOf = (document: ReportDocument) =>
  tableOf(document, document.sections.find(({ kind }) => kind === 'table')?.id ?? '');

/** Half of a day was measured. */
const halfOf =
  (day: number) =>
  (span: UnitSpan): UnitSpan => ({
    ...span,
    entries: span.entries.map((entry, at) =>
      at === day
        ? { ...entry, coverage: 0.5, readings: { slotsGenuine: 12, readingsUsed: 12, readingsEstimated: 0 } }
        : entry,
    ),
  });

describe('a day of which a part was not measured', () => {
  const columns = ['mean', 'peak', 'peakAt', 'lowest'];
  const cellsOf = (day: number) => metersOf(built('custom_water', { columns }, { bore: halfOf(day) })).rows[0]?.cells;

  it('is "at least" where it is the highest, and is in no mean', () => {
    // 29 days with 90 KL.
    expect(cellsOf(4)?.slice(1)).toMatchObject([
      { kind: 'quantity', value: 90, bound: null },
      { value: 120, bound: 'at least', coverage: 0.5 },
      { kind: 'date', date: '2026-06-05' },
      { value: 90, bound: null, coverage: 1 },
    ]);
  });

  it('takes nothing from the highest where another day is the highest', () => {
    // 28 days with 90 KL and one with 120 KL: 2,640 KL / 29.
    expect(cellsOf(7)?.slice(1)).toMatchObject([
      { value: 91.034482759, bound: null },
      { value: 120, bound: null, coverage: 1 },
      { kind: 'date', date: '2026-06-05' },
      { value: 90, bound: null },
    ]);
  });
});

describe('a limit and a figure of which a part was not measured', () => {
  // 300 KL at least: half of each day was measured.
  const half = { TOWN: { days: each(10_000), genuine: 12 } };
  const toldOf = (threshold: object, units: Works['units']) => {
    const columns = ['value', 'limit'];
    const document = built('custom_water', { units: ['TOWN'], columns, thresholds: [threshold] }, { units });
    return {
      facts: document.attention.flatMap(({ fact, look }) => (look?.startsWith('The limit is') === true ? [fact] : [])),
      severity: metersOf(document).rows[0]?.severity,
      beyond: document.headlines.find(({ title }) => title === 'Beyond their limit')?.value,
      limit: plainRows(metersOf(document))[0]?.['limit'],
    };
  };

  it('is not told as below a limit, because the truth may lie above', () => {
    expect(toldOf({ below: 600 }, half)).toMatchObject({ facts: [], severity: null, beyond: { value: 0 } });
    expect(toldOf({ above: 900, below: 600 }, half)).toMatchObject({ limit: 900 });
    expect(toldOf({ below: 600 }, { TOWN: { days: each(10_000) } })).toMatchObject({
      facts: ['Is below its limit'],
      severity: 'high',
      beyond: { value: 1 },
      limit: 600,
    });
  });

  it('is told as above a limit', () => {
    expect(toldOf({ above: 200 }, half)).toMatchObject({
      facts: ['Is above its limit'],
      severity: 'high',
      beyond: { value: 1 },
    });
  });
});

describe('a replaced meter', () => {
  /** The new meter begins at 0: the registers 9,000 and 300 KL are of two meters. */
  const replaced = (span: UnitSpan): UnitSpan => ({
    ...span,
    unit: {
      ...span.unit,
      meters: [
        {
          installedAtEpochMs: Date.parse('2026-06-01T10:30:00Z'),
          serial: null,
          finalRegisterOfOld: null,
          initialRegister: null,
        },
      ],
    },
    figures: span.figures && { ...span.figures, meta: { ...span.figures.meta, ir: 9_000_000, fr: 300_000 } },
  });
  const remark = 'Meter replaced, so the registers do not give the volume: Bore 1 (01 Jun 2026 10:30).';

  it('is remarked below a table that shows a register', () => {
    for (const columns of [['finalRegister'], ['initialRegister', 'value'], undefined])
      expect(metersOf(built('custom_withdrawal', { columns }, { bore: replaced })).note).toBe(remark);
  });

  it('is not remarked below one without registers', () => {
    expect(metersOf(built('custom_withdrawal', { columns: ['value'] }, { bore: replaced })).note).toBeNull();
  });
});
