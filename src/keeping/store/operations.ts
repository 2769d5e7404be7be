import type { Querier } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/** Refused rows of all industries that nobody has decided yet. */
export const countHeldCases = async (db: Querier): Promise<number> =>
  (await db.one<{ held: number }>('operations.held_cases')).held;

interface SilentUnits {
  readonly minutes: number;
  readonly units: number;
}

/** Units of all industries that sent nothing for so many minutes before `now`, or ever. */
export const countSilentUnits = (db: Querier, minutes: readonly number[], now: EpochMillis): Promise<SilentUnits[]> =>
  db.many<{ minutes: number; units: number }>('operations.silent_units', { minutes: plainArray(minutes), now });
