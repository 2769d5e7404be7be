import { describe, expect, it } from 'vitest';
import { waterBalanceReport } from '../../../../src/reports/rules/builders/water-balance.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { misfits, plain, plainRows, tableOf } from '../support/read-document.ts';
import { reportInput, type Works } from '../support/works.ts';

const DAYS = 30;
const each = (figure: number | null): (number | null)[] => Array.from({ length: DAYS }, () => figure);

/** 30 days of June: 100 KL a day come in, `used` litres a day go out; the tank ends 30 KL above what it had. */
const works = (used: number | null, more: Partial<Works> = {}): Works => ({
  request: { service: 'water_balance', reportType: 'monthly' },
  now: '2026-07-02T10:00:00Z',
  units: {
    INLET: { days: each(100_000), displayName: 'Main inlet' },
    LINE: { days: each(used), displayName: '<script>alert(1)</script>' },
    TANK: { standardCategoryId: 'STOCK_CATEGORY', days: each(530_000), changes: { maxCapacity: 1_000_000 } },
  },
  categories: {
    ID_SOURCE: { IN: ['INLET'] },
    ID_CONSUMPTION: { OUT: ['LINE'] },
    ID_RAW_WATER_STOCK: { TANKS: ['TANK'] },
  },
  ...more,
});
const built = (given: Works) => waterBalanceReport.build(reportInput(given));

