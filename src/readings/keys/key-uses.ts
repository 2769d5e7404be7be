import type { Context, DataContext } from '../../context.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import { addKeyUses } from '../../platform/login/store/device-keys.ts';
import type { IngestResult } from '../ingest.ts';

/** Counts of sent rows that a key keeps. */
type SentCounts = Pick<IngestResult, 'received' | 'rejected' | 'reasons'>;

export interface KeyUses {
  /**
   * Begins a request or message of a key. The returned function takes the counts of all its rows so far, as often as
   * they grow.
   */
  begin(keyId: string): (soFar: SentCounts) => void;
  /** Writes the counts of all keys. The promise resolves after the commit. */
  flush(): Promise<void>;
}

const PAUSE_MILLISECONDS = 1000;

interface Counted {
  lastUsedAt: EpochMillis;
  rowsAccepted: number;
  rowsRefused: number;
  readonly refusals: Record<string, number>;
}

/**
 * Counts are gathered in the process and written once a second for all keys together, so that counting costs no
 * statement per request. A killed process loses the counts of its last second, never rows. When the answer to the
 * commit is lost, that second is counted twice.
 */
export function createKeyUses({ database, clock, log }: DataContext & Pick<Context, 'log'>): KeyUses {
  let counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const add = (keyId: string, more: Readonly<Counted>): void => {
    const held = counted.get(keyId) ?? { lastUsedAt: more.lastUsedAt, rowsAccepted: 0, rowsRefused: 0, refusals: {} };
    counted.set(keyId, held);
    held.lastUsedAt = Math.max(held.lastUsedAt, more.lastUsedAt);
    held.rowsAccepted += more.rowsAccepted;
    held.rowsRefused += more.rowsRefused;
    for (const [code, count] of Object.entries(more.refusals)) held.refusals[code] = (held.refusals[code] ?? 0) + count;
    timer ??= setTimeout(() => void flush(), PAUSE_MILLISECONDS).unref();
  };

  async function write(): Promise<void> {
    const taken = counted;
    counted = new Map();
    if (taken.size === 0) return;
    try {
      await addKeyUses(
        database,
        [...taken].map(([keyId, counts]) => ({ keyId, ...counts })),
      );
    } catch (error) {
      log.warn({ keys: taken.size, error: reasonOf(error) }, 'use of device keys could not be written, trying again');
      for (const [keyId, counts] of taken) add(keyId, counts);
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }

  return {
    begin(keyId) {
      add(keyId, { lastUsedAt: clock.now(), rowsAccepted: 0, rowsRefused: 0, refusals: {} });
      let before: SentCounts = { received: 0, rejected: 0, reasons: {} };
      return ({ received, rejected, reasons }) => {
        const more = Object.entries(reasons).map(([code, count]) => [code, count - (before.reasons[code] ?? 0)]);
        add(keyId, {
          lastUsedAt: clock.now(),
          rowsAccepted: received - rejected - (before.received - before.rejected),
          rowsRefused: rejected - before.rejected,
          refusals: Object.fromEntries(more),
        });
        before = { received, rejected, reasons: { ...reasons } };
      };
    },
    flush,
  };
}
