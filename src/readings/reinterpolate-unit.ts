import type { Querier } from '../platform/database/database.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import { sameJson } from '../kernel/same-json.ts';
import { INTERPOLATION_BASES } from './rules/interpolation-basis.ts';
import { reinterpolateGaps } from './rules/reinterpolate-gaps.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { estimateActs, restateAct } from './store/estimate-acts.ts';
import { metersOfUnit } from '../platform/directory/store/meters.ts';
import {
  decideReadings,
  type ReadingChange,
  readingsBetween,
  spanBetweenGenuine,
  undecideReadings,
} from './store/reading-edits.ts';
import { daysAround, NOTHING_WRITTEN, writeChange, type Written } from './write-change.ts';

/** The longest possible gap of estimates: a span of 31 days, with a week on both sides. */
const LONGEST_GAP_MS = 46 * DAY_MS;

/**
 * Lays the estimates of a unit anew, on lines between their present neighbours. Each act is recorded with its new
 * estimates, so that undoing it removes them.
 * @param come instants of readings that were stored, changed or removed just now, or of estimates that came back as
 * they were.
 */
export async function reinterpolateUnit(
  db: Querier,
  industry: Industry,
  unit: StoredUnit,
  come: ReadonlySet<EpochMillis>,
  now: EpochMillis,
): Promise<Written> {
  const [fromEpochMs, toEpochMs] = [Math.min(...come), Math.max(...come) + 1];
  const { group, dataUpdateFrequencySeconds } = unitAsOf(unit, businessDateOf(industry.clock, fromEpochMs));
  const basis = INTERPOLATION_BASES[group];
  if (basis === null) return NOTHING_WRITTEN;
  const around = { fromEpochMs: fromEpochMs - LONGEST_GAP_MS, toEpochMs: toEpochMs + LONGEST_GAP_MS };
  const days = daysAround(industry, [around.fromEpochMs, around.toEpochMs]);
  const span = await spanBetweenGenuine(db, unit.unitKey, basis, { fromEpochMs, toEpochMs }, { ...around, days });
  const found = await readingsBetween(db, unit.unitKey, span, daysAround(industry, [span.fromEpochMs, span.toEpochMs]));
  const byInstant = new Map(found.map((reading) => [reading.createdOnEpochMs, reading]));
  // An estimate that a device or a person has changed belongs to its act no longer.
  const ours = new Map<EpochMillis, { readonly editId: string; readonly change: ReadingChange }>();
  for (const { editId, readings } of await estimateActs(db, industry.industryKey, { ...span, unitKey: unit.unitKey }))
    for (const change of readings) {
      const at = Date.parse(change.createdOn);
      const reading = byInstant.get(at);
      if (reading === undefined || change.after === null) continue;
      const { createdOnEpochMs: _instant, registerExcluded: _judgement, ...standing } = reading;
      if (sameJson(standing, change.after)) ours.set(at, { editId, change });
    }
  if (ours.size === 0) return NOTHING_WRITTEN;
  const meters = basis === 'register' ? await metersOfUnit(db, industry.industryKey, unit.unitKey) : [];
  const laid = reinterpolateGaps(found, new Set(ours.keys()), come, {
    basis,
    slotSeconds: dataUpdateFrequencySeconds,
    breaks: meters.map(({ installedAtEpochMs }) => installedAtEpochMs),
  });
  const changes = [...ours].flatMap(([at, { editId, change }]) => {
    const next = laid.get(at);
    if (next === undefined) return [];
    const after = next === null ? null : { ...next, estimated: true, offlineMinutes: null };
    return sameJson(after, change.after) ? [] : [{ editId, change: { ...change, after } }];
  });
  if (changes.length === 0) return NOTHING_WRITTEN;
  const instants = changes.map(({ change }) => new Date(change.createdOn));
  const decided = await undecideReadings(db, unit.unitKey, instants);
  const written = await writeChange(
    db,
    industry,
    unit,
    changes.map(({ change }) => change),
    now,
  );
  await decideReadings(db, industry.industryKey, unit.unitKey, decided);
  for (const [editId, of] of Map.groupBy(changes, (one) => one.editId))
    await restateAct(
      db,
      industry.industryKey,
      editId,
      of.map(({ change }) => change),
    );
  return written;
}
