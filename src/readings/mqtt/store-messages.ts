import { storeOneByOne } from '../one-by-one.ts';
import type { SentRow } from '../sent-rows.ts';
import { messageRows } from './message-rows.ts';

/** A message with readings of one unit. */
interface UnitMessage {
  readonly unitId: string;
  readonly payload: Uint8Array;
}

/** Messages are parsed one by one, because parsed rows take many times the memory of their text. */
export const rowGroupsOf = (messages: readonly UnitMessage[]): Iterable<SentRow[]> => ({
  *[Symbol.iterator]() {
    for (const { payload, unitId } of messages) yield messageRows(payload, unitId);
  },
});

/** Stores messages of one sender together. A message that cannot be stored is quarantined as it came. */
export const storeMessages = (
  messages: readonly UnitMessage[],
  ingest: (groups: Iterable<SentRow[]>) => Promise<void>,
): Promise<void> =>
  storeOneByOne(
    messages,
    (some) => ingest(rowGroupsOf(some)),
    ({ payload, unitId }) => {
      const text = new TextDecoder().decode(payload);
      return ingest([
        [{ text, unitId, code: 'not_storable', problem: 'the message could not be stored as it is' } as const],
      ]);
    },
  );
