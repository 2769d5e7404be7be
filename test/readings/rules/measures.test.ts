import { describe, expect, it } from 'vitest';
import type { Counted } from '../../../src/readings/rules/sources/source.ts';
import { rowFigureOf } from '../../../src/readings/rules/sources/to-row.ts';
import type { MeasuredUnit } from '../../../src/readings/rules/stored-value.ts';

const of = (measure: Counted['measure'], weight = 1): Counted => ({ measure, weight });
const meter = (siUnit: string): MeasuredUnit => ({ unitId: 'M1', siUnit, group: 'FLOW', capacities: [] });
const tank = (maxCapacity: number | null, isSurveyed = false): MeasuredUnit => ({
  unitId: 'TANK',
  siUnit: 'KL',
  group: 'STOCK',
  capacities: [{ fromMs: Number.NEGATIVE_INFINITY, maxCapacity, isSurveyed }],
});
const WELL: MeasuredUnit = { unitId: 'WELL', siUnit: 'm', group: 'GROUND_WATER_LEVEL', capacities: [] };

describe('an amount', () => {
  /* Worked by hand: the amount in litres or watt hours, over those of the unit's measure, times 1000. */
  it.each([
    ['1 m3 at a meter of KL: 1000 L', 1, of('m3'), 'KL', 1000],
    ['128.4 m3: 128,400 L', 128.4, of('m3'), 'm³', 128_400],
    ['0.29 m3: 290 L and no binary noise', 0.29, of('m3'), 'KL', 290],
    ['1 L at a meter of KL', 1, of('L'), 'KL', 1],
    ['1 L at a meter of L: 1000 thousandths', 1, of('L'), 'L', 1000],
    ['1 m3 at a meter of L', 1, of('m3'), 'L', 1_000_000],
    ['1 US gallon: 3.785411784 L', 1, of('US gal'), 'KL', 3.785412],
    ['1000 US gallons', 1000, of('US gal'), 'KL', 3785.411784],
    ['1 imperial gallon: 4.54609 L', 1, of('imp gal'), 'KL', 4.54609],
    ['1 US kgal', 1, of('US kgal'), 'KL', 3785.411784],
    ['1 cubic foot: 28.316846592 L', 1000, of('ft3'), 'KL', 28_316.846592],
    ['12.34 hundred cubic feet', 12.34, of('CCF'), 'KL', 34_942.988695],
    ['1 m3 at a meter of CCF', 1, of('m3'), 'CCF', 353.146667],
    ['37 pulses of 10 L', 37, of('L', 10), 'KL', 370],
    ['3 pulses of 0.1 m3', 3, of('m3', 0.1), 'KL', 300],
    ['1 MWh at a meter of kWh', 1, of('MWh'), 'kWh', 1_000_000],
    ['1 kWh', 1, of('kWh'), 'kWh', 1000],
    ['1 Wh', 1, of('Wh'), 'kWh', 1],
    ['3.6 MJ are 1 kWh', 3.6, of('MJ'), 'kWh', 1000],
    ['1 MJ: 277.777.. Wh', 1, of('MJ'), 'kWh', 277.777778],
    ['a register that doubles hold to the litre', 999_999_999.999, of('m3'), 'KL', 999_999_999_999],
    ["1.5, the unit's own measure", 1.5, null, 'KL', 1500],
    ['less than nothing', -2, of('m3'), 'KL', -2000],
  ])('%s', (_, amount, counted, siUnit, milli) => {
    for (const to of ['value', 'summedValue'] as const)
      expect(rowFigureOf(amount, counted, { unit: meter(siUnit), to, atMs: 0 })).toBe(milli);
  });

  it.each([
    ['kWh', 'KL'],
    ['m3', 'kWh'],
    ['m3', ''],
    ['m3', 'toString'],
    ['m3', 'constructor'],
  ] as const)('of %s is none of %s', (measure, siUnit) => {
    expect(rowFigureOf(1, of(measure), { unit: meter(siUnit), to: 'value', atMs: 0 })).toBe('other measure');
  });

  /* 250 KL are 250,000 L, so 1 m3 is 0.4 % of them. */
  it.each([
    ["62 % of a tank, the unit's own measure", 62, null, tank(250_000), 62],
    ['of a surveyed tank, too', 62, null, tank(250_000, true), 62],
    ['1 m3 in a tank of 250 KL', 1, of('m3'), tank(250_000), 0.4],
    ['3 pulses of 10 L', 3, of('L', 10), tank(250_000), 0.012],
    ['m3 in a tank without a capacity', 1, of('m3'), tank(null), 'no capacity'],
    ['m3 in a surveyed tank', 1, of('m3'), tank(250_000, true), 'surveyed'],
    ['kWh in a tank', 1, of('kWh'), tank(250_000), 'other measure'],
    ['3.2 m of ground water', 3.2, null, WELL, 3.2],
    ['4 m below the reference', -4, null, WELL, -4],
    ['m3 of ground water', 1, of('m3'), WELL, 'other measure'],
  ] as const)('that is a level: %s', (_, amount, counted, unit, value) => {
    expect(rowFigureOf(amount, counted, { unit, to: 'value', atMs: 0 })).toBe(value);
  });
});
