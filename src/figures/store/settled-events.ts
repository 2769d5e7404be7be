import { dateOrNull, type Querier } from '../../platform/database/database.ts';
import { daySettled, type DaySettled, SETTLED_CONSUMERS } from '../../kernel/document/day-settled.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';

interface DayToTell {
  readonly businessDate: BusinessDate;
  readonly causes: readonly string[];
  readonly markedAt: Date | null;
}

/** Writes one event of the days that are settled now; null: none is. Each consumer has to take it. */
export async function writeSettledEvent(
  db: Querier,
  industryKey: number,
  days: readonly DayToTell[],
  now: Date,
): Promise<number | null> {
  if (days.length === 0) return null;
  const rows = days.map((day) => ({ business_date: day.businessDate, causes: day.causes, marked_at: day.markedAt }));
  const event = await db.maybeOne<{ eventKey: number }>('settled-events.write', {
    industryKey,
    rows: JSON.stringify(rows),
    now,
    consumers: SETTLED_CONSUMERS,
  });
  return event?.eventKey ?? null;
}

/** An event that a consumer has yet to take. */
export interface WaitingEvent {
  readonly industryId: string;
  readonly industryKey: number;
  readonly eventKey: number;
  readonly consumer: string;
}

/** The oldest events first, so many of each consumer, of all industries. */
export const waitingEvents = (db: Querier, limit: number): Promise<WaitingEvent[]> =>
  db.many<WaitingEvent>('settled-events.waiting', { limit, consumers: SETTLED_CONSUMERS });

export async function countWaitingEvents(db: Querier): Promise<{ waiting: number; oldestSettledAt: Date | null }> {
  const row = await db.one<{ waiting: number; oldestSettledAt: string | null }>('settled-events.counts', {
    consumers: SETTLED_CONSUMERS,
  });
  return {
    waiting: row.waiting,
    oldestSettledAt: dateOrNull(row.oldestSettledAt),
  };
}

/** Takes an event for a consumer, for good once the transaction is committed; null: it has been taken. */
export async function takeSettledEvent(
  transaction: Querier,
  { industryKey, eventKey, consumer }: Omit<WaitingEvent, 'industryId'>,
): Promise<DaySettled | null> {
  const taken = await transaction.many('settled-events.take', { industryKey, eventKey, consumer });
  if (taken.length === 0) return null;
  const rows = await transaction.many<{
    settledAt: string;
    businessDate: BusinessDate;
    changedUnitKeys: number[];
    causes: string[];
    markedAt: string | null;
  }>('settled-events.read', { industryKey, eventKey });
  const [first] = rows;
  if (first === undefined) throw new Error(`Event ${eventKey} has no days.`);
  return daySettled({
    eventKey,
    industryKey,
    settledAt: new Date(first.settledAt),
    days: rows.map((row) => ({
      date: row.businessDate,
      changedUnitKeys: row.changedUnitKeys,
      causes: row.causes,
      markedAt: dateOrNull(row.markedAt),
    })),
  });
}

/** Forgets events before an instant that these consumers have taken. */
export const forgetSettledEvents = async (db: Querier, before: Date): Promise<void> => {
  await db.many('settled-events.forget', { before, consumers: SETTLED_CONSUMERS });
};

/** Metrics of settled days, by cause. */
interface SettledTotal {
  readonly cause: string;
  readonly settledDays: number;
  readonly changedFigures: number;
  readonly markedDays: number;
  /** Time from mark to settled, of markedDays together. */
  readonly markedSeconds: number;
}

export const addToSettledTotals = async (
  transaction: Querier,
  { industryKey, eventKey }: Pick<DaySettled, 'industryKey' | 'eventKey'>,
): Promise<void> => {
  await transaction.many('settled-events.count', { industryKey, eventKey });
};

export const settledTotals = (db: Querier): Promise<SettledTotal[]> => db.many<SettledTotal>('settled-events.totals');
