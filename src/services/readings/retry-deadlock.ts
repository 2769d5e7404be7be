const DEADLOCK = '40P01';
const ATTEMPTS = 5;

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === DEADLOCK;

/**
 * Runs a transaction again when it lost a deadlock. Rows are locked in one order everywhere, but creating a chunk of a
 * hypertable takes a lock of its own in between, and then two senders of old rows may wait for each other.
 */
export async function retryDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}
