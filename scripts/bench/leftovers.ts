import { reasonOf } from '../../src/kernel/reason-of.ts';
type Remove = () => Promise<void>;

/**
 * What the bench makes beside its figures: databases, directories, processes. Gone at the end of a row, when it fails
 * and when a signal stops it.
 */
export interface Leftovers {
  /** Told before or as the thing is made, never after. */
  add(remove: Remove): void;
  /** The newest first, each even when another one fails. @throws Error that names what could not be removed. */
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
      // The end of a row and a signal may come together: the order holds for both.
      removing ??= removeWaiting().finally(() => {
        removing = null;
      });
      return removing;
    },
  };
}
