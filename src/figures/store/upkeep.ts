import type { Database, Querier } from '../../platform/database/database.ts';
import {
  addDays,
  eachDate,
  earlierOf,
  firstOfMonth,
  firstOfNextYear,
  firstOfYear,
  lastOfMonth,
  laterOf,
  stretchesOf,
} from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { LEAST_REFRESH_DAYS, nextRefreshDays } from '../rules/refresh-length.ts';
import { retry } from '../../platform/database/retry.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { ROLLUPS_LOCK } from '../../platform/database/locks.ts';
import { GAVE_WAY, lowPriorityTransaction } from '../../platform/database/low-priority-transaction.ts';

const LONGEST_REFRESH_PAUSE_MILLISECONDS = 1000;
/** About ten minutes: a year of hours is refreshed in less. */
const ATTEMPTS = 600;

/**
 * Refreshes a rollup, again where another session stands in the way. A server refuses to refresh a window that overlaps
 * one being refreshed (55P03), and gives a refresh up in favour of whoever compresses its chunk (40001). This program
 * refreshes by turns; a policy or a person at psql does not.
 */
export const retryRefresh = <T>(refresh: () => Promise<T>): Promise<T> =>
  retry(refresh, {
    codes: GAVE_WAY,
    attempts: ATTEMPTS,
    // Pauses differ, so that processes do not meet again at the same moment.
    pause: (attempt) =>
      Math.min(LONGEST_REFRESH_PAUSE_MILLISECONDS, 20 * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random() / 2),
  });

/**
 * Brings the hours of business days `from`..`to` up to their readings; must not run inside a transaction. false:
 * someone else is refreshing.
 */
export const tryRefreshHours = async (
  database: Database,
  from: BusinessDate,
  to: BusinessDate,
  openDate: BusinessDate,
): Promise<boolean> =>
  (await database.tryWithLock(ROLLUPS_LOCK, async () => {
    await refreshLevel(database, 'hourly', from, earlierOf(addDays(to, 1), openDate));
    return true;
  })) ?? false;

/**
 * Waits for the lock and brings all rollups of business days `from`..`to` up to their readings, see {@link
 * refreshUnderLock}.
 */
export const refreshRollups = async (
  database: Database,
  from: BusinessDate,
  to: BusinessDate,
  openDate: BusinessDate,
): Promise<void> =>
  database.withLock(ROLLUPS_LOCK, () => refreshUnderLock(database, [...eachDate(from, to)], openDate));

/**
 * Brings all rollups of business days up to their readings: hours, days, then the months and years around them. Lower
 * levels come first, because each is computed from the one below. Only whole buckets that ended before `openDate`. Must
 * not run inside a transaction. The caller holds the lock. A bucket that is up to date costs a look-up.
 *
 * @param dates ascending
 */
export async function refreshUnderLock(
  db: Querier,
  dates: readonly BusinessDate[],
  openDate: BusinessDate,
): Promise<void> {
  const months = endedPeriods(dates, firstOfMonth, afterMonth, openDate);
  const years = endedPeriods(dates, firstOfYear, firstOfNextYear, openDate);
  const below = await unmaterialisedBelow(db, [...months, ...years]);
  for (const level of ['hourly', 'daily'] as const) {
    const stretches = stretchesOf([...new Set([...dates, ...below[level]])].sort());
    for (const [from, to] of stretches) await refreshLevel(db, level, from, earlierOf(addDays(to, 1), openDate));
  }
  for (const [from, end] of months) await refreshLevel(db, 'monthly', from, end);
  for (const [from, end] of years) await refreshLevel(db, 'yearly', from, end);
}

/**
 * Days of these months and years that no refresh has reached yet. A month is computed from its days. Days
 * beyond the materialised ones would be added up from their readings, which takes a minute for a month of a thousand
 * units, and once more in a later refresh.
 */
async function unmaterialisedBelow(
  db: Querier,
  periods: readonly DateRange[],
): Promise<Record<'hourly' | 'daily', BusinessDate[]>> {
  if (periods.length === 0) return { hourly: [], daily: [] };
  const until = await db.one<Record<'hourly' | 'daily', BusinessDate | null>>('upkeep.materialised_until');
  const beyond = (date: BusinessDate | null): BusinessDate[] =>
    periods.flatMap(([from, end]) => [...eachDate(date === null ? from : laterOf(from, date), addDays(end, -1))]);
  return { hourly: beyond(until.hourly), daily: beyond(until.daily) };
}

/** false: every rollup adds up the days from this one on at the moment it is asked. */
export const isMaterialisedSince = async (db: Querier, date: BusinessDate): Promise<boolean> =>
  (await db.one<{ isMaterialised: boolean }>('upkeep.is_materialised_since', { date })).isMaterialised;

/** First date and end, excluded. */
type DateRange = readonly [BusinessDate, BusinessDate];

