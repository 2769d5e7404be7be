import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../../../kernel/process-alive.ts';
import { DAY_MS } from '../../../kernel/time/durations.ts';

const machine = (): string => encodeURIComponent(hostname());

/** This process in names of files. Containers that share a directory have process numbers of their own. */
export const processMark = (): string => `${machine()}-${process.pid}`;

/**
 * Removes what processes that were killed left in a directory under `{prefix}{mark of the process}{rest}`. A process of
 * another machine cannot be asked, so what is its goes once nothing was written for a day.
 */
export function removeLeftOvers(directory: string, prefix: string, rest = ''): void {
  const mark = new RegExp(`^(.+)-(\\d+)${rest}$`);
  for (const name of namesIn(directory)) {
    const [, maker, processId] = mark.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
    if (maker === undefined) continue;
    const path = join(directory, name);
    const isGone =
      maker === machine()
        ? !isProcessAlive(Number(processId))
        : Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > DAY_MS;
    if (isGone) rmSync(path, { recursive: true, force: true });
  }
}

/** Files of a directory. One that cannot be read has none here: whoever writes into it next tells the problem. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
