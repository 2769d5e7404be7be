import type { Querier } from '../../platform/database/database.ts';
import { asColumns } from '../../platform/database/named-query.ts';
import { ALGORITHM_VERSION } from '../../figures/rules/processors/version.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { Period } from '../../figures/store/document-rows.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';

/** Quantities of a document or of its rollup, under the same names. */
type Story = Readonly<Record<string, unknown>>;

/** A document that differs from its rollup although no rule lies between the two. */
export interface DocumentMismatch {
  readonly industryId: string;
  readonly industryKey: number;
  readonly unitId: string;
  readonly unitKey: number;
  readonly period: Period;
  readonly periodStart: BusinessDate;
  /** From the rollup. */
  readonly expected: Story;
  /** From the document; empty: there is none. */
  readonly found: Story;
}

/** Documents to compare with their rollups: those of one period, end excluded. */
export interface ProvenPeriod {
  readonly period: Period;
  readonly start: BusinessDate;
  readonly end: BusinessDate;
  /** null: all. */
  readonly unitKeys: readonly number[] | null;
  /** Units whose key leaves `remainder` when divided by `divisor`. */
  readonly slice: { readonly divisor: number; readonly remainder: number };
}

interface MismatchRow {
  industryId: string;
  industryKey: number;
  unitId: string;
  unitKey: number;
  expected: Story;
  found: Story;
}

/**
 * Documents of a period that differ from their rollups. sql/queries/keeping/proof.sql says which are compared and how.
 */
export async function compareDocuments(
  db: Querier,
  { period, start, end, unitKeys, slice }: ProvenPeriod,
): Promise<DocumentMismatch[]> {
  const values = {
    start,
    end,
    unitKeys: unitKeys === null ? null : plainArray(unitKeys),
    ...slice,
    rulesVersion: ALGORITHM_VERSION,
  };
  const mismatchOf = (row: MismatchRow): DocumentMismatch => ({ ...row, period, periodStart: start });
  if (period !== 'DAILY')
    return (await db.many<MismatchRow>('proof.compare_period', { ...values, period })).map(mismatchOf);
  const counts = (await db.many<MismatchRow>('proof.compare_day', values)).map(mismatchOf);
  const means = (await db.many<MismatchRow>('proof.compare_parameters_day', values)).map(mismatchOf);
  return together(counts, means);
}

/** Joins mismatches of one document. Means of parameters come from a statement of their own. */
function together(counts: readonly DocumentMismatch[], means: readonly DocumentMismatch[]): DocumentMismatch[] {
  const byUnit = new Map(counts.map((mismatch) => [mismatch.unitKey, mismatch]));
  for (const mismatch of means) {
    const other = byUnit.get(mismatch.unitKey);
    byUnit.set(mismatch.unitKey, {
      ...mismatch,
      expected: { ...other?.expected, parameters: mismatch.expected },
      found: { ...other?.found, parameters: mismatch.found },
    });
  }
  return [...byUnit.values()];
}

export const recordDocumentMismatches = async (
  db: Querier,
  mismatches: readonly DocumentMismatch[],
  foundAt: Date,
): Promise<void> => {
  await db.many('proof.record', {
    mismatches: JSON.stringify(mismatches.map(asColumns)),
    foundAt,
  });
};

interface OpenMismatch {
  readonly mismatchId: number;
  readonly unitKey: number;
  readonly period: Period;
  readonly periodStart: BusinessDate;
}

/** Recorded mismatches that are still open, the oldest first. */
export const openMismatches = (db: Querier, limit: number): Promise<OpenMismatch[]> =>
  db.many<OpenMismatch>('proof.open', { limit });

/** Closes mismatches that agree now, unless a day of their period waits for a rebuild or a refresh. */
export const closeMismatches = async (db: Querier, mismatchIds: readonly number[], agreedAt: Date): Promise<void> => {
  if (mismatchIds.length > 0) await db.many('proof.close', { mismatchIds: plainArray(mismatchIds), agreedAt });
};

interface RepairableDay {
  readonly industryKey: number;
  readonly unitKey: number;
  readonly businessDate: BusinessDate;
}

/** A day of each mismatch's period. Its rebuild writes the document anew. */
export const repairableDays = (
  db: Querier,
  of: readonly (DocumentMismatch & { readonly end: BusinessDate })[],
): Promise<RepairableDay[]> =>
  db.many<RepairableDay>('proof.repairable_days', {
    industryKeys: plainArray(of.map(({ industryKey }) => industryKey)),
    unitKeys: plainArray(of.map(({ unitKey }) => unitKey)),
    periodStarts: timestampArray(of.map(({ periodStart }) => periodStart)),
    ends: timestampArray(of.map(({ end }) => end)),
  });

/** Number of mismatches so far: open ones, and closed ones. */
export const countDocumentMismatches = async (db: Querier): Promise<{ open: number; agreed: number }> =>
  (await db.many<{ open: number; agreed: number }>('proof.counts'))[0] ?? { open: 0, agreed: 0 };
