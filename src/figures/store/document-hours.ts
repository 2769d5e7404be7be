import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { PeriodEntry } from '../../kernel/document/types.ts';
import { mapInPieces } from '../../kernel/pieces.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';
import { storedColumn, type StoredEntries } from './packed-entries.ts';

type Column = readonly (number | null)[];

/** Fields of a document's hours, a list for each. */
interface HourColumns {
  readonly figures: Column;
  readonly finalRegisters: Column;
  readonly percentages: Column;
  readonly coverages: Column;
}

/** The hours of a daily document as lists: for readers of very many. */
export interface DocumentHours extends HourColumns {
  readonly unitKey: number;
  readonly date: BusinessDate;
  readonly value: number | null;
  readonly coverage: number | null;
  readonly lastEpochMs: EpochMillis | null;
  /** The formula, or a unit that it uses, failed. */
  readonly failed: boolean;
  /** Figures of the day by parameter id; null: the unit has none. */
  readonly parameters: Readonly<Record<string, number | null>> | null;
}

const numbersOf = (entries: StoredEntries, field: keyof PeriodEntry): Column =>
  storedColumn(entries, field).map((value) => (typeof value === 'number' ? value : null));

/** The lists of hours as they are stored, or of the entries themselves. */
export const columnsOf = (entries: StoredEntries): HourColumns => ({
  figures: numbersOf(entries, 'y'),
  finalRegisters: numbersOf(entries, 'fr'),
  percentages: numbersOf(entries, 'percentage'),
  coverages: numbersOf(entries, 'coverage'),
});

/** Hours of stored documents, both dates included, in order of unit and day. */
export const readDocumentHours = async (
  db: Querier,
  unitKeys: readonly number[],
  from: BusinessDate,
  to: BusinessDate,
): Promise<DocumentHours[]> =>
  (
    await db.many<{
      unitKey: number;
      periodStart: BusinessDate;
      value: number | null;
      entries: StoredEntries;
      coverage: number | null;
      lastEpoch: number | null;
      failed: boolean;
      parameters: Record<string, number | null> | null;
    }>('documents.hours', { unitKeys: plainArray(unitKeys), from, to })
  ).map((row) => ({
    unitKey: row.unitKey,
    date: row.periodStart,
    value: row.value,
    coverage: row.coverage,
    lastEpochMs: row.lastEpoch,
    failed: row.failed,
    ...columnsOf(row.entries),
    parameters: row.parameters,
  }));

/** Figures of the hours of a unit on a day. */
interface FiguresOfHours {
  readonly unitKey: number;
  readonly date: BusinessDate;
  readonly figures: Column;
}

export interface HoursOfDays {
  readonly unitKeys: readonly number[];
  readonly dates: readonly BusinessDate[];
}

/**
 * Hours of the settled days among some dates, in no order, and the state of these days: another text as soon as a day
 * settles, waits for a rebuild or has other documents.
 * @param knownState of hours that the caller has; none come while the days are in that state
 */
export async function readSettledHours(
  db: Querier,
  industryKey: number,
  { unitKeys, dates }: HoursOfDays,
  knownState: string | null,
): Promise<{ readonly state: string; readonly hours: readonly FiguresOfHours[] }> {
  const rows = await db.many<
    { state: string } & ({ unitKey: number; periodStart: BusinessDate; entries: StoredEntries } | { unitKey: null })
  >('documents.settled_hours', {
    industryKey,
    unitKeys: plainArray(unitKeys),
    dates: timestampArray(dates),
    knownState,
  });
  const found = await mapInPieces(rows, (row) =>
    row.unitKey === null ? [] : [{ unitKey: row.unitKey, date: row.periodStart, figures: numbersOf(row.entries, 'y') }],
  );
  return { state: rows[0]?.state ?? '', hours: found.flat() };
}
