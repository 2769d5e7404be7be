import { LRUCache } from 'lru-cache';
import { plainArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';
import { eachDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { HourRollup } from '../rules/processors/types.ts';
import { type DayRows, type HoursWanted, hoursOf, type HourTuple, toHour } from './rollups.ts';

/*
 * Hours of unsettled days kept in memory, the running day above all. Hours are never served of another state of the
 * readings than the database has at that moment.
 */

/** Reads hours as hoursOf does. The answer may be shared, so nobody may change it. */
export type ReadHours = (db: Querier, wanted: HoursWanted) => Promise<DayRows<HourRollup[]>[]>;

/** A whole day of a unit takes 6 kB: 60 MB. */
const MOST_DAYS = 10_000;
/** Most of the memory that one request may push out. */
const SHARE_OF_ONE = 0.5;

interface CachedDay {
  /** The unit's stamp, which another number takes the place of whenever its readings change. */
  readonly stamp: number;
  readonly rows: HourRollup[];
}
interface ChangedRow {
  unitKey: number;
  date: BusinessDate;
  /** null: the unit has no readings any more. */
  stamp: number | null;
  /** null: none on this day. */
  hours: HourTuple[] | null;
}

/**
 * A cache of the hours of days, because pages, charts and rules ask for the running day again and again while a few of
 * its units have sent. The statement gets the kept stamps, and brings the hours of units that have another one.
 */
export function createHoursCache(mostDays: number = MOST_DAYS): ReadHours {
  const days = new LRUCache<string, CachedDay>({ max: mostDays });

  return async (db, wanted) => {
    const { unitKeys, from, to, materialisedBefore, longDays } = wanted;
    const dates = [...eachDate(from, to)];
    const isLive = materialisedBefore <= from && longDays.length === 0;
    if (!isLive || unitKeys.length * dates.length > mostDays * SHARE_OF_ONE) return hoursOf(db, wanted);
    const asked = dates.flatMap((date) =>
      unitKeys.map((unitKey) => ({ unitKey, date, key: `${unitKey} ${date}`, day: days.get(`${unitKey} ${date}`) })),
    );
    if (asked.length === 0) return [];
    const changed = new Map(
      (
        await db.many<ChangedRow>('rollups.changed_hours', {
          unitKeys: plainArray(asked.map(({ unitKey }) => unitKey)),
          dates: asked.map(({ date }) => date),
          stamps: plainArray(asked.map(({ day }) => day?.stamp ?? null)),
          from,
          to,
        })
      ).map((row) => [`${row.unitKey} ${row.date}`, row]),
    );
    return asked.flatMap(({ unitKey, date, key, day: known }) => {
      const row = changed.get(key);
      const day = row === undefined ? known : dayOf(row);
      if (day === undefined) {
        days.delete(key);
        return [];
      }
      days.set(key, day);
      return day.rows.length === 0 ? [] : [{ unitKey, date, rows: day.rows }];
    });
  };
}

const dayOf = ({ stamp, hours }: ChangedRow): CachedDay | undefined =>
  stamp === null ? undefined : { stamp, rows: (hours ?? []).map(toHour) };
