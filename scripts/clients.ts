import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SURFACES } from '../src/platform/http/route-terms.ts';
import { surfaceDocument } from '../src/service/surface-documents.ts';
import { pythonOf } from './clients/python.ts';
import { typescriptOf } from './clients/typescript.ts';
import { runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run clients',
  summary: 'Typed clients of the API for TypeScript and Python, from its OpenAPI documents. Needs no database.',
  flags: { out: { value: 'FOLDER', what: 'where they are written; clients unless given' } },
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const folder = values.out ?? 'clients';
  for (const surface of SURFACES) {
    const document = surfaceDocument(surface);
    writeFileSync(join(folder, 'typescript', `${surface}.ts`), typescriptOf(document));
    writeFileSync(join(folder, 'python', `water_${surface}.py`), pythonOf(document));
  }
  return 0;
});
