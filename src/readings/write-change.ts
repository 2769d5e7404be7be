import { closedBefore } from '../ledger/closing.ts';
import type { Querier } from '../platform/database/database.ts';
import { invalid, ServiceError } from '../kernel/errors.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import { businessDateOf, createClockReader } from '../kernel/time/business-clock.ts';
import { isSealed, type SealedDays, whySealed } from '../kernel/time/sealed-days.ts';
import type { EpochMillis, BusinessDate } from '../kernel/time/types.ts';
import { markStale } from '../ledger/store/ledger.ts';
import { type Days, type EditedReading, type ReadingChange, removeReadings } from './store/reading-edits.ts';
import type { ChangedDay } from './store/readings.ts';
import { requireClock } from '../platform/directory/require-clock.ts';
import { SentRowsBuilder } from './sent-rows.ts';
import { storeRows } from './store-rows.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';

/** The refusal of a change to readings of a sealed day. */
export function sealedDayError(field: string, date: BusinessDate, sealed: SealedDays): ServiceError {
  return invalid(400, field, `business day ${formatRequestDate(date)} is sealed: ${whySealed(sealed, date)}`);
}

export interface Written {
  /** Closed business days that changed, ascending. */
  readonly staleDates: readonly string[];
  readonly changed: readonly ChangedDay[];
}

/** Adds up two changes of one transaction. */
export const bothWritten = (one: Written, other: Written): Written => ({
  staleDates: [...new Set([...one.staleDates, ...other.staleDates])].sort(),
  changed: [...one.changed, ...other.changed],
});

/** The result of a change that changes nothing. */
export const NOTHING_WRITTEN: Written = { staleDates: [], changed: [] };

/** First and last business day of readings. */
export function daysAround({ clock }: Pick<Industry, 'clock'>, instants: readonly EpochMillis[]): Days {
  const dates = instants.map((instant) => businessDateOf(clock, instant)).sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) throw new RangeError('There is a reading at least.');
  return { from, to };
}

/** Length of a slot of the unit by the version in force at an instant. */
export const slotSecondsOf =
  ({ clock }: Pick<Industry, 'clock'>, unit: StoredUnit) =>
  (at: EpochMillis): number =>
    unitAsOf(unit, businessDateOf(clock, at)).dataUpdateFrequencySeconds;

/**
 * Writes readings as a person wants them, by the same statements as sent readings, and removes others. The transaction
 * must hold the unit. The caller marks readings as decided.
 * @throws ServiceError 1430 for a reading that cannot be stored, 400 for one of a sealed day.
 */
export async function writeChange(
  db: Querier,
  industry: Industry,
  unit: StoredUnit,
  changes: readonly Pick<ReadingChange, 'createdOn' | 'after'>[],
  now: EpochMillis,
): Promise<Written> {
  const { sealed } = await requireClock(db, industry);
  const reader = createClockReader(industry.clock);
  const closed = closedBefore(reader, now);
  const builder = new SentRowsBuilder(industry, reader, sealed);
  let rows = 0;
  for (const { createdOn, after } of changes) {
    if (after === null) continue;
    const refused = builder.add({ row: rowOf(unit, createdOn, after) }, rows, now);
    rows += 1;
    if (refused !== null)
      throw new ServiceError(1430, `The reading cannot be stored: ${refused.reason}`, [
        { field: createdOn, problem: refused.reason },
      ]);
  }
  const stored =
    rows === 0
      ? NOTHING_WRITTEN
      : await storeRows(db, builder.finish(), {
          industry,
          source: 'edit',
          closedBefore: closed,
          receivedAt: new Date(now),
          presence: 'some stored',
        });
  const gone = changes.filter(({ after }) => after === null).map(({ createdOn }) => Date.parse(createdOn));
  if (gone.length === 0) return stored;
  const days = daysAround(industry, gone);
  const sealedDate = gone.map((instant) => reader.businessDateOf(instant)).find((date) => isSealed(sealed, date));
  if (sealedDate !== undefined) throw sealedDayError('createdOn', sealedDate, sealed);
  const removed = await removeReadings(
    db,
    unit.unitKey,
    gone.map((instant) => new Date(instant)),
    days,
  );
  const dates = [...new Set(removed.map(({ businessDate }) => businessDate))];
  const stale = dates.filter((businessDate) => businessDate < closed);
  await markStale(
    db,
    industry.industryKey,
    stale.map((businessDate) => ({ unitKey: unit.unitKey, businessDate, cause: 'correction' })),
    new Date(now),
  );
  return {
    staleDates: [...new Set([...stored.staleDates, ...stale])].sort(),
    changed: [
      ...stored.changed,
      ...removed.map(({ businessDate, createdOnEpochMs }) => ({
        unitKey: unit.unitKey,
        businessDate,
        isNew: false,
        oldestEpochMs: createdOnEpochMs,
      })),
    ],
  };
}

const rowOf = (
  { current }: StoredUnit,
  createdOn: string,
  { value, register, parameters, estimated, offlineMinutes }: EditedReading,
): unknown => ({
  unitId: current.unitId,
  createdOn,
  ...(value === null ? {} : { value }),
  ...(register === null ? {} : { summedValue: register }),
  ...(Object.keys(parameters).length === 0 ? {} : { paramValue: parameters }),
  interpolated: estimated,
  ...(offlineMinutes === null ? {} : { offlinePeriod: offlineMinutes }),
});
