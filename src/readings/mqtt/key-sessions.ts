import type { Client } from 'aedes';
import { ServiceError } from '../../kernel/errors.ts';
import type { Logger } from '../../logger.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { DeviceKeys } from '../keys/device-keys.ts';

export interface KeySession {
  readonly keyId: string;
  readonly industryId: string;
  /** The key sends for a source. */
  readonly isOfSource: boolean;
}

/** A session outlives its key by this time and one read of the database at most. */
const LOOK_MILLISECONDS = 500;
// Spec gap: number of sessions of one key. One key of an industry may be in many gateways.
const MOST_OF_ONE_KEY = 1000;

/** Open MQTT sessions, each with its key. A session ends soon after its key. */
export class KeySessions {
  readonly #sessions = new Map<Client, KeySession>();
  readonly #countOfKey = new Map<string, number>();
  readonly #deviceKeys: Pick<DeviceKeys, 'endsOf'>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;

  constructor(deviceKeys: Pick<DeviceKeys, 'endsOf'>, log: Logger) {
    this.#deviceKeys = deviceKeys;
    this.#log = log;
  }

  /**
   * @throws ServiceError 429 when the key has too many sessions, 503 when the connection ended while the key was read.
   */
  add(client: Client, session: KeySession): void {
    // The connection's end was reported before and is not reported again.
    if (client.conn.destroyed) throw new ServiceError(503, 'the connection ended before its key was known');
    const ofKey = this.#countOfKey.get(session.keyId) ?? 0;
    if (ofKey >= MOST_OF_ONE_KEY)
      throw new ServiceError(429, `device key ${session.keyId} has ${MOST_OF_ONE_KEY} sessions, which is the most`);
    this.#sessions.set(client, session);
    this.#countOfKey.set(session.keyId, ofKey + 1);
    // Nobody else reports the end of a connection that the library has not made a client yet.
    client.conn.once('close', () => this.remove(client));
  }

  of(client: Client): KeySession | null {
    return this.#sessions.get(client) ?? null;
  }

  remove(client: Client): void {
    const session = this.#sessions.get(client);
    if (session === undefined) return;
    this.#sessions.delete(client);
    const left = (this.#countOfKey.get(session.keyId) ?? 0) - 1;
    if (left > 0) this.#countOfKey.set(session.keyId, left);
    else this.#countOfKey.delete(session.keyId);
  }

  /**
   * Reads the keys of all sessions again, one read at a time. Each process may revoke a key, and a key may expire or
   * lose its industry.
   */
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
    const ends = await this.#deviceKeys.endsOf([...this.#countOfKey.keys()]);
    for (const [client, { keyId }] of this.#sessions) {
      const end = ends.get(keyId);
      if (end === undefined) continue;
      this.#log.info({ deviceKey: keyId, reason: end.message }, 'MQTT session ended');
      this.remove(client);
      client.close();
    }
  }
}
