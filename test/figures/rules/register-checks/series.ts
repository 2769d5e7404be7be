import type { RegisterReading } from '../../../../src/figures/rules/register-checks/types.ts';

/** Readings 1 apart in time, beginning at 0: their instants are their places in the list. */
export const series = (...registers: readonly number[]): readonly RegisterReading[] =>
  registers.map((register, epochMs) => ({ epochMs, register }));
