import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '../../../../src/reports/rules/document.ts';
import type { ReportInput, SpanSet } from '../../../../src/reports/rules/input.ts';
import { build, columnOf, request, tableOf } from '../support/built-report.ts';

/* Totals with a calculated unit whose formula failed: no figure, as in device data and the overview. */

/** The calculated unit has failed in the period: on the whole, or in one of its buckets. */
function failed(input: ReportInput, bucket?: number): ReportInput {
  const { period } = input;
  const span = period?.spans.get('V');
  if (period === null || span === undefined || span.figures === null) throw new Error('The unit has a span.');
  const { figures } = span;
  const failing =
    bucket === undefined
      ? { ...span, figures: { ...figures, provenance: { ...figures.provenance, failed: true as const } } }
      : {
          ...span,
          entries: span.entries.map((entry, at) => (at === bucket ? { ...entry, failed: true as const } : entry)),
        };
  const set: SpanSet = { ...period, spans: new Map([...period.spans, ['V', failing] as const]) };
  return { ...input, period: set };
}

const FORMULA = { standardCategoryId: 'virtualCategory', displayName: 'Net' };
const USES = { ID_CONSUMPTION: { OUT: ['A', 'V'] } };
const sentencesOf = ({ sections }: ReportDocument): string =>
  sections
    .flatMap((section) => (section.kind === 'paragraphs' ? section.sentences.map(({ text }) => text) : []))
    .join(' ')
    .replaceAll(/[\u202f\u00a0]/g, ' ');

describe('a day on which a formula failed', () => {
  const day = (service: 'water' | 'ai_summary') =>
    build(
      {
        request: request(service, service === 'water' ? 'daily' : service),
        units: { A: { days: [10_000], before: [10_000] }, V: { ...FORMULA, days: [null], before: [5000] } },
        categories: USES,
      },
      failed,
    );
  const none = { kind: 'missing', why: 'formula failed' };

  it('has no total, which says why, and no change of one', () => {
    const document = day('water');
    expect(document.headlines[0]).toMatchObject({ value: none, change: null });
    const table = tableOf(document, 'meters');
    expect(columnOf(table, 'total')).toMatchObject([{ value: 10 }, none, none]);
    expect(columnOf(table, 'previous')).toMatchObject([{ share: 0 }, { kind: 'missing' }, { kind: 'missing' }]);
  });

  it('is no day on which nothing was measured', () => {
    const document = day('ai_summary');
    expect(sentencesOf(document)).toContain('because a formula in it failed.');
    expect(sentencesOf(document)).not.toContain('nothing was measured');
    expect(document.headlines[0]).toMatchObject({ value: none, change: null });
    const table = tableOf(document, 'units');
    expect(columnOf(table, 'value')).toMatchObject([{ value: 10 }, none, none]);
    expect(columnOf(table, 'change-previous').at(-1)).toMatchObject({ kind: 'missing' });
  });
});

it('a month in which a formula failed on a day has no total of that day, and its own of the others', () => {
  const each = (figure: number, but: number | null = figure) =>
    Array.from({ length: 30 }, (_, at) => (at === 4 ? but : figure));
  const document = build(
    {
      request: { ...request('water', 'monthly') },
      now: '2026-07-02T08:00:00Z',
      units: { A: { days: each(1000) }, V: { ...FORMULA, days: each(2000, null) } },
      categories: USES,
    },
    (input) => failed(input, 4),
  );
  const table = tableOf(document, 'buckets');
  const cells = columnOf(table, 'group-0');
  expect(cells.slice(3, 6)).toMatchObject([{ value: 3 }, { kind: 'missing' }, { value: 3 }]);
  expect(cells.at(-1)).toMatchObject({ value: 88 });
  expect(table.columns[1]?.total).toBe('none');
  expect(table.note).toContain('Where a formula failed there is no total, so the days do not add up: Consumption.');
});

it('a formula that failed in another period leaves that period without a total', () => {
  const document = build(
    {
      request: { ...request('custom_water'), body: { columns: ['value', 'previous'] } },
      units: { A: { days: [10_000], before: [10_000] }, V: { ...FORMULA, days: [5000], before: [null] } },
      categories: USES,
    },
    (input) => ({ ...input, previous: failed({ ...input, period: input.previous }).period }),
  );
  const none = { kind: 'missing', why: 'formula failed' };
  expect(columnOf(tableOf(document, 'meters'), 'previous').at(-1)).toMatchObject(none);
});
