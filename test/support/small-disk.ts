import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface SmallDisk {
  readonly directory: string;
  /** Leaves this many bytes free. */
  fill(freeBytes: number): void;
  /** Takes away what fill() put there. */
  makeRoom(): void;
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
  const ballast = join(directory, 'ballast');
  return {
    directory,
    fill: (freeBytes) => {
      const { bavail, bsize } = statfsSync(directory);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes), 1));
    },
    makeRoom: () => rmSync(ballast),
    remove: () => {
      execFileSync('umount', ['-l', directory]);
      rmSync(directory, { recursive: true });
    },
  };
}
