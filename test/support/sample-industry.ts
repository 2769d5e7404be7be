import { createReadStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { SentRow } from '../../src/readings/sent-rows.ts';
import { csvRows } from '../../src/readings/csv-rows.ts';
import { ingestReadings, type IngestResult } from '../../src/readings/ingest.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { findIndustry } from '../../src/platform/directory/store/industries.ts';
import { mintId } from './database.ts';

const folder = new URL('../../scripts/sample-data/', import.meta.url);

interface Bundle {
  industry: { industryId: string };
  users: { username: string; email: string }[];
  units: { unitId: string; meta: Record<string, unknown> }[];
}

/**
 * The sample bundle under an id of its own, so that several test files can hold it at the same time. `change` may alter
 * it before it is provisioned.
 */
export async function provisionSample(
  context: Context,
  name: 'sample-industry' | 'second-industry',
  change: (bundle: Bundle) => void = () => {},
): Promise<Industry> {
  // A file of this repository.
  const bundle = JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8')) as Bundle;
  const industryId = mintId(bundle.industry.industryId);
  bundle.industry.industryId = industryId;
  for (const user of bundle.users) {
    const suffix = industryId
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(-12);
    user.username = `${user.username.split('.').at(-1)}.${suffix}`;
    user.email = `${suffix}.${user.email}`;
  }
  change(bundle);
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  const industry = await findIndustry(context.database, industryId, context.clock.now());
  if (industry === null) throw new Error('The sample industry was not stored.');
  return industry;
}

/**
 * Imports the sample readings of these units (all of the bundle's when none are named), or those of their rows that
 * `keep` picks.
 */
export async function importSample(
  context: Context,
  industry: Industry,
  unitIds: readonly string[] = [...industry.units.keys()],
  keep: (row: unknown) => boolean = () => true,
): Promise<IngestResult[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'));
  const results: IngestResult[] = [];
  for (const unitId of unitIds) {
    const file = files.find(
      (name) => name === `readings-${unitId}.csv.gz` || name === `second-readings-${unitId}.csv.gz`,
    );
    if (file === undefined) continue;
    const stream = createReadStream(new URL(file, folder)).pipe(createGunzip());
    results.push(
      await ingestReadings({ context, onStaleDays: async () => {} }, industry, picked(csvRows(stream), keep), 'csv'),
    );
  }
  return results;
}

async function* picked(
  groups: AsyncIterable<readonly SentRow[]>,
  keep: (row: unknown) => boolean,
): AsyncGenerator<SentRow[]> {
  for await (const group of groups) yield group.filter((raw) => 'row' in raw && keep(raw.row));
}

/** Cells of the first table of scripts/sample-data/README.md whose header line starts as given; header first. */
export async function readmeTable(headerStart: string, after = ''): Promise<string[][]> {
  const text = await readFile(new URL('README.md', folder), 'utf8');
  const lines = text.slice(text.indexOf(after)).split('\n');
  const first = lines.findIndex((line) => line.startsWith(headerStart));
  if (first === -1) throw new Error(`No table starts with ${headerStart}`);
  const rows: string[][] = [];
  for (const line of lines.slice(first)) {
    if (!line.startsWith('|')) break;
    if (!line.startsWith('|---') && !line.startsWith('| ---'))
      rows.push(
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  }
  return rows;
}
