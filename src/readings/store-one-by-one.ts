import { codeOf } from '../kernel/error-code.ts';

/** Whether the database refused a value, as opposed to being out of reach. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || /^2[23]/.test(codeOf(error) ?? '');

/**
 * Stores messages of one sender together. Where the database refuses a value, each is stored by itself, so that the one
 * that cannot be stored does not hold up the others.
 * @param refuse called with that one
 */
export async function storeOneByOne<Message>(
  messages: readonly Message[],
  store: (messages: readonly Message[]) => Promise<void>,
  refuse: (message: Message) => Promise<void>,
): Promise<void> {
  try {
    await store(messages);
  } catch (error) {
    const [first] = messages;
    if (!isUnstorable(error) || first === undefined) throw error;
    if (messages.length === 1) return refuse(first);
    for (const message of messages) await storeOneByOne([message], store, refuse);
  }
}
