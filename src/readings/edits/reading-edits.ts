import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Industry, requireUnit, type StoredUnit } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import type { SkippedGap } from '../rules/estimate-gaps.ts';
import { isSealed } from '../../kernel/time/sealed-days.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { holdPlacementAlone } from '../../platform/directory/store/placement.ts';
import {
  addEdit,
  decideReadings,
  type EditedReading,
  type EditKind,
  findEdit,
  type ListedEdit,
  listEdits,
  type ReadingChange,
  readingsBetween,
  undecideReadings,
} from '../store/reading-edits.ts';
import { rebuildSoon } from '../../ledger/ask-for-rebuilds.ts';
import type { ChangeContext } from '../intake.ts';
import { retryConflict } from '../store-rows-with-retry.ts';
import { findGaps, type GapSpan } from './find-gaps.ts';
import {
  sealedDayError,
  bothWritten,
  daysAround,
  NOTHING_WRITTEN,
  writeChange,
  type Written,
} from '../write-change.ts';
import { changedInstants, revertEdit, type Undone } from './revert-edit.ts';
import { withdrawEstimates } from '../withdraw-estimates.ts';

export type { ListedEdit } from '../store/reading-edits.ts';

/** Fields that replace those of a reading; null takes a field out, an absent one stays. */
export type ReadingPatch = Partial<EditedReading>;

/** The reading of a decision, the person who decides, and the reason. */
export interface Decision {
  readonly industry: Industry;
  readonly unitId: string;
  readonly reason: string;
  readonly by: Actor;
}

export interface EditResult {
  /** null: the act changed nothing, so nothing is on record. */
  readonly editId: string | null;
  readonly readings: number;
  /** Closed business days whose figures change. Their rebuild has been asked for. */
  readonly changedDates: readonly string[];
}

/*
 * Acts of people on single readings (VEE: estimation and editing). Every act has a reason, is on record with the
 * readings before and after it, and can be undone. A reading that a person has decided is not replaced when its device
 * sends it again. The industry's placement is held meanwhile, because an estimate must never replace a reading that
 * arrives in the same moment.
 */

/** @throws ServiceError 404 for no such unit or reading, 400 for a sealed day, 1430 for a value no reading has. */
export const editReading = (
  context: ChangeContext,
  decision: Decision,
  createdOnEpochMs: EpochMillis,
  patch: ReadingPatch,
): Promise<EditResult> => changeOne(context, decision, createdOnEpochMs, 'edit', (before) => ({ ...before, ...patch }));

/** @throws ServiceError 404 for no such unit or reading, 400 for a sealed day. */
export const removeReading = (
  context: ChangeContext,
  decision: Decision,
  createdOnEpochMs: EpochMillis,
): Promise<EditResult> => changeOne(context, decision, createdOnEpochMs, 'delete', () => null);

/**
 * Writes estimates into the gaps of a unit.
 * @throws ServiceError 404 for an unknown unit, 400 for a unit without a quantity to interpolate, too many slots, or a
 * sealed day.
 */
export async function estimateReadings(
  context: ChangeContext,
  { industry, unitId, reason, by }: Decision,
  span: GapSpan,
  dryRun: boolean,
): Promise<EditResult & { readonly skipped: readonly SkippedGap[] }> {
  const unit = requireUnit(industry, unitId);
  const now = context.clock.now();
  if (dryRun) {
    const { changes, skipped } = await findGaps(context.database, industry, unit, span, now);
    return { editId: null, readings: changes.length, changedDates: [], skipped };
  }
  const { editId, changes, skipped, staleDates } = await told(context, industry, (db) =>
    estimateIn(db, { industry, unitId, reason, by }, span, now),
  );
  return { editId, readings: changes.length, changedDates: staleDates, skipped };
}

interface Estimated extends Written {
  readonly editId: string | null;
  readonly changes: readonly ReadingChange[];
  readonly skipped: readonly SkippedGap[];
}

