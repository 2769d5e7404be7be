import { describe, expect, it } from 'vitest';
import { amountFigure } from '../../../src/balance/rules/figure.ts';
import { combined, formOfMeter, formOfStockChange, type LinearForm } from '../../../src/balance/rules/linear-form.ts';
import type { Meter } from '../../../src/balance/rules/meter.ts';
import { roundedBand } from '../../../src/balance/rules/status.ts';
import { bandOf, bandOfAmount, dominantMeter, uncertaintyOf } from '../../../src/balance/rules/uncertainty.ts';
import { flowMeter, tank } from './meters.ts';

const ROOT_3 = Math.sqrt(3);
const of = (...meters: readonly Meter[]) =>
  uncertaintyOf(
    combined(meters.map((meter) => ({ form: formOfMeter(meter), factor: 1 }))),
    new Map(meters.map((meter) => [meter.unitId, meter])),
  );
const plusMinus = (...meters: readonly Meter[]) => bandOf(0, of(...meters), 1)?.plusMinus;
/** 1.96 standard uncertainties of rectangular half-widths. */
const expanded = (...halfWidths: readonly number[]) => expect.closeTo((1.96 * Math.hypot(...halfWidths)) / ROOT_3, 5);

describe('the error bar of a meter', () => {
  it('of class 2 is 2 % of what passed to either side, as a rectangle', () => {
    // 1000: a = 20, u = 20 / sqrt(3) = 11.547, 1.96 u = 22.632
    expect(plusMinus(flowMeter('A', [1000]))).toBeCloseTo(22.632, 3);
  });

  it('is wider by all that was estimated', () => {
    // A quarter of the readings is estimated: 250. No slot is missing.
    expect(plusMinus(flowMeter('A', [1000], { slotsGenuine: 18, readingsUsed: 24, readingsEstimated: 6 }))).toEqual(
      expanded(20, 250),
    );
  });

  it('is wider by what is expected in the slots that are missing', () => {
    // 18 of 24 slots gave 900: 50 each, 300 in the six that are missing, which is 900 / 0.75 - 900.
    expect(plusMinus(flowMeter('A', [900], { slotsGenuine: 18, readingsUsed: 18 }))).toEqual(expanded(18, 300));
  });

  it('does not take an estimated slot for a missing one', () => {
    expect(plusMinus(flowMeter('A', [1000], { slotsGenuine: 0, readingsUsed: 24, readingsEstimated: 24 }))).toEqual(
      expanded(20, 1000),
    );
  });

  it('of a meter that stood still is nothing', () => {
    expect(plusMinus(flowMeter('A', [0]))).toBe(0);
  });

  it('is unknown, and never nothing, when nothing was measured', () => {
    const silent = flowMeter('SILENT', [null]);
    expect(bandOf(0, of(flowMeter('A', [1000]), silent), 1)).toBeNull();
    expect(of(silent).unknown).toEqual([{ unitId: 'SILENT', cause: 'missing' }]);
  });

  it('is nothing where the meter cancels but for what doubles cannot hold', () => {
    const never = flowMeter('NEVER', [null]);
    const there = formOfMeter(never);
    const left = combined([
      { form: there, factor: (1 / 49) * 49 },
      { form: there, factor: -1 },
    ]);
    expect(left.meters.get('NEVER')?.weight).not.toBe(0);
    expect(uncertaintyOf(left, new Map([['NEVER', never]])).unknown).toEqual([]);
  });

  it('is unknown when nothing is known of the meter', () => {
    const level = flowMeter('WELL', [3], { accuracy: { percent: null, of: 'quantity', source: 'not known' } });
    expect(of(level).unknown).toEqual([{ unitId: 'WELL', cause: 'accuracy' }]);
  });

  it('is around the shown figure', () => {
    expect(bandOf(1, of(flowMeter('A', [1000])), 1000)).toEqual({
      low: 0.977368,
      high: 1.022632,
      plusMinus: 0.022632,
      confidence: 0.95,
    });
  });
});

