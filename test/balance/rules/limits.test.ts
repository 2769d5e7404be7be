import { describe, expect, it } from 'vitest';
import { accuracyOf, BEST_PERCENT } from '../../../src/balance/rules/accuracy.ts';
import type { BalanceFigure } from '../../../src/balance/rules/figure.ts';
import { type FlowBalance, flowSides } from '../../../src/balance/rules/flow-sides.ts';
import { combined, formOfMeter } from '../../../src/balance/rules/linear-form.ts';
import { sustainabilityOf } from '../../../src/balance/rules/neutrality.ts';
import { balanceStatus, percentOf } from '../../../src/balance/rules/status.ts';
import { bandOf, uncertaintyOf } from '../../../src/balance/rules/uncertainty.ts';
import type { Meter } from '../../../src/balance/rules/meter.ts';
import { holdLimits } from '../../support/limits.ts';
import { flowMeter, tank } from './meters.ts';

describe('a verdict', () => {
  const status = (low: number, high: number) => balanceStatus({ low, high, plusMinus: 1, confidence: 0.95 });
  const returned = (amount: number) =>
    sustainabilityOf([
      { value: 1000, waterSource: 'fresh' },
      { value: amount, waterSource: 'recycled' },
    ]).rating;
  const fresh = (amount: number) =>
    sustainabilityOf([
      { value: amount, waterSource: 'fresh' },
      { value: 1, waterSource: 'rain' },
    ]).waterNeutralityIndex;
  holdLimits([
    [
      'is surplus where the band is above zero',
      (low) => status(low, 5),
      [-0.001, 'balanced'],
      [0, 'balanced'],
      [0.001, 'surplus'],
    ],
    [
      'is deficit where the band is below zero',
      (high) => status(-5, high),
      [-0.001, 'deficit'],
      [0, 'balanced'],
      [0.001, 'balanced'],
    ],
    [
      'is neutral from half a percent below',
      returned,
      [994.9, 'not water neutral'],
      [995, 'water neutral'],
      [995.1, 'water neutral'],
    ],
    [
      'is neutral at what was used',
      returned,
      [999.9, 'water neutral'],
      [1000, 'water neutral'],
      [1000.1, 'water neutral'],
    ],
    [
      'is neutral to half a percent above',
      returned,
      [1004.9, 'water neutral'],
      [1005, 'water neutral'],
      [1005.1, 'water positive'],
    ],
    ['needs fresh water', fresh, [-1, null], [0, null], [1, 1]],
    ['needs a whole', (whole) => percentOf(1, whole), [-1, -100], [0, null], [1, 100]],
    // 57 of 800 is 7.125 on paper.
    ['is rounded up from half a hundredth', (part) => percentOf(part, 800), [56.9, 7.11], [57, 7.13], [57.1, 7.14]],
    ['is rounded down from it', (part) => percentOf(part, 800), [-57.1, -7.14], [-57, -7.13], [-56.9, -7.11]],
  ]);
});

describe('the error of a meter', () => {
  const of = (meter: Meter) => uncertaintyOf(formOfMeter(meter), new Map([[meter.unitId, meter]]));
  const missing = (meter: Meter): number => {
    const variance = of(meter).contributions[0]?.variances.missing ?? 0;
    return Math.round(Math.sqrt(3 * variance));
  };
  const slots = (slotsGenuine: number, readingsEstimated = 0) =>
    flowMeter('A', [1200], { slotsGenuine, readingsEstimated, readingsUsed: slotsGenuine + readingsEstimated });
  const level = (height: number) => missing(tank('T', [0, height], { isOfItsDay: false }));
  holdLimits([
    [
      'is declared',
      (accuracyPercent) => accuracyOf({ group: 'FLOW' }, { accuracyPercent }).percent,
      [-0.1, 2],
      [0, 2],
      [0.1, 0.1],
    ],
    ['is unknown without a slot', (genuine) => of(slots(genuine)).unknown.length, [0, 1], [1, 0], [2, 0]],
    ['has no missing slot in a whole day', (genuine) => missing(slots(genuine)), [23, 52], [24, 0], [25, 0]],
    ['has no missing slot with estimates', (estimated) => missing(slots(20, estimated)), [3, 52], [4, 0], [5, 0]],
    ['of a level not read is to the farther end', level, [499, 501], [500, 500], [501, 501]],
  ]);

  it('of a level is that of its reading alone', () => {
    const read = tank('T', [400, 700]);
    const width = { accuracy: 10 ** 2 / 3, estimated: 0, missing: 0 };
    expect(of(read).contributions.map(({ variances }) => variances)).toEqual([width]);
    expect(formOfMeter(read).meters.get('T')).toEqual({ quantity: 0, weight: 0, levels: new Map([[1, 1]]) });
  });

  it('of what cancels is none', () => {
    const read = tank('T', [400, 700]);
    const form = combined([1, -1].map((factor) => ({ form: formOfMeter(read), factor })));
    expect(bandOf(5, uncertaintyOf(form, new Map([['T', read]])), 1)).toMatchObject({ low: 5, high: 5 });
  });

  it('of the best meters is that which a repair can bring', () => {
    expect(BEST_PERCENT).toEqual({ quantity: 1, capacity: 0.5 });
  });
});

