import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import type { UnitDay } from '../../../../src/figures/rules/processors/types.ts';
import { at, dayOf, everySlot, isoAt, type Reading, unitOf } from './builders.ts';

describe('flow: the hour', () => {
  it('is last register minus first register plus the first interval value', () => {
    // Registers 1000 (value 5), 1004, 1011: ir = 1000 - 5 = 995, fr = 1011, total 16 = 5 + 4 + 7.
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(2), value: 5, register: 1000 },
        { second: at(2, 5), value: 4, register: 1004 },
        { second: at(2, 10), value: 7, register: 1011 },
      ]),
    );
    expect(day.hourly[2]).toMatchObject({ x: isoAt(at(2)), ir: 995, fr: 1011, y: 16 });
    expect(day.hourly[2]?.meta.lastEpoch).toBe(Date.parse(isoAt(at(2, 10))));
    expect(day.value).toBe(16);
  });

  it('applies flowFactor to registers and values alike', () => {
    // Factor 10: ir = 100*10 - 2*10 = 980, fr = 106*10 = 1060, total 80.
    const day = processDay(
      dayOf(unitOf({ flowFactor: 10 }), [
        { second: at(0), value: 2, register: 100 },
        { second: at(0, 5), value: 6, register: 106 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ ir: 980, fr: 1060, y: 80 });
    expect(day.meta).toMatchObject({ flowFactor: 10, ir: 980, fr: 1060 });
  });

  it('falls back to the sum of values when the register is reset inside the hour', () => {
    // Registers 1000 (value 3), then reset: 2 (value 2), 6 (value 4). fr - ir = 6 - 997 < 0, so total = 3+2+4 = 9, ir =
    // 6 - 9 = -3.
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(1), value: 3, register: 1000 },
        { second: at(1, 5), value: 2, register: 2 },
        { second: at(1, 10), value: 4, register: 6 },
      ]),
    );
    expect(day.hourly[1]).toMatchObject({ y: 9, ir: -3, fr: 6 });
  });

  it('keeps a dip of the register inside the hour out of the total', () => {
    // 215.7 (value 0.5) -> 215.6 -> 215.7: fr - ir = 215.7 - 215.2 = 0.5.
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), value: 0.5, register: 215.7 },
        { second: at(0, 5), value: 0, register: 215.6 },
        { second: at(0, 10), value: 0, register: 215.7 },
      ]),
    );
    expect(day.value).toBeCloseTo(0.5, 10);
  });

  it('takes a difference that is only rounding noise for 0, not for a reset', () => {
    // 0.3 - (1 - 0.7) is 0 on paper and -5.6e-17 in doubles; the sum of values (0.7 + 3) must not step in.
    expect(0.3 - (1 - 0.7)).toBeLessThan(0);
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), value: 0.7, register: 1 },
        { second: at(0, 5), value: 3, register: 0.3 },
      ]),
    );
    expect(day.value).toBe(0);
  });

  it('keeps a negative sum of values negative', () => {
    // Registers 50 (value 0), 40 (value -10): fr - ir = -10 < 0, so total = 0 + -10 = -10 and ir = 40 + 10 = 50.
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), value: 0, register: 50 },
        { second: at(0, 5), value: -10, register: 40 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ y: -10, ir: 50, fr: 40 });
    expect(day.value).toBe(-10);
  });

  it('is the sum of values without any register, and has no ir and fr', () => {
    const day = processDay(
      dayOf(unitOf({ flowFactor: 2 }), [
        { second: at(0), value: 3 },
        { second: at(0, 5), value: 4 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ y: 14, ir: null, fr: null });
    expect(day.meta).toMatchObject({ ir: null, fr: null });
  });

  it('counts a first reading without interval value as 0 in ir', () => {
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), register: 10 },
        { second: at(0, 5), register: 12 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ y: 2, ir: 10, fr: 12 });
  });

  it('is null, not 0, when the hour has neither registers nor values', () => {
    const day = processDay(dayOf(unitOf(), [{ second: at(0) }, { second: at(1), value: 4 }]));
    expect(day.hourly[0]?.y).toBeNull();
    expect(day.value).toBe(4);
  });

  it('is null when the register fell and no interval value says by how much the meter ran', () => {
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), register: 90 },
        { second: at(0, 5), register: 3 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ y: null, ir: null, fr: 3 });
    expect(day.value).toBeNull();
  });
});

