import type { RowRefusal } from './rules/reading.ts';
import { closedBefore } from '../ledger/closing.ts';
import type { DataContext } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { Piece } from '../kernel/pieces.ts';
import { createClockReader } from '../kernel/time/business-clock.ts';
import type { ChangedDay, UnitExtent } from './store/readings.ts';
import { limitConcurrency } from '../platform/limits/limit-concurrency.ts';
import { sealedDays } from '../ledger/store/seal.ts';
import { type SentRow, type SentRows, SentRowsBuilder } from './sent-rows.ts';
import { MAX_REFUSED_NAMED, type RefusedRow } from './refused-rows.ts';
import type { StoredRows, StoreOptions } from './store-rows.ts';
import { storeRowsWithRetry } from './store-rows-with-retry.ts';
import { mayShareTransaction, storeTogether } from './store-together.ts';

/** The way by which rows came. Quarantined rows keep it. */
export type ReadingSource = 'http' | 'csv' | 'mqtt' | 'quarantine';

/** Counts of all committed rows: received = inserted + updated + unchanged + rejected. */
export interface IngestResult {
  received: number;
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** The first 100 refused rows, by position in the stream. */
  errors: RefusedRow[];
  /** Number of rejected rows by code. */
  reasons: Record<string, number>;
  /** The first refusal of each code. */
  examples: Record<string, RefusedRow>;
  /** Closed business days that the rows changed, ascending. */
  staleDates: string[];
}

/**
 * Called after each commit that changed something, and returns at once. Acts of people give no extents, because no
 * device sent.
 */
export type TellStored = (
  industry: Industry,
  stored: { readonly extents: readonly UnitExtent[]; readonly changed: readonly ChangedDay[] },
) => void;

interface IngestDependencies {
  readonly context: DataContext;
  /**
   * Called once, after the last commit and also when the stream broke off, with the closed days that changed. Their
   * rebuild starts at once.
   */
  readonly onStaleDays: (industry: Industry, dates: readonly string[]) => Promise<void>;
  /** Absent where nobody listens. */
  readonly onStored?: TellStored;
  /** Called with each row and why it is refused, before it is stored; null: it is taken. */
  readonly onRow?: (refusal: RowRefusal | null) => void;
  /** 'taken back': each transaction is rolled back, and the result says what would have become of the rows. */
  readonly outcome?: 'kept' | 'taken back';
}

/**
 * Fewer transactions at a time than the pool has connections, so that pages, logins and reads find one. A sender who is
 * slow to send holds no place.
 */
const inPlace = limitConcurrency(6);

export type RowGroups = AsyncIterable<readonly SentRow[]> | Iterable<readonly SentRow[]>;

export const emptyResult = (): IngestResult => ({
  received: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  errors: [],
  reasons: {},
  examples: {},
  staleDates: [],
});

/**
 * The one road for readings that are sent, by HTTP, as CSV or by MQTT. The natural key is unit and instant, so the same
 * rows sent again change nothing. The promise resolves after the last commit. Rows come in groups of any size. While
 * one transaction stores its rows, the rows of the next are parsed, and no more are asked for: a fast sender is slowed
 * to the database's pace.
 * @throws the error of a failing database or a broken stream, after the transaction under way has ended. Committed rows
 * stay (`onProgress` was told), and sending all of them again is safe.
 */
export async function ingestReadings(
  dependencies: IngestDependencies,
  industry: Industry,
  groups: RowGroups,
  source: ReadingSource,
  onProgress: (result: Readonly<IngestResult>) => void = () => {},
): Promise<IngestResult> {
  const { database, clock } = dependencies.context;
  const clockReader = createClockReader(industry.clock);
  const result = emptyResult();
  const sealed = await sealedDays(database, industry.industryKey);
  let received = 0;
  let gathering = new SentRowsBuilder(industry, clockReader, sealed);
  let storing: Promise<void> = Promise.resolve();

  let presence: StoreOptions['presence'] = 'not known';
  const isKept = dependencies.outcome !== 'taken back';
  const store = async (sent: SentRows, isWhole: boolean): Promise<void> => {
    const now = clock.now();
    const closed = closedBefore(clockReader, now);
    const options = { industry, source, closedBefore: closed, receivedAt: new Date(now), presence, isKept };
    const inTransaction = (rows: SentRows): Promise<StoredRows> =>
      inPlace(() => storeRowsWithRetry(database, rows, options));
    const stored =
      isWhole && isKept && mayShareTransaction(sent, closed)
        ? await storeTogether(database, industry, { sent, closedBefore: closed, store: inTransaction })
        : await inTransaction(sent);
    // A history that was new so far is taken for new to its end, however old its readings are.
    presence = sent.order.length > 0 && stored.inserted === sent.order.length ? 'none stored' : 'not known';
    if (stored.inserted + stored.updated > 0)
      dependencies.onStored?.(industry, { extents: stored.extents, changed: stored.changed });
    addOutcome(result, sent, stored);
    onProgress(result);
  };
  let isFirst = true;
  const submit = async (isLast: boolean): Promise<void> => {
    const sent = gathering.finish();
    gathering = new SentRowsBuilder(industry, clockReader, sealed);
    await storing;
    storing = store(sent, isFirst && isLast);
    isFirst = false;
    // The promise is awaited before the next transaction and at the end. Until then its failure must not count as
    // unhandled.
    storing.catch(() => {});
  };

  const piece = new Piece();
  try {
    for await (const group of groups) {
      if (piece.isOver) await piece.rest();
      const now = clock.now();
      for (const row of group) {
        const refusal = gathering.add(row, row.line ?? received, now);
        dependencies.onRow?.(refusal);
        received += 1;
        if (gathering.isFull) await submit(false);
      }
    }
    if (!gathering.isEmpty) await submit(true);
    await storing;
  } finally {
    await storing.catch(() => {});
    if (result.staleDates.length > 0) await dependencies.onStaleDays(industry, result.staleDates);
  }
  return result;
}

function addOutcome(result: IngestResult, sent: SentRows, stored: StoredRows): void {
  const taken = sent.order.length + sent.repeatedUnchanged + sent.repeatedChanged;
  const updated = stored.updated + stored.corrections;
  result.received += taken + sent.refused.count;
  result.inserted += stored.inserted;
  result.updated += updated;
  result.unchanged += taken - stored.inserted - updated;
  result.rejected += sent.refused.count;
  result.staleDates = [...new Set([...result.staleDates, ...stored.staleDates])].sort();
  for (const [code, count] of Object.entries(sent.refused.reasons))
    result.reasons[code] = (result.reasons[code] ?? 0) + count;
  result.examples = { ...sent.refused.examples, ...result.examples };
  result.errors.push(...sent.refused.first.slice(0, MAX_REFUSED_NAMED - result.errors.length));
}