const figure = (value: number | null, slotsExpected = 24): BalanceFigure => ({
  value,
  siUnit: 'KL',
  coverage: 1,
  slotsExpected,
  slotsGenuine: 24,
  estimatedShare: 0,
  meters: 1,
  metersMeasured: 1,
  bound: null,
  band: null,
});
type Amounts = Readonly<Record<string, number | null>>;
const NOTHING = figure(null, 0);

/** A balance of which a picture is drawn. */
function drawn(sources: Amounts, uses: Amounts, stockChange = NOTHING, unaccounted = NOTHING): FlowBalance {
  const parts = (amounts: Amounts) =>
    Object.fromEntries(
      Object.entries(amounts).map(([id, value]) => {
        const part = { ...figure(value), displayName: id };
        return [id, { ...part, share: null, units: [{ ...part, unitId: id }] }];
      }),
    );
  return {
    figures: {
      inflow: NOTHING,
      outflow: NOTHING,
      balance: NOTHING,
      stockChange,
      recycledStockChange: NOTHING,
      unaccounted: { ...unaccounted, status: 'unknown' },
    },
    sources: parts(sources),
    uses: parts(uses),
    iwa: {
      systemInputVolume: NOTHING,
      authorisedConsumption: NOTHING,
      waterLosses: NOTHING,
      waterLossesPercent: null,
    },
  };
}
const namesOf = (parts: readonly { readonly name: string }[]): string[] => parts.map(({ name }) => name);

describe('a flow of the picture', () => {
  const sideOf = (name: string, balance: FlowBalance): string =>
    namesOf(flowSides(balance).left).includes(name) ? 'left' : 'right';
  const stock = (value: number) => flowSides(drawn({}, {}, figure(value)));
  const several = (count: number): Amounts =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${index}`, index + 1]));
  it('is none of a part whose units were all retired before, because nothing of it is missing', () => {
    const balance = drawn({}, { Cooling: 1, Campus: null });
    const { Cooling, Campus } = balance.uses;
    if (Cooling === undefined || Campus === undefined) throw new Error('There are both.');
    expect(namesOf(flowSides(balance).right)).toContain('Campus');
    const retired = { ...balance, uses: { Cooling, Campus: { ...Campus, units: [] } } };
    expect(namesOf(flowSides(retired).right)).not.toContain('Campus');
  });

  holdLimits([
    [
      'that came in stands on the left',
      (value) => sideOf('A', drawn({ A: value }, {})),
      [-1, 'right'],
      [0, 'left'],
      [1, 'left'],
    ],
    [
      'that went out stands on the right',
      (value) => sideOf('A', drawn({}, { A: value })),
      [-1, 'left'],
      [0, 'right'],
      [1, 'right'],
    ],
    [
      'of tanks is taken or kept',
      (value) => [...namesOf(stock(value).left), ...namesOf(stock(value).right)][0],
      [-1, 'Taken from tanks'],
      [0, 'Stock change'],
      [1, 'Kept in tanks'],
    ],
    [
      'of tanks is drawn where one was to send',
      (slots) => namesOf(flowSides(drawn({}, {}, figure(null, slots))).right).includes('Stock change'),
      [0, false],
      [1, true],
      [2, true],
    ],
    [
      'that is unaccounted for has a side',
      (value) => namesOf(flowSides(drawn({}, {}, NOTHING, figure(value))).left),
      [-1, ['More than came in']],
      [0, []],
      [1, []],
    ],
    [
      'is once in its side, however many sub-categories list its unit',
      (value) => {
        const unit = (unitId: string, amount: number) => ({ ...figure(amount), unitId, displayName: unitId });
        const [first, shared] = [unit('M1', 1), unit('M2', value)];
        const { sources } = drawn({ A: 1 + value, B: value, C: value + 1 }, {});
        const [a, b, c] = Object.values(sources).map((part, at) => ({
          ...part,
          units: [[first, shared], [shared], [shared, unit('M3', 1)]][at] ?? [],
        }));
        if (a === undefined || b === undefined || c === undefined) throw new Error('There are three.');
        const { left } = flowSides({ ...drawn({}, {}), sources: { a, b, c } });
        return left.map(({ name, figure: { value: amount } }) => [name, amount]);
      },
      [
        0,
        [
          ['A', 1],
          ['C', 1],
        ],
      ],
      [
        1,
        [
          ['A', 2],
          ['C', 1],
        ],
      ],
      [
        2,
        [
          ['A', 3],
          ['C', 1],
        ],
      ],
    ],
    [
      'is alone among so many',
      (count) => namesOf(flowSides(drawn(several(count), {}), 3).left).at(-1),
      [2, 'S1'],
      [3, 'S2'],
      [4, '2 others'],
    ],
  ]);

  it('that nobody knows stays on its side', () => {
    const balance = drawn({ A: null }, { B: null });
    expect([sideOf('A', balance), sideOf('B', balance)]).toEqual(['left', 'right']);
  });
});
