import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PrintedFigure, printedFigures, restatedFigures } from '../../../src/reports/rules/printed-figures.ts';
import { column, missing, quantity, report, row, words } from '../writers/report-fixture.ts';

const printed = (value: number | null, id = 'water/headline/Use'): PrintedFigure => ({
  id,
  name: 'Use',
  value,
  unit: 'm³',
});

describe('what a report printed', () => {
  it('is its headlines and its rows of totals, and no other row', () => {
    const document = report({
      title: 'Water',
      headlines: [
        { title: 'Use', value: quantity(1180), change: null, comparedWith: null, sparkline: null },
        { title: 'Night flow', value: missing('no reading'), change: null, comparedWith: null, sparkline: null },
        { title: 'Coverage', value: { kind: 'percent', share: 1 }, change: null, comparedWith: null, sparkline: null },
      ],
      sections: [
        {
          kind: 'table',
          id: 'units',
          title: 'Units',
          columns: [column('unit', 'Unit', { kind: 'text', unit: null }), column('flow', 'Flow')],
          rows: [
            row([words('Main'), quantity(700)]),
            row([words('Source'), quantity(700)], 'subtotal'),
            row([words('Total'), missing()], 'total'),
          ],
          note: null,
        },
      ],
    });
    expect(printedFigures(document)).toEqual([
      { id: 'water/headline/Use', name: 'Water: Use', value: 1180, unit: 'm³' },
      { id: 'water/headline/Night flow', name: 'Water: Night flow', value: null, unit: '' },
      { id: 'water/table/units/Source/flow', name: 'Water: Units, Source, Flow', value: 700, unit: 'm³' },
      { id: 'water/table/units/Total/flow', name: 'Water: Units, Total, Flow', value: null, unit: 'm³' },
    ]);
  });

  it('is the same figure under another name of the place or group that it is of', () => {
    const named = (place: string, group: string) =>
      printedFigures(
        report({
          headlines: [
            {
              title: `pH, ${place}`,
              key: 'pH, LAB',
              value: quantity(7.2),
              change: null,
              comparedWith: null,
              sparkline: null,
            },
          ],
          sections: [
            {
              kind: 'table',
              id: 'meters-source',
              title: 'Source',
              columns: [column('unit', 'Unit', { kind: 'text', unit: null }), column('total', 'Volume')],
              rows: [{ ...row([words(group), quantity(700)], 'subtotal'), key: 'S_BORES' }],
              note: null,
            },
          ],
        }),
      );
    const [before, after] = [named('Outfall', 'Bores'), named('Outlet', 'Wells')];
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ name }) => name)).not.toEqual(before.map(({ name }) => name));
  });

  it('keeps on which side the truth lies, and that shares of pH and of degrees mean nothing', () => {
    const headline = { change: null, comparedWith: null, sparkline: null };
    const level = { kind: 'level', bound: null, unit: '' } as const;
    const document = report({
      headlines: [
        { ...headline, title: 'Use', value: quantity(24, { bound: 'at least' }) },
        { ...headline, title: 'pH, Outfall', value: quantity(7.2, level) },
      ],
      sections: [
        {
          kind: 'table',
          id: 'matrix',
          title: 'Outfall',
          columns: [
            column('bucket', 'From', { kind: 'text', unit: null }),
            column('param-T', 'Temperature', { kind: 'level', unit: '°C' }),
            column('param-TDS', 'TDS', { kind: 'level', unit: 'mg/L' }),
          ],
          rows: [
            row(
              [words('Mean'), quantity(20, { ...level, unit: '°C' }), quantity(500, { ...level, unit: 'mg/L' })],
              'total',
            ),
          ],
          note: null,
        },
      ],
    });
    expect(printedFigures(document).map(({ value, bound, hasShare }) => [value, bound, hasShare])).toEqual([
      [24, 'at least', undefined],
      [7.2, undefined, false],
      [20, undefined, false],
      [500, undefined, undefined],
    ]);
  });

  it('tells two totals of one name apart', () => {
    const headline = { title: 'Use', value: quantity(1), change: null, comparedWith: null, sparkline: null };
    const ids = printedFigures(report({ headlines: [headline, headline], sections: [] })).map(({ id }) => id);
    expect(ids).toEqual(['water/headline/Use', 'water/headline/Use/2']);
  });
});

describe('a printed total is restated', () => {
  it.each([
    // 1 % of 1,000 is 10.
    [1000, 1010, false],
    [1000, 1010.01, true],
    [1000, 989.99, true],
    [-1000, -1010, false],
    [-1000, -1011, true],
    [0, 0.001, true],
    [0, 0, false],
    [1000, null, true],
    [null, 0, true],
    [null, null, false],
  ])('from %j to %j at 1 %%: %j', (was, is, isRestated) => {
    expect(restatedFigures([printed(was)], [printed(is)], 1)).toEqual(
      isRestated ? [{ name: 'Use', unit: 'm³', was, is }] : [],
    );
  });

  it('with the bounds of both values, and an older printed one without', () => {
    const now = { ...printed(25.4), bound: 'open', hasShare: false } as const;
    expect(restatedFigures([{ ...printed(24), bound: 'at least' }], [now], 1)).toEqual([
      { name: 'Use', unit: 'm³', was: 24, is: 25.4, wasBound: 'at least', isBound: 'open', hasShare: false },
    ]);
    expect(restatedFigures([printed(24)], [now], 1)).toEqual([
      { name: 'Use', unit: 'm³', was: 24, is: 25.4, isBound: 'open', hasShare: false },
    ]);
  });

  it('by its name where it was printed before parts had ids, as long as one figure alone has that name', () => {
    const before = { ...printed(700, 'water/table/meters-source/Bores/total'), name: 'Water: Source, Bores, Volume' };
    const now = { ...before, id: 'water/table/meters-source/S_BORES/total', value: 650 };
    const change = { name: before.name, unit: 'm³', was: 700, is: 650 };
    expect(restatedFigures([before], [now], 1)).toEqual([change]);
    // A second group has the name by now, so nobody can tell which of them it was.
    expect(restatedFigures([before], [now, { ...now, id: `${now.id}/other` }], 1)).toEqual([]);
    // The figure of that name is another one that both reports have.
    expect(restatedFigures([before, { ...now, value: 650 }], [now], 1)).toEqual([]);
  });

  it('not when either report does not have it', () => {
    expect(restatedFigures([printed(1, 'a')], [{ ...printed(2, 'b'), name: 'Intake' }], 1)).toEqual([]);
  });

  it('never when nothing has changed, whatever the limit', () => {
    const figures = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 5 });
    fc.assert(
      fc.property(figures, fc.double({ min: 0, max: 100, noNaN: true }), (values, percent) => {
        const all = values.map((value, index) => printed(value, String(index)));
        expect(restatedFigures(all, all, percent)).toEqual([]);
      }),
    );
  });
});
