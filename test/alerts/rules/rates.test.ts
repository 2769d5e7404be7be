import { describe, expect, it } from 'vitest';
import { ratesOf } from '../../../src/alerts/rules/rates.ts';
import type { InstalledMeter } from '../../../src/kernel/measure/meter.ts';
import { unitOf } from '../../figures/rules/processors/builders.ts';

const at = (minute: number): number => Date.parse('2026-03-01T00:00:00Z') + minute * 60_000;
const reading = (minute: number, register: number, value: number | null) => ({
  epochMs: at(minute),
  register,
  value,
  estimated: false,
  parameters: {},
});

const rates = (meter: Partial<InstalledMeter> | null, values: readonly (number | null)[]): (number | null)[] => {
  const installed = { installedAtEpochMs: at(8), serial: null, initialRegister: null, finalRegisterOfOld: null };
  const unit = unitOf(meter === null ? {} : { meters: [{ ...installed, ...meter }] });
  const [first = null, second = null, third = null] = values;
  return ratesOf(
    () => unit,
    [reading(0, 1000, null), reading(5, 1010, first), reading(10, 500_000, second), reading(15, 500_020, third)],
  ).map(({ perHour }) => perHour);
};

describe('the rate of flow over a meter exchange', () => {
  it('is not known from the registers of two meters', () => {
    expect(rates(null, [])[1]).toBeGreaterThan(5000);
    expect(rates({}, [])).toEqual([0.12, null, 0.24]);
  });
  it('follows registers that were written down', () => {
    // 1010 to 1015 and 499,995 to 500,000 are 10 litres in five minutes.
    expect(rates({ initialRegister: 499_995, finalRegisterOfOld: 1015 }, [])).toEqual([0.12, 0.12, 0.24]);
  });
  it('is that of an interval value, unless that is the difference of two meters', () => {
    expect(rates({}, [10, 10, 20])).toEqual([0.12, 0.12, 0.24]);
    expect(rates({}, [10, 498_990, 20])).toEqual([0.12, null, 0.24]);
  });
});
