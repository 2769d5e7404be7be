import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Archive } from '../archive-files/archive.ts';
import { writeManifest } from '../archive-files/manifest-file.ts';
import type { DataContext } from '../../context.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import {
  dataFileName,
  differingUnit,
  fileName,
  FIRST_SCHEMA_VERSION,
  type Manifest,
  MANIFEST_FILE,
  rowCount,
  SCHEMA_VERSION,
  folderOf,
} from '../rules/archive/manifest.ts';
import type { Month } from '../rules/archive/months.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { monthOf } from '../../kernel/time/business-date.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import { unitsOfAllTime } from '../store/archive.ts';
import { findArchive, noteWritten } from '../store/archives.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { enterMonth, withdrawMonth } from '../lake/month-in-tables.ts';
import { fetchFiles, fetchManifest } from './read-files.ts';
import { withStaging } from './staging.ts';
import { writeFiles } from './write-files.ts';

/**
 * Writes a month of an industry into the archive. All files are fetched again and read, row by row. Only then the
 * manifest is written, which makes them an archive, and the tables that engines read get them.
 * @returns null: the month has no readings
 */
export const archiveMonth = (
  { database, clock }: DataContext,
  archive: Archive,
  actor: Actor,
  { industryKey, industryId }: Industry,
  month: Month,
): Promise<Manifest | null> =>
  withStaging(async (directory) => {
    const units = await unitsOfAllTime(database, industryKey);
    const written = await writeFiles(database, directory, { industryId, units, month });
    if (written === null) return null;
    const standing = await requireOwnPlace(database, archive, directory, {
      industryKey,
      industryId,
      month,
      units: written.units,
    });
    const now = clock.now();
    const manifest: Manifest = {
      schemaVersion: SCHEMA_VERSION,
      industryId,
      month: month.from,
      writtenAt: writeIso(now),
      writtenBy: actor.userId,
      ...written,
    };
    // Engines see the former files or the new ones: no table names a file while it is replaced by another.
    if (!isDeepStrictEqual(standing?.files, manifest.files)) await withdrawMonth(archive, directory, manifest, now);
    for (const { name } of manifest.files) await archive.put(dataFileName(manifest, name), join(directory, name));
    await withStaging((again) => fetchFiles(archive, again, manifest));
    const path = join(directory, MANIFEST_FILE);
    await writeManifest(path, manifest);
    await archive.put(fileName(industryId, month.from, MANIFEST_FILE), path);
    await enterMonth(archive, directory, manifest, now);
    for (const { name } of manifest.files)
      await archive.remove(dataFileName({ ...manifest, schemaVersion: FIRST_SCHEMA_VERSION }, name));
    await database.transaction(async (transaction) => {
      await noteWritten(transaction, industryKey, manifest, archive.location);
      await writeAudit(transaction, {
        at: now,
        actor,
        industryKey,
        verb: 'archive.write',
        subject: monthOf(month.from),
        before: null,
        after: { location: folderOf(industryId, month.from), rows: rowCount(manifest) },
      });
    });
    return manifest;
  });

/**
 * Refuses to overwrite an archive that this database has not written, because it may be the only copy of readings that
 * a back-up does not hold. An equal archive may be overwritten.
 * @returns the manifest that will be overwritten; null: there is none
 * @throws ServiceError 400
 */
async function requireOwnPlace(
  database: DataContext['database'],
  archive: Archive,
  directory: string,
  {
    industryKey,
    industryId,
    month,
    units,
  }: Pick<Industry, 'industryKey' | 'industryId'> & {
    readonly month: Month;
    readonly units: Manifest['units'];
  },
): Promise<Manifest | null> {
  const standing = await fetchManifest(archive, directory, industryId, month.from);
  if (standing === null || differingUnit(standing.units, units) === null) return standing;
  const known = await findArchive(database, industryKey, month);
  if (known !== null && differingUnit(known.manifest.units, standing.units) === null) return standing;
  throw new ServiceError(
    400,
    `The archive holds another ${monthOf(month.from)} of this industry, written ${standing.writtenAt}: restore it or move it away`,
  );
}
