import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstalledMeter } from '../../../../src/kernel/measure/meter.ts';
import { registerHandedOn } from '../../../../src/figures/rules/processors/meter-runs.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { createFigureProcessor } from '../../../../src/figures/rules/processors/memoise-silent-days.ts';
import type { UnitDay } from '../../../../src/figures/rules/processors/types.ts';
import { at, DAY_START, dayOf, everySlot, isoAt, type Reading, unitOf } from './builders.ts';

/** 14:20 of the day: the shift begins at 06:00. */
const SWAP = at(8, 20);

const meterAt = (second: number, changes: Partial<InstalledMeter> = {}): InstalledMeter => ({
  installedAtEpochMs: DAY_START + second * 1000,
  serial: null,
  initialRegister: null,
  finalRegisterOfOld: null,
  ...changes,
});
const metered = (...meters: InstalledMeter[]) => unitOf({ meters });
const valueOf = (unit: ReturnType<typeof unitOf>, readings: readonly Reading[], changes: Partial<UnitDay> = {}) =>
  processDay(dayOf(unit, readings, changes)).value;

/** A reading of 2 in every slot, its register moved on by it. */
const run = (from: number, to: number, register: number): Reading[] =>
  everySlot(300, from, to, (index) => ({ value: 2, register: register + 2 * (index + 1) }));

describe('the day of a meter swap is old tail plus new head', () => {
  // 24 hours of 12 slots of 2 are 576, whatever the registers show.
  it('when the new register is lower', () => {
    const readings = [...run(0, SWAP, 1_000_000), ...run(SWAP, at(24), 0)];
    expect(valueOf(metered(meterAt(SWAP)), readings)).toBe(576);
    expect(valueOf(metered(meterAt(SWAP, { initialRegister: 0, finalRegisterOfOld: 1_000_200 })), readings)).toBe(576);
  });

  it('when the new register is higher', () => {
    const readings = [...run(0, SWAP, 1000), ...run(SWAP, at(24), 500_000)];
    expect(valueOf(metered(meterAt(SWAP)), readings)).toBe(576);
    expect(valueOf(metered(meterAt(SWAP, { initialRegister: 500_000, finalRegisterOfOld: 1200 })), readings)).toBe(576);
    // Not known, the step between the two meters would be water.
    expect(valueOf(unitOf(), readings)).toBeGreaterThan(400_000);
  });

  it('when the swap lies exactly on an hour, or on the start of the day', () => {
    expect(valueOf(metered(meterAt(at(9))), [...run(0, at(9), 1000), ...run(at(9), at(24), 50)])).toBe(576);
    expect(valueOf(metered(meterAt(0)), run(0, at(24), 50), { before: { register: 1000, value: 2 } })).toBe(576);
  });

  it('when two meters are installed on one day, or within one hour', () => {
    const twice = (second: number) => [...run(0, SWAP, 1000), ...run(SWAP, second, 70), ...run(second, at(24), 9000)];
    for (const second of [at(8, 40), at(15)])
      expect(valueOf(metered(meterAt(SWAP), meterAt(second)), twice(second))).toBe(576);
  });

  it('with what a factor makes of it, whichever way the meters count', () => {
    const readings = [...run(0, SWAP, 1000), ...run(SWAP, at(24), 500_000)];
    expect(valueOf(unitOf({ flowFactor: 0.1, meters: [meterAt(SWAP)] }), readings)).toBe(57.6);
    const reversed = readings.map((reading) => ({
      ...reading,
      value: -2,
      register: 1_000_000 - (reading.register ?? 0),
    }));
    expect(valueOf(unitOf({ flowFactor: -1, meters: [meterAt(SWAP)] }), reversed)).toBe(576);
  });

  it('and the hour names the register of the old meter first and of the new one last', () => {
    // Old: 1000 + 2 x 4 slots; final 1211 was read 3 after the last reading, 1208. New: from 5, its last reading 21.
    const old = run(at(8), SWAP, 1200);
    const day = processDay(
      dayOf(metered(meterAt(SWAP, { initialRegister: 4, finalRegisterOfOld: 1211 })), [...old, ...run(SWAP, at(9), 5)]),
    );
    // Old 1211 - 1200 = 11, new 21 - 4 = 17.
    expect(day.hourly[8]).toMatchObject({ ir: 1200, fr: 21, y: 28 });
    expect(day.meta).toMatchObject({ ir: 1200, fr: 21 });
    expect(day.meta.meters).toEqual([
      { installedAt: isoAt(SWAP), finalRegisterOfOld: 1211, initialRegister: 4, firstRegister: 7 },
    ]);
  });
});

