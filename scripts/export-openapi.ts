import { writeFileSync } from 'node:fs';
import { makeDirectory } from '../src/platform/database/directory.ts';
import { join } from 'node:path';
import { surfaceDocument } from '../src/service/surface-documents.ts';
import { SURFACES } from '../src/platform/http/route-terms.ts';
import { runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run openapi',
  summary: 'The OpenAPI 3.1 documents, for client generators. Needs no database.',
  flags: {
    surface: { value: SURFACES.join('|'), what: 'one document, to standard output' },
    out: { value: 'FOLDER', what: 'all of them, as openapi-<surface>.json in this folder' },
  },
} as const;

await runCommand(COMMAND, async ({ values }) => {
  if ((values.out === undefined) === (values.surface === undefined))
    throw new Error('--surface or --out: needed is one of them');
  const textOf = (surface: (typeof SURFACES)[number]): string =>
    `${JSON.stringify(surfaceDocument(surface), null, 2)}\n`;
  if (values.out !== undefined) {
    makeDirectory(values.out);
    for (const surface of SURFACES) writeFileSync(join(values.out, `openapi-${surface}.json`), textOf(surface));
    return 0;
  }
  const surface = SURFACES.find((name) => name === values.surface);
  if (surface === undefined) throw new Error(`--surface is '${values.surface}', allowed are ${SURFACES.join(', ')}`);
  process.stdout.write(textOf(surface));
  return 0;
});
