import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { FIRST_SCHEMA_VERSION, type Manifest, SCHEMA_VERSION } from '../rules/archive/manifest.ts';
import { businessDate } from '../../kernel/time/business-date.ts';
import { ArchiveError } from './archive.ts';

const facts = z.object({ rows: z.number().int(), sum: z.string(), checksum: z.string() }).nullable();

const manifest = z.object({
  schemaVersion: z.literal([FIRST_SCHEMA_VERSION, SCHEMA_VERSION], {
    error: `is another version of archives than ${FIRST_SCHEMA_VERSION} and ${SCHEMA_VERSION}`,
  }),
  industryId: z.string(),
  month: z.string().transform(businessDate),
  writtenAt: z.string(),
  writtenBy: z.string(),
  units: z.array(z.object({ unitId: z.string(), readings: facts, samples: facts })),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
});

export const writeManifest = (path: string, written: Manifest): Promise<void> =>
  writeFile(path, `${JSON.stringify(written, null, 2)}\n`);

/** @throws ArchiveError for a file that is no manifest of this version */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, 'utf8');
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const problem = issue === undefined ? 'it is not JSON' : `its ${issue.path.join('.')} ${issue.message}`;
    throw new ArchiveError(`The manifest of the archive cannot be read: ${problem}`, { cause: error });
  }
}