describe('registers that were written down are measurements', () => {
  // Registers alone: 1000 at 11:55 of the day's clock, silence until the new meter's 65.
  const gap: Reading[] = [
    { second: at(5, 50), register: 990 },
    { second: at(5, 55), register: 1000 },
    { second: at(11), register: 65 },
    { second: at(11, 5), register: 70 },
  ];

  it('so in a gap nothing is lost: the old meter counts to its last register, the new one from its first', () => {
    const day = processDay(dayOf(metered(meterAt(SWAP, { initialRegister: 5, finalRegisterOfOld: 1040 })), gap));
    // Hour 5: 990 to 1000. Hour 8: 1000 to 1040, though nothing was sent. Hour 11: 5 to 70.
    expect(day.hourly.map(({ y }) => y).filter((y) => y !== null)).toEqual([10, 40, 65]);
    expect(day.value).toBe(115);
    expect(day.hourly[8]).toMatchObject({ y: 40, ir: 1000, fr: 5, offlineValue: 40, coverage: 0 });
    // 5 to 65 passed while nothing was sent.
    expect(day.hourly[11]).toMatchObject({ y: 65, ir: 5, fr: 70, offlineValue: 60 });
    expect(day.meta).toMatchObject({ ir: 990, fr: 70, offlineValue: 100 });
  });

  it('without them a gap belongs to no hour, and the step between two meters is none', () => {
    const day = processDay(dayOf(metered(meterAt(SWAP)), gap));
    expect(day.hourly.map(({ y }) => y).filter((y) => y !== null)).toEqual([10, 5]);
    expect(day.meta.offlineValue).toBe(0);
  });

  it('count from the last register of the day before', () => {
    const unit = metered(meterAt(0, { initialRegister: 7, finalRegisterOfOld: 1003 }));
    const day = processDay(dayOf(unit, [{ second: 0, register: 9 }], { before: { register: 1000, value: null } }));
    expect(day.hourly[0]).toMatchObject({ ir: 1000, fr: 9, y: 5 });
  });

  it('make a day of a unit that sent nothing', () => {
    const unit = metered(meterAt(SWAP, { initialRegister: 7, finalRegisterOfOld: 1003 }));
    const silent = dayOf(unit, [], { before: { register: 1000, value: null } });
    expect(processDay(silent)).toMatchObject({ value: 3, meta: { ir: 1000, fr: 7 } });
    expect(createFigureProcessor()(silent)).toMatchObject({ value: 3, meta: { ir: 1000, fr: 7 } });
  });

  it('count on the next day when the new meter is silent until then', () => {
    const unit = metered(meterAt(at(23, 58), { initialRegister: 7, finalRegisterOfOld: 1003 }));
    const evening = dayOf(unit, [{ second: at(23, 55), value: 2, register: 1000 }]);
    expect(processDay(evening).value).toBe(5);
    const { sent, newMeter } = registerHandedOn(evening);
    expect({ sent, newMeter }).toEqual({ sent: 1000, newMeter: { initialRegister: 7 } });
    const morning = dayOf(unitOf(), [{ second: at(0, 5), register: 12 }], {
      before: { register: sent, value: null, newMeter },
    });
    expect(processDay(morning)).toMatchObject({ value: 5, meta: { ir: 7, fr: 12 } });
    expect(registerHandedOn(morning)).toEqual({ sent: 12, newMeter: null });
  });
});

