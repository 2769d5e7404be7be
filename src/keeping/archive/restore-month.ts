import type { Archive } from '../archive-files/archive.ts';
import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { ArchiveState, Month } from '../rules/archive/months.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { differingUnit, type Manifest, rowCount, folderOf } from '../rules/archive/manifest.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { eachDate, monthOf } from '../../kernel/time/business-date.ts';
import { monthKeyOf } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import {
  type ArchivedUnit,
  copyRollups,
  forgetCopies,
  monthFacts,
  renewStates,
  rowCounts,
  sealMonth,
  unitsOfAllTime,
  unsealMonth,
} from '../store/archive.ts';
import { restoreReadings, restoreSamples } from '../store/archive-rows.ts';
import { findArchive, noteRestored, noteWritten } from '../store/archives.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { markStale } from '../../ledger/store/ledger.ts';
import { parameterKeys } from '../../readings/store/readings.ts';
import { addDueRollups, isMaterialisedSince, refreshRollups } from '../../figures/store/upkeep.ts';
import { mayMaterialise } from '../../figures/rollups/may-materialise.ts';
import { fetchFiles, fetchManifest, readingsIn, samplesIn } from './read-files.ts';
import { holdIndustry } from './seal-month.ts';
import { withStaging } from './staging.ts';

export interface RestoredMonth {
  readonly manifest: Manifest;
  /** restored: the readings have come back; any other state: the database had all of them. */
  readonly state: ArchiveState;
  readonly isRestored: boolean;
  /** Business days that need a rebuild. */
  readonly staleDates: readonly BusinessDate[];
}

/**
 * Brings a month back from the archive, every column of every reading as it was. The files are proven before anything
 * is stored. The month stays sealed while its readings are stored some at a time, so that other work gets its turn. The
 * transaction that finds all of them stored removes the seal. After an interruption the same request goes on.
 * @throws ServiceError 404 when the archive has no such month; 400 when it cannot be restored, and the month stays as
 * it is
 */
export const restoreMonth = (
  context: DataContext,
  archive: Archive,
  actor: Actor,
  industry: Industry,
  month: Month,
): Promise<RestoredMonth> =>
  withStaging(async (directory) => {
    const { database } = context;
    const { industryKey, industryId } = industry;
    const name = monthOf(month.from);
    const manifest = await fetchManifest(archive, directory, industryId, month.from);
    const known = await findArchive(database, industryKey, month);
    if (manifest === null) {
      const elsewhere =
        known === null || known.location === archive.location
          ? ''
          : ': they were archived at another place, which table operations.archive keeps';
      throw new ServiceError(404, `The archive has no readings of ${name} of industry ${industryId}${elsewhere}`);
    }
    if (known !== null && differingUnit(known.manifest.units, manifest.units) !== null)
      throw new ServiceError(400, `The manifest of the archive of ${name} is not the one that was written`);
    const units = await archivedUnits(database, industryKey, manifest);
    // The files are fetched before the month is sealed, because nobody removes a seal that has no files.
    await fetchFiles(archive, directory, manifest);
    if (!(await isToBeRestored(context, industryKey, month, { units, manifest }))) {
      const state = known?.state ?? 'written';
      await database.transaction(async (transaction) => {
        if (known === null) await noteWritten(transaction, industryKey, manifest, archive.location);
        await audit(transaction, context, actor, industryKey, { manifest, isRestored: false });
      });
      return { manifest, state, isRestored: false, staleDates: [] };
    }
    await storeAll(database, directory, units, month);
    // Beyond what is materialised rollups are added up from the readings that have come. Unsealed days are due anyway.
    if (await isMaterialisedSince(database, month.from))
      await refreshRollups(database, month.from, month.to, (await mayMaterialise(context, month.to)).before);
    const staleDates = await unseal(context, actor, industryKey, month, { units, manifest, archive });
    return { manifest, state: 'restored', isRestored: true, staleDates };
  });

interface Restoring {
  readonly units: readonly ArchivedUnit[];
  readonly manifest: Manifest;
}

/**
 * Units of the industry with readings in the archive.
 * @throws ServiceError 400 when the industry lacks one of them.
 */
async function archivedUnits(db: Querier, industryKey: number, manifest: Manifest): Promise<ArchivedUnit[]> {
  const units = new Map((await unitsOfAllTime(db, industryKey)).map((unit) => [unit.unitId, unit]));
  const lacking = manifest.units.filter(({ unitId }) => !units.has(unitId)).map(({ unitId }) => unitId);
  if (lacking.length > 0)
    throw new ServiceError(400, `The industry lacks units that the archive holds readings of: ${lacking.join(', ')}`);
  return manifest.units.flatMap(({ unitId }) => units.get(unitId) ?? []);
}

