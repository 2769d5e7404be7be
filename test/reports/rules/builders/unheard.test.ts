import { describe, expect, it } from 'vitest';
import type { Unheard } from '../../../../src/kernel/document/types.ts';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import type { UnitSpan } from '../../../../src/figures/rules/figures/unit-span.ts';
import { reportInput } from '../support/works.ts';
import { unheardNote } from '../../../../src/reports/rules/sections/unheard.ts';

const silence: Unheard = {
  value: 2_878_000,
  from: '2026-05-07T11:45:00.000Z',
  to: '2026-06-01T18:15:00.000Z',
  times: 1,
  silences: 1,
};

/** Two bores in June; `change` says what else their figures tell. */
function waterOf(
  change: (span: UnitSpan) => UnitSpan,
  others: Readonly<Record<string, (span: UnitSpan) => UnitSpan>> = {},
): ReturnType<(typeof BUILDERS)['water']['build']> {
  const input = reportInput({
    request: { service: 'water', reportType: 'monthly' },
    now: '2026-07-02T08:00:00Z',
    units: { BORE: { days: [1_238_000] }, MAIN: { days: [62_000] } },
    categories: { ID_SOURCE: { SOURCES: ['BORE', 'MAIN'] } },
  });
  const { period } = input;
  if (period === null) throw new Error('The report has a period.');
  const spans = new Map(
    [...period.spans].map(([unitId, span]) => [
      unitId,
      unitId === 'BORE' ? change(span) : (others[unitId]?.(span) ?? span),
    ]),
  );
  const changed: ReportInput = { ...input, period: { ...period, spans } };
  return BUILDERS.water.build(changed);
}

const withMeta = (span: UnitSpan, meta: object): UnitSpan =>
  span.figures === null ? span : { ...span, figures: { ...span.figures, meta: { ...span.figures.meta, ...meta } } };

const metersOf = (document: ReturnType<typeof waterOf>) => {
  const table = document.sections.find((section) => section.kind === 'table' && section.id.startsWith('meters'));
  if (table?.kind !== 'table') throw new Error('The report has no table of its meters.');
  return table;
};

describe('the report of water', () => {
  it('says in the row and in the total what passed while nothing was sent, and between which readings', () => {
    const { columns, rows, note } = metersOf(waterOf((span) => withMeta(span, { unheard: silence })));
    const at = columns.findIndex(({ id }) => id === 'unheard');
    expect(columns[at]).toMatchObject({ title: 'Not in the total', unit: 'KL' });
    expect(rows.map(({ cells }) => cells[at])).toMatchObject([
      { kind: 'quantity', value: 2878 },
      { kind: 'text', text: '' },
      { kind: 'quantity', value: 2878 },
    ]);
    expect(note?.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(
      'In no hour and no total, because it passed while nothing was sent: Unit BORE 2 878 KL, from 07 May 2026 11:45 to 01 Jun 2026 18:15.',
    );
  });

  const at = { from: '2026-06-02T00:00:00.000Z', to: '2026-06-30T00:00:00.000Z' };
  const textOf = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');

  it('calls silence only what passed in silences, and steps between registers by their own name', () => {
    const mixed: Unheard = {
      value: 900_000,
      ...at,
      times: 9,
      silences: 1,
      silent: { value: 300_000, from: '2026-06-09T10:00:00.000Z', to: '2026-06-09T12:00:00.000Z' },
    };
    const document = waterOf((span) => withMeta(span, { unheard: mixed }));
    expect(textOf(metersOf(document).note)).toContain(
      'In no hour and no total, because it passed while nothing was sent: Unit BORE 300 KL, from 09 Jun 2026 10:00 to 09 Jun 2026 12:00. In no hour and no total, because it passed between two registers: Unit BORE 600 KL, from 02 Jun 2026 00:00 to 30 Jun 2026 00:00.',
    );
    expect(JSON.stringify(document)).toContain(
      'The register counted on while nothing was sent and between two registers. No hour has this amount, so the total lacks it',
    );
  });

  it('names each unit by how its own water passed, whatever the others did', () => {
    const both = waterOf((span) => withMeta(span, { unheard: silence }), {
      MAIN: (span) => withMeta(span, { unheard: { value: 20_000, ...at, times: 8, silences: 0 } }),
    });
    expect(textOf(metersOf(both).note)).toMatch(
      /passed while nothing was sent: Unit BORE 2 878 KL, [^;]*\. In no hour and no total, because it passed between two registers: Unit MAIN 20(\.0+)? KL/,
    );
  });

  it('has no such column where nothing passed unheard, and none for crumbs of rounding', () => {
    const titles = (change: (span: UnitSpan) => UnitSpan) => metersOf(waterOf(change)).columns.map(({ id }) => id);
    expect(titles((span) => span)).not.toContain('unheard');
    expect(titles((span) => withMeta(span, { unheard: { ...silence, value: 10, silences: 0 } }))).not.toContain(
      'unheard',
    );
  });

  it('names three units, and of the others their number and what passed them together', () => {
    const unit = (name: string, value: number) => ({
      shown: { unitId: name, unitName: name, siUnit: 'KL', value: 100, unheard: { ...silence, value } },
    });
    const note = unheardNote(
      {
        industry: reportInput({ request: { service: 'water', reportType: 'monthly' }, now: at.to, units: {} }).industry,
      },
      ['A', 'B', 'C', 'D', 'E', 'E']
        .map((name, index) => unit(name, 100 * (index + 1)))
        .toSpliced(5, 1, unit('E', 500)),
    );
    expect(textOf(note)).toMatch(/A 100 KL, [^;]*; B 200 KL, [^;]*; C 300 KL, [^;]* and 2 more, together 900 KL\.$/);
  });

  it('remarks a replaced meter beside registers that do not give the printed volume', () => {
    const replaced = (span: UnitSpan): UnitSpan => ({
      ...withMeta(span, { ir: 9_000_000, fr: 300_000 }),
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
    });
    expect(metersOf(waterOf(replaced)).note).toContain(
      'Meter replaced, so the registers do not give the volume: Unit BORE (01 Jun 2026 10:30).',
    );
    expect(metersOf(waterOf((span) => withMeta(span, { ir: 0, fr: 1_238_000 }))).note ?? '').not.toContain('replaced');
  });
});
