import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';

/** Why the documents of a day may no longer agree with its readings. */
type StaleCause =
  | 'late reading'
  | 'correction'
  | 'register check'
  | 'earlier day'
  | 'unfinished run'
  | 'configuration'
  | 'meter exchange'
  | 'clock change'
  | 'rollup repair'
  | 'document repair'
  | 'restored archive'
  | 'new rules';

export interface StaleMark {
  readonly businessDate: string;
  readonly unitKey: number;
  readonly cause: StaleCause;
}

export interface StaleDay {
  readonly businessDate: BusinessDate;
  readonly unitKeys: readonly number[];
  readonly causes: Readonly<Record<string, number>>;
  readonly markedAt: Date;
  readonly revision: number;
  /** Identity of the stored mark: another one after every change. */
  readonly rowVersion: string;
}

export const markStale = async (
  db: Querier,
  industryKey: number,
  marks: readonly StaleMark[],
  at: Date,
): Promise<void> => {
  if (marks.length === 0) return;
  await db.many('ledger.mark', {
    industryKey,
    businessDates: timestampArray(marks.map((mark) => mark.businessDate)),
    unitKeys: plainArray(marks.map((mark) => mark.unitKey)),
    causes: marks.map((mark) => mark.cause),
    at,
  });
};

/** Marks every processed day of a unit from a date on; returns the days. */
export const markProcessedSince = async (
  db: Querier,
  industryKey: number,
  changes: readonly { unitKey: number; fromDate: string }[],
  cause: StaleCause,
  at: Date,
): Promise<string[]> =>
  (
    await db.many<{ businessDate: BusinessDate }>('ledger.mark_processed_since', {
      industryKey,
      unitKeys: plainArray(changes.map((change) => change.unitKey)),
      fromDates: timestampArray(changes.map((change) => change.fromDate)),
      cause,
      at,
    })
  ).map((row) => row.businessDate);

/** Marks every processed day of which one of these units has no document, sealed days included. */
export const markLacking = async (
  db: Querier,
  industryKey: number,
  unitIds: readonly string[],
  cause: StaleCause,
  at: Date,
): Promise<void> => {
  if (unitIds.length > 0) await db.many('ledger.mark_lacking', { industryKey, unitIds, cause, at });
};

/** A unit whose documents changed, `changedDate` the last of their days, and what such a day hands on to the next. */
export interface HandedOn {
  readonly unitKey: number;
  readonly changedDate: string;
  /**
   * Kind of hand-over. Levels and registers reach all days up to the unit's next own one. The amount counted by values
   * since the last register (`counted`), and its time (`heard`), concern only the day of the next register. `heard`
   * does so only where that day tells of water that passed unheard.
   */
  readonly kind: 'level' | 'register' | 'counted' | 'heard';
}

/** A day that begins with what an earlier one handed on; `isNew`: it was not stale before. */
interface FollowingDay {
  readonly businessDate: BusinessDate;
  readonly isNew: boolean;
}

/** Marks the processed days after `last` that begin with what one of these units handed on; returns them. */
export const markFollowing = async (
  db: Querier,
  industryKey: number,
  changed: readonly HandedOn[],
  last: string,
  at: Date,
): Promise<FollowingDay[]> => {
  if (changed.length === 0) return [];
  return db.many<FollowingDay>('ledger.mark_following', {
    industryKey,
    unitKeys: plainArray(changed.map((unit) => unit.unitKey)),
    changedDates: timestampArray(changed.map((unit) => unit.changedDate)),
    kinds: changed.map((unit) => unit.kind),
    last,
    at,
  });
};

/** Days that markFollowing would mark, ascending. No mark is set. */
export const followingDays = async (
  db: Querier,
  changed: readonly HandedOn[],
  last: string,
): Promise<BusinessDate[]> => {
  if (changed.length === 0) return [];
  const rows = await db.many<{ businessDate: BusinessDate }>('ledger.following', {
    unitKeys: plainArray(changed.map((unit) => unit.unitKey)),
    changedDates: timestampArray(changed.map((unit) => unit.changedDate)),
    kinds: changed.map((unit) => unit.kind),
    last,
  });
  return rows.map((row) => row.businessDate);
};

