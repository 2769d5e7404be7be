import { plus, sum } from '../../../kernel/measure/exact.ts';
import type { Unit } from '../../../kernel/measure/unit.ts';
import { SLOTS_OF_A_GAP } from '../../../readings/rules/gap-line.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { HourRollup, UnitDay } from './types.ts';

/** Time since a register was last heard before an hour, and the readings since. */
interface LastRegister {
  /** The last reading of the hour that had a register; null: there was none. */
  readonly epochMs: EpochMillis | null;
  /** Readings without a register, or with one that a check has left out, have come since. */
  readonly hasReadingsSince: boolean;
}

/**
 * Register that the readings before a day lead to: the last one, moved on by the count of later hours of values alone.
 */
export const registerExpected = ({ register, countedSince = 0 }: UnitDay['before']): number | null =>
  register === null || countedSince === null ? null : plus(register, countedSince);

/** Knowledge of the register before each hour of the day that has readings. */
export function lastRegisterBefore({ hours, before }: Pick<UnitDay, 'hours' | 'before'>): readonly LastRegister[] {
  let heard: LastRegister = {
    epochMs: before.registerHeardEpochMs ?? null,
    hasReadingsSince: before.countedSince !== undefined,
  };
  return hours.map((rollup) => {
    const known = heard;
    heard = heardAfter(heard, rollup);
    return known;
  });
}

function heardAfter(heard: LastRegister, { lastRegister, readingCount, lastEpochMs }: HourRollup): LastRegister {
  if (lastRegister !== null) return { epochMs: lastEpochMs, hasReadingsSince: false };
  return readingCount === 0 ? heard : { ...heard, hasReadingsSince: true };
}

/** True when nothing at all was sent between a register and the first reading of the hour that has the next one. */
export const isSilence = (
  { dataUpdateFrequencySeconds }: Unit,
  { epochMs, hasReadingsSince }: LastRegister,
  heardAgainEpochMs: EpochMillis,
): boolean =>
  epochMs !== null
  && !hasReadingsSince
  && heardAgainEpochMs - epochMs > SLOTS_OF_A_GAP * dataUpdateFrequencySeconds * 1000;

/** The register as a day hands it on to the next, as {@link UnitDay.before} has it. */
export function lastRegisterAfter({
  hours,
  before,
}: Pick<UnitDay, 'hours' | 'before'>): Pick<UnitDay['before'], 'registerHeardEpochMs' | 'countedSince'> {
  const last = hours.findLastIndex(({ lastRegister }) => lastRegister !== null);
  const since = hours.slice(last + 1).filter(({ lastValue }) => lastValue !== null);
  const counted = sum(since.map(({ valueSum }) => valueSum));
  const heard = hours[last];
  if (heard !== undefined)
    return { registerHeardEpochMs: heard.lastEpochMs, ...(since.length === 0 ? {} : { countedSince: counted }) };
  const { registerHeardEpochMs = null, countedSince } = before;
  if (since.length === 0) return { registerHeardEpochMs, ...(countedSince === undefined ? {} : { countedSince }) };
  return { registerHeardEpochMs, countedSince: countedSince === null ? null : plus(countedSince ?? 0, counted) };
}
