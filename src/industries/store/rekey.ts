import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';

/** Units of an industry with readings, and the bounds of their readings. */
export interface ReadingsExtent {
  readonly unitKeys: readonly number[];
  readonly firstBusinessDate: BusinessDate;
  readonly newestEpochMs: EpochMillis;
}

/** null when no unit ever sent a reading. */
export const readingsExtent = (db: Querier, industryKey: number): Promise<ReadingsExtent | null> =>
  db.maybeOne<ReadingsExtent>('rekey.extent', { industryKey });

/** Days of a clock, and the business dates between which their readings may be now. */
export interface DaysToPlace {
  readonly days: readonly {
    readonly date: BusinessDate;
    readonly startEpochMs: EpochMillis;
    readonly endEpochMs: EpochMillis;
  }[];
  readonly standFrom: BusinessDate;
  /** Excluded. */
  readonly standBefore: BusinessDate;
}

interface Moved {
  readonly readings: number;
  readonly samples: number;
  readonly dates: ReadonlySet<BusinessDate>;
}

/**
 * Moves one unit's readings and samples of these days to their places. `dates` are the days that gained, lost or
 * changed readings.
 */
export async function placeReadings(
  db: Querier,
  unitKey: number,
  { days, standFrom, standBefore }: DaysToPlace,
): Promise<Moved> {
  const values = {
    unitKey,
    standFrom,
    standBefore,
    dates: timestampArray(days.map((day) => day.date)),
    dayStarts: plainArray(days.map((day) => day.startEpochMs)),
    dayEnds: plainArray(days.map((day) => day.endEpochMs)),
  };
  const dates = new Set<BusinessDate>();
  const counts: number[] = [];
  for (const statement of ['copy_readings', 'remove_readings', 'copy_samples', 'remove_samples']) {
    const rows = await db.many<{ businessDate: BusinessDate; rowCount: number }>(`rekey.${statement}`, values);
    for (const row of rows) dates.add(row.businessDate);
    counts.push(rows.reduce((sum, row) => sum + row.rowCount, 0));
  }
  return { readings: counts[1] ?? 0, samples: counts[3] ?? 0, dates };
}

/**
 * Recomputes the first and last day of units with readings, where they may have changed: for readings from a date on.
 */
export const renewBounds = async (db: Querier, unitKeys: readonly number[], from: BusinessDate): Promise<void> => {
  await db.many('rekey.renew_bounds', { unitKeys: plainArray(unitKeys), from });
};

/** Removes documents of periods that begin on the date or later, and the marks that their days are processed. */
export const forgetPeriods = async (db: Querier, industryKey: number, from: BusinessDate): Promise<void> => {
  await db.many('rekey.forget_periods', { industryKey, from });
};
