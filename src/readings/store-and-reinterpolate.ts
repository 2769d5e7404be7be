import type { Querier } from '../platform/database/database.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { type EstimateSpan, estimateSpans, holdEstimates } from './store/estimate-acts.ts';
import type { UnitExtent } from './store/readings.ts';
import type { SentRows } from './sent-rows.ts';
import { storeRows, type StoredRows, type StoreOptions } from './store-rows.ts';
import { reinterpolateUnit } from './reinterpolate-unit.ts';

interface Options extends StoreOptions {
  readonly industry: Industry;
}

/**
 * Stores sent rows, and lays anew the estimates of people around them. Of a unit with estimates only one transaction at
 * a time does so, because each has to see the readings of the others.
 */
export async function storeAndReinterpolate(db: Querier, asSent: SentRows, options: Options): Promise<StoredRows> {
  const { industry } = options;
  let come: readonly Come[] = [];
  const stored = await storeRows(db, asSent, {
    ...options,
    whenEstimated: async (sent) => {
      const spans = await estimateSpans(db, industry.industryKey, sent.extents.map(spanAround));
      await holdEstimates(db, [...new Set(spans.map(({ unitKey }) => unitKey))]);
      come = comeAmong(sent, spans);
    },
  });
  if (come.length === 0 || stored.inserted + stored.updated === 0) return stored;
  const units = new Map([...industry.units.values()].map((unit) => [unit.unitKey, unit]));
  let all = stored;
  for (const { unitKey, instants } of come) {
    const unit = units.get(unitKey);
    if (unit === undefined) continue;
    const { staleDates, changed } = await reinterpolateUnit(db, industry, unit, instants, options.receivedAt.getTime());
    const dates = [...new Set([...all.staleDates, ...staleDates])].sort();
    all = { ...all, staleDates: dates, changed: [...all.changed, ...changed] };
  }
  return all;
}

/** Readings that arrived among or beside the estimates of an act. Their device may have estimated some itself. */
interface Come {
  readonly unitKey: number;
  readonly instants: ReadonlySet<EpochMillis>;
}

/** A reading counts as beside an estimate within this distance, because no slot is longer than a day. */
const BESIDE_MS = 1.5 * DAY_MS;

const spanAround = ({ oldest, newest }: UnitExtent): EstimateSpan => ({
  unitKey: oldest.unitKey,
  fromEpochMs: oldest.createdOnEpochMs - BESIDE_MS,
  toEpochMs: newest.createdOnEpochMs + BESIDE_MS,
});

function comeAmong({ placed, order }: SentRows, spans: readonly EstimateSpan[]): Come[] {
  const found = spans.map(({ unitKey }) => ({ unitKey, instants: new Set<EpochMillis>() }));
  if (spans.length === 0) return [];
  for (const index of order) {
    const [unitKey, at] = [placed.unitKey(index), placed.createdOn(index)];
    for (const [number, span] of spans.entries()) {
      if (span.unitKey !== unitKey || at < span.fromEpochMs - BESIDE_MS || at > span.toEpochMs + BESIDE_MS) continue;
      found[number]?.instants.add(at);
    }
  }
  return found.filter(({ instants }) => instants.size > 0);
}