describe('flow: quantity booked while the meter was offline', () => {
  it('is nothing in a complete day', () => {
    const readings = everySlot(300, 0, 86_400, (index) => ({ value: 0.1, register: 1000 + (index + 1) * 0.1 }));
    const day = processDay(dayOf(unitOf(), readings, { before: { register: 1000, value: 0 } }));
    expect(day.meta).toMatchObject({ offlineValue: 0, offlineCount: 0, offlineDuration: 0 });
    expect(day.provenance.coverageRatio).toBe(1);
  });

  it('is what the registers counted beyond the interval values, in an hour with missing slots', () => {
    // Slots 0 and 1 (values 1, 1), then slot 11 (value 1) with the register at 112: total 112 - 99 = 13, values 3, so
    // 10 offline.
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), value: 1, register: 100 },
        { second: at(0, 5), value: 1, register: 101 },
        { second: at(0, 55), value: 1, register: 112 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ y: 13, offlineValue: 10, offlineCount: 9, offlineDuration: 45 });
  });

  it('is the estimated values, which stay part of the total', () => {
    const readings = everySlot(300, 0, 3600, (index) => ({ value: 2, estimated: index >= 9 }));
    const day = processDay(dayOf(unitOf({ flowFactor: 5 }), readings));
    expect(day.hourly[0]).toMatchObject({ y: 120, offlineValue: 30, offlineCount: 3 });
  });

  it('is the register jump across a gap, which belongs to no hour', () => {
    // Hour 0 ends at 110; hour 5 begins at 150 with value 3, so ir = 147: 37 passed unseen. Day = 10 + 3.
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), value: 10, register: 110 },
        { second: at(5), value: 3, register: 150 },
      ]),
    );
    expect(day.value).toBe(13);
    expect(day.hourly[5]?.offlineValue).toBe(37);
    expect(day.meta.offlineValue).toBe(37);
  });

  it('does not book the values of an hour without registers a second time', () => {
    // 110, then an hour of values 10, then 120 (value 0): the register accounts for them, nothing was unseen.
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), value: 10, register: 110 },
        { second: at(1), value: 10 },
        { second: at(2), value: 0, register: 120 },
      ]),
    );
    expect(day.value).toBe(20);
    expect(day.meta.offlineValue).toBe(0);
  });

  it('is nothing when a meter silent for 30 days returns with the same register', () => {
    const day = processDay(
      dayOf(unitOf(), [{ second: at(7), value: 0, register: 500 }], { before: { register: 500, value: 4 } }),
    );
    expect(day.value).toBe(0);
    expect(day.meta.offlineValue).toBe(0);
  });

  it('is the jump since the last register before the day when a silent meter returns', () => {
    const day = processDay(
      dayOf(unitOf({ flowFactor: 2 }), [{ second: at(7), value: 1, register: 531 }], {
        before: { register: 500, value: 4 },
      }),
    );
    expect(day.value).toBe(2);
    expect(day.meta.offlineValue).toBe(60);
  });

  it('is nothing after a swap to a meter with a lower register, whose own readings count at once', () => {
    // Before 9000; the new meter reads 12 (value 1), 15 (value 3): ir 11, total 4.
    const day = processDay(
      dayOf(
        unitOf(),
        [
          { second: at(0), value: 1, register: 12 },
          { second: at(0, 5), value: 3, register: 15 },
        ],
        { before: { register: 9000, value: 2 } },
      ),
    );
    expect(day.value).toBe(4);
    expect(day.hourly[0]).toMatchObject({ ir: 11, fr: 15, offlineValue: 0 });
  });

  it('books nothing beyond the values for a meter that sends registers alone', () => {
    const day = processDay(
      dayOf(unitOf(), [
        { second: at(0), register: 10 },
        { second: at(0, 55), register: 31 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ y: 21, offlineValue: 0 });
  });

  it('books nothing beyond the values in an hour without missing slots', () => {
    // 12 slots of value 1 while the register advances by 2 each: total 23, but no slot is missing.
    const readings = everySlot(300, 0, 3600, (index) => ({ value: 1, register: 100 + 2 * index }));
    expect(processDay(dayOf(unitOf(), readings)).hourly[0]).toMatchObject({ y: 23, offlineCount: 0, offlineValue: 0 });
  });

  it('does not take the rounding noise of large registers for water', () => {
    // 1e9 to 1e9 + 0.1 is 0.10000002384 in doubles: the excess over the value 0.1 is noise.
    const readings = [
      { second: at(0), value: 0, register: 1e9 },
      { second: at(0, 5), value: 0.1, register: 1e9 + 0.1 },
    ];
    expect(processDay(dayOf(unitOf(), readings)).hourly[0]?.offlineValue).toBe(0);
  });
});