async function estimateIn(
  db: Querier,
  { industry, unitId, reason, by }: Decision,
  span: GapSpan,
  now: EpochMillis,
): Promise<Estimated> {
  const unit = requireUnit(industry, unitId);
  await holdPlacementAlone(db, industry.industryKey);
  const { changes, skipped } = await findGaps(db, industry, unit, span, now);
  if (changes.length === 0) return { editId: null, ...NOTHING_WRITTEN, changes, skipped };
  const recorded = await record(db, { industry, unit, kind: 'estimate', reason, by, now }, changes);
  return { ...recorded, changes, skipped };
}

/**
 * Fills gaps in a transaction that its caller takes back, to see what would follow.
 * @throws ServiceError as {@link estimateReadings}
 */
export const tryEstimates = (
  db: Querier,
  decision: Decision,
  { span, now }: { readonly span: GapSpan; readonly now: EpochMillis },
): Promise<Pick<Estimated, 'changes' | 'skipped'>> => estimateIn(db, decision, span, now);

/** @throws ServiceError 404 for an unknown edit, 400 for one that was undone or replaced by a later one. */
export async function undoReadingEdit(
  context: ChangeContext,
  { industry, reason, by }: Omit<Decision, 'unitId'>,
  editId: string,
): Promise<EditResult & Pick<Undone, 'kept'>> {
  const undone = await told(context, industry, (db) =>
    revertEdit(db, industry, { editId, reason, by, now: context.clock.now() }),
  );
  return { editId, readings: undone.readings, changedDates: undone.staleDates, kept: undone.kept };
}

/**
 * Edits, the newest first, also those of retired units.
 * @throws ServiceError 404 for a unit that never was the industry's.
 */
export async function readReadingEdits(
  { database }: DataContext,
  industry: Industry,
  unitId: string | null,
  before: number | null,
  limit: number,
): Promise<ListedEdit[]> {
  const unitKey = unitId === null ? null : requireUnit(withRetired(industry), unitId).unitKey;
  return listEdits(database, industry.industryKey, unitKey, before, limit);
}

async function told<R extends Written>(
  context: ChangeContext,
  industry: Industry,
  work: (db: Querier) => Promise<R>,
): Promise<R> {
  const written = await retryConflict(() => context.database.transaction(work));
  await rebuildSoon(context, industry, written.staleDates);
  if (written.changed.length > 0) context.tellStored(industry, { extents: [], changed: written.changed });
  return written;
}

/** Changes one reading that exists. */
async function changeOne(
  context: ChangeContext,
  { industry, unitId, reason, by }: Decision,
  createdOnEpochMs: EpochMillis,
  kind: EditKind,
  change: (before: EditedReading) => EditedReading | null,
): Promise<EditResult> {
  const now = context.clock.now();
  const { editId, staleDates } = await told(context, industry, (db) =>
    changeIn(db, { industry, unitId, reason, by }, { createdOnEpochMs, kind, change, now }),
  );
  return { editId, readings: 1, changedDates: staleDates };
}

interface OneChange {
  readonly createdOnEpochMs: EpochMillis;
  readonly kind: EditKind;
  readonly change: (before: EditedReading) => EditedReading | null;
  readonly now: EpochMillis;
}

async function changeIn(
  db: Querier,
  { industry, unitId, reason, by }: Decision,
  { createdOnEpochMs, kind, change, now }: OneChange,
): Promise<Written & { readonly editId: string } & Pick<ReadingChange, 'before' | 'after'>> {
  const unit = requireUnit(industry, unitId);
  const { sealed } = await holdPlacementAlone(db, industry.industryKey);
  const days = daysAround(industry, [createdOnEpochMs]);
  if (isSealed(sealed, days.from)) throw sealedDayError('createdOn', days.from, sealed);
  const span = { fromEpochMs: createdOnEpochMs, toEpochMs: createdOnEpochMs };
  const [found] = await readingsBetween(db, unit.unitKey, span, days);
  const createdOn = new Date(createdOnEpochMs).toISOString();
  if (found === undefined) throw new ServiceError(404, `Unit ${unitId} has no reading at ${createdOn}`);
  const { createdOnEpochMs: _instant, registerExcluded: _judgement, ...before } = found;
  const after = change(before);
  const recorded = await record(db, { industry, unit, kind, reason, by, now }, [{ createdOn, before, after }]);
  return { ...recorded, before, after };
}

