import type { Database, Querier } from '../platform/database/database.ts';
import { codeOf } from '../kernel/error-code.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { UNIQUE_VIOLATION, GIVEN_UP, retry } from '../platform/database/retry.ts';
import type { SentRows } from './sent-rows.ts';
import { type StoredRows, type StoreOptions, storeRows } from './store-rows.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { LOOK_AROUND_MS } from './rules/estimate-gaps.ts';
import { type EstimateSpan, estimateSpans, holdEstimates } from './store/estimate-acts.ts';
import type { UnitExtent } from './store/readings.ts';
import { withdrawEstimates } from './withdraw-estimates.ts';
import { bothWritten } from './write-change.ts';

const LONGEST_PAUSE_MILLISECONDS = 1000;

/**
 * Runs a transaction again when it lost to another one. Rows are locked in one order everywhere, and there are still
 * two ways to lose:
 * - A new chunk of a hypertable takes a lock of its own in between. Two senders of old rows may then wait for each
 *   other.
 * - A correction of compressed rows meets a recompression of the chunk, or a correction of their neighbours. The
 *   extension aborts the second of the two.
 */
export const retryConflict = <T>(transaction: () => Promise<T>): Promise<T> =>
  retry(transaction, {
    codes: GIVEN_UP,
    attempts: 8,
    // The pause is random, because the same two would meet again otherwise.
    pause: (attempt) => Math.min(LONGEST_PAUSE_MILLISECONDS, 10 * 2 ** attempt) * Math.random(),
  });

/** An error that leaves a transaction, so that the transaction is rolled back. */
class TakenBack extends Error {}

/** Runs a transaction, rolls it back, and gives what it came to. */
async function takenBack<T>(
  database: Pick<Database, 'transaction'>,
  work: (querier: Querier) => Promise<T>,
): Promise<T> {
  let came: { readonly to: T } | undefined;
  try {
    await database.transaction(async (querier) => {
      came = { to: await work(querier) };
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack) || came === undefined) throw error;
  }
  if (came === undefined) throw new Error('A transaction that is taken back has come to something.');
  return came.to;
}

/**
 * Stores sent rows in a transaction of its own. The transaction runs again when it lost to another one, or when
 * readings that it took for new were stored.
 */
export async function storeRowsWithRetry(
  database: Pick<Database, 'transaction'>,
  sent: SentRows,
  { isKept = true, ...options }: StoreOptions & { readonly industry: Industry; readonly isKept?: boolean },
): Promise<StoredRows> {
  const store = (presence: StoreOptions['presence']): Promise<StoredRows> =>
    retryConflict(() => {
      const work = (transaction: Querier): Promise<StoredRows> =>
        storeAndWithdraw(transaction, sent, { ...options, presence });
      return isKept ? database.transaction(work) : takenBack(database, work);
    });
  try {
    return await store(options.presence);
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION || options.presence === 'some stored') throw error;
    return store('some stored');
  }
}

interface Options extends StoreOptions {
  readonly industry: Industry;
}

/**
 * Stores sent rows, and withdraws the estimates of people that no longer fit them. Of a unit with estimates only one
 * transaction at a time does so, because each has to see the readings of the others.
 */
export async function storeAndWithdraw(db: Querier, asSent: SentRows, options: Options): Promise<StoredRows> {
  const { industry, receivedAt } = options;
  let arrived: ReadonlyMap<number, ReadonlySet<EpochMillis>> = new Map();
  let stored = await storeRows(db, asSent, {
    ...options,
    whenEstimated: async (sent) => {
      const spans = await estimateSpans(db, industry.industryKey, sent.extents.map(spanAround));
      if (spans.length === 0) return;
      const spansOf = Map.groupBy(spans, ({ unitKey }) => unitKey);
      await holdEstimates(db, [...spansOf.keys()]);
      arrived = arrivalsAmong(sent, spansOf);
    },
  });
  if (arrived.size === 0) return stored;
  const changedUnits = new Set(stored.changed.map(({ unitKey }) => unitKey));
  for (const unit of industry.units.values()) {
    const instants = arrived.get(unit.unitKey);
    // A reading that repeats the stored one withdraws nothing.
    if (instants === undefined || !changedUnits.has(unit.unitKey)) continue;
    const withdrawn = await withdrawEstimates(db, industry, unit, { instants, cause: 'reading' }, receivedAt.getTime());
    stored = { ...stored, ...bothWritten(stored, withdrawn) };
  }
  return stored;
}

/** A reading counts as beside an estimate within this distance, because the ends of its gap may lie so far off. */
const BESIDE_MS = LOOK_AROUND_MS;

const spanAround = ({ oldest, newest }: UnitExtent): EstimateSpan => ({
  unitKey: oldest.unitKey,
  fromEpochMs: oldest.createdOnEpochMs - BESIDE_MS,
  toEpochMs: newest.createdOnEpochMs + BESIDE_MS,
});

/** Readings that arrived among or beside the estimates of an act, by unit. Some may be estimates of the device. */
function arrivalsAmong(
  { placed, order }: SentRows,
  spansOf: ReadonlyMap<number, readonly EstimateSpan[]>,
): ReadonlyMap<number, ReadonlySet<EpochMillis>> {
  const arrived = new Map<number, Set<EpochMillis>>();
  for (const index of order) {
    const [unitKey, at] = [placed.unitKey(index), placed.createdOn(index)];
    const isAmong = spansOf
      .get(unitKey)
      ?.some(({ fromEpochMs, toEpochMs }) => at >= fromEpochMs - BESIDE_MS && at <= toEpochMs + BESIDE_MS);
    if (isAmong !== true) continue;
    const instants = arrived.get(unitKey) ?? new Set();
    arrived.set(unitKey, instants.add(at));
  }
  return arrived;
}
