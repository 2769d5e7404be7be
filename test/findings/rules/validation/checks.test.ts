import { describe, expect, it } from 'vitest';
import { READING_CHECKS } from '../../../../src/findings/rules/validation/checks.ts';
import type { ReadingCheck } from '../../../../src/findings/rules/validation/types.ts';
import { at, metered, run, steady } from './checked-day.ts';

const NAMES = Object.keys(READING_CHECKS) as ReadingCheck[]; // its keys are the names

describe('a well-behaved day', () => {
  it.each(NAMES)('is nothing to %s', (name) => {
    expect(run(name, metered(steady(1000)))).toBeNull();
  });

  it.each(NAMES.filter((name) => name !== 'missingQuantity'))('without readings is nothing to %s', (name) => {
    expect(run(name, [])).toBeNull();
  });
});

describe('reverse flow', () => {
  it('is the sum of negative intervals, since the first of them', () => {
    const values = steady(1000).with(5, -30).with(9, -12.5);
    expect(
      run(
        'reverseFlow',
        values.map((value, hour) => ({ hour, value })),
      ),
    ).toEqual({
      value: -0.0425,
      limit: 0,
      unit: 'KL',
      atEpochMs: at(5),
      text: 'ran backwards by 0.043 KL',
    });
  });

  it('is a register that falls by little; one that falls by more of itself was reset', () => {
    const fallen = metered(steady(1000)).map((row) =>
      row.hour < 10 ? row : { ...row, register: (row.register ?? 0) - 1400 },
    );
    // At 10:00 the register is 1,009,600 after 1,010,000.
    expect(run('reverseFlow', fallen)).toMatchObject({ value: -0.4, atEpochMs: at(10) });
    const reset = metered(steady(1000)).map((row) => (row.hour < 10 ? row : { ...row, register: row.hour }));
    expect(run('reverseFlow', reset)).toBeNull();
  });

  it('is told once where intervals and register both show it', () => {
    expect(run('reverseFlow', metered(steady(1000).with(5, -30)))).toMatchObject({ value: -0.03, atEpochMs: at(5) });
  });

  it('is what a meter with a negative factor counts upwards, and nothing within the cutoff', () => {
    expect(run('reverseFlow', metered(steady(-1000)), { unit: { flowFactor: -1 } })).toBeNull();
    expect(run('reverseFlow', metered(steady(-1000).with(3, 50)), { unit: { flowFactor: -1 } })).toMatchObject({
      value: -0.05,
      atEpochMs: at(3),
    });
    expect(run('reverseFlow', metered(steady(1000).with(3, -50)), { unit: { minNonZeroThreshold: 50 } })).toBeNull();
  });
});

describe('a spike', () => {
  it('is more than 2.8 times the third highest interval', () => {
    const values = steady(1000).with(3, 1100).with(7, 1200);
    // The third highest is 1,100, so 3,080 is the most.
    expect(run('spike', metered(values.with(12, 3080)))).toBeNull();
    expect(run('spike', metered(values.with(12, 3081)))).toEqual({
      value: 3.081,
      limit: 3.08,
      unit: 'KL',
      atEpochMs: at(12),
      text: '3.081 KL in one interval, the third highest is 1.1 KL',
    });
  });

  it('is not an interval that holds what a gap has missed', () => {
    const values = steady(1000).with(12, 9000);
    expect(
      run(
        'spike',
        metered(values).filter(({ hour }) => hour !== 11),
      ),
    ).toBeNull();
    expect(
      run(
        'spike',
        metered(values).map((row) => ({ ...row, offline: row.hour === 12 })),
      ),
    ).toBeNull();
  });

  it('needs twelve intervals, three of them above the cutoff', () => {
    expect(run('spike', metered(steady(1000).with(3, 9000)).slice(0, 11))).toBeNull();
    expect(run('spike', metered(steady(0).with(3, 9000).with(4, 100)))).toBeNull();
  });
});

