import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { restatementDue, watchedSince } from './rules/restatement.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { changesOfDays, markRestatements } from './store/restatements.ts';

/*
 * A report takes seconds to make. Days that settle meanwhile find no report that covers them, so whoever records the
 * report has to look for them.
 */

interface Covered {
  readonly industryKey: number;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Marks a report for restatement where its days have changed since {@link watchDayChanges} began. */
type MarkChanges = (db: Querier) => Promise<void>;

/** No transaction that settles days lasts for so long. */
const LONGEST_SETTLING_MS = DAY_MS;

/** Begins before the figures are read. Changes are told apart by their events, because clocks of processes differ. */
export async function watchDayChanges(
  { database, clock }: DataContext,
  { industryKey, from, to }: Covered,
): Promise<MarkChanges> {
  const range = { from, to, since: new Date(clock.now() - LONGEST_SETTLING_MS) };
  const known = new Set((await changesOfDays(database, industryKey, range)).map(({ eventKey }) => eventKey));
  return async (db) => {
    const days = (await changesOfDays(db, industryKey, range)).filter(({ eventKey }) => !known.has(eventKey));
    if (days.length === 0) return;
    const now = new Date(clock.now());
    await markRestatements(db, industryKey, { days, dueAt: restatementDue(now), since: watchedSince(now) });
  };
}
