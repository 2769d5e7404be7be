import type { Archive } from '../archive-files/archive.ts';
import type { DataContext } from '../../context.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import {
  dataFileName,
  fileName,
  FIRST_SCHEMA_VERSION,
  type Manifest,
  MANIFEST_FILE,
  rowCount,
  folderOf,
} from '../rules/archive/manifest.ts';
import type { Month } from '../rules/archive/months.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { monthOf } from '../../kernel/time/business-date.ts';
import { findArchive, forgetArchive, noteRemovalBegun } from '../store/archives.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { withStaging } from './staging.ts';
import { withdrawMonth } from '../lake/month-in-tables.ts';
import { retentionError, type RestoredMonth } from './restore-month.ts';

/**
 * The state of a month whose removal of files began and may be incomplete. Its readings were in the database then, and
 * nothing has archived them since, so there is nothing to restore.
 * @returns null: no removal has begun
 * @throws ServiceError 400 where the files are to stay or lie elsewhere, or the readings are gone meanwhile
 */
export async function halfRemoved(
  { database }: Pick<DataContext, 'database'>,
  { location }: Pick<Archive, 'location'>,
  industryKey: number,
  month: Month,
  deleteBlob: boolean,
): Promise<RestoredMonth | null> {
  const known = await findArchive(database, industryKey, month);
  if (known === null || !known.isBeingRemoved) return null;
  if (!deleteBlob)
    throw new ServiceError(
      400,
      `The files of ${monthOf(month.from)} are being removed, its readings are in the database: deleteBlob=true removes what is left of them`,
    );
  if (known.location !== location)
    throw new ServiceError(
      400,
      `The files of ${monthOf(month.from)} are being removed, and ARCHIVE_URL names another place now: set it to the former one, which table operations.archive keeps, or archive the month again`,
    );
  const { before } = await sealedDays(database, industryKey);
  if (before !== null && month.from < before) throw retentionError(month);
  return { manifest: known.manifest, state: known.state, isRestored: false, staleDates: [] };
}

/**
 * Removes the files of a month whose readings are in the database. The intent is recorded first, so that the same
 * request finishes an interrupted removal. The tables give the files up before they go, and the manifest is removed
 * last.
 */
export const removeFiles = (
  { database, clock }: Pick<DataContext, 'database' | 'clock'>,
  archive: Archive,
  { actor, industry: { industryKey, industryId } }: { actor: Actor; industry: Industry },
  month: Month,
  manifest: Manifest,
): Promise<void> =>
  withStaging(async (directory) => {
    await noteRemovalBegun(database, industryKey, month, { at: new Date(clock.now()), location: archive.location });
    await withdrawMonth(archive, directory, manifest, clock.now());
    // An archive that was cut off while it replaced one of the first version left that one's files.
    for (const schemaVersion of [manifest.schemaVersion, FIRST_SCHEMA_VERSION])
      for (const { name } of manifest.files) await archive.remove(dataFileName({ ...manifest, schemaVersion }, name));
    await archive.remove(fileName(industryId, month.from, MANIFEST_FILE));
    await database.transaction(async (transaction) => {
      await forgetArchive(transaction, industryKey, month);
      await writeAudit(transaction, {
        at: clock.now(),
        actor,
        industryKey,
        verb: 'archive.remove',
        subject: monthOf(month.from),
        before: { location: folderOf(industryId, month.from), rows: rowCount(manifest) },
        after: null,
      });
    });
  });
