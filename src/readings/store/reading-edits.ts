import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { InterpolationBasis, KnownReading } from '../rules/estimate-gaps.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { Withdrawal } from '../rules/wrong-estimates.ts';

/** A reading before or after an act of a person. */
export interface EditedReading {
  readonly value: number | null;
  readonly register: number | null;
  readonly parameters: Readonly<Record<string, number>>;
  readonly estimated: boolean;
  readonly offlineMinutes: number | null;
}

/** One reading before and after an act; null: no reading. */
export interface ReadingChange {
  /** ISO 8601 UTC with milliseconds. */
  readonly createdOn: string;
  readonly before: EditedReading | null;
  readonly after: EditedReading | null;
}

export type EditKind = 'edit' | 'delete' | 'estimate';

export interface ReadingEdit {
  readonly editId: string;
  /** Number of the edit. Later acts have higher ones. */
  readonly editKey: number;
  readonly unitId: string;
  readonly kind: EditKind;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
  readonly readings: readonly ReadingChange[];
}

/** First and last business day of readings, so that statements look only into their chunks. */
export interface Days {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

interface ReadingRow extends Omit<KnownReading & EditedReading, 'parameters'> {
  readonly parameters: Readonly<Record<string, number>> | null;
}

/** Readings of a unit from one instant to another, both included, ascending. */
export const readingsBetween = async (
  db: Querier,
  unitKey: number,
  { fromEpochMs, toEpochMs }: Span,
  days: Days,
): Promise<(KnownReading & EditedReading)[]> =>
  (
    await db.many<ReadingRow>('reading-edits.readings', {
      unitKey,
      fromAt: new Date(fromEpochMs),
      toAt: new Date(toEpochMs),
      from: days.from,
      to: days.to,
    })
  ).map((row) => ({ ...row, parameters: row.parameters ?? {} }));

/** The longest time without a reading of the unit between two instants, which count as readings. */
export const widestGapMs = async (
  db: Querier,
  unitKey: number,
  { fromEpochMs, toEpochMs }: Span,
  days: Days,
): Promise<number> =>
  (
    await db.one<{ widestMs: number }>('reading-edits.widest_gap', {
      unitKey,
      fromAt: new Date(fromEpochMs),
      toAt: new Date(toEpochMs),
      from: days.from,
      to: days.to,
    })
  ).widestMs;

interface Span {
  readonly fromEpochMs: EpochMillis;
  readonly toEpochMs: EpochMillis;
}

/**
 * The given span, extended to the genuine readings on both sides of it within `around`. A side without a genuine
 * reading ends where the span does.
 */
export async function spanBetweenGenuine(
  db: Querier,
  unitKey: number,
  basis: InterpolationBasis,
  span: Span,
  around: Span & { readonly days: Days },
): Promise<Span> {
  const { beforeMs: before, afterMs: after } = await db.one<{ beforeMs: number | null; afterMs: number | null }>(
    'reading-edits.edges',
    {
      unitKey,
      fromAt: new Date(span.fromEpochMs),
      toAt: new Date(span.toEpochMs),
      earliest: new Date(around.fromEpochMs),
      latest: new Date(around.toEpochMs),
      from: around.days.from,
      to: around.days.to,
      basis,
    },
  );
  return { fromEpochMs: before ?? span.fromEpochMs, toEpochMs: after ?? span.toEpochMs };
}

/** Removes readings with their parameters. @returns the instants that had one. */
export async function removeReadings(
  db: Querier,
  unitKey: number,
  instants: readonly Date[],
  days: Days,
): Promise<{ readonly businessDate: BusinessDate; readonly createdOnEpochMs: EpochMillis }[]> {
  const removed = await db.many<{ businessDate: BusinessDate; createdOnEpochMs: EpochMillis }>('reading-edits.remove', {
    unitKey,
    instants,
    from: days.from,
    to: days.to,
  });
  await db.many('reading-edits.restate', { unitKey, instants });
  await db.many('reading-edits.forget_state', { unitKey });
  return removed;
}

/** @returns the edit's id. */
export const addEdit = async (
  db: Querier,
  industryKey: number,
  unitKey: number,
  edit: Pick<ReadingEdit, 'kind' | 'reason' | 'madeBy' | 'madeAt' | 'readings'>,
): Promise<string> =>
  (
    await db.one<{ editId: string }>('reading-edits.add', {
      ...edit,
      industryKey,
      unitKey,
      readings: JSON.stringify(edit.readings),
    })
  ).editId;

/** An edit and the instant of the reading that it decides about. */
interface Decided {
  readonly createdOn: Date;
  readonly editId: string;
}

/** Marks instants as decided: readings that devices send of them do not count from now on. */
export const decideReadings = async (
  db: Querier,
  industryKey: number,
  unitKey: number,
  decided: readonly Decided[],
): Promise<void> => {
  await db.many('reading-edits.decide', {
    industryKey,
    unitKey,
    createdOns: decided.map(({ createdOn }) => createdOn),
    editIds: decided.map(({ editId }) => editId),
  });
};

/**
 * Removes the marks of instants: readings that devices send of them count again.
 * @returns the removed marks.
 */
export const undecideReadings = async (db: Querier, unitKey: number, instants: readonly Date[]): Promise<Decided[]> =>
  (await db.many<{ createdOnMs: number; editId: string }>('reading-edits.undecide', { unitKey, instants })).map(
    (row) => ({ createdOn: new Date(row.createdOnMs), editId: row.editId }),
  );

/** Decided instants between two instants, both included. */
export const decidedInstants = (
  db: Querier,
  industryKey: number,
  span: { readonly unitKeys: readonly number[]; readonly fromEpochMs: EpochMillis; readonly toEpochMs: EpochMillis },
): Promise<{ readonly unitKey: number; readonly createdOnEpochMs: EpochMillis }[]> =>
  db.many('reading-edits.decided_instants', {
    industryKey,
    unitKeys: span.unitKeys,
    fromAt: new Date(span.fromEpochMs),
    toAt: new Date(span.toEpochMs),
  });

/** Ids of the edits that decide about these readings now. */
export const decidingEdits = async (db: Querier, unitKey: number, instants: readonly Date[]): Promise<string[]> =>
  (await db.many<{ editId: string }>('reading-edits.decided_by', { unitKey, instants })).map((row) => row.editId);

/** The edit that had decided about a reading before; null: no edit, its device counted. */
export const earlierDecision = async (
  db: Querier,
  industryKey: number,
  unitKey: number,
  createdOn: string,
  editKey: number,
): Promise<string | null> =>
  (
    await db.maybeOne<{ editId: string }>('reading-edits.earlier_decision', {
      unitKey,
      createdOn,
      editKey,
      industryKey,
    })
  )?.editId ?? null;

/** The given instants whose estimate before the edit belongs to an act that was undone since. */
export const undoneEstimates = async (
  db: Querier,
  industryKey: number,
  unitKey: number,
  instants: readonly string[],
  editKey: number,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.many<{ createdOn: string }>('reading-edits.undone_estimates', {
        industryKey,
        unitKey,
        instants,
        editKey,
      })
    ).map((row) => row.createdOn),
  );

