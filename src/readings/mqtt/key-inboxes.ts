import type { OpenKey } from '../../platform/login/rules/device-key.ts';
import type { DeviceKeys } from '../keys/device-keys.ts';
import type { ReceiveOfKey } from '../sources/receive-of-key.ts';
import { Inbox, type InboxMessage } from './inbox.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { rowGroupsOf, storeMessages } from './message-rows.ts';

/** The unit whose readings a message has, or the source in whose shape it is. */
export type MessageAddress =
  | { readonly kind: 'unit'; readonly unitId: string }
  /** sourceId null: the source of the key. */
  | { readonly kind: 'source'; readonly sourceId: string | null; readonly topic: string };

/** A message that was sent with a device key. */
interface KeyMessage extends InboxMessage {
  readonly keyId: string;
  readonly industryId: string;
  readonly to: MessageAddress;
  /** Ends the session; the message is not acknowledged. */
  readonly refuse: (error: Error) => void;
  /** Publishes to the sender alone. */
  readonly tell: (topic: string, payload: Uint8Array) => void;
}

interface KeyIntake {
  readonly deviceKeys: Pick<DeviceKeys, 'reopen' | 'send' | 'sendTogether'>;
  readonly receiveOfKey: ReceiveOfKey;
}

/** Messages of a key that wait to be stored. */
interface Waiting {
  readonly keyId: string;
  readonly messages: readonly KeyMessage[];
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

const unitMessages = ({ messages }: Pick<Waiting, 'messages'>) =>
  messages.flatMap(({ payload, to }) => (to.kind === 'unit' ? [{ payload, unitId: to.unitId }] : []));

const sourceMessages = ({ messages }: Pick<Waiting, 'messages'>) =>
  messages.flatMap(({ payload, to, refuse, tell }) =>
    to.kind === 'source' ? [{ payload, topic: to.topic, sourceId: to.sourceId, refuse, tell }] : [],
  );

async function storeAlone({ deviceKeys, receiveOfKey }: KeyIntake, key: OpenKey, waiting: Waiting): Promise<void> {
  const ofUnits = unitMessages(waiting);
  if (ofUnits.length > 0)
    await storeMessages(ofUnits, async (groups) => void (await deviceKeys.send(key, groups, 'mqtt')));
  for (const [sourceId, some] of Map.groupBy(sourceMessages(waiting), (message) => message.sourceId)) {
    const refusal = await receiveOfKey(key, sourceId, some);
    if (refusal !== null) for (const { refuse } of some) refuse(refusal);
  }
}

/** Keys whose messages fail in a row, with none stored in between, before the database is taken to be away. */
const FAILURES_OF_ALL = 3;

/**
 * Stores messages of keys of one industry, by one transaction where that is possible: of a thousand devices each has a
 * key of its own, and a commit for each would be all that the database does. Keys are read again just before, because
 * messages may have waited for the database. Messages of a key that has ended are refused.
 */
async function storeTogether(intake: KeyIntake, all: readonly Waiting[]): Promise<void> {
  const keys = await intake.deviceKeys.reopen(all.map(({ keyId }) => keyId));
  const open = all.flatMap((waiting) => {
    const key = keys.get(waiting.keyId) ?? new ServiceError(420, 'Invalid device key');
    if (!(key instanceof ServiceError)) return [{ key, waiting }];
    for (const { refuse } of waiting.messages) refuse(key);
    waiting.stored();
    return [];
  });
  const { together = [], alone = [] } = Object.groupBy(open, ({ waiting }) =>
    sourceMessages(waiting).length === 0 ? 'together' : 'alone',
  );
  if (together.length < 2) return storeEach(intake, open);
  const sent = together.map(({ key, waiting }) => ({ key, groups: rowGroupsOf(unitMessages(waiting)) }));
  const isStored = await intake.deviceKeys.sendTogether(sent, 'mqtt').then(
    () => true,
    () => false,
  );
  if (!isStored) return storeEach(intake, open);
  for (const { waiting } of together) waiting.stored();
  await storeEach(intake, alone);
}

async function storeEach(
  intake: KeyIntake,
  each: readonly { readonly key: OpenKey; readonly waiting: Waiting }[],
): Promise<void> {
  let [isAnyStored, failures] = [false, 0];
  let last: unknown;
  for (const { key, waiting } of each) {
    if (!isAnyStored && failures >= FAILURES_OF_ALL) {
      waiting.failed(last);
      continue;
    }
    try {
      await storeAlone(intake, key, waiting);
      isAnyStored = true;
      waiting.stored();
    } catch (error) {
      [last, failures] = [error, failures + 1];
      waiting.failed(error);
    }
  }
}

/** Number of industries whose messages are stored at the same time. One that is locked holds up no other. */
const AT_ONCE = 4;
/** Text of the messages of one transaction, because parsed rows take many times the memory of their text. */
const BYTES_TOGETHER = 2 * 1024 * 1024;

/** Called when messages of a key could not be stored. */
type OnFailure = (keyId: string, error: unknown, retryInMilliseconds: number) => void;

/**
 * An inbox for each key. Messages that cannot be stored hold up the messages of their own key alone: a key that has
 * failed is stored by itself until it succeeds.
 */
export class KeyInboxes {
  readonly #intake: KeyIntake;
  readonly #onFailure: OnFailure;
  readonly #inboxes = new Map<string, Inbox<KeyMessage>>();
  readonly #failed = new Set<string>();
  /** By industry, the one that has waited longest first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #storing = new Set<string>();

  constructor(intake: KeyIntake, onFailure: OnFailure) {
    this.#intake = intake;
    this.#onFailure = onFailure;
  }

  add(message: KeyMessage): void {
    // The broker reads no further while messages of a connection wait, which is room enough.
    this.#of(message).add(message, () => {});
  }

  /**
   * Waits for the messages that are being stored. Waiting messages stay unacknowledged, so their devices send them
   * again.
   */
  async stop(): Promise<void> {
    await Promise.all([...this.#inboxes.values()].map((inbox) => inbox.stop()));
  }

  #of({ keyId, industryId }: KeyMessage): Inbox<KeyMessage> {
    const known = this.#inboxes.get(keyId);
    if (known !== undefined) return known;
    const inbox = new Inbox<KeyMessage>(
      (messages) => this.#store(keyId, industryId, messages),
      (error, retryInMilliseconds) => this.#onFailure(keyId, error, retryInMilliseconds),
      { onIdle: () => this.#inboxes.delete(keyId) },
    );
    this.#inboxes.set(keyId, inbox);
    return inbox;
  }

  #store(keyId: string, industryId: string, messages: readonly KeyMessage[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        keyId,
        messages,
        stored: () => {
          this.#failed.delete(keyId);
          resolve();
        },
        failed: (error: unknown) => {
          this.#failed.add(keyId);
          reject(error);
        },
      };
      const ofIndustry = this.#waiting.get(industryId);
      if (ofIndustry === undefined) this.#waiting.set(industryId, [waiting]);
      else ofIndustry.push(waiting);
      this.#begin();
    });
  }

  #begin(): void {
    for (const industryId of this.#waiting.keys()) {
      if (this.#storing.size >= AT_ONCE) return;
      if (this.#storing.has(industryId)) continue;
      this.#storing.add(industryId);
      const batch = this.#take(industryId);
      storeTogether(this.#intake, batch)
        .catch((error: unknown) => {
          for (const { failed } of batch) failed(error);
        })
        .finally(() => {
          this.#storing.delete(industryId);
          this.#begin();
        });
    }
  }

  /** The messages of an industry that are stored next, in order of arrival. Later ones wait behind other industries. */
  #take(industryId: string): Waiting[] {
    const all = this.#waiting.get(industryId) ?? [];
    let [count, bytes] = [0, 0];
    for (const { keyId, messages } of all) {
      const isAlone = this.#failed.has(keyId);
      bytes += messages.reduce((sum, { payload }) => sum + payload.length, 0);
      if (count > 0 && (isAlone || bytes > BYTES_TOGETHER)) break;
      count += 1;
      if (isAlone) break;
    }
    this.#waiting.delete(industryId);
    if (count < all.length) this.#waiting.set(industryId, all.slice(count));
    return all.slice(0, count);
  }
}
