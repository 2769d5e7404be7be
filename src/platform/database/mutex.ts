import type { NamedStatements } from './named-statements.ts';

/** Work of which one is done at a time, over all processes. */
export interface Turns {
  /** Waits for its turn. Must not be called inside a transaction, nor by work that has a turn of the same key. */
  alone<T>(key: number, work: () => Promise<T>): Promise<T>;
  /** Where someone else has the turn, or waits for it in this process: null at once, and nothing is done. */
  tryAlone<T>(key: number, work: () => Promise<T>): Promise<T | null>;
}

/**
 * Within a process those who wait queue up in memory, so that a key holds one connection at most. Between processes the
 * turn is an advisory lock. A transaction that does nothing else holds it, because the work may be what cannot run
 * inside one.
 *
 * @param isOneSession no two statements run at once, and an open transaction would keep the work itself waiting
 */
export function createTurns(
  transaction: <T>(work: (querier: NamedStatements) => Promise<T>) => Promise<T>,
  isOneSession: boolean,
): Turns {
  const last = new Map<number, Promise<void>>();

  async function inProcessTurn<T>(key: number, work: () => Promise<T>): Promise<T> {
    const before = last.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    last.set(key, promise);
    await before;
    try {
      return await work();
    } finally {
      if (last.get(key) === promise) last.delete(key);
      resolve();
    }
  }

  return {
    alone: (key, work) =>
      inProcessTurn(key, async () =>
        isOneSession
          ? work()
          : transaction(async (querier) => {
              await querier.many('turns.wait', [key]);
              return work();
            }),
      ),
    async tryAlone<T>(key: number, work: () => Promise<T>): Promise<T | null> {
      if (last.has(key)) return null;
      return inProcessTurn(key, async () =>
        isOneSession
          ? work()
          : transaction(async (querier) => {
              const { taken } = await querier.one<{ taken: boolean }>('turns.take', [key]);
              return taken ? work() : null;
            }),
      );
    },
  };
}