/** A document that a run writes; `unitKey` null: the mark of its day names the unit already. */
interface UnfinishedWrite {
  readonly businessDate: string;
  readonly unitKey: number | null;
}

/** A mark as a run has just set it; `isNew`: there was none. */
interface UnfinishedDay extends StaleDay {
  readonly isNew: boolean;
}

/** Marks the days of which a run writes documents, those that were never processed only `withUnprocessed`. */
export const markUnfinished = async (
  db: Querier,
  industryKey: number,
  writes: readonly UnfinishedWrite[],
  withUnprocessed: boolean,
  at: Date,
): Promise<UnfinishedDay[]> =>
  (
    await db.many<RowOf<UnfinishedDay, 'markedAt'>>('ledger.mark_unfinished', {
      industryKey,
      businessDates: timestampArray(writes.map((write) => write.businessDate)),
      unitKeys: plainArray(writes.map((write) => write.unitKey)),
      withUnprocessed,
      at,
    })
  ).map((row) => ({ ...row, markedAt: new Date(row.markedAt) }));

/** Holds the marks of these days to the end of the transaction; returns those that are still as they were seen. */
export async function holdMarks(db: Querier, industryKey: number, seen: readonly StaleDay[]): Promise<StaleDay[]> {
  if (seen.length === 0) return [];
  const held = await db.many<Pick<StaleRow, 'businessDate' | 'revision' | 'rowVersion'>>('ledger.hold', {
    industryKey,
    businessDates: timestampArray(seen.map((day) => day.businessDate)),
  });
  const versions = new Map(held.map((row) => [row.businessDate, `${row.revision} ${row.rowVersion}`]));
  return seen.filter((day) => versions.get(day.businessDate) === `${day.revision} ${day.rowVersion}`);
}

type StaleRow = RowOf<StaleDay, 'markedAt'>;

const toStaleDay = (row: StaleRow): StaleDay => ({ ...row, markedAt: new Date(row.markedAt) });

export const staleDays = async (db: Querier, industryKey: number, from: string, to: string): Promise<StaleDay[]> =>
  (await db.many<StaleRow>('ledger.stale_days', { industryKey, from, to })).map(toStaleDay);

/** Stale days before a day, ascending. Days marked by nothing but a run after `runsSince` are left to that run. */
export const waitingDays = async (
  db: Querier,
  industryKey: number,
  before: string,
  runsSince: Date,
): Promise<StaleDay[]> =>
  (await db.many<StaleRow>('ledger.waiting_days', { industryKey, before, runsSince })).map(toStaleDay);

/**
 * Industries with stale days, the oldest mark first, and the first and last of these days; days are left to runs as in
 * waitingDays.
 */
export const waitingIndustries = (
  db: Querier,
  runsSince: Date,
): Promise<{ industryId: string; oldest: string; newest: string }[]> =>
  db.many('ledger.waiting_industries', { runsSince });

/** Key of the lock under which stale days of an industry are rebuilt. Locks of the installation have keys above 0. */
export const rebuildLock = (industryKey: number): number => -industryKey;

export async function staleCounts(db: Querier): Promise<{ staleDays: number; oldestMarkedAt: Date | null }> {
  const row = await db.one<{ staleDays: number; oldestMarkedAt: string | null }>('ledger.counts');
  return { ...row, oldestMarkedAt: dateOrNull(row.oldestMarkedAt) };
}

