import type { BalanceStatus } from '../../../src/balance/rules/status.ts';
import { describe, expect, it } from 'vitest';
import type { BalanceFigure } from '../../../src/balance/rules/figure.ts';
import type { WaterBalance } from '../../../src/balance/rules/balance.ts';
import { flowSides } from '../../../src/balance/rules/flow-sides.ts';
import { sankeyLayout } from '../../../src/balance/drawing/sankey-layout.ts';
import { sankeyOnPage } from '../../../src/balance/drawing/sankey-svg.ts';
import { balanceOf, band, draw, figure, PLANT } from './flows.ts';

const layoutOf = (balance: WaterBalance) => sankeyLayout(flowSides(balance), () => 0);
const heights = (balance: WaterBalance) => {
  const { left, right } = layoutOf(balance);
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

  it('is not drawn where what went out has another unit of measure than what came in', () => {
    const mixed = balanceOf(
      { Bores: figure(100) },
      { Plant: figure(80_000, { siUnit: 'L' }) },
      { inflow: figure(100), outflow: figure(80_000, { siUnit: 'L' }), stock: figure(null), unaccounted: figure(null) },
    );
    expect(draw(mixed)).toContain('no unit of measure in common');
    expect(draw(mixed)).not.toContain('80');
    expect(sankeyOnPage(mixed, 'en')).toBeNull();
  });

  it('stacks ribbons at the middle without a gap', () => {
    for (const side of [layoutOf(PLANT).left, layoutOf(PLANT).right]) {
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
    const systemInputVolume = figure(950, { bound: 'at least' });
    expect(draw({ ...PLANT, iwa: { ...PLANT.iwa, systemInputVolume } })).toContain(
      'system input volume at least 950\u00a0KL',
    );
  });

  it('shows the band of what is unaccounted for, by figure and by a bar from its lower to its upper end', () => {
    const svg = draw(PLANT);
    expect(svg).toContain('100\u00a0KL ±\u202f30\u00a0KL');
    const whisker = /<path class="s-ink" stroke-width="1.5" d="M\d+ ([\d.]+)h6M\d+ [\d.]+V([\d.]+)M/.exec(svg);
    expect(Number(whisker?.[2]) - Number(whisker?.[1])).toBeCloseTo(60 * 0.3, 1);
  });

  it('tells the width of that band by three digits, as its sentence does', () => {
    const svg = draw(
      balanceOf(
        { Bores: figure(1214.5) },
        { Plant: figure(1100), Tap: figure(0.37) },
        {
          inflow: figure(1214.5),
          outflow: figure(1100.37),
          stock: figure(null, { slotsExpected: 0 }),
          unaccounted: figure(114.13, { band: band(114.13, 25.678) }),
          status: 'surplus',
        },
      ),
    );
    expect([svg.includes('±\u202f25.7\u00a0KL'), svg.includes('plus or minus 25.7\u00a0KL')]).toEqual([true, true]);
    expect(svg).not.toMatch(/25\.68|25\.70/);
  });

  it('has its legend below a band that is wider than all bars', () => {
    const svg = draw({
      ...PLANT,
      figures: { ...PLANT.figures, unaccounted: { ...figure(-100, { band: band(-100, 5000) }), status: 'balanced' } },
    });
    const lowest = Number(/V([\d.]+)M\d+ [\d.]+h6"/.exec(svg)?.[1]);
    const [bodyTop = 0, flowsTop = 0, legendTop = 0] = [...svg.matchAll(/translate\([\d.]+ ([\d.]+)\)/g)].map(([, y]) =>
      Number(y),
    );
    expect(lowest).toBeGreaterThan(300);
    expect(legendTop).toBeGreaterThan(bodyTop + flowsTop + lowest);
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

  describe('beside a bar', () => {
    const UNSURE = { coverage: 0.39, bound: 'at least' as const, estimatedShare: 0.12 };
    const labelled = (unaccounted: BalanceFigure, status: BalanceStatus) =>
      balanceOf(
        { Bores: figure(123_456.78, UNSURE), Town: figure(5_000, UNSURE) },
        { Plant: figure(4_000, UNSURE) },
        {
          inflow: figure(128_456.78, UNSURE),
          outflow: figure(4_000, UNSURE),
          stock: figure(-12_345.67, UNSURE),
          unaccounted,
          status,
        },
      );
    const both = (balance: WaterBalance): readonly string[] => [draw(balance), sankeyOnPage(balance, 'en') ?? ''];
    const written = (svg: string): readonly string[] =>
      [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '');

    it.each([
      ['whose band nobody knows', ['band not known'], figure(136_802, UNSURE), 'unknown'],
      [
        'that may be zero',
        ['cannot be told from zero', '±\u202f140\u202f000'],
        figure(136_802, { ...UNSURE, band: band(136_802, 140_000) }),
        'balanced',
      ],
    ] as const)('no figure and no note of a rest %s is cut', (_, notes, unaccounted, status) => {
      for (const svg of both(labelled(unaccounted, status))) {
        for (const note of [...notes, '39\u00a0% measured', '† 12\u00a0% estimated'])
          expect(written(svg)).toContainEqual(expect.stringContaining(note));
        expect(written(svg).filter((text) => text.includes('…'))).toEqual([]);
      }
    });

    it('labels have room below one another and above the legend, however many lines they have', () => {
      const uses = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`Plant ${at}`, figure(at, UNSURE)]));
      const svg =
        sankeyOnPage(
          balanceOf({ Bores: figure(40) }, uses, {
            inflow: figure(40),
            outflow: figure(21, UNSURE),
            stock: figure(null, { slotsExpected: 0 }),
            unaccounted: figure(19, { ...UNSURE, band: band(19, 30) }),
            status: 'balanced',
          }),
          'en',
        ) ?? '';
      const labels = [...svg.matchAll(/<g><title>.*?<\/g>/gs)]
        .slice(1)
        .map(([label]) => [...label.matchAll(/ y="([\d.]+)"/g)].map(([, y]) => Number(y)));
      expect(labels.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 6]);
      for (const [at, lines] of labels.entries()) {
        expect((labels[at + 1]?.[0] ?? Infinity) - (lines.at(-1) ?? 0)).toBeGreaterThanOrEqual(30);
        for (const [row, y] of lines.entries()) expect((lines[row + 1] ?? Infinity) - y).toBeGreaterThanOrEqual(16);
      }
      const [head, legend] = [...svg.matchAll(/<g transform="translate\(0 ([\d.]+)\)">/g)].map(([, y]) => Number(y));
      expect((head ?? 0) + (labels.at(-1)?.at(-1) ?? 0)).toBeLessThan((legend ?? 0) - 20);
    });

    it('labels of many lines leave fewer flows alone, so that the picture stays on a page', () => {
      const uses = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Plant ${at}`, figure(80, UNSURE)]));
      const many = balanceOf({ Bores: figure(4_000) }, uses, {
        inflow: figure(4_000),
        outflow: figure(3_200, UNSURE),
        stock: figure(100, UNSURE),
        unaccounted: figure(700, { ...UNSURE, band: band(700, 900) }),
        status: 'balanced',
      });
      const svg = sankeyOnPage(many, 'en') ?? '';
      expect(written(svg).filter((text) => /^\d+ others$/.test(text))).toHaveLength(1);
      expect(svg).toContain('Plant 3');
      // As wide as a page between its margins, in points; beside it stand its title and its sentence.
      expect((Number(/viewBox="0 0 720 (\d+)"/.exec(svg)?.[1]) * 493) / 720).toBeLessThan(660);
    });
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

  it('writes a volume with the digits that nodes and tables have', () => {
    const svg = draw(
      balanceOf(
        { Bores: figure(126.039) },
        { Tap: figure(0.412) },
        {
          inflow: figure(126.039),
          outflow: figure(0.412),
          stock: figure(null, { slotsExpected: 0 }),
          unaccounted: figure(125.627),
        },
      ),
    );
    for (const text of ['126.04\u00a0KL', '0.41\u00a0KL', '125.63\u00a0KL']) expect(svg).toContain(text);
    expect(svg).not.toContain('126.039');
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

  it('says in one sentence what is to be seen, with the bounds of the figures', () => {
    expect(/<desc[^>]*>(.*)<\/desc>/.exec(draw(PLANT))?.[1]).toBe(
      'At least 1\u202f000\u00a0KL came in and 850\u00a0KL went out; 100\u00a0KL plus or minus 30\u00a0KL is unaccounted for.',
    );
  });
});
