import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { surfaceDocument } from '../src/http/docs/surface-documents.ts';
import { SURFACES } from '../src/http/route-declaration.ts';
import { runCommand } from './support/open.ts';

const USAGE = `Usage: npm run openapi -- --surface ${SURFACES.join('|')} (to standard output) or --out FOLDER (all of them, openapi-<surface>.json)`;

await runCommand(async () => {
  const { values } = parseArgs({ options: { surface: { type: 'string' }, out: { type: 'string' } } });
  const textOf = (surface: (typeof SURFACES)[number]): string => `${JSON.stringify(surfaceDocument(surface), null, 2)}\n`;
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    for (const surface of SURFACES) writeFileSync(join(values.out, `openapi-${surface}.json`), textOf(surface));
    return 0;
  }
  const surface = SURFACES.find((name) => name === values.surface);
  if (surface === undefined) throw new Error(USAGE);
  process.stdout.write(textOf(surface));
  return 0;
});
