import { ServiceError } from '../domain/errors.ts';
import type { DeviceKeysService } from '../services/device-keys/device-keys.ts';
import type { InboxMessage } from './inbox.ts';
import { storeMessages } from './store-messages.ts';

/** A message that was sent with a device key. */
export interface KeyMessage extends InboxMessage {
  readonly keyId: string;
  /** Ends the session; the message is not acknowledged. */
  readonly refuse: (error: Error) => void;
}

/** Keys whose messages are stored at the same time. */
const AT_ONCE = 4;

/**
 * Keys are looked at again just before their messages are stored, because these may have waited for the database.
 * Messages of a key that has ended are refused.
 */
export async function storeKeyMessages(
  deviceKeys: Pick<DeviceKeysService, 'reopen' | 'send'>,
  messages: readonly KeyMessage[],
): Promise<void> {
  const waiting = [...Map.groupBy(messages, ({ keyId }) => keyId)];
  const keys = await deviceKeys.reopen(waiting.map(([keyId]) => keyId));
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [keyId, ofKey] = next;
      const key = keys.get(keyId) ?? new ServiceError(420, 'Invalid device key');
      if (key instanceof ServiceError) for (const { refuse } of ofKey) refuse(key);
      else await storeMessages(ofKey, async (groups) => void (await deviceKeys.send(key, groups, 'mqtt')));
    }
  };
  const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const result of done) if (result.status === 'rejected') throw result.reason;
}
