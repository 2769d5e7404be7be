import type { Client } from 'aedes';
import { ServiceError } from '../../kernel/errors.ts';
import type { Logger } from '../../logger.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { DeviceKeys } from '../keys/device-keys.ts';

interface KeySession {
  readonly keyId: string;
  readonly industryId: string;
}

/** A session of a key that has ended lives no longer than this and one look at the database. */
const LOOK_MILLISECONDS = 500;
// Spec gap: sessions of one key. A key of an industry may be in many gateways.
const MOST_OF_ONE_KEY = 1000;

/** Open MQTT sessions with the keys they were opened with; a session ends soon after its key. */
export class KeySessions {
  readonly #sessions = new Map<Client, KeySession>();
  readonly #deviceKeys: Pick<DeviceKeys, 'endsOf'>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;

  constructor(deviceKeys: Pick<DeviceKeys, 'endsOf'>, log: Logger) {
    this.#deviceKeys = deviceKeys;
    this.#log = log;
  }

  /** @throws ServiceError 429 when the key has too many, 503 when the connection ended while the key was looked at. */
  add(client: Client, session: KeySession): void {
    // Its end has been told before, and is not told again.
    if (client.conn.destroyed) throw new ServiceError(503, 'the connection ended before its key was known');
    const ofKey = [...this.#sessions.values()].filter(({ keyId }) => keyId === session.keyId).length;
    if (ofKey >= MOST_OF_ONE_KEY)
      throw new ServiceError(429, `device key ${session.keyId} has ${MOST_OF_ONE_KEY} sessions, which is the most`);
    this.#sessions.set(client, session);
    // A connection that ends before the library has made it a client is told by nobody else.
    client.conn.once('close', () => this.remove(client));
  }

  of(client: Client): KeySession | null {
    return this.#sessions.get(client) ?? null;
  }

  remove(client: Client): void {
    this.#sessions.delete(client);
  }

  /** One look for all sessions at a time: a key may be revoked by any process, expire, or lose its industry. */
  watch(): void {
    let isLooking = false;
    this.#timer = setInterval(() => {
      if (isLooking || this.#sessions.size === 0) return;
      isLooking = true;
      this.#endThoseOver()
        .catch((error: unknown) => this.#log.warn({ error: reasonOf(error) }, 'device keys could not be looked at'))
        .finally(() => {
          isLooking = false;
        });
    }, LOOK_MILLISECONDS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #endThoseOver(): Promise<void> {
    const ends = await this.#deviceKeys.endsOf([...new Set([...this.#sessions.values()].map(({ keyId }) => keyId))]);
    for (const [client, { keyId }] of this.#sessions) {
      const end = ends.get(keyId);
      if (end === undefined) continue;
      this.#log.info({ deviceKey: keyId, reason: end.message }, 'MQTT session ended');
      this.remove(client);
      client.close();
    }
  }
}
