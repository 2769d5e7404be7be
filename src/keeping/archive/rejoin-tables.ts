import { type Archive, ArchiveError } from '../archive-files/archive.ts';
import type { DataContext } from '../../context.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import { monthOf } from '../../kernel/time/business-date.ts';
import { differingUnit, FIRST_SCHEMA_VERSION, type Manifest } from '../rules/archive/manifest.ts';
import { enterMonth, readTables } from '../lake/month-in-tables.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { notePlace, type StoredArchive } from '../store/archives.ts';
import { fetchFiles, fetchManifest } from './read-files.ts';
import { withStaging } from './staging.ts';

/**
 * Puts sealed months of an industry into the tables that engines read, where they were lost or name the archive's
 * former place. Their files stay as they are. They are fetched and proven, because the tables say what is in them. A
 * month that is in no archive of the present place is left out. One that is there is the archive's from then on.
 * @returns the archives, each with the place where it is now, and the months that could not be put there, which stay as
 *   they were
 */
export async function rejoinTables(
  { clock, database }: DataContext,
  archive: Archive,
  { industryId, industryKey }: Pick<Industry, 'industryId' | 'industryKey'>,
  sealed: readonly StoredArchive[],
): Promise<{ readonly archives: readonly StoredArchive[]; readonly problems: readonly ErrorDetail[] }> {
  if (sealed.length === 0) return { archives: [], problems: [] };
  return withStaging(async (directory) => {
    const problems: ErrorDetail[] = [];
    const moved = new Set<StoredArchive>();
    let tables: Awaited<ReturnType<typeof readTables>> | null = null;
    for (const known of sealed) {
      try {
        const manifest = await manifestHere(archive, directory, known);
        if (manifest === null || manifest.schemaVersion === FIRST_SCHEMA_VERSION) continue;
        tables ??= await readTables(archive, directory, industryId);
        if (!tables.have(manifest)) {
          await fetchFiles(archive, directory, manifest);
          await enterMonth(archive, directory, manifest, clock.now());
        }
        if (known.location === archive.location) continue;
        await notePlace(database, industryKey, manifest.month, archive.location);
        moved.add(known);
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        const field = monthOf(known.manifest.month);
        problems.push({ field, problem: `Sealed month ${field} cannot join the tables again: ${error.message}` });
      }
    }
    const { location } = archive;
    return { archives: sealed.map((known) => (moved.has(known) ? { ...known, location } : known)), problems };
  });
}

/** An archive that was copied or moved has the manifest that the database knows. Another place may have another. */
async function manifestHere(
  archive: Archive,
  directory: string,
  { manifest: known, location }: StoredArchive,
): Promise<Manifest | null> {
  if (location === archive.location) return known;
  const found = await fetchManifest(archive, directory, known.industryId, known.month);
  return found !== null && differingUnit(found.units, known.units) === null ? found : null;
}
