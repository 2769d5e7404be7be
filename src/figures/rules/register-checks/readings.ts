import type { Overrules, RegisterCheckOptions, RegisterReading } from './types.ts';

/**
 * A register at or below 0 is no count: the device had nothing to say. That holds for the raw number, whichever way it
 * counts.
 */
export const isCount = (reading: RegisterReading): boolean => reading.register > 0;

/** A counted reading with its position: the register as it counts, which grows in either direction of counting. */
export interface CountedReading extends RegisterReading {
  readonly position: number;
}

/**
 * The counted readings among these. A register that counts down has its mirror image for position. With declared digits
 * that is what it has counted since it stood at 9..9. Without them it is the negated register. Shares are always of the
 * position's size.
 */
export function countsAmong(
  readings: readonly RegisterReading[],
  { checks, countsDown }: RegisterCheckOptions,
): readonly CountedReading[] {
  const mirror = checks.rolloverDigits === undefined ? 0 : 10 ** checks.rolloverDigits;
  return readings
    .filter(isCount)
    .map((reading) => ({ ...reading, position: countsDown === true ? mirror - reading.register : reading.register }));
}

/** NaN beyond either end. */
export const positionAt = (counts: readonly CountedReading[], index: number): number =>
  counts[index]?.position ?? Number.NaN;

/**
 * Readings that are evidence, in time order, whatever order they came in. A reading that the operator excludes is none.
 * Its neighbours are judged as if it had never come, so excluding a spike also clears the "replacement" seen after it.
 */
export const evidenceOf = (readings: readonly RegisterReading[], overrules?: Overrules): readonly RegisterReading[] =>
  readings.filter((reading) => overrules?.get(reading.epochMs) !== 'exclude').sort((a, b) => a.epochMs - b.epochMs);