describe('missing quantity', () => {
  it('is more than a twentieth of the slots without a genuine reading, with what registers count meanwhile', () => {
    const all = metered(steady(1000));
    expect(
      run(
        'missingQuantity',
        all.filter(({ hour }) => hour !== 7),
      ),
    ).toBeNull(); // 1 of 24
    expect(
      run(
        'missingQuantity',
        all.filter(({ hour }) => hour !== 7 && hour !== 8),
      ),
    ).toEqual({
      value: 2,
      limit: 1,
      unit: 'slots',
      atEpochMs: at(6),
      text: '2 of 24 readings are missing; 2 KL passed in gaps',
    });
  });

  it('counts estimated readings as missing, and slots that have not ended not at all', () => {
    const estimated = metered(steady(1000)).map((row) => ({ ...row, estimated: row.hour === 4 || row.hour === 5 }));
    expect(run('missingQuantity', estimated)).toMatchObject({ value: 2, atEpochMs: at(3) });
    expect(run('missingQuantity', metered(steady(1000)).slice(0, 6), { hours: 6.9 })).toBeNull();
    expect(run('missingQuantity', [])).toMatchObject({
      value: 24,
      limit: 1,
      atEpochMs: null,
      text: 'no genuine reading',
    });
  });
});

describe('the sum check', () => {
  it('finds intervals that differ from the register by more than a hundredth', () => {
    // Between the first and the last register lie 23 intervals: the register counts 23,000.
    const rows = (factor: number) => metered(steady(1000)).map((row) => ({ ...row, value: (row.value ?? 0) * factor }));
    expect(run('sumCheck', rows(1.01))).toBeNull();
    expect(run('sumCheck', rows(1.02))).toEqual({
      value: 23.46,
      limit: 23,
      unit: 'KL',
      atEpochMs: null,
      text: 'intervals add up to 23.46 KL, the register counted 23 KL',
    });
    expect(run('sumCheck', rows(0.5), { unit: { flowFactor: 2 } })).toMatchObject({ value: 23, limit: 46 });
  });

  it('does not judge across a gap, an interval without a value, or a register that ran backwards', () => {
    const off = metered(steady(1000)).map((row) => ({ ...row, value: 500 }));
    expect(run('sumCheck', off)).not.toBeNull();
    expect(
      run(
        'sumCheck',
        off.filter(({ hour }) => hour !== 7),
      ),
    ).toBeNull();
    expect(
      run(
        'sumCheck',
        off.map((row) => (row.hour === 7 ? { ...row, value: null } : row)),
      ),
    ).toBeNull();
    expect(
      run(
        'sumCheck',
        off.map((row) => ({ ...row, register: -(row.register ?? 0) })),
      ),
    ).toBeNull();
  });
});

describe('a stuck register', () => {
  it('stands still over twelve readings while intervals count more than two of its steps', () => {
    const stuckFrom = (hour: number) =>
      metered(steady(1000)).map((row) => (row.hour <= hour ? row : { ...row, register: 1_001_000 + hour * 1000 }));
    // From 12:00 on it stands still: 12 readings, 11 intervals.
    expect(run('stuckRegister', stuckFrom(12))).toEqual({
      value: 11,
      limit: 2,
      unit: 'KL',
      atEpochMs: at(12),
      text: 'the register stood still over 12 readings while intervals count 11 KL',
    });
    expect(run('stuckRegister', stuckFrom(13))).toBeNull();
  });

  it('may be one that counts in steps of a cubic metre', () => {
    // 100 litres an hour, and a step of 1,000 at 12:00: 12 readings, 1,100 litres.
    const coarse = steady(100).map((value, hour) => ({ hour, value, register: hour < 12 ? 5000 : 6000 }));
    expect(run('stuckRegister', coarse)).toBeNull();
    const still = steady(100).map((value, hour) => ({ hour, value, register: 5000 }));
    // 2,300 litres are more than two steps.
    expect(run('stuckRegister', still)).toMatchObject({ value: 2.3, limit: 2, atEpochMs: at(0) });
  });
});
