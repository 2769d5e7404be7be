import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface FillableDisk {
  readonly directory: string;
  /** Leaves this many bytes free. */
  fill(freeBytes: number): void;
  /** Takes away what fill() put there. */
  makeRoom(): void;
}

interface SmallDisk extends FillableDisk {
  /** Everything that has files there must have ended. */
  remove(): void;
}

/** A disk in memory, which fills up like any other; null where this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', directory], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(directory, { recursive: true });
    return null;
  }
  return {
    ...fillableDisk(directory),
    remove: () => {
      execFileSync('umount', ['-l', directory]);
      rmSync(directory, { recursive: true });
    },
  };
}

/** The disk of a directory in which this user may put a file. */
export function fillableDisk(directory: string): FillableDisk {
  const ballast = join(directory, 'ballast');
  return {
    directory,
    fill: (freeBytes) => {
      const { bavail, bsize } = statfsSync(directory);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes), 1));
      } catch (error) {
        // Others were faster with what was free.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
  };
}