describe('flow and energy: a meter mounted the wrong way round, which counts down and has a negative factor', () => {
  const reversed = (readings: readonly Reading[], overrides: Partial<UnitDay> = {}, unit: Partial<Unit> = {}) =>
    (['FLOW', 'CONSUMPTION', 'ENERGY'] as const).map((group) =>
      processDay(dayOf(unitOf({ group, flowFactor: -1, ...unit }), readings, overrides)),
    );

  it('counts by its register, which falls', () => {
    // ir = 1000 * -1 - (-5 * -1) = -1005, fr = 965 * -1 = -965: total 40.
    for (const day of reversed([
      { second: at(0), value: -5, register: 1000 },
      { second: at(0, 5), value: -5, register: 965 },
    ])) {
      expect(day.hourly[0]).toMatchObject({ ir: -1005, fr: -965, y: 40 });
      expect(day).toMatchObject({ value: 40, meta: { flowFactor: -1, ir: -1005, fr: -965 } });
    }
  });

  it('counts registers alone', () => {
    // ir = -1000, fr = -965: 35.
    for (const day of reversed([
      { second: at(0), register: 1000 },
      { second: at(0, 5), register: 990 },
      { second: at(0, 10), register: 965 },
    ]))
      expect(day.value).toBe(35);
  });

  it('falls back to the sum of values when the register is reset, which is a rise', () => {
    // ir = -40 - 5 = -45, fr = -99999, total -99954 < 0: the values count, 3 * -5 * -1 = 15, and ir = fr - 15 =
    // -100014.
    for (const day of reversed([
      { second: at(0), value: -5, register: 40 },
      { second: at(0, 5), value: -5, register: 35 },
      { second: at(0, 10), value: -5, register: 99_999 },
    ])) {
      expect(day.hourly[0]).toMatchObject({ y: 15, ir: -100_014, fr: -99_999 });
      expect(day.value).toBe(15);
    }
  });

  it('is null when the register rose and no interval value says by how much the meter ran', () => {
    for (const day of reversed([
      { second: at(0), register: 3 },
      { second: at(0, 5), register: 90 },
    ]))
      expect(day.hourly[0]).toMatchObject({ y: null, ir: null, fr: -90 });
  });

  it('books the jump across a gap, and since the day before, as offline quantity', () => {
    // Before 1000. Hour 0: 990 with value -5, ir -995: 5 passed unseen. Hour 5: 950 (value -3), ir -953: 37 more.
    // Factor -2 doubles all.
    const readings = [
      { second: at(0), value: -5, register: 990 },
      { second: at(5), value: -3, register: 950 },
    ];
    for (const day of reversed(readings, { before: { register: 1000, value: -1 } }, { flowFactor: -2 })) {
      expect([day.hourly[0]?.offlineValue, day.hourly[5]?.offlineValue, day.meta.offlineValue, day.value]).toEqual([
        10, 74, 84, 16,
      ]);
    }
  });

  it('books no jump when its register rose between two hours: that is a reset', () => {
    for (const day of reversed([
      { second: at(0), value: -5, register: 40 },
      { second: at(1), value: -5, register: 9000 },
    ]))
      expect(day.meta.offlineValue).toBe(0);
  });

  it('books what the register counted beyond the interval values, in an hour with missing slots', () => {
    // 100 (value -1), 99 (value -1), then 88 (value -1): total 13, values 3, so 10 offline.
    const readings = [
      { second: at(0), value: -1, register: 100 },
      { second: at(0, 5), value: -1, register: 99 },
      { second: at(0, 55), value: -1, register: 88 },
    ];
    for (const day of reversed(readings)) expect(day.hourly[0]).toMatchObject({ y: 13, offlineValue: 10 });
  });

  it.each(['FLOW', 'CONSUMPTION', 'ENERGY'] as const)(
    'has the figures of the same meter mounted the right way, whatever it sends, savings included (%s)',
    (group) => {
      const anyReading = fc.record({
        value: fc.option(fc.integer({ min: -50, max: 500 })),
        register: fc.option(fc.integer({ min: 0, max: 2000 })),
        estimated: fc.boolean(),
        offline: fc.boolean(),
      });
      const anyDay = fc.array(fc.option(anyReading), { minLength: 30, maxLength: 30 });
      fc.assert(
        fc.property(
          anyDay,
          fc.option(fc.integer({ min: 0, max: 2000 })),
          fc.constantFrom(1, 0.1, 2.5),
          fc.constantFrom(0, 100),
          (sent, before, flowFactor, minNonZeroThreshold) => {
            const readings = sent.flatMap((reading, index) =>
              reading === null ? [] : [{ second: index * 1500, ...reading }],
            );
            const negated = (figure: number | null): number | null => (figure === null ? null : -figure);
            const mirrored = readings.map(({ value, register, ...rest }) => ({
              ...rest,
              value: negated(value),
              register: negated(register),
            }));
            const unit = { group, minNonZeroThreshold, dataUpdateFrequencySeconds: 1500, pRefKilowatts: 3 };
            const [straight, turned] = [readings, mirrored].map((rows, index) =>
              processDay(
                dayOf(unitOf({ ...unit, flowFactor: index === 0 ? flowFactor : -flowFactor }), rows, {
                  before: { register: index === 0 ? before : negated(before), value: null },
                }),
              ),
            );
            expect(turned?.hourly).toEqual(straight?.hourly);
            expect(turned?.value).toEqual(straight?.value);
            // nonZero counts raw values, before the factor.
            expect({ ...turned?.meta, nonZero: 0 }).toEqual({ ...straight?.meta, nonZero: 0, flowFactor: -flowFactor });
          },
        ),
      );
    },
  );
});
