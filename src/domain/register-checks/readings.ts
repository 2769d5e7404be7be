import type { Overrules, RegisterReading } from './types.ts';

/** NaN beyond either end. */
export const registerAt = (counts: readonly RegisterReading[], index: number): number => counts[index]?.register ?? Number.NaN;

/** A register at or below 0 is no count: the device had nothing to say. */
export const isCount = (reading: RegisterReading): boolean => reading.register > 0;

/**
 * The readings that are evidence, in time order, whatever order they came in. A reading the operator excludes is none: what stands around it is
 * judged as if it had never come (so excluding a spike also clears the "replacement" seen after it).
 */
export const evidenceOf = (readings: readonly RegisterReading[], overrules?: Overrules): readonly RegisterReading[] =>
  readings.filter((reading) => overrules?.get(reading.epochMs) !== 'exclude').sort((a, b) => a.epochMs - b.epochMs);
