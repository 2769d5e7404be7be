import type { SentRow } from '../sent-rows.ts';
import type { InboxMessage } from './inbox.ts';
import { messageRows } from './message-rows.ts';

/** Whether the database refused a value, as opposed to being out of reach. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof TypeError
  || error instanceof RangeError
  || (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)));

/** Messages are parsed one by one, because parsed rows take many times the memory of their text. */
const groupsOf = (messages: readonly InboxMessage[]): Iterable<SentRow[]> => ({
  *[Symbol.iterator]() {
    for (const { payload, unitId } of messages) yield messageRows(payload, unitId);
  },
});

/**
 * Stores messages of one sender together. A message that cannot be stored is quarantined as it came, so that it does
 * not hold up the others.
 */
export async function storeMessages(
  messages: readonly InboxMessage[],
  ingest: (groups: Iterable<SentRow[]>) => Promise<void>,
): Promise<void> {
  try {
    await ingest(groupsOf(messages));
  } catch (error) {
    const [first] = messages;
    if (!isUnstorable(error) || first === undefined) throw error;
    if (messages.length === 1) {
      const row = {
        text: new TextDecoder().decode(first.payload),
        unitId: first.unitId,
        code: 'not_storable',
        problem: 'the message could not be stored as it is',
      } as const;
      return ingest([[row]]);
    }
    for (const message of messages) await storeMessages([message], ingest);
  }
}
