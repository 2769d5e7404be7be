import { describe, expect, it } from 'vitest';
import {
  balanceWriter,
  figuresTable,
  headUnitOf,
  inOwnUnit,
  type ToldBalance,
  verdictDifference,
} from '../../../src/window/balance/words.ts';
import { textsOf } from '../../../src/window/texts.ts';

const write = (value: number | null): string => String(value);

describe('the unit of measure of a balance', () => {
  it('stands in the head where all figures share it', () => {
    const figures = [
      { value: 12, siUnit: 'KL' },
      { value: null, siUnit: null },
      { value: 3, siUnit: 'KL' },
    ];
    expect(headUnitOf(figures)).toBe('KL');
    expect(inOwnUnit(write, { siUnit: 'KL' }, 'KL')(12)).toBe('12');
  });

  it('stands beside each figure where they differ', () => {
    const figures = [
      { value: 12, siUnit: 'KL' },
      { value: 3000, siUnit: 'L' },
    ];
    expect(headUnitOf(figures)).toBeNull();
    expect(figures.map((figure) => inOwnUnit(write, figure, null)(figure.value))).toEqual([
      '12\u00a0KL',
      '3000\u00a0L',
    ]);
  });
});

it.each([
  // A meter of uses lacks readings, so less is unaccounted for; of a deficit there is more.
  [30, 'at most', 'surplus', 'at most 30'],
  [-30, 'at most', 'deficit', 'at least 30'],
  [-30, 'at least', 'deficit', 'at most 30'],
  [-3, 'at most', 'balanced', 'at most -3'],
  [30, 'open', 'surplus', '30'],
  [null, null, 'unknown', 'null'],
] as const)('a difference of %s that is %s, as %s, reads %s', (value, bound, status, told) => {
  expect(verdictDifference(textsOf('en'), { value, bound, status }, write)).toBe(told);
});

it('figures of the page have the digits of its pictures, whatever stands in the same table', () => {
  const part = (value: number) => ({ value, units: [{ value }] });
  const written = balanceWriter({
    figures: { inflow: { value: 1250 }, outflow: { value: null } },
    sources: { BORES: part(126.039), TOWN: part(1123.961) },
    uses: {},
  });
  expect([1250, 126.039, null].map((value) => written(value))).toEqual(['1\u202f250.00', '126.04', '–']);
});

it('ends of a band have the digits that its width tells, whatever the figures beside them have', async () => {
  const missing = { value: null, siUnit: null, band: null, bound: null, coverage: null, estimatedShare: null };
  const band = { low: -554.917, high: 553.083, plusMinus: 554, confidence: 0.95 };
  const of = (value: number, more: object = {}) => ({ ...missing, value, siUnit: 'KL', ...more });
  const figures = {
    inflow: of(17_190.6565),
    outflow: of(17_001.571833757),
    stockChange: of(190, { band: { low: 177.2, high: 203, plusMinus: 12.8, confidence: 0.95 } }),
    unaccounted: { ...of(-0.915333757, { band }), status: 'balanced' },
    recycledStockChange: missing,
  } as unknown as ToldBalance['figures']; // what the table reads of them
  const write = balanceWriter({ figures, sources: {}, uses: {} });
  const table = String(await figuresTable(textsOf('en'), { figures } as ToldBalance, write));
  const cells = [...table.matchAll(/<td class="figure ?">\s*([^<]*?)\s*<\/td>/g)].map(([, text]) => text);
  expect(cells).toEqual(['17\u202f190.66', '17\u202f001.57', '190.00', '177.2 to 203.0', '−0.92', '−555 to 553']);
});
