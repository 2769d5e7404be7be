import type { Querier } from '../../platform/database/database.ts';
import type { RowFacts, UnitFacts } from '../rules/archive/manifest.ts';
import type { Month } from '../rules/archive/months.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

export interface ArchivedUnit {
  readonly unitKey: number;
  readonly unitId: string;
}

/** Every unit that the industry has or had. */
export const unitsOfAllTime = (db: Querier, industryKey: number): Promise<ArchivedUnit[]> =>
  db.many<ArchivedUnit>('archive.units', { industryKey });

const keysOf = (units: readonly ArchivedUnit[]): string => plainArray(units.map(({ unitKey }) => unitKey));
const spanOf = ({ from, to }: Month) => ({ from, until: addDays(to, 1) });

async function rowFacts(db: Querier, name: string, unitKey: number, month: Month): Promise<RowFacts | null> {
  const row = await db.maybeOne<{ rowCount: number; valueSum: string; checksum: string }>(name, {
    unitKey,
    ...spanOf(month),
  });
  return row === null ? null : { rows: row.rowCount, sum: row.valueSum, checksum: row.checksum };
}

/** Number of readings and samples of units in a month, by key. Units without any are absent. */
export const rowCounts = async (
  db: Querier,
  units: readonly ArchivedUnit[],
  month: Month,
): Promise<Map<number, { readings: number; samples: number }>> => {
  const rows = await db.many<{ unitKey: number; readings: number; samples: number }>('archive.row_counts', {
    unitKeys: keysOf(units),
    ...spanOf(month),
  });
  return new Map(rows.map((row) => [row.unitKey, { readings: row.readings, samples: row.samples }]));
};

/** Facts of a month in the database, unit by unit. Units without rows are left out. */
export async function monthFacts(db: Querier, units: readonly ArchivedUnit[], month: Month): Promise<UnitFacts[]> {
  const found: UnitFacts[] = [];
  for (const { unitKey, unitId } of units) {
    const readings = await rowFacts(db, 'archive.reading_facts', unitKey, month);
    const samples = await rowFacts(db, 'archive.sample_facts', unitKey, month);
    if (readings !== null || samples !== null) found.push({ unitId, readings, samples });
  }
  return found;
}

/** The first day of the month that is stale, or has readings and was never processed; null: all are settled. */
export const firstUnsettled = async (db: Querier, industryKey: number, month: Month): Promise<BusinessDate | null> =>
  (await db.one<{ businessDate: BusinessDate | null }>('archive.first_unsettled', { industryKey, ...spanOf(month) }))
    .businessDate;

/** Copies the month's rollups, computed from the readings of this moment, each level from the one below. */
export async function copyRollups(db: Querier, units: readonly ArchivedUnit[], month: Month): Promise<void> {
  for (const level of ['hours', 'days', 'months'])
    await db.many(`archive.seal_${level}`, { unitKeys: keysOf(units), ...spanOf(month) });
}

export async function forgetCopies(db: Querier, units: readonly ArchivedUnit[], month: Month): Promise<void> {
  for (const level of ['hours', 'days', 'months', 'parameter_hours', 'parameter_days', 'parameter_months'])
    await db.many(`archive.forget_${level}`, { unitKeys: keysOf(units), ...spanOf(month) });
}

/** Removes the month's readings and samples. */
export async function removeMonth(db: Querier, units: readonly ArchivedUnit[], month: Month): Promise<void> {
  for (const { unitKey } of units) {
    await db.many('archive.remove_readings', { unitKey, ...spanOf(month) });
    await db.many('archive.remove_samples', { unitKey, ...spanOf(month) });
  }
}

export const sealMonth = async (db: Querier, industryKey: number, { from }: Month, at: Date): Promise<void> => {
  await db.many('archive.seal', { industryKey, from, at });
};

export const unsealMonth = async (db: Querier, industryKey: number, { from }: Month): Promise<void> => {
  await db.many('archive.unseal', { industryKey, from });
};

export const renewStates = async (db: Querier, units: readonly ArchivedUnit[], month: Month): Promise<void> => {
  for (const { unitKey } of units) await db.many('archive.renew_state', { unitKey, ...spanOf(month) });
};
