import type { DataContext } from '../../context.ts';
import { endOfKey, isSecretOf, type OpenKey, type PresentedKey } from '../../platform/login/rules/device-key.ts';
import { ServiceError, TooManyRequests } from '../../kernel/errors.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { findKeys, type StoredKey } from '../../platform/login/store/device-keys.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { createIndustryCache } from '../../platform/login/industry-cache.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { WRONG_KEYS_FROM_HERE } from '../../platform/limits/limits.ts';

export interface KeyGate {
  /**
   * One indexed read each time, so a key that is revoked by any process is refused by the next request to any other.
   * @param network what the sender is counted by.
   * @throws ServiceError 420 for a key that does not exist, has another secret, has ended, or whose industry is
   * disabled; TooManyRequests in place of it for one wrong key too many of the network.
   */
  open(key: PresentedKey, network: string): Promise<OpenKey>;
  /** Keys that were open before, as they are now; of each that is no longer in force, why. */
  reopen(keyIds: readonly string[]): Promise<ReadonlyMap<string, OpenKey | ServiceError>>;
  /** Of keys in use for longer than one request why they are no longer in force; those that are, are not in it. */
  endsOf(keyIds: readonly string[]): Promise<ReadonlyMap<string, ServiceError>>;
  /** Counts one request of a key. @throws TooManyRequests beyond the limit. */
  takeRequest(keyId: string): void;
}

// Spec gap: how often a key may send. A gateway of a thousand units that sends each reading by itself needs 200 a
// minute. Counted in each process, because a count in the database would cost a statement per request.
const REQUESTS_PER_MINUTE = 1200;
const MINUTE_MILLISECONDS = 60_000;

export function createKeyGate({ database, clock }: DataContext, limiter: Pick<Limiter, 'take'>): KeyGate {
  const industries = createIndustryCache(
    (industryId) => findIndustry(database, industryId, clock.now()),
    () => clock.now(),
  );
  const windows = new Map<string, { endsAt: EpochMillis; requests: number }>();

  const opened = async (keyId: string, found: StoredKey | undefined): Promise<OpenKey | ServiceError> => {
    const end = endOfKey(found ?? null, clock.now());
    const industry =
      end !== null || found === undefined ? null : await industries.get(found.industryId, found.industryVersion);
    if (industry === null || found === undefined) return end ?? new ServiceError(420, 'Invalid device key');
    return { keyId, industry, unitIds: found.unitIds === null ? null : new Set(found.unitIds) };
  };

  return {
    async open({ keyId, secret }, network) {
      const found = (await findKeys(database, [keyId])).get(keyId);
      const isRight = isSecretOf(secret, found?.secretHash ?? null);
      const key = await opened(keyId, isRight ? found : undefined);
      if (!(key instanceof ServiceError)) return key;
      // The key is looked at first, so that nobody who shares a network with a wrong one is locked out.
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
          const end = endOfKey(found.get(keyId) ?? null, clock.now());
          return end === null ? [] : [[keyId, end]];
        }),
      );
    },
    takeRequest(keyId) {
      const now = clock.now();
      const held = windows.get(keyId);
      const window =
        held === undefined || held.endsAt <= now ? { endsAt: now + MINUTE_MILLISECONDS, requests: 0 } : held;
      windows.set(keyId, window);
      if (window.requests >= REQUESTS_PER_MINUTE)
        throw new TooManyRequests(Math.max(1, Math.ceil((window.endsAt - now) / 1000)));
      window.requests += 1;
    },
  };
}
