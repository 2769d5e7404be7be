import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Industry, requireUnit, type StoredUnit } from '../../kernel/industry/industry.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { holdPlacementAlone } from '../../platform/directory/store/placement.ts';
import {
  decideReadings,
  decidingEdits,
  earlierDecision,
  findEdit,
  type ReadingChange,
  type ReadingEdit,
  readingsBetween,
  undecideReadings,
  undoEdit,
  undoneEstimates,
} from '../store/reading-edits.ts';
import { standingEstimates, withdrawEstimates } from '../withdraw-estimates.ts';
import { bothWritten, daysAround, NOTHING_WRITTEN, writeChange, type Written } from '../write-change.ts';

interface Undoing {
  readonly editId: string;
  readonly reason: string;
  readonly by: Actor;
  readonly now: EpochMillis;
}

export interface Undone extends Written {
  readonly readings: number;
  /** Number of estimates that have been changed by a device or a person since, and stay. */
  readonly kept: number;
}

/**
 * Takes an edit back. Its readings become what they were before, except estimates whose own act was undone since. Each
 * reading is decided again by the edit that decided it before.
 * @throws ServiceError 404 for an unknown edit, 400 for one that was undone or replaced by a later one.
 */
export async function revertEdit(
  db: Querier,
  industry: Industry,
  { editId, reason, by, now }: Undoing,
): Promise<Undone> {
  const { industryKey } = industry;
  const notThere = (): ServiceError => new ServiceError(404, `There is no edit ${editId} of this industry`);
  const asked = await findEdit(db, industryKey, editId);
  if (asked === null) throw notThere();
  const unit = requireUnit(industry, asked.unitId);
  await holdPlacementAlone(db, industryKey);
  // The edit is read once more, because somebody may have undone it while this transaction waited for its lock.
  const edit = (await findEdit(db, industryKey, editId)) ?? asked;
  if (!(await undoEdit(db, industryKey, editId, by.userId, new Date(now))))
    throw new ServiceError(400, `The edit ${editId} was undone before, by ${edit.undoneBy ?? 'somebody'}`);
  const backwards =
    edit.kind === 'estimate'
      ? await standing(db, industry, unit, edit)
      : await withoutUndoneEstimates(db, industryKey, unit, edit);
  // An estimate that was withdrawn cannot be kept.
  const left = edit.readings.filter(({ after }) => edit.kind !== 'estimate' || after !== null).length;
  const instants = backwards.map(({ createdOn }) => new Date(createdOn));
  if (edit.kind !== 'estimate') {
    await requireLast(db, unit, edit, instants);
    await undecideReadings(db, unit.unitKey, instants);
  }
  const written =
    backwards.length === 0
      ? NOTHING_WRITTEN
      : await writeChange(
          db,
          industry,
          unit,
          backwards.map(({ createdOn, before }) => ({ createdOn, after: before })),
          now,
        );
  const withdrawn =
    edit.kind === 'estimate'
      ? NOTHING_WRITTEN
      : await withdrawEstimates(db, industry, unit, { instants: changedInstants(backwards), cause: 'undo' }, now);
  if (edit.kind !== 'estimate') await decideAsBefore(db, industryKey, unit, edit);
  await writeAudit(db, {
    at: now,
    actor: by,
    industryKey,
    verb: 'reading.undo',
    subject: asked.unitId,
    reason,
    before: { editId, kind: edit.kind },
    after: { readings: backwards.length },
  });
  return {
    ...bothWritten(written, withdrawn),
    readings: backwards.length,
    kept: left - backwards.length,
  };
}

/**
 * Spec gap: the edit and its undoing change readings between which other acts have laid estimates. Those that no longer
 * fit are withdrawn, and so is an estimate that comes back where other readings have arrived meanwhile.
 */
export const changedInstants = (changes: readonly Pick<ReadingChange, 'createdOn'>[]): ReadonlySet<EpochMillis> =>
  new Set(changes.map(({ createdOn }) => Date.parse(createdOn)));

/** Estimates that are still as the act wrote them. The others have been changed since, by a device or a person. */
async function standing(
  db: Querier,
  industry: Industry,
  unit: StoredUnit,
  { readings }: ReadingEdit,
): Promise<readonly ReadingChange[]> {
  const instants = readings.map(({ createdOn }) => Date.parse(createdOn)).sort((one, other) => one - other);
  const [fromEpochMs, toEpochMs] = [instants[0] ?? 0, instants.at(-1) ?? 0];
  const found = await readingsBetween(db, unit.unitKey, { fromEpochMs, toEpochMs }, daysAround(industry, instants));
  return standingEstimates(readings, found);
}

/** The replaced readings without estimates whose act was undone since: nobody could undo such an estimate again. */
async function withoutUndoneEstimates(
  db: Querier,
  industryKey: number,
  { unitKey }: StoredUnit,
  { readings, editKey }: ReadingEdit,
): Promise<readonly ReadingChange[]> {
  const estimated = readings.flatMap(({ createdOn, before }) => (before?.estimated === true ? [createdOn] : []));
  if (estimated.length === 0) return readings;
  const undone = await undoneEstimates(db, industryKey, unitKey, estimated, editKey);
  return readings.map((change) => (undone.has(change.createdOn) ? { ...change, before: null } : change));
}

async function requireLast(
  db: Querier,
  unit: StoredUnit,
  { editId }: ReadingEdit,
  instants: readonly Date[],
): Promise<void> {
  const later = (await decidingEdits(db, unit.unitKey, instants)).find((deciding) => deciding !== editId);
  if (later !== undefined)
    throw new ServiceError(400, `A later edit has replaced this one: undo ${later} first`, [
      { field: 'editId', problem: `was replaced by the edit ${later}` },
    ]);
}

async function decideAsBefore(
  db: Querier,
  industryKey: number,
  unit: StoredUnit,
  { readings, editKey }: ReadingEdit,
): Promise<void> {
  for (const { createdOn } of readings) {
    const earlier = await earlierDecision(db, industryKey, unit.unitKey, createdOn, editKey);
    if (earlier !== null)
      await decideReadings(db, industryKey, unit.unitKey, [{ createdOn: new Date(createdOn), editId: earlier }]);
  }
}
