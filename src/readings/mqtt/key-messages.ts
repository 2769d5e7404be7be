import { ServiceError } from '../../kernel/errors.ts';
import type { DeviceKeys } from '../keys/device-keys.ts';
import type { InboxMessage } from './inbox.ts';
import { storeMessages } from './store-messages.ts';

/** A message that was sent with a device key. */
export interface KeyMessage extends InboxMessage {
  readonly keyId: string;
  /** Ends the session; the message is not acknowledged. */
  readonly refuse: (error: Error) => void;
}

/**
 * Stores messages of one key. The key is read again just before, because messages may have waited for the database.
 * Messages of a key that has ended are refused.
 */
export async function storeKeyMessages(
  deviceKeys: Pick<DeviceKeys, 'reopen' | 'send'>,
  keyId: string,
  messages: readonly KeyMessage[],
): Promise<void> {
  const key = (await deviceKeys.reopen([keyId])).get(keyId) ?? new ServiceError(420, 'Invalid device key');
  if (key instanceof ServiceError) for (const { refuse } of messages) refuse(key);
  else await storeMessages(messages, async (groups) => void (await deviceKeys.send(key, groups, 'mqtt')));
}