describe('the first interval value of a new meter', () => {
  const old: Reading[] = [{ second: at(8, 15), value: 2, register: 1000 }];
  const first = (value: number | null, register: number): Reading[] => [
    ...old,
    { second: at(8, 25), value, register },
    { second: at(8, 30), value: 2, register: register + 2 },
  ];
  it.each([
    ['counts when it can be its own', 3, 50, 2 + 5],
    ['is left out as the difference to a lower register', -950, 50, 2 + 2],
    ['is left out as the difference to a higher register', 499_000, 500_000, 2 + 2],
    ['may be missing', null, 50, 2 + 2],
  ])('%s', (_, value, register, total) => {
    expect(valueOf(metered(meterAt(SWAP)), first(value, register))).toBe(total);
  });

  it('is left out of the hour behind, too, and the next day', () => {
    const late: Reading[] = [...old, { second: at(9, 5), value: -950, register: 50 }];
    expect(processDay(dayOf(metered(meterAt(SWAP)), late)).hourly[9]).toMatchObject({ ir: 50, fr: 50, y: 0 });
    const before = { register: 1000, value: 2, newMeter: { initialRegister: null } };
    const next = dayOf(unitOf(), [{ second: at(1), value: 499_000, register: 500_000 }], { before });
    expect(processDay(next)).toMatchObject({ value: 0, meta: { ir: 500_000, offlineValue: 0 } });
  });
});

describe('energy savings over a meter swap', () => {
  const energy = (meter: InstalledMeter) =>
    unitOf({ group: 'ENERGY', standardCategoryId: 'ENERGY', pRefKilowatts: 24, meters: [meter] });
  // 12 kW: 1 kWh in five minutes, registers in Wh. pRef saves 1 kWh per pair.
  const readings: Reading[] = [
    { second: at(8, 10), value: 1000, register: 10_000 },
    { second: at(8, 15), value: 1000, register: 11_000 },
    { second: at(8, 20), value: 1000, register: 500 },
    { second: at(8, 25), value: 1000, register: 1500 },
  ];
  it('drops the pair of readings of two meters', () => {
    expect(processDay(dayOf(energy(meterAt(SWAP)), readings)).meta.energySaved).toBe(2);
  });
  it('counts it by the registers that were written down', () => {
    // 11,000 to 11,600 and 100 to 500 are 1 kWh.
    const meter = meterAt(SWAP, { initialRegister: 100, finalRegisterOfOld: 11_600 });
    expect(processDay(dayOf(energy(meter), readings)).meta.energySaved).toBe(3);
  });
});

describe('whatever was sent', () => {
  const series = fc.array(
    fc.record({ second: fc.integer({ min: 0, max: 86_399 }), step: fc.integer({ min: 0, max: 50 }) }),
    { maxLength: 40 },
  );
  const firstRegister = fc.integer({ min: 0, max: 100_000 });
  const registersOf = (steps: readonly { second: number; step: number }[], first: number): Reading[] => {
    let register = first;
    const distinct = [...new Map(steps.map((step) => [step.second, step])).values()];
    return distinct
      .sort((a, b) => a.second - b.second)
      .map(({ second, step }) => ({ second, value: step, register: (register += step) }));
  };

  it('a day with a swap is the sum of the run of the old meter and the run of the new one', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 86_399 }), firstRegister, firstRegister, (steps, swap, a, b) => {
        const before = registersOf(
          steps.filter(({ second }) => second < swap),
          a,
        );
        const after = registersOf(
          steps.filter(({ second }) => second >= swap),
          b,
        );
        const isDifference = after[0]?.value === (after[0]?.register ?? 0) - (before.at(-1)?.register ?? NaN);
        fc.pre(!isDifference);
        const day = processDay(dayOf(metered(meterAt(swap)), [...before, ...after]));
        const runs = [before, after].map((readings) => valueOf(unitOf(), readings)).filter((value) => value !== null);
        expect(day.value).toBe(runs.length === 0 ? null : runs.reduce((sum, value) => Number(sum) + Number(value), 0));
        expect(day.hourly.reduce((sum, { y }) => sum + Number(y ?? 0), 0)).toBe(day.value ?? 0);
      }),
    );
  });

  it('with registers written down a day counts all between them', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 86_399 }), firstRegister, firstRegister, (steps, swap, a, b) => {
        const before = registersOf(
          steps.filter(({ second }) => second < swap),
          a,
        );
        const after = registersOf(
          steps.filter(({ second }) => second >= swap),
          b,
        );
        const final = (before.at(-1)?.register ?? a) + 3;
        const unit = metered(meterAt(swap, { initialRegister: b, finalRegisterOfOld: final }));
        const day = processDay(dayOf(unit, [...before, ...after], { before: { register: a, value: null } }));
        // Every interval value reaches back to the reading before, so all of both runs is measured.
        expect(day.value).toBe(final - a + ((after.at(-1)?.register ?? b) - b));
      }),
    );
  });
});
