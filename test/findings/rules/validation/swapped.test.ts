import { expect, it } from 'vitest';
import type { InstalledMeter } from '../../../../src/kernel/measure/meter.ts';
import { at, metered, run, steady } from './checked-day.ts';

const swapped = (more: Partial<InstalledMeter> = {}) => ({
  unit: {
    meters: [{ installedAtEpochMs: at(12), serial: null, initialRegister: null, finalRegisterOfOld: null, ...more }],
  },
});

/** Twelve hours of the old meter, then twelve of a new one that begins at a register. `first` is its first value. */
const readings = (register: number, first: number) => [
  ...metered(steady(1000)).slice(0, 12),
  ...metered(steady(1000), register - 12_000)
    .slice(12)
    .map((row) => (row.hour === 12 ? { ...row, value: first } : row)),
];

it('does not tell the exchange of a meter as reverse flow', () => {
  // The gateway tells the difference of the two meters' registers: 1,012,000 before, 1,000 behind.
  const lower = readings(0, 1000 - 1_012_000);
  expect(run('reverseFlow', lower)).not.toBeNull();
  expect(run('reverseFlow', lower, swapped())).toBeNull();
  // The new meter begins a little below the old one.
  const little = readings(1_000_000, 1000);
  expect(run('reverseFlow', little)).not.toBeNull();
  expect(run('reverseFlow', little, swapped())).toBeNull();
  // What runs backwards otherwise is told.
  expect(run('reverseFlow', [...lower, { hour: 24, value: -5 }], swapped())).toMatchObject({ value: -0.005 });
});

it('does not tell the exchange of a meter as a spike', () => {
  const higher = readings(5_000_000, 5_001_000 - 1_012_000);
  expect(run('spike', higher)).not.toBeNull();
  expect(run('spike', higher, swapped())).toBeNull();
});

it('adds up each meter by itself', () => {
  const higher = readings(5_000_000, 1000);
  expect(run('sumCheck', higher)).not.toBeNull();
  expect(run('sumCheck', higher, swapped())).toBeNull();
  const known = { initialRegister: 5_000_000, finalRegisterOfOld: 1_012_000 };
  expect(run('sumCheck', higher, swapped(known))).toBeNull();
  expect(run('sumCheck', higher, swapped({ ...known, finalRegisterOfOld: 1_112_000 }))).toMatchObject({ limit: 123 });
});

it('tells what passed in the gap of an exchange by the registers that were written down', () => {
  const gap = readings(5_000_000, 1000).filter(({ hour }) => hour < 11 || hour > 13);
  expect(run('missingQuantity', gap, swapped())?.text).toBe('3 of 24 readings are missing');
  const known = { initialRegister: 5_000_000, finalRegisterOfOld: 1_012_000 };
  expect(run('missingQuantity', gap, swapped(known))?.text).toBe('3 of 24 readings are missing; 3 KL passed in gaps');
});
