import type { Querier } from '../../platform/database/database.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/** Number of undecided rows in the quarantines of all industries. */
export const countHeldCases = async (db: Querier): Promise<number> =>
  (await db.one<{ held: number }>('operations.held_cases')).held;

interface SilentUnits {
  readonly minutes: number;
  readonly units: number;
}

/** Number of units of all industries without a reading in the minutes before `now`. */
export const countSilentUnits = (db: Querier, minutes: readonly number[], now: EpochMillis): Promise<SilentUnits[]> =>
  db.many<{ minutes: number; units: number }>('operations.silent_units', { minutes: plainArray(minutes), now });
