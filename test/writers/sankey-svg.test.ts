import { describe, expect, it } from 'vitest';
import type { BalanceFigure } from '../../src/domain/water-balance/figure.ts';
import type { BalanceStatus } from '../../src/domain/water-balance/status.ts';
import type { WaterBalance } from '../../src/domain/water-balance/balance.ts';
import { sankeyLayout } from '../../src/writers/sankey-layout.ts';
import { sankeySvg } from '../../src/writers/sankey-svg.ts';

const figure = (value: number | null, more: Partial<BalanceFigure> = {}): BalanceFigure => ({
  value,
  siUnit: 'KL',
  coverage: 1,
  slotsExpected: 24,
  slotsGenuine: 24,
  estimatedShare: 0,
  meters: 1,
  metersMeasured: 1,
  bound: null,
  band: null,
  ...more,
});
const band = (value: number, plusMinus: number) => ({
  low: value - plusMinus,
  high: value + plusMinus,
  plusMinus,
  confidence: 0.95 as const,
});
type Parts = Readonly<Record<string, BalanceFigure>>;

/** Only what a picture of it reads is in it. */
function balanceOf(
  sources: Parts,
  uses: Parts,
  {
    inflow,
    outflow,
    stock,
    unaccounted,
    status = 'unknown',
  }: Record<'inflow' | 'outflow' | 'stock' | 'unaccounted', BalanceFigure> & { status?: BalanceStatus },
): WaterBalance {
  const parts = (given: Parts): WaterBalance['sources'] =>
    Object.fromEntries(
      Object.entries(given).map(([id, part]) => [id, { ...part, displayName: id, share: null, units: [] }]),
    );
  return {
    waterBalance: {
      totalInflow: inflow.value,
      totalOutflow: outflow.value,
      balance: null,
      balancePercentage: null,
      status,
    },
    figures: {
      inflow,
      outflow,
      balance: figure(null),
      stockChange: stock,
      recycledStockChange: figure(null),
      unaccounted: { ...unaccounted, status },
    },
    sources: parts(sources),
    uses: parts(uses),
    sustainability: {
      waterNeutralityIndex: null,
      rating: 'not water neutral',
      freshWithdrawal: null,
      recycled: null,
      rainWater: null,
    },
    iwa: {
      systemInputVolume: figure(950),
      authorisedConsumption: outflow,
      waterLosses: unaccounted,
      waterLossesPercent: null,
    },
    unheard: [],
    uncertainty: {
      confidence: 0.95,
      method: '',
      dominantMeter: null,
      dominantMeterOfUnaccounted: null,
      unknown: [],
      meters: [],
    },
  };
}

/** KL: 700 + 300 came in, 600 + 250 went out, 50 stayed in tanks, so 100 is unaccounted for. */
const PLANT = balanceOf(
  { Bores: figure(700), Town: figure(300, { coverage: 0.5, bound: 'at least' }) },
  { Cooling: figure(600), Boiler: figure(250, { estimatedShare: 0.1 }) },
  {
    inflow: figure(1000, { coverage: 0.75, bound: 'at least' }),
    outflow: figure(850),
    stock: figure(50),
    unaccounted: figure(100, { band: band(100, 30) }),
    status: 'surplus',
  },
);
const draw = (balance: WaterBalance): string =>
  sankeySvg({ industryName: 'Plains Water', title: 'Water balance', dateLine: '15 Jan 2026', theme: 'light', balance });
const heights = (balance: WaterBalance) => {
  const { left, right } = sankeyLayout(balance);
  return {
    left: left.map(({ name, height }) => [name, Math.round(height)]),
    right: right.map(({ name, height }) => [name, Math.round(height)]),
  };
};

