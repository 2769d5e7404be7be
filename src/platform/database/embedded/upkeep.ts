/**
 * The work of a PostgreSQL server's background processes. The engine has none: without a checkpoint its log would grow
 * for ever and the next start would replay all of it.
 */
import type { SessionQueue, QueueOwner } from './session-queue.ts';
import type { DatabaseSession } from './session.ts';

const CHECK_MILLISECONDS = 15_000;
/** Log written since the last checkpoint that makes the next one due, in bytes. */
const CHECKPOINT_BYTES = 128 * 1024 * 1024;

export class Upkeep {
  readonly #timer: NodeJS.Timeout;
  #checkpointAt: string;

  /** @param broken called when a statement of the upkeep fails, which only a broken engine does */
  constructor(session: DatabaseSession, queue: SessionQueue<QueueOwner>, broken: (error: unknown) => never) {
    this.#checkpointAt = logPosition(session);
    this.#timer = setInterval(() => {
      queue.submitHostWork(() => {
        try {
          this.#checkpointWhenDue(session);
        } catch (error) {
          broken(error);
        }
      });
    }, CHECK_MILLISECONDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #checkpointWhenDue(session: DatabaseSession): void {
    const [row] = session.command(
      `SELECT pg_catalog.pg_current_wal_lsn() - '${this.#checkpointAt}' > ${CHECKPOINT_BYTES}`,
    );
    if (row?.[0] !== 't') return;
    session.command('CHECKPOINT');
    this.#checkpointAt = logPosition(session);
  }
}

function logPosition(session: DatabaseSession): string {
  return session.command('SELECT pg_catalog.pg_current_wal_lsn()')[0]?.[0] ?? '0/0';
}
