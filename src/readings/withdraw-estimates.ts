import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { type Industry, requireUnit, type StoredUnit, unitAsOf } from '../kernel/industry/industry.ts';
import { sameJson } from '../kernel/json.ts';
import { INTERPOLATION_BASES, SLOTS_OF_A_GAP } from './rules/gap-line.ts';
import { type WithdrawalCause, wrongEstimates } from './rules/wrong-estimates.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { firstSealedFrom, isSealed } from '../kernel/time/sealed-days.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { sealedDays } from '../ledger/store/seal.ts';
import { estimateActs, type WithdrawnAct, withdrawFromAct, withdrawnActs } from './store/estimate-acts.ts';
import { metersOfUnit } from '../platform/directory/store/meters.ts';
import {
  type EditedReading,
  type ReadingChange,
  readingsBetween,
  spanBetweenGenuine,
  widestGapMs,
} from './store/reading-edits.ts';
import { daysAround, NOTHING_WRITTEN, slotSecondsOf, writeChange, type Written } from './write-change.ts';

/** The longest possible gap of estimates: a span of 31 days, with a week on both sides. */
const LONGEST_GAP_MS = 46 * DAY_MS;

/** Readings of a unit that were stored, changed or removed just now, or estimates that came back as they were. */
interface ArrivedReadings {
  readonly instants: ReadonlySet<EpochMillis>;
  readonly cause: WithdrawalCause;
}

/**
 * Withdraws the estimates of a unit that no longer fit their present neighbours, so that their slots are missing again.
 * Each act is recorded without them, so that undoing it leaves them out.
 */
export async function withdrawEstimates(
  db: Querier,
  industry: Industry,
  unit: StoredUnit,
  { instants, cause }: ArrivedReadings,
  now: EpochMillis,
): Promise<Written> {
  const [fromEpochMs, toEpochMs] = [Math.min(...instants), Math.max(...instants) + 1];
  const basis = INTERPOLATION_BASES[unitAsOf(unit, businessDateOf(industry.clock, fromEpochMs)).group];
  if (basis === null) return NOTHING_WRITTEN;
  const around = { fromEpochMs: fromEpochMs - LONGEST_GAP_MS, toEpochMs: toEpochMs + LONGEST_GAP_MS };
  const days = daysAround(industry, [around.fromEpochMs, around.toEpochMs]);
  const span = await spanBetweenGenuine(db, unit.unitKey, basis, { fromEpochMs, toEpochMs }, { ...around, days });
  const acts = await estimateActs(db, industry.industryKey, { ...span, unitKey: unit.unitKey });
  if (acts.length === 0) return NOTHING_WRITTEN;
  const found = await readingsBetween(db, unit.unitKey, span, daysAround(industry, [span.fromEpochMs, span.toEpochMs]));
  // An estimate that a device or a person has changed belongs to its act no longer.
  const actOf = new Map(
    acts.flatMap(({ editId, readings }) =>
      standingEstimates(readings, found).map(({ createdOn }) => [Date.parse(createdOn), editId] as const),
    ),
  );
  const sealed = await sealedDays(db, industry.industryKey);
  const firstSealed = firstSealedFrom(sealed, days.from);
  const meters = basis === 'register' ? await metersOfUnit(db, industry.industryKey, unit.unitKey) : [];
  const replaced = new Set(acts.flatMap(({ readings }) => readings.map(({ createdOn }) => Date.parse(createdOn))));
  const wrong = wrongEstimates(
    found,
    new Set(actOf.keys()),
    { instants, replaced },
    {
      basis,
      slotSecondsAt: slotSecondsOf(industry, unit),
      breaks: meters.map(({ installedAtEpochMs }) => installedAtEpochMs),
      isBeginningKnown: firstSealed === null || firstSealed > days.to,
    },
  );
  // Readings of sealed days are left as they are.
  const gone = wrong
    .flatMap(({ instants: ofGap, besideEpochMs }) => ofGap.map((at) => ({ at, besideEpochMs })))
    .filter(({ at }) => !isSealed(sealed, businessDateOf(industry.clock, at)));
  if (gone.length === 0) return NOTHING_WRITTEN;
  const isoOf = ({ at }: { readonly at: EpochMillis }): string => new Date(at).toISOString();
  for (const [editId, ofAct] of Map.groupBy(gone, ({ at }) => actOf.get(at) ?? '')) {
    const [first] = ofAct;
    if (first === undefined) continue;
    await withdrawFromAct(db, industry.industryKey, editId, ofAct.map(isoOf), {
      atEpochMs: now,
      cause,
      besideEpochMs: first.besideEpochMs,
    });
  }
  return writeChange(
    db,
    industry,
    unit,
    gone.map((one) => ({ createdOn: isoOf(one), after: null })),
    now,
  );
}

/** The estimates of an act that are stored as the act wrote them. The others are something else by now. */
export function standingEstimates(
  changes: readonly ReadingChange[],
  found: Awaited<ReturnType<typeof readingsBetween>>,
): readonly ReadingChange[] {
  const now = new Map<string, EditedReading>(
    found.map(({ createdOnEpochMs, registerExcluded: _judgement, ...reading }) => [
      new Date(createdOnEpochMs).toISOString(),
      reading,
    ]),
  );
  return changes.filter(({ createdOn, after }) => after !== null && sameJson(now.get(createdOn) ?? null, after));
}

/** More acts than these are not looked at: one of them fills a month. */
const MOST_ACTS = 20;

/**
 * Estimates of a unit that were withdrawn and whose gap is open, the last withdrawal first. Those of sealed days are
 * left out: nobody can fill them, and their readings are in an archive.
 * @throws ServiceError 404 for no such unit.
 */
export async function readWithdrawnEstimates(
  { database }: DataContext,
  industry: Industry,
  unitId: string,
): Promise<readonly WithdrawnAct[]> {
  const unit = requireUnit(industry, unitId);
  const acts = await withdrawnActs(database, industry.industryKey, unit.unitKey, MOST_ACTS);
  if (acts.length === 0) return [];
  const sealed = await sealedDays(database, industry.industryKey);
  const open: WithdrawnAct[] = [];
  for (const act of acts) {
    const { firstOnEpochMs, lastOnEpochMs } = act.withdrawn;
    const { from, to } = daysAround(industry, [firstOnEpochMs, lastOnEpochMs]);
    if (isSealed(sealed, from) || isSealed(sealed, to)) continue;
    const slotMs = slotSecondsOf(industry, unit)(firstOnEpochMs) * 1000;
    const span = { fromEpochMs: firstOnEpochMs - slotMs, toEpochMs: lastOnEpochMs + slotMs };
    const days = daysAround(industry, [span.fromEpochMs, span.toEpochMs]);
    if ((await widestGapMs(database, unit.unitKey, span, days)) > SLOTS_OF_A_GAP * slotMs) open.push(act);
  }
  return open;
}
