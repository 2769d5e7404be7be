import type { Querier } from '../platform/database/database.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { LOOK_AROUND_MS } from './rules/estimate-gaps.ts';
import { type EstimateSpan, estimateSpans, holdEstimates } from './store/estimate-acts.ts';
import type { UnitExtent } from './store/readings.ts';
import type { SentRows } from './sent-rows.ts';
import { storeRows, type StoredRows, type StoreOptions } from './store-rows.ts';
import { withdrawEstimates } from './withdraw-estimates.ts';
import { bothWritten } from './write-change.ts';

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
  if (arrived.size === 0 || stored.inserted + stored.updated === 0) return stored;
  for (const unit of industry.units.values()) {
    const instants = arrived.get(unit.unitKey);
    if (instants === undefined) continue;
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
