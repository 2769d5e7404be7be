import type { Querier } from '../../platform/database/database.ts';
import { invalid } from '../../kernel/errors.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { INTERPOLATION_BASES } from '../rules/gap-line.ts';
import { estimateGaps, LOOK_AROUND_MS, type SkippedGap } from '../rules/estimate-gaps.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { firstSealedFrom } from '../../kernel/time/sealed-days.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { metersOfUnit } from '../../platform/directory/store/meters.ts';
import { type ReadingChange, readingsBetween, spanBetweenGenuine } from '../store/reading-edits.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { sealedDayError, daysAround, slotSecondsOf } from '../write-change.ts';

/** A span of instants, the latter excluded. */
export interface GapSpan {
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
}

// Spec gap: the number of slots that one request may estimate. A month of minutes fits, and one record holds all of
// them.
const MOST_SLOTS = 50_000;

/**
 * Estimates for the gaps of a unit. Genuine readings around a gap are looked for up to a week outside of the span.
 * @throws ServiceError 400 for a virtual unit.
 */
export async function findGaps(
  db: Querier,
  industry: Industry,
  unit: StoredUnit,
  { fromEpochMs, toEpochMs }: GapSpan,
  now: EpochMillis,
): Promise<{ readonly changes: readonly ReadingChange[]; readonly skipped: readonly SkippedGap[] }> {
  const { group, dataUpdateFrequencySeconds: slotSeconds } = unitAsOf(
    unit,
    businessDateOf(industry.clock, fromEpochMs),
  );
  const basis = INTERPOLATION_BASES[group];
  if (basis === null) {
    const problem = `'${unit.current.unitId}' is a virtual unit: its figures are computed, it takes no readings`;
    throw invalid(400, 'unitId', problem);
  }
  const slots = Math.ceil((toEpochMs - fromEpochMs) / (slotSeconds * 1000));
  if (slots > MOST_SLOTS)
    throw invalid(400, 'to', `is ${slots} slots of ${slotSeconds} s after 'from', allowed are ${MOST_SLOTS}`);
  await refuseSealed(db, industry, { fromEpochMs, toEpochMs });
  if (fromEpochMs >= now) return { changes: [], skipped: [{ fromEpochMs, toEpochMs, why: 'it lies in the future' }] };
  const around = { fromEpochMs: fromEpochMs - LOOK_AROUND_MS, toEpochMs: Math.min(now, toEpochMs + LOOK_AROUND_MS) };
  const days = daysAround(industry, [around.fromEpochMs, around.toEpochMs]);
  // A week of short slots is a hundred thousand readings, of which the nearest one counts.
  const span = await spanBetweenGenuine(db, unit.unitKey, basis, { fromEpochMs, toEpochMs }, { ...around, days });
  const readings = await readingsBetween(
    db,
    unit.unitKey,
    span,
    daysAround(industry, [span.fromEpochMs, span.toEpochMs]),
  );
  const meters = basis === 'register' ? await metersOfUnit(db, industry.industryKey, unit.unitKey) : [];
  const breaks = meters.map(({ installedAtEpochMs }) => installedAtEpochMs);
  // Slots in the future are no gap.
  const asked = { fromEpochMs, toEpochMs: Math.min(now, toEpochMs) };
  const { estimates, skipped } = estimateGaps(readings, {
    basis,
    slotSecondsAt: slotSecondsOf(industry, unit),
    breaks,
    ...asked,
  });
  return {
    changes: estimates.map(({ createdOnEpochMs, ...reading }) => ({
      createdOn: new Date(createdOnEpochMs).toISOString(),
      before: null,
      after: { ...reading, estimated: true, offlineMinutes: null },
    })),
    skipped,
  };
}

/**
 * A sealed day has lost its readings, so its gaps look like all its other slots.
 * @throws ServiceError 400 for a span with a sealed day.
 */
async function refuseSealed(db: Querier, industry: Industry, { fromEpochMs, toEpochMs }: GapSpan): Promise<void> {
  const sealed = await sealedDays(db, industry.industryKey);
  const days = daysAround(industry, [fromEpochMs, toEpochMs - 1]);
  const date = firstSealedFrom(sealed, days.from);
  if (date !== null && date <= days.to) throw sealedDayError('from', date, sealed);
}
