import { join } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import { writeManifest } from '../../archive/manifest-file.ts';
import type { DataContext } from '../../context.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { fileName, type Manifest, MANIFEST_FILE, rowCount, SCHEMA_VERSION } from '../../domain/archive/manifest.ts';
import type { Month } from '../../domain/archive/months.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { monthOf } from '../../domain/time/business-date.ts';
import { writeIso } from '../../domain/time/iso.ts';
import { unitsEver } from '../../store/archive.ts';
import { noteWritten } from '../../store/archives.ts';
import { writeAudit } from '../../store/audit.ts';
import { fetchFiles } from './read-files.ts';
import { withStaging } from './staging.ts';
import { writeFiles } from './write-files.ts';

/**
 * Writes a month of an industry into the archive. The files are fetched again and read, row by row, before the manifest
 * is written that makes them an archive.
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
    const units = await unitsEver(database, industryKey);
    const written = await writeFiles(database, directory, { industryId, units, month });
    if (written === null) return null;
    const now = clock.now();
    const manifest: Manifest = {
      schemaVersion: SCHEMA_VERSION,
      industryId,
      month: month.from,
      writtenAt: writeIso(now),
      writtenBy: actor.userId,
      ...written,
    };
    for (const { name } of manifest.files)
      await archive.put(fileName(industryId, month.from, name), join(directory, name));
    await withStaging((again) => fetchFiles(archive, again, manifest));
    const path = join(directory, MANIFEST_FILE);
    await writeManifest(path, manifest);
    await archive.put(fileName(industryId, month.from, MANIFEST_FILE), path);
    await database.transaction(async (transaction) => {
      await noteWritten(transaction, industryKey, manifest, archive.location);
      await writeAudit(transaction, {
        at: now,
        actor,
        industryKey,
        verb: 'archive.write',
        subject: monthOf(month.from),
        before: null,
        after: { location: archive.location, rows: rowCount(manifest) },
      });
    });
    return manifest;
  });