/** A change of one reading to try. */
export type TriedChange =
  /** null: the reading is removed. */
  | { readonly patch: ReadingPatch | null }
  /** The edit of this reading that is taken back. */
  | { readonly undo: string };

/**
 * Changes or removes one reading, or takes its edit back, in a transaction that its caller takes back, to see what
 * would follow.
 * @throws ServiceError as {@link editReading} and {@link undoReadingEdit}, 400 for an edit of another reading
 */
export const tryReadingChange = (
  db: Querier,
  decision: Decision,
  { createdOnEpochMs, now, ...tried }: Pick<OneChange, 'createdOnEpochMs' | 'now'> & TriedChange,
): Promise<Pick<ReadingChange, 'before' | 'after'>> => {
  if ('undo' in tried) return tryUndo(db, decision, { createdOnEpochMs, now, editId: tried.undo });
  const { patch } = tried;
  return changeIn(db, decision, {
    createdOnEpochMs,
    now,
    kind: patch === null ? 'delete' : 'edit',
    change: (before) => (patch === null ? null : { ...before, ...patch }),
  });
};

async function tryUndo(
  db: Querier,
  { industry, unitId, reason, by }: Decision,
  { createdOnEpochMs, editId, now }: Pick<OneChange, 'createdOnEpochMs' | 'now'> & { readonly editId: string },
): Promise<Pick<ReadingChange, 'before' | 'after'>> {
  const edit = await findEdit(db, industry.industryKey, editId);
  await revertEdit(db, industry, { editId, reason, by, now });
  const [only, ...others] = edit?.readings ?? [];
  const isOfReading = edit?.unitId === unitId && Date.parse(only?.createdOn ?? '') === createdOnEpochMs;
  if (only === undefined || others.length > 0 || !isOfReading)
    throw new ServiceError(400, `The edit ${editId} is not of this reading alone`, [
      { field: 'undo', problem: 'is not an edit of this reading alone' },
    ]);
  return { before: only.after, after: only.before };
}

interface Act extends Omit<Decision, 'unitId'> {
  readonly unit: StoredUnit;
  readonly kind: EditKind;
  readonly now: EpochMillis;
}

const VERBS = { edit: 'reading.edit', delete: 'reading.delete', estimate: 'reading.estimate' } as const;

/** Writes a change, records it, and marks its readings as decided, so that devices do not replace them. */
async function record(
  db: Querier,
  { industry, unit, kind, reason, by, now }: Act,
  changes: readonly ReadingChange[],
): Promise<Written & { readonly editId: string }> {
  const instants = changes.map(({ createdOn }) => new Date(createdOn));
  const decided = await undecideReadings(db, unit.unitKey, instants);
  const written = await writeChange(db, industry, unit, changes, now);
  const editId = await addEdit(db, industry.industryKey, unit.unitKey, {
    kind,
    reason,
    madeBy: by.userId,
    madeAt: new Date(now),
    readings: changes,
  });
  // A device that sends a missing reading later replaces its estimate. An estimate in the place of a reading that a
  // person removed stays.
  const deciding = kind === 'estimate' ? decided : instants.map((createdOn) => ({ createdOn, editId }));
  await decideReadings(db, industry.industryKey, unit.unitKey, deciding);
  // Estimates of other acts were computed from the readings that this act changes.
  const withdrawn =
    kind === 'estimate'
      ? NOTHING_WRITTEN
      : await withdrawEstimates(db, industry, unit, { instants: changedInstants(changes), cause: kind }, now);
  const [first] = changes;
  await writeAudit(db, {
    at: now,
    actor: by,
    industryKey: industry.industryKey,
    verb: VERBS[kind],
    subject: unit.current.unitId,
    reason,
    before: kind === 'estimate' ? null : { createdOn: first?.createdOn ?? null, reading: shown(first?.before) },
    after:
      kind === 'estimate'
        ? { editId, readings: changes.length, from: first?.createdOn ?? null, to: changes.at(-1)?.createdOn ?? null }
        : { editId, reading: shown(first?.after) },
  });
  return { ...bothWritten(written, withdrawn), editId };
}

const shown = (reading: EditedReading | null | undefined) => (reading == null ? null : { ...reading });
