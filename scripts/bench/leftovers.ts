import { reasonOf } from '../../src/kernel/reason-of.ts';
type Remove = () => Promise<void>;

/**
 * Temporary things of the bench: databases, directories, processes. All are removed at the end of a row, at its failure
 * and at a stop signal.
 */
export interface Leftovers {
  /** Registers a removal before or while the thing is made, never after. */
  add(remove: Remove): void;
  /**
   * Removes all leftovers, newest first, each even when another fails. @throws Error that names those that could not be
   * removed.
   */
  removeAll(): Promise<void>;
}

export function createLeftovers(): Leftovers {
  const waiting: Remove[] = [];
  let removing: Promise<void> | null = null;
  const removeWaiting = async (): Promise<void> => {
    const problems: string[] = [];
    for (let remove = waiting.pop(); remove !== undefined; remove = waiting.pop()) {
      await remove().catch((error: unknown) => problems.push(reasonOf(error)));
    }
    if (problems.length > 0) throw new Error(`What the bench made is not all gone: ${problems.join('; ')}`);
  };
  return {
    add: (remove) => {
      waiting.push(remove);
    },
    removeAll: () => {
      // A signal may come at the end of a row. Both removals then share one order.
      removing ??= removeWaiting().finally(() => {
        removing = null;
      });
      return removing;
    },
  };
}
