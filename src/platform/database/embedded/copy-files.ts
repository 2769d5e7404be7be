/** Copies a database's files: most of them while it is written to, the rest while it stands still. */
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

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

/** Copies anew what was touched since, or is new, and removes what is gone. Nobody may write meanwhile. */
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
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