/** Clears marks that are still as they were seen; returns these. */
export const clearStale = async (db: Querier, industryKey: number, seen: readonly StaleDay[]): Promise<StaleDay[]> => {
  if (seen.length === 0) return [];
  const cleared = await db.many<{ businessDate: string }>('ledger.clear', {
    industryKey,
    businessDates: timestampArray(seen.map((day) => day.businessDate)),
    revisions: plainArray(seen.map((day) => day.revision)),
    rowVersions: seen.map((day) => day.rowVersion),
  });
  const dates = new Set(cleared.map((row) => row.businessDate));
  return seen.filter((day) => dates.has(day.businessDate));
};

interface DayRow {
  readonly businessDate: BusinessDate;
}

const daysIn = (rows: readonly DayRow[]): Set<string> => new Set(rows.map((row) => row.businessDate));

export const processedDays = async (db: Querier, industryKey: number, from: string, to: string): Promise<Set<string>> =>
  daysIn(await db.many<DayRow>('ledger.processed_days', { industryKey, from, to }));

/** Days of the range (both ends included) whose stored documents are all there and agree with the readings. */
export const settledDays = async (
  db: Querier,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
): Promise<ReadonlySet<string>> => daysIn(await db.many<DayRow>('ledger.settled_days', { industryKey, from, to }));

/** Processed days of the range (both ends included) of which computing by these rules would write nothing. */
export const unchangedDays = async (
  db: Querier,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
  rulesDigest: string,
): Promise<ReadonlySet<string>> =>
  daysIn(await db.many<DayRow>('ledger.unchanged_days', { industryKey, from, to, rulesDigest }));

/** Revisions of daily documents by day. Every write of a day's document makes another one. */
export const documentRevisions = async (
  db: Querier,
  industryKey: number,
  from: BusinessDate,
  to: BusinessDate,
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await db.many<{ businessDate: BusinessDate; revision: number }>('ledger.document_revisions', {
        industryKey,
        from,
        to,
      })
    ).map((row) => [row.businessDate, row.revision]),
  );

/** The rules by which documents of days were computed, and revisions of the documents when they were written. */
interface ProcessedBy {
  readonly rulesDigest: string;
  readonly rulesVersion: number;
  readonly revisions: ReadonlyMap<string, number>;
}

/** Notes that these days are processed; returns those that never were before. */
export const setProcessed = async (
  db: Querier,
  industryKey: number,
  dates: readonly string[],
  { rulesDigest, rulesVersion, revisions }: ProcessedBy,
  at: Date,
): Promise<BusinessDate[]> =>
  (
    await db.many<{ businessDate: BusinessDate; isNew: boolean }>('ledger.set_processed', {
      industryKey,
      dates: timestampArray(dates),
      at,
      rulesDigest,
      revisions: plainArray(dates.map((date) => revisions.get(date) ?? null)),
      rulesVersion,
    })
  ).flatMap((row) => (row.isNew ? [row.businessDate] : []));

/** Why days of earlier rules are marked. */
export const NEW_RULES: StaleCause = 'new rules';

/** A processed day that nobody has held against the rules of today. */
interface DayOfEarlierRules {
  readonly industryKey: number;
  readonly businessDate: BusinessDate;
  /** Units whose daily documents are older; none of a sealed day. */
  readonly unitKeys: readonly number[];
}

export const daysOfEarlierRules = (db: Querier, version: number, most: number): Promise<DayOfEarlierRules[]> =>
  db.many<DayOfEarlierRules>('ledger.days_of_earlier_rules', { version, most, newRules: NEW_RULES });

export const noteRules = async (db: Querier, days: readonly DayOfEarlierRules[], version: number): Promise<void> => {
  await db.many('ledger.note_rules', {
    industryKeys: plainArray(days.map(({ industryKey }) => industryKey)),
    businessDates: timestampArray(days.map(({ businessDate }) => businessDate)),
    version,
  });
};

/** Days that do not follow the rules of this version yet: those not looked at, and those that wait for a rebuild. */
export const daysBehindRules = (db: Querier, version: number): Promise<{ unseen: number; marked: number }> =>
  db.one('ledger.days_behind_rules', { version, newRules: NEW_RULES });
