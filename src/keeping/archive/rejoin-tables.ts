import type { Archive } from '../archive-files/archive.ts';
import type { DataContext } from '../../context.ts';
import { FIRST_SCHEMA_VERSION, type Manifest } from '../rules/archive/manifest.ts';
import { enterMonth, isInTables } from '../lake/month-in-tables.ts';
import { fetchFiles } from './read-files.ts';
import { withStaging } from './staging.ts';

/**
 * Puts a sealed month into the tables that engines read, where they were lost or name the archive's former place. Its
 * files stay as they are. They are fetched and proven, because the tables say what is in them.
 */
export const rejoinTables = ({ clock }: Pick<DataContext, 'clock'>, archive: Archive, manifest: Manifest) =>
  withStaging(async (directory) => {
    if (manifest.schemaVersion === FIRST_SCHEMA_VERSION || (await isInTables(archive, directory, manifest))) return;
    await fetchFiles(archive, directory, manifest);
    await enterMonth(archive, directory, manifest, clock.now());
  });
