import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import { inOrderOfReferences } from '../rules/backup/table-order.ts';
import type { CanaryMismatch } from '../rules/canary/expected.ts';

export const industryOfCanary = async (
  db: Querier,
  industryId: string,
): Promise<{ readonly industryKey: number; readonly name: string } | null> => {
  const row = await db.maybeOne<{ industryKey: number; industryName: string }>('canary.found', { industryId });
  return row === null ? null : { industryKey: row.industryKey, name: row.industryName };
};

/**
 * Removes every row of an industry. Rows that only name a unit are removed first, unit by unit, while the unit exists:
 * that way only segments of these units are unpacked from compressed readings.
 */
export async function forgetIndustry(transaction: Querier, industryKey: number): Promise<void> {
  const tables = await transaction.many<{ name: string; text: string; isByUnit: boolean; needs: string[] }>(
    'canary.forget_texts',
  );
  const units = await transaction.many<{ unitKey: number }>('canary.units', { industryKey });
  const ordered = inOrderOfReferences(tables).toReversed();
  for (const { text } of ordered.filter((table) => table.isByUnit))
    for (const { unitKey } of units) await transaction.execute(text, [unitKey]);
  for (const { text } of ordered.filter((table) => !table.isByUnit)) await transaction.execute(text, [industryKey]);
}

export interface CanaryRun {
  readonly ranAt: Date;
  readonly succeededAt: Date | null;
  readonly mismatches: readonly CanaryMismatch[];
  readonly problem: string | null;
}

/** @param mismatches null: the run was not completed, for the reason in `problem` */
export const recordCanary = async (
  db: Querier,
  at: Date,
  mismatches: readonly CanaryMismatch[] | null,
  problem: string | null,
): Promise<void> => {
  const succeededAt = mismatches?.length === 0 ? at : null;
  await db.many('canary.record', {
    at,
    succeededAt,
    mismatches: mismatches === null ? null : JSON.stringify(mismatches),
    problem,
  });
};

/** null: the canary never ran. */
export async function lastCanary(db: Querier): Promise<CanaryRun | null> {
  const row = await db.maybeOne<RowOf<CanaryRun, 'ranAt' | 'succeededAt'>>('canary.last');
  if (row === null) return null;
  return {
    ...row,
    ranAt: new Date(row.ranAt),
    succeededAt: dateOrNull(row.succeededAt),
  };
}
