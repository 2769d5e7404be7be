import type { Archive } from '../archive-files/archive.ts';
import type { DataContext } from '../../context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { monthOf } from '../../kernel/time/business-date.ts';
import { differingUnit, FIRST_SCHEMA_VERSION, type Manifest } from '../rules/archive/manifest.ts';
import { enterMonth, isInTables } from '../lake/month-in-tables.ts';
import { fetchFiles, fetchManifest } from './read-files.ts';
import { withStaging } from './staging.ts';

/** The sealed month stays as it was, so the months after it can be archived all the same. */
export class NotRejoined extends ServiceError {}

/**
 * Puts a sealed month into the tables that engines read, where they were lost or name the archive's former place. Its
 * files stay as they are. They are fetched and proven, because the tables say what is in them. Nothing is done where
 * the month is in no archive of the present place.
 * @param known of the database
 * @throws NotRejoined
 */
export async function rejoinTables(
  { clock }: Pick<DataContext, 'clock'>,
  archive: Archive,
  known: { readonly manifest: Manifest; readonly location: string },
): Promise<void> {
  try {
    await withStaging(async (directory) => {
      const manifest = await manifestHere(archive, directory, known);
      if (manifest === null || manifest.schemaVersion === FIRST_SCHEMA_VERSION) return;
      if (await isInTables(archive, directory, manifest)) return;
      await fetchFiles(archive, directory, manifest);
      await enterMonth(archive, directory, manifest, clock.now());
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const name = monthOf(known.manifest.month);
    throw new NotRejoined(error.code, `Sealed month ${name} cannot join the tables again: ${error.message}`);
  }
}

/** An archive that was copied or moved has the manifest that the database knows. Another place may have another. */
async function manifestHere(
  archive: Archive,
  directory: string,
  { manifest: known, location }: Parameters<typeof rejoinTables>[2],
): Promise<Manifest | null> {
  if (location === archive.location) return known;
  const found = await fetchManifest(archive, directory, known.industryId, known.month);
  return found !== null && differingUnit(found.units, known.units) === null ? found : null;
}
