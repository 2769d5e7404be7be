import { constants } from 'node:os';
import type { Leftovers } from '../bench/leftovers.ts';

/** Has a stopped command remove what it has made before it ends. */
export function endsWithLeftovers(leftovers: Leftovers): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      const end = (): never => process.exit(128 + constants.signals[signal]);
      leftovers.removeAll().then(end, (error: Error) => {
        process.stderr.write(`${error.message}\n`);
        end();
      });
    });
}