/** The periods of dates that ended before the open date, neighbours together. */
function endedPeriods(
  dates: readonly BusinessDate[],
  startOf: (date: BusinessDate) => BusinessDate,
  after: (start: BusinessDate) => BusinessDate,
  openDate: BusinessDate,
): readonly DateRange[] {
  const periods: [BusinessDate, BusinessDate][] = [];
  for (const start of new Set(dates.map(startOf))) {
    const last = periods.at(-1);
    if (last?.[1] === start) last[1] = after(start);
    else periods.push([start, after(start)]);
  }
  const open = startOf(openDate);
  return periods.flatMap(([from, end]) => (from < open ? [[from, earlierOf(end, open)] as const] : []));
}

/** Business days whose rollups wait for a refresh, as a run has left them. */
interface DueRollups {
  readonly dueKey: number;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

export const addDueRollups = async (db: Querier, from: BusinessDate, to: BusinessDate): Promise<void> => {
  await db.many('upkeep.add_due', { from, to });
};

export const dueRollups = async (db: Querier): Promise<DueRollups[]> =>
  (await db.many<{ dueKey: number; fromDate: BusinessDate; toDate: BusinessDate }>('upkeep.due')).map((row) => ({
    dueKey: row.dueKey,
    from: row.fromDate,
    to: row.toDate,
  }));

export const removeDueRollups = async (db: Querier, due: readonly DueRollups[]): Promise<void> => {
  await db.many('upkeep.remove_due', { dueKeys: plainArray(due.map(({ dueKey }) => dueKey)) });
};

/** The levels that have anything to refresh there. */
async function outdatedLevels(
  db: Querier,
  levels: readonly string[],
  from: BusinessDate,
  end: BusinessDate,
): Promise<readonly string[]> {
  const nameOf = (level: string): string =>
    level.startsWith('parameters_') ? `parameter_rollup_${level.slice('parameters_'.length)}` : `rollup_${level}`;
  const outdated = new Set(
    (await db.many<{ name: string }>('upkeep.outdated', { levels: levels.map(nameOf), from, end })).map(
      ({ name }) => name,
    ),
  );
  return levels.filter((level) => outdated.has(nameOf(level)));
}

/** Returns how long the longest of the statements took. */
async function refresh(db: Querier, levels: readonly string[], from: BusinessDate, end: BusinessDate): Promise<number> {
  let longestMilliseconds = 0;
  for (const level of levels) {
    const began = performance.now();
    await retryRefresh(() => db.many(`upkeep.refresh_${level}`, { from, end }));
    longestMilliseconds = Math.max(longestMilliseconds, performance.now() - began);
  }
  return longestMilliseconds;
}

type Level = 'hourly' | 'daily' | 'monthly' | 'yearly';

/** Latest end of a statement that begins with a date. */
type Limit = (start: BusinessDate) => BusinessDate;

const afterMonth: Limit = (start) => addDays(lastOfMonth(start), 1);

/**
 * Days by the month and months by the year. TimescaleDB 2.29 forgets a month when one statement writes its first day,
 * and none after it, together with a day of the month before. A year likewise.
 */
const LIMITS: Readonly<Record<Level, Limit | null>> = {
  hourly: null,
  daily: afterMonth,
  monthly: firstOfNextYear,
  yearly: null,
};

/** Hours and days by as many days as nobody waits for long, see {@link nextRefreshDays}; months and years whole. */
async function refreshLevel(db: Querier, level: Level, from: BusinessDate, end: BusinessDate): Promise<void> {
  if (end <= from) return;
  const outdated = await outdatedLevels(db, [level, `parameters_${level}`], from, end);
  if (outdated.length === 0) return;
  const limit = LIMITS[level];
  const isByDays = level === 'hourly' || level === 'daily';
  let days = LEAST_REFRESH_DAYS;
  for (let start = from; start < end;) {
    const limited = limit === null ? end : earlierOf(limit(start), end);
    const sliceEnd = isByDays ? earlierOf(addDays(start, days), limited) : limited;
    days = nextRefreshDays(days, await refresh(db, outdated, start, sliceEnd));
    start = sliceEnd;
  }
}

const LONGEST_DROP_PAUSE_MILLISECONDS = 10_000;
/** About six minutes. */
const DROP_ATTEMPTS = 40;

/** Drops whole chunks of readings before the date; returns how many. While others read them, it tries again. */
export const dropReadings = (database: Pick<Database, 'transaction'>, before: BusinessDate): Promise<number> =>
  retry(
    () =>
      lowPriorityTransaction(
        database,
        async (transaction) => (await transaction.one<{ dropped: number }>('upkeep.drop_readings', { before })).dropped,
      ),
    {
      codes: GAVE_WAY,
      attempts: DROP_ATTEMPTS,
      pause: (attempt) => Math.min(LONGEST_DROP_PAUSE_MILLISECONDS, 100 * 2 ** attempt),
    },
  );

/** Frees dead rows and renews the planner's statistics; must not run inside a transaction. */
export const vacuum = async (db: Querier): Promise<void> => {
  await db.many('upkeep.vacuum');
};