type EditRow = RowOf<ReadingEdit, 'madeAt' | 'undoneAt'>;

const editOf = (row: EditRow): ReadingEdit => ({
  ...row,
  madeAt: new Date(row.madeAt),
  undoneAt: dateOrNull(row.undoneAt),
});

export async function findEdit(db: Querier, industryKey: number, editId: string): Promise<ReadingEdit | null> {
  const row = await db.maybeOne<EditRow>('reading-edits.find', { industryKey, editId });
  return row === null ? null : editOf(row);
}

/** false when it was undone before. */
export const undoEdit = async (
  db: Querier,
  industryKey: number,
  editId: string,
  by: string,
  at: Date,
): Promise<boolean> => (await db.many('reading-edits.undo', { industryKey, editId, by, at })).length > 0;

/** An edit in a list, with its first ten readings. */
export interface ListedEdit extends ReadingEdit {
  readonly readingCount: number;
  /** null: no estimate of the edit was withdrawn. */
  readonly withdrawn: Withdrawal | null;
}

/**
 * @param unitKey null: edits of all units.
 * @param before only edits before this one; null: from the newest on.
 */
export const listEdits = async (
  db: Querier,
  industryKey: number,
  unitKey: number | null,
  before: number | null,
  limit: number,
): Promise<ListedEdit[]> =>
  (
    await db.many<EditRow & Pick<ListedEdit, 'readingCount' | 'withdrawn'>>('reading-edits.list', {
      industryKey,
      unitKey,
      before,
      limit,
    })
  ).map((row) => ({ ...editOf(row), readingCount: row.readingCount, withdrawn: row.withdrawn }));
