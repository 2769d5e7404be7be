import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { restatementDue, watchedSince } from './rules/restatement.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { changesOfDays, markRestatements } from './store/restatements.ts';

/*
 * Changes of days while a report is being made, which takes seconds. A day that settles meanwhile finds no recorded
 * report to restate, so the recorder of the report looks for such days.
 */

interface Covered {
  readonly industryKey: number;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Marks a report for restatement where its days have changed since {@link watchDayChanges} began. */
type MarkChanges = (db: Querier) => Promise<void>;

/** Longest possible transaction that settles days. */
const LONGEST_SETTLING_MS = DAY_MS;

/**
 * Remembers the newest event before figures are read. Later changes are recognised by their events, because clocks of
 * processes differ.
 */
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
