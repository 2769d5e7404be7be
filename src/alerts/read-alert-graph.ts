import type { DataContext } from '../context.ts';
import { graphBuckets, graphDays, type GraphType, instantsOf } from './rules/listed-days.ts';
import type { AlertType } from './rules/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { type BucketCount, countAlertsByBucket } from './store/alert-listings.ts';
import { unitKeysOf } from './list-alerts.ts';

interface GraphRequest {
  readonly type: GraphType;
  readonly date1: BusinessDate;
  readonly date2: BusinessDate | null;
  /** Empty: every unit, and the industry itself. */
  readonly unitIds: readonly string[];
  /** Empty: all types. */
  readonly alertTypes: readonly AlertType[];
}

/** @throws ServiceError 1403 for a range that is none, 404 for a unit that is not the industry's. */
export async function readAlertGraph(
  { database, clock }: DataContext,
  industry: Industry,
  { type, date1, date2, unitIds, alertTypes }: GraphRequest,
) {
  const days = graphDays(type, date1, date2);
  const buckets = graphBuckets(industry.clock, type, days);
  const found = await countAlertsByBucket(
    database,
    industry.industryKey,
    { starts: buckets.map(({ startEpochMs }) => startEpochMs), until: instantsOf(industry.clock, days).until },
    alertTypes.length === 0 ? null : alertTypes,
    unitKeysOf(industry, unitIds),
  );
  const now = clock.now();
  const nothing = buckets.map(({ startEpochMs }) => (startEpochMs > now ? null : 0));
  return {
    type,
    startDate: formatRequestDate(days.from),
    endDate: formatRequestDate(days.to),
    labels: buckets.map(({ label }) => label),
    total: sumOf(found),
    units: [...Map.groupBy(found, ({ unitKey }) => unitKey).values()].map((ofUnit) => countsOf(ofUnit, nothing)),
  };
}

const sumOf = (counted: readonly BucketCount[]): number => counted.reduce((sum, { alerts }) => sum + alerts, 0);

function countsOf(ofUnit: readonly BucketCount[], nothing: readonly (number | null)[]) {
  const counts = [...nothing];
  for (const { bucket, alerts } of ofUnit) counts[bucket] = (counts[bucket] ?? 0) + alerts;
  return {
    unitId: ofUnit[0]?.unitId ?? null,
    unitName: ofUnit[0]?.unitName ?? null,
    total: sumOf(ofUnit),
    byAlertType: Object.fromEntries(
      [...Map.groupBy(ofUnit, ({ alertType }) => alertType)]
        .map(([alertType, ofType]) => [alertType, sumOf(ofType)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    counts,
  };
}