describe('the water-balance report', () => {
  it('tells the terms of the IWA with their bands', () => {
    const document = built(works(80_000));
    const rows = plainRows(tableOf(document, 'iwa'));
    expect(rows.map(({ term, value, share }) => [term, value, share])).toEqual([
      ['Water that came in', 3000, 3000 / 2970],
      ['Change of raw-water stock', 30, 30 / 2970],
      ['System input volume', 2970, 1],
      ['Authorised consumption', 2400, 2400 / 2970],
      ['Water losses', 570, 570 / 2970],
    ]);
    const [inflow] = rows;
    // A class-2 meter: 2 % of 3,000 KL as a half-width, / sqrt(3), * 1.96.
    expect(inflow?.['plusMinus']).toBeCloseTo((60 / Math.sqrt(3)) * 1.96, 5);
    // People are told three digits of it.
    const cells = tableOf(document, 'iwa').rows[0]?.cells ?? [];
    expect(cells[2]).toMatchObject({ printed: 67.9 });
    const flows = document.sections.flatMap((section) => (section.kind === 'flows' ? section.table.rows : []));
    expect(flows[0]?.cells[3]).toEqual(cells[2]);
    expect(misfits(document)).toEqual([]);
  });

  it('leaves out a sub-category whose units were all retired before', () => {
    const { categories } = works(80_000);
    const uses = { ...categories?.['ID_CONSUMPTION'], GONE: [] };
    const rows = plainRows(
      tableOf(built(works(80_000, { categories: { ...categories, ID_CONSUMPTION: uses } })), 'uses'),
    );
    expect(rows).toEqual(plainRows(tableOf(built(works(80_000)), 'uses')));
    expect(rows).toHaveLength(3);
  });

  it('says in the title of its picture what the balance says', () => {
    const titleOf = (used: number): string | undefined =>
      built(works(used)).sections.find(({ kind }) => kind === 'flows')?.title;
    expect(titleOf(80_000)).toBe('570 KL (19.2\u00a0%) came in and are not accounted for');
    expect(titleOf(99_000)).toBe(
      'In and out agree: a difference of 0 KL (0.0\u00a0%) is within the accuracy of the meters',
    );
    expect(titleOf(120_000)).toBe(
      '630 KL (21.2\u00a0%) more went out or into the tanks than came in: a meter or a source is missing',
    );
  });

  it('says above the bars of its days on which of them in and out differed most', () => {
    const titleOf = (given: Works): string | undefined =>
      built(given).sections.find(({ kind }) => kind === 'chart')?.title;
    const uses = each(80_000);
    uses[11] = 140_000;
    const { units } = works(80_000);
    const wide = works(80_000, { units: { ...units, LINE: { days: uses } } });
    expect(titleOf(wide)).toBe('In and out differed most on 12 Jun 2026: 40.0\u00a0KL more went out');
    expect(titleOf(works(100_000))).toBe('In and out were the same throughout');
    expect(titleOf(works(null))).toBe('In and out were not both measured');
    const gaps = each(100_000).map((figure, day) => (day < 9 ? figure : null));
    const partly = works(100_000, { units: { ...units, LINE: { days: gaps } } });
    expect(titleOf(partly)).toBe('In and out were the same wherever both were measured');
  });

  it('calls a side of which a meter is missing "at least", and never a difference', () => {
    const { units } = works(80_000);
    const document = built(
      works(80_000, {
        units: { ...units, SPARE: { days: each(null) } },
        categories: {
          ID_SOURCE: { IN: ['INLET'] },
          ID_CONSUMPTION: { OUT: ['LINE', 'SPARE'] },
          ID_RAW_WATER_STOCK: { TANKS: ['TANK'] },
        },
      }),
    );
    const least = (id: string) =>
      tableOf(document, id).rows.map(({ cells: [name, value] }) => [
        plain(name),
        value?.kind === 'quantity' && value.bound === 'at least',
      ]);
    expect(least('uses').slice(-2)).toEqual([
      ['Sub OUT', true],
      ['Total', true],
    ]);
    expect(least('sources').at(-1)).toEqual(['Total', false]);
    expect(least('iwa')).toEqual([
      ['Water that came in', false],
      ['Change of raw-water stock', false],
      ['System input volume', false],
      ['Authorised consumption', true],
      ['Water losses', false],
    ]);
  });

  it('puts a loss beyond the band before the meter that widens it', () => {
    const [loss, meter] = built(works(80_000)).attention;
    expect(loss).toMatchObject({
      severity: 'medium',
      fact: 'More came in than the meters of uses explain, 19.2\u00a0% of the input',
    });
    expect(plain(loss?.amount)).toBe(570);
    expect(meter).toMatchObject({ severity: 'low', place: 'Main inlet' });
    expect(built(works(99_000)).attention.map(({ severity }) => severity)).toEqual(['low']);
    // The tank has gained 30 KL, which have not gone out.
    const [deficit] = built(works(120_000)).attention;
    expect(deficit?.fact).toMatch(/^More went out or into the tanks than the meters of sources explain, /);
  });

  it('says of what lacks readings of a source that it may be less, where more went out than came in', () => {
    const { units } = works(250_000);
    const document = built(
      works(250_000, { units: { ...units, INLET: { days: each(100_000), displayName: 'Main inlet', genuine: 12 } } }),
    );
    const [loss] = document.attention;
    expect(loss).toMatchObject({ amount: { value: 4530, bound: 'at most' } });
    const flows = document.sections.flatMap((section) => (section.kind === 'flows' ? section.table.rows : []));
    expect(flows.map(({ cells: [from, , value] }) => [plain(from), value])).toEqual([
      ['Sub IN', expect.objectContaining({ value: 3000, bound: 'at least' })],
      ['More than came in', expect.objectContaining({ value: 4530, bound: 'at most' })],
      ['System', expect.objectContaining({ value: 7500, bound: null })],
      ['System', expect.objectContaining({ value: 30, bound: null })],
    ]);
  });

  it('names no day on which a meter was silent as that of the largest difference', () => {
    const titleOf = (second: (number | null)[], rest: number): string | undefined => {
      const { units, categories } = works(50_000);
      const document = built(
        works(50_000, {
          units: { ...units, LINE: { days: each(50_000) }, SECOND: { days: second }, INLET: { days: each(rest) } },
          categories: { ...categories, ID_CONSUMPTION: { OUT: ['LINE', 'SECOND'] } },
        }),
      );
      return document.sections.find(({ kind }) => kind === 'chart')?.title;
    };
    const uses = each(50_000).map((figure, day) => (day === 11 ? null : figure));
    expect(titleOf(uses, 100_000)).toBe('In and out were the same wherever both were measured');
    expect(titleOf(each(50_000), 100_000)).toBe('In and out were the same throughout');
    uses[3] = 60_000;
    expect(titleOf(uses, 100_000)).toBe('In and out differed most on 04 Jun 2026: 10.0\u00a0KL more went out');
    expect(titleOf(each(null), 60_000)).toBe(
      'In and out differed most on 01 Jun 2026: 10.0\u00a0KL more came in, as far as measured',
    );
  });

  it('draws no sides of different units of measure on one axis', () => {
    const { units } = works(80_000);
    const line = { days: each(80_000), changes: { siUnit: 'L' } };
    expect(built(works(80_000)).sections.filter(({ kind }) => kind === 'chart')).toHaveLength(1);
    const { sections } = built(works(80_000, { units: { ...units, LINE: line } }));
    expect(sections.filter(({ kind }) => kind === 'chart')).toEqual([]);
  });

  it('tells a finding of the balance, and then no loss of its own', () => {
    const sentence = '19 KL a day are not accounted for; 10 KL are tolerated';
    const finding = {
      kind: 'balance',
      unitId: null,
      place: null,
      severity: 'high',
      sentence,
      firstDay: businessDate('2026-06-03'),
      silentSinceEpochMs: null,
    } as const;
    const { attention } = built(works(80_000, { findings: [finding] }));
    expect(attention.map(({ place, fact }) => [place, fact])).toEqual([
      ['The whole site', sentence],
      ['Main inlet', expect.stringMatching(/^Widens the band/)],
    ]);
  });

  it('shows each part of a side as deviceDataV2 does, with its share', () => {
    const document = built(works(80_000));
    expect(plainRows(tableOf(document, 'uses')).map(({ name, value, share }) => [name, value, share])).toEqual([
      ['<script>alert(1)</script>', 2400, 1],
      ['Sub OUT', 2400, 1],
      ['Total', 2400, 1],
    ]);
  });

  it('says of a unit in two sub-categories that it is once in the total', () => {
    const { categories } = works(80_000);
    const listed = { ...categories, ID_CONSUMPTION: { OUT: ['LINE'], ALSO: ['LINE'] } };
    const { units } = works(80_000);
    const document = built(
      works(80_000, { units: { ...units, LINE: { days: each(80_000), displayName: 'Line' } }, categories: listed }),
    );
    expect(tableOf(document, 'uses').note).toBe('In several areas, and once in the total: Line.');
    expect(tableOf(document, 'sources').note).toBeNull();
    const flows = document.sections.flatMap((section) => (section.kind === 'flows' ? section.table.rows : []));
    expect(flows.map(({ cells: [, , value] }) => plain(value))).toEqual([3000, 2400, 30, 570]);
  });

  it('does not close a balance of which a side was not measured', () => {
    const document = built(works(null));
    expect(plain(document.headlines.find(({ title }) => title === 'Water losses')?.value)).toBeNull();
    expect(document.sections.find(({ kind }) => kind === 'flows')?.title).toContain('cannot be closed');
  });

  it('says why it is empty', () => {
    expect(built(works(80_000, { categories: {} })).empty).toContain('No meter of the balance');
    const silent = works(null);
    expect(
      built({
        ...silent,
        units: { ...silent.units, INLET: { days: [] }, TANK: { standardCategoryId: 'STOCK_CATEGORY', days: [] } },
      }).empty,
    ).toContain('No meter of the balance has sent anything');
  });

  it('says of a month in progress that it runs', () => {
    expect(built(works(80_000, { now: '2026-06-12T10:00:00Z' })).period.text).toBe(
      'June 2026, still running (day 12 Jun 2026)',
    );
  });
});
