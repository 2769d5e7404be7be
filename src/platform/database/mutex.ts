import type { NamedStatements } from './named-query.ts';

/** Named locks over all processes: one holder a key at a time. */
export interface Mutex {
  /** Waits for the lock. Must not be called inside a transaction, nor by work that holds a lock of the same key. */
  withLock<T>(key: number, work: () => Promise<T>): Promise<T>;
  /** null at once, and nothing is done, where someone else holds the lock or waits for it in this process. */
  tryWithLock<T>(key: number, work: () => Promise<T>): Promise<T | null>;
}

/**
 * Locks by key. Waiters of a process queue up in memory, so that a key holds one connection at most. The lock between
 * processes is an advisory one. A transaction that does nothing else holds it, because the work may be unable to run
 * inside a transaction.
 * @param isOneSession no two statements run at once, and an open transaction would keep the work itself waiting
 */
export function createMutex(
  transaction: <T>(work: (querier: NamedStatements) => Promise<T>) => Promise<T>,
  isOneSession: boolean,
): Mutex {
  const last = new Map<number, Promise<void>>();

  async function withProcessLock<T>(key: number, work: () => Promise<T>): Promise<T> {
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
    withLock: (key, work) =>
      withProcessLock(key, async () =>
        isOneSession
          ? work()
          : transaction(async (querier) => {
              await querier.many('mutex.lock', { key });
              return work();
            }),
      ),
    async tryWithLock<T>(key: number, work: () => Promise<T>): Promise<T | null> {
      if (last.has(key)) return null;
      return withProcessLock(key, async () =>
        isOneSession
          ? work()
          : transaction(async (querier) => {
              const { taken } = await querier.one<{ taken: boolean }>('mutex.try_lock', { key });
              return taken ? work() : null;
            }),
      );
    },
  };
}
