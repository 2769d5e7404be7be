import type { DeviceKeys } from '../keys/device-keys.ts';
import type { ReceiveOfKey } from '../sources/receive-of-key.ts';
import { Inbox, type InboxMessage } from './inbox.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { storeMessages } from './store-messages.ts';

/** What a message is of: readings of a unit, or a message of a source in its own shape. */
export type MessageAddress =
  | { readonly kind: 'unit'; readonly unitId: string }
  /** sourceId null: the source of the key. */
  | { readonly kind: 'source'; readonly sourceId: string | null; readonly topic: string };

/** A message that was sent with a device key. */
interface KeyMessage extends InboxMessage {
  readonly keyId: string;
  readonly to: MessageAddress;
  /** Ends the session; the message is not acknowledged. */
  readonly refuse: (error: Error) => void;
}

/**
 * Stores messages of one key. The key is read again just before, because messages may have waited for the database.
 * Messages of a key that has ended are refused.
 */
async function storeKeyMessages(
  { deviceKeys, receiveOfKey }: KeyIntake,
  keyId: string,
  messages: readonly KeyMessage[],
): Promise<void> {
  const key = (await deviceKeys.reopen([keyId])).get(keyId) ?? new ServiceError(420, 'Invalid device key');
  if (key instanceof ServiceError) {
    for (const { refuse } of messages) refuse(key);
    return;
  }
  const ofUnits = messages.flatMap(({ payload, to }) => (to.kind === 'unit' ? [{ payload, unitId: to.unitId }] : []));
  if (ofUnits.length > 0)
    await storeMessages(ofUnits, async (groups) => void (await deviceKeys.send(key, groups, 'mqtt')));
  for (const [sourceId, some] of Map.groupBy(messages.flatMap(sourceMessage), (message) => message.sourceId)) {
    const refusal = await receiveOfKey(key, sourceId, some);
    if (refusal !== null) for (const { refuse } of some) refuse(refusal);
  }
}

const sourceMessage = ({ payload, to, refuse }: KeyMessage) =>
  to.kind === 'source' ? [{ payload, topic: to.topic, sourceId: to.sourceId, refuse }] : [];

interface KeyIntake {
  readonly deviceKeys: Pick<DeviceKeys, 'reopen' | 'send'>;
  readonly receiveOfKey: ReceiveOfKey;
}

/** Number of keys whose messages are stored at the same time. */
const AT_ONCE = 4;

/** Called when messages of a key could not be stored. */
type OnFailure = (keyId: string, error: unknown, retryInMilliseconds: number) => void;

/** An inbox for each key. Messages that cannot be stored hold up the messages of their own key alone. */
export class KeyInboxes {
  readonly #intake: KeyIntake;
  readonly #onFailure: OnFailure;
  readonly #inboxes = new Map<string, Inbox<KeyMessage>>();
  readonly #waiting: (() => void)[] = [];
  #storing = 0;

  constructor(intake: KeyIntake, onFailure: OnFailure) {
    this.#intake = intake;
    this.#onFailure = onFailure;
  }

  add(message: KeyMessage): void {
    // The broker reads no further while messages of a connection wait, which is room enough.
    this.#of(message.keyId).add(message, () => {});
  }

  /**
   * Waits for the messages that are being stored. Waiting messages stay unacknowledged, so their devices send them
   * again.
   */
  async stop(): Promise<void> {
    await Promise.all([...this.#inboxes.values()].map((inbox) => inbox.stop()));
  }

  #of(keyId: string): Inbox<KeyMessage> {
    const known = this.#inboxes.get(keyId);
    if (known !== undefined) return known;
    const inbox = new Inbox<KeyMessage>(
      (messages) => this.#inTurn(() => storeKeyMessages(this.#intake, keyId, messages)),
      (error, retryInMilliseconds) => this.#onFailure(keyId, error, retryInMilliseconds),
      { onIdle: () => this.#inboxes.delete(keyId) },
    );
    this.#inboxes.set(keyId, inbox);
    return inbox;
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#storing < AT_ONCE) this.#storing += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#storing -= 1;
      else next();
    }
  }
}