describe('the error bar of an amount', () => {
  const PART = { slotsGenuine: 3, readingsUsed: 3 };
  const lowOf = (value: number, isLeast: boolean, ...meters: readonly Meter[]) =>
    bandOfAmount(value, of(...meters), 1, { isLeast, isDifference: false })?.low;

  it('is not below 0, where nothing says that more came', () => {
    // 3 of 24 slots gave 300, so 2100 are expected in the missing ones: 1.96 * hypot(6, 2100) / sqrt(3) = 2376.4.
    expect(bandOf(300, of(flowMeter('A', [300], PART)), 1)?.low).toBeCloseTo(300 - 2376.4, 1);
    expect(
      bandOfAmount(300, of(flowMeter('A', [300], PART)), 1, { isLeast: false, isDifference: false }),
    ).toMatchObject({
      low: 0,
      high: expect.closeTo(300 + 2376.4, 1),
      plusMinus: expect.closeTo(2376.4, 1),
    });
  });

  it('reaches as far below an amount that is at least as its meters may be off, estimates included', () => {
    // 2 % of 300 is 6, 1.96 * 6 / sqrt(3) = 6.79.
    expect(lowOf(300, true, flowMeter('A', [300], PART))).toBeCloseTo(293.21, 2);
    // One of four readings is estimated: 75 of 300. 1.96 * hypot(6, 75) / sqrt(3) = 85.14.
    const estimated = { slotsGenuine: 3, readingsUsed: 4, readingsEstimated: 1 };
    expect(lowOf(300, true, flowMeter('A', [300], estimated))).toBeCloseTo(300 - 85.14, 2);
  });

  it('reaches as far below an amount that is at least as a level that was not read may be off', () => {
    // 2 % of 1000, 1 % of the capacity, and 700 from empty to the level: 1.96 * hypot(20, 10, 700) / sqrt(3) = 792.53.
    const unread = tank('T', [400, 700], { isOfItsDay: false });
    expect(lowOf(1000, true, flowMeter('A', [1000], PART), unread)).toBeCloseTo(1000 - 792.53, 2);
  });

  it('is told with a lower end that is not above its figure', () => {
    // Three digits of 139 are whole units, and 2.51 would be told as 3.
    expect(roundedBand({ plusMinus: 139.4, low: 2.51, high: 141.97 })).toEqual({ plusMinus: 139, low: 2, high: 142 });
    expect(roundedBand({ plusMinus: 139.4, low: 62.6, high: 341.4 })).toEqual({ plusMinus: 139, low: 63, high: 341 });
  });

  it('goes below 0 where a formula takes a level from it, or a meter, though that measured nothing', () => {
    const figureOf = (form: LinearForm, ...meters: readonly Meter[]) =>
      amountFigure(
        { value: 5, siUnit: 'KL', form, measured: [] },
        { meters: new Map(meters.map((meter) => [meter.unitId, meter])), divisor: 1 },
      );
    // 2 % of 35 is 0.7, 1 % of the capacity is 10: 1.96 * hypot(0.7, 10) / sqrt(3) = 11.34.
    const [filled, level, still] = [flowMeter('A', [35]), tank('T', [0, 30]), flowMeter('STILL', [0])];
    const less = (meter: Meter) =>
      combined([
        { form: formOfMeter(filled), factor: 1 },
        { form: formOfMeter(meter), factor: -1 },
      ]);
    expect(figureOf(less(level), filled, level).band?.low).toBeCloseTo(5 - 11.34, 2);
    // 20 of 24 slots were missed: 175 are expected in them. 1.96 * hypot(0.7, 175) / sqrt(3) = 198.03.
    const partly = flowMeter('A', [35], { slotsGenuine: 4, readingsUsed: 4 });
    expect(figureOf(less(still), partly, still).band?.low).toBeCloseTo(5 - 198.03, 2);
    expect(figureOf(formOfMeter(partly), partly).band?.low).toBe(0);
  });

  it('is that of any figure where the amount is below 0, or unknown', () => {
    expect(lowOf(-300, true, flowMeter('A', [-300]))).toBeCloseTo(-306.79, 2);
    expect(lowOf(0, true, flowMeter('SILENT', [null]))).toBeUndefined();
  });
});

describe('the error bar of a tank', () => {
  const changeOf = (meter: Meter) => uncertaintyOf(formOfStockChange(meter), new Map([[meter.unitId, meter]]));
  const widthOf = (meter: Meter) => bandOf(0, changeOf(meter), 1)?.plusMinus;

  it('is 1 % of the capacity at the opening and at the closing level', () => {
    expect(widthOf(tank('T', [400, 550, 700]))).toEqual(expanded(10, 10));
  });

  it('is the estimated share of each level wider', () => {
    expect(widthOf(tank('T', [400, 700], { estimatedShare: 0.5 }))).toEqual(expanded(10, 10, 200, 350));
  });

  it('reaches from empty to full where the level was not read on its day', () => {
    expect(widthOf(tank('T', [400, 700], { isOfItsDay: false }))).toEqual(expanded(10, 10, 600, 700));
  });

  it('is unknown without a level before or after', () => {
    expect([widthOf(tank('T', [null, 700])), widthOf(tank('T', [400, null]))]).toEqual([undefined, undefined]);
    expect(changeOf(tank('T', [null, 700])).unknown).toEqual([{ unitId: 'T', cause: 'missing' }]);
  });
});

describe('several meters', () => {
  it('add up by squares, because they err independently', () => {
    expect(plusMinus(flowMeter('A', [1000]), flowMeter('B', [1500]))).toEqual(expanded(20, 30));
  });
});

describe('the meter that dominates', () => {
  it('is the one with most of the variance, and says what repairing it would bring', () => {
    // A: 20. B: 18 and 300 missing. Repaired, B is left with 18.
    const [a, b] = [flowMeter('A', [1000]), flowMeter('B', [900], { slotsGenuine: 18, readingsUsed: 18 })];
    const whole = 20 ** 2 + 18 ** 2 + 300 ** 2;
    expect(dominantMeter(of(a, b), 1)).toEqual({
      unitId: 'B',
      cause: 'missing',
      shareOfVariance: expect.closeTo((18 ** 2 + 300 ** 2) / whole, 4),
      plusMinusAfterRepair: expanded(20, 18),
      gain: expect.closeTo((1.96 / ROOT_3) * (Math.sqrt(whole) - Math.hypot(20, 18)), 5),
    });
  });

  it('is replaced by one of class 1 where it is the meter itself', () => {
    expect(dominantMeter(of(flowMeter('A', [1000])), 1)).toMatchObject({
      unitId: 'A',
      cause: 'accuracy',
      shareOfVariance: 1,
      plusMinusAfterRepair: expanded(10),
    });
  });

  it('gains nothing from replacing what is of the best class already', () => {
    expect(
      dominantMeter(of(flowMeter('A', [1000], { accuracy: { percent: 0.5, of: 'quantity', source: 'declared' } })), 1),
    ).toMatchObject({ gain: 0 });
  });

  it('is the one that was never measured, whose gain nobody knows', () => {
    expect(dominantMeter(of(flowMeter('A', [1000]), flowMeter('SILENT', [null])), 1)).toEqual({
      unitId: 'SILENT',
      cause: 'missing',
      shareOfVariance: null,
      plusMinusAfterRepair: null,
      gain: null,
    });
  });

  it('is nobody where nothing is uncertain', () => {
    expect(dominantMeter(of(flowMeter('A', [0])), 1)).toBeNull();
  });
});
