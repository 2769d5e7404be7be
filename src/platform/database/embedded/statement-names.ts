/**
 * Names of prepared statements in the shared session. Each connection's named ones get the connection's prefix, so that
 * two clients may use the same name, and are closed when it goes. The unnamed one belongs to the client that parsed it
 * last.
 */
import {
  closeStatementMessage,
  FRONTEND_TYPE,
  readText,
  statementNameOffset,
  withNamePrefix,
} from './frontend-messages.ts';

export class StatementNames {
  readonly #prefix: string;
  readonly #names = new Set<string>();

  constructor(connectionId: number) {
    this.#prefix = `c${connectionId}.`;
  }

  /** The message for the engine. Unnamed statements, by far the most common, pass unchanged. */
  translate(message: Buffer): Buffer {
    const offset = statementNameOffset(message);
    if (offset < 0 || message[offset] === 0) return message;
    const { text } = readText(message, offset);
    if (message[0] === FRONTEND_TYPE.parse) this.#names.add(text);
    if (message[0] === FRONTEND_TYPE.close) this.#names.delete(text);
    return withNamePrefix(message, offset, this.#prefix);
  }

  /** Messages that remove what this connection left behind; to be followed by Sync. */
  closeMessages(): Buffer[] {
    return [...this.#names].map((name) => closeStatementMessage(this.#prefix + name));
  }
}

/** Use of the session's unnamed statement by a message. */
export function unnamedStatementUse(message: Buffer): 'defines' | 'needs' | 'none' {
  const offset = statementNameOffset(message);
  if (offset < 0 || message[offset] !== 0 || message[0] === FRONTEND_TYPE.close) return 'none';
  return message[0] === FRONTEND_TYPE.parse ? 'defines' : 'needs';
}
