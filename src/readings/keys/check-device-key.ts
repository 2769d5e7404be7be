import type { DataContext, Context } from '../../context.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { refusalOfKey, isSecretOf, type OpenKey, type PresentedKey } from '../../platform/login/rules/device-key.ts';
import { ServiceError, TooManyRequests } from '../../kernel/errors.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { findKeys, type StoredKey, addKeyUses } from '../../platform/login/store/device-keys.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { createIndustryCache } from '../../platform/directory/held-industries.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { WRONG_KEYS_FROM_HERE } from '../../platform/limits/limits.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { IngestResult } from '../ingest.ts';

export interface KeyGate {
  /**
   * Opens a key by one indexed read each time. A key that any process revokes is refused by the next request to every
   * process.
   * @param network the sender's network, by which wrong keys are counted.
   * @throws ServiceError 420 for a key that does not exist, has another secret, has ended, or whose industry is
   * disabled.
   * @throws TooManyRequests in place of 420 when the network has shown too many wrong keys.
   */
  open(key: PresentedKey, network: string): Promise<OpenKey>;
  /** Reads keys again that were open before. A key that has ended meanwhile gives its refusal. */
  reopen(keyIds: readonly string[]): Promise<ReadonlyMap<string, OpenKey | ServiceError>>;
  /**
   * Refusals of the keys that have ended, by their ids. Keys in force are absent. Sessions ask this, because they
   * outlive a request.
   */
  endsOf(keyIds: readonly string[]): Promise<ReadonlyMap<string, ServiceError>>;
  /** Counts one request of a key. @throws TooManyRequests beyond the limit. */
  takeRequest(keyId: string): void;
}

// Spec gap: requests of one key a minute. A gateway of a thousand units that sends each reading by itself needs 200.
// Each process counts by itself, because a count in the database would cost a statement per request.
const REQUESTS_PER_MINUTE = 1200;

export function createKeyGate({ database, clock }: DataContext, limiter: Pick<Limiter, 'take'>): KeyGate {
  const industries = createIndustryCache(
    (industryId) => findIndustry(database, industryId, clock.now()),
    () => clock.now(),
  );
  const windows = new Map<string, { endsAt: EpochMillis; requests: number }>();

  const opened = async (keyId: string, found: StoredKey | undefined): Promise<OpenKey | ServiceError> => {
    const end = refusalOfKey(found ?? null, clock.now());
    const industry =
      end !== null || found === undefined ? null : await industries.get(found.industryId, found.industryVersion);
    if (industry === null || found === undefined) return end ?? new ServiceError(420, 'Invalid device key');
    const { unitIds, sourceKey } = found;
    return { keyId, industry, unitIds: unitIds === null ? null : new Set(unitIds), sourceKey };
  };

  return {
    async open({ keyId, secret }, network) {
      const found = (await findKeys(database, [keyId])).get(keyId);
      const isRight = isSecretOf(secret, found?.secretHash ?? null);
      const key = await opened(keyId, isRight ? found : undefined);
      if (!(key instanceof ServiceError)) return key;
      // The key is checked before its network is counted, so that a neighbour's wrong key locks nobody out.
      await limiter.take(WRONG_KEYS_FROM_HERE, network);
      throw key;
    },
    async reopen(keyIds) {
      const found = await findKeys(database, keyIds);
      return new Map(
        await Promise.all(
          keyIds.map(async (keyId): Promise<[string, OpenKey | ServiceError]> => [
            keyId,
            await opened(keyId, found.get(keyId)),
          ]),
        ),
      );
    },
    async endsOf(keyIds) {
      const found = await findKeys(database, keyIds);
      return new Map(
        keyIds.flatMap((keyId): [string, ServiceError][] => {
          const end = refusalOfKey(found.get(keyId) ?? null, clock.now());
          return end === null ? [] : [[keyId, end]];
        }),
      );
    },
    takeRequest(keyId) {
      const now = clock.now();
      const held = windows.get(keyId);
      const window = held === undefined || held.endsAt <= now ? { endsAt: now + MINUTE_MS, requests: 0 } : held;
      windows.set(keyId, window);
      if (window.requests >= REQUESTS_PER_MINUTE)
        throw new TooManyRequests(Math.max(1, Math.ceil((window.endsAt - now) / 1000)));
      window.requests += 1;
    },
  };
}

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
