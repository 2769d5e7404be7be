import type { KnownReading } from '../../../src/readings/rules/estimate-gaps.ts';
import { plus } from '../../../src/kernel/measure/exact.ts';
import { hourQuantityOf } from '../../../src/figures/rules/processors/hour-quantity.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kernel/time/durations.ts';

/*
 * Days of a meter as these tests make them up, and as the hours of the flow rule count them.
 */

export const START = Date.UTC(2026, 0, 15);
export const SLOT_MS = 5 * MINUTE_MS;

/** A genuine reading in each slot, with the register that its interval values add up to. */
export function meterDay(values: readonly number[], first = 5000): KnownReading[] {
  let register = first;
  return values.map((value, slot) => {
    register = plus(register, value);
    return genuine(slot, { value, register });
  });
}

export const genuine = (slot: number, of: Partial<KnownReading>): KnownReading => ({
  createdOnEpochMs: START + slot * SLOT_MS + 2 * MINUTE_MS,
  value: null,
  register: null,
  registerExcluded: false,
  parameters: {},
  estimated: false,
  ...of,
});

/** What the hours of some readings count together. */
export function dayTotal(readings: readonly KnownReading[]): number {
  const hours = Map.groupBy(
    readings.toSorted((one, other) => one.createdOnEpochMs - other.createdOnEpochMs),
    ({ createdOnEpochMs }) => Math.floor((createdOnEpochMs - START) / HOUR_MS),
  );
  return [...hours.values()].reduce((sum, hour) => {
    const registers = hour.filter(({ register, registerExcluded }) => register !== null && !registerExcluded);
    const values = hour.flatMap(({ value }) => (value === null ? [] : [value]));
    const part = {
      valueCount: values.length,
      valueSum: values.reduce(plus, 0),
      estimatedValueSum: 0,
      firstRegister: registers[0]?.register ?? null,
      firstRegisterValue: registers[0]?.value ?? null,
      lastRegister: registers.at(-1)?.register ?? null,
    };
    return plus(sum, hourQuantityOf(part, 1).total ?? 0);
  }, 0);
}