describe('the Sankey form of a balance', () => {
  it('has bars and ribbons as high as the figures, sources on the left, uses, tanks and the rest on the right', () => {
    // 300 px are 1,000 KL.
    expect(heights(PLANT)).toEqual({
      left: [
        ['Bores', 210],
        ['Town', 90],
      ],
      right: [
        ['Cooling', 180],
        ['Boiler', 75],
        ['Kept in tanks', 15],
        ['Unaccounted for', 30],
      ],
    });
  });

  it('puts on the left what the tanks gave, and what came out without having come in', () => {
    // 100 came in and 20 from tanks, 150 went out.
    const less = balanceOf(
      { Bores: figure(100) },
      { Plant: figure(150) },
      { inflow: figure(100), outflow: figure(150), stock: figure(-20), unaccounted: figure(-30) },
    );
    expect(heights(less)).toEqual({
      left: [
        ['Bores', 200],
        ['Taken from tanks', 40],
        ['More than came in', 60],
      ],
      right: [['Plant', 300]],
    });
  });

  it('draws a part with a negative figure on the other side, so that both sides add up', () => {
    const back = balanceOf(
      { Bores: figure(100), Return: figure(-40) },
      { Plant: figure(60) },
      { inflow: figure(60), outflow: figure(60), stock: figure(0), unaccounted: figure(0) },
    );
    expect(heights(back)).toEqual({
      left: [['Bores', 300]],
      right: [
        ['Return', 120],
        ['Plant', 180],
        ['Stock change', 2],
        ['Unaccounted for', 2],
      ],
    });
  });

  it('stacks ribbons at the middle without a gap', () => {
    for (const side of [sankeyLayout(PLANT).left, sankeyLayout(PLANT).right]) {
      for (const [index, bar] of side.entries())
        if (index > 0)
          expect(bar.middleTop).toBeCloseTo((side[index - 1]?.middleTop ?? 0) + (side[index - 1]?.height ?? 0), 6);
    }
  });

  it('says "at least" where readings are missing, and marks what was estimated', () => {
    const svg = draw(PLANT);
    for (const text of [
      'at least 300\u00a0KL',
      '50\u00a0% measured',
      'In all at least 1\u202f000\u00a0KL',
      '250\u00a0KL\u202f†',
      '† 10\u00a0% estimated',
    ])
      expect(svg).toContain(text);
    expect(svg).not.toContain('at least 700');
  });

  it('shows the band of what is unaccounted for, by figure and by a bar from its lower to its upper end', () => {
    const svg = draw(PLANT);
    expect(svg).toContain('100\u00a0KL ±\u202f30\u00a0KL');
    const whisker = /<path class="s-ink" stroke-width="1.5" d="M\d+ ([\d.]+)h6M\d+ [\d.]+V([\d.]+)M/.exec(svg);
    expect(Number(whisker?.[2]) - Number(whisker?.[1])).toBeCloseTo(60 * 0.3, 1);
  });

  it('says when the rest cannot be told from zero, and when nobody knows its band', () => {
    const rest = (unaccounted: BalanceFigure, status: BalanceStatus) =>
      draw(
        balanceOf(
          { Bores: figure(1000) },
          { Plant: figure(990) },
          {
            inflow: figure(1000),
            outflow: figure(990),
            stock: figure(null, { slotsExpected: 0 }),
            unaccounted,
            status,
          },
        ),
      );
    expect(rest(figure(10, { band: band(10, 30) }), 'balanced')).toContain('cannot be told from zero');
    expect(rest(figure(10), 'unknown')).toContain('band not known');
  });

  it('hatches what is not known, and never draws it as 0', () => {
    const svg = draw(
      balanceOf(
        { Bores: figure(1000), Town: figure(null, { coverage: 0 }) },
        { Plant: figure(990) },
        { inflow: figure(1000), outflow: figure(990), stock: figure(null), unaccounted: figure(null) },
      ),
    );
    expect(svg).toContain('class="h"');
    expect([...svg.matchAll(/>– not known</g)].length).toBe(3);
  });

  it('writes a small figure with the decimals it needs', () => {
    expect(
      draw(
        balanceOf(
          { Bores: figure(1235), Town: figure(0.18) },
          {},
          { inflow: figure(1235.18), outflow: figure(0), stock: figure(0), unaccounted: figure(1235.18) },
        ),
      ),
    ).toContain('0.18\u00a0KL');
  });

  it('says why when there is nothing to draw', () => {
    const none = (slotsGenuine: number) =>
      draw(
        balanceOf(
          {},
          {},
          {
            inflow: figure(null, { slotsGenuine }),
            outflow: figure(null, { slotsGenuine: 0 }),
            stock: figure(null),
            unaccounted: figure(null),
          },
        ),
      );
    expect(none(0)).toContain('Nothing was measured in these days');
    expect(none(5)).toContain('no unit of measure in common');
  });

  it('says in one sentence what is to be seen', () => {
    expect(/<desc[^>]*>(.*)<\/desc>/.exec(draw(PLANT))?.[1]).toBe(
      '1\u202f000\u00a0KL came in and 850\u00a0KL went out; 100\u00a0KL plus or minus 30\u00a0KL is unaccounted for.',
    );
  });
});