export const retentionError = (month: Month): ServiceError =>
  new ServiceError(
    400,
    `${monthOf(month.from)} cannot be restored: retention removes readings of its days; READING_RETENTION_DAYS says how long they are kept`,
  );

/**
 * Whether readings have to be restored. A month without readings in the database is sealed first, so that no others
 * come meanwhile. false: the database has all of them.
 */
const isToBeRestored = (
  { database, clock }: DataContext,
  industryKey: number,
  month: Month,
  { units, manifest }: Restoring,
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const { sealed } = await holdIndustry(transaction, industryKey);
    if (sealed.before !== null && month.from < sealed.before) throw retentionError(month);
    if (sealed.months.has(monthKeyOf(month.from))) return true;
    const all = await unitsOfAllTime(transaction, industryKey);
    const found = await monthFacts(transaction, all, month);
    if (differingUnit(found, manifest.units) === null) return false;
    if (found.length > 0)
      throw new ServiceError(
        400,
        `The database has readings of ${monthOf(month.from)} that are not those of the archive; nothing was restored`,
      );
    await copyRollups(transaction, units, month);
    await sealMonth(transaction, industryKey, month, new Date(clock.now()));
    return true;
  });

async function storeAll(
  database: DataContext['database'],
  directory: string,
  units: readonly ArchivedUnit[],
  month: Month,
): Promise<void> {
  // A month without readings stays empty, because nothing else stores readings while it is sealed.
  const isEmpty = (await rowCounts(database, units, month)).size === 0;
  const keys = new Map(units.map(({ unitId, unitKey }) => [unitId, unitKey]));
  const keyOf = (unitId: string): number => {
    const key = keys.get(unitId);
    if (key === undefined) throw new Error(`The file holds unit ${unitId}, of which the manifest knows nothing.`);
    return key;
  };
  for await (const { unitId, rows } of readingsIn(directory))
    await restoreReadings(database, keyOf(unitId), rows, isEmpty);
  for await (const { unitId, rows } of samplesIn(directory)) {
    const parameters = await parameterKeys(database, [...new Set(rows.parameter)]);
    await restoreSamples(database, keyOf(unitId), rows, parameters, isEmpty);
  }
}

/** @returns the business days that were marked. */
const unseal = (
  context: DataContext,
  actor: Actor,
  industryKey: number,
  month: Month,
  { units, manifest, archive }: Restoring & { archive: Archive },
): Promise<BusinessDate[]> =>
  context.database.transaction(async (transaction) => {
    const { sealed } = await holdIndustry(transaction, industryKey);
    if (sealed.before !== null && month.from < sealed.before) throw retentionError(month);
    const all = await unitsOfAllTime(transaction, industryKey);
    const unitId = differingUnit(await monthFacts(transaction, all, month), manifest.units);
    if (unitId !== null)
      throw new ServiceError(
        400,
        `The readings of unit ${unitId} of ${monthOf(month.from)} are not those of the archive; the month stays sealed`,
      );
    await unsealMonth(transaction, industryKey, month);
    await forgetCopies(transaction, all, month);
    await renewStates(transaction, units, month);
    const dates = [...eachDate(month.from, month.to)];
    await markStale(
      transaction,
      industryKey,
      dates.flatMap((businessDate) =>
        units.map(({ unitKey }) => ({ businessDate, unitKey, cause: 'restored archive' as const })),
      ),
      new Date(context.clock.now()),
    );
    await addDueRollups(transaction, month.from, month.to);
    // Files of another database belong to this one's archive from now on.
    await noteWritten(transaction, industryKey, manifest, archive.location);
    await noteRestored(transaction, industryKey, month, new Date(context.clock.now()));
    await audit(transaction, context, actor, industryKey, { manifest, isRestored: true });
    return dates;
  });

const audit = (
  transaction: Querier,
  { clock }: DataContext,
  actor: Actor,
  industryKey: number,
  { manifest, isRestored }: { manifest: Manifest; isRestored: boolean },
): Promise<void> =>
  writeAudit(transaction, {
    at: clock.now(),
    actor,
    industryKey,
    verb: 'archive.restore',
    subject: monthOf(manifest.month),
    before: null,
    after: { location: folderOf(manifest.industryId, manifest.month), rows: isRestored ? rowCount(manifest) : 0 },
  });
