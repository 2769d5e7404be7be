/**
 * Listeners by channel. The engine has one session, so it reports every notification once; this book says which clients
 * asked for it. LISTEN and UNLISTEN take effect when their transaction commits, as in PostgreSQL.
 */
import { splitStatements } from './sql-statements.ts';
import type { TransactionStatus } from './backend-messages.ts';
import { readText } from './frontend-messages.ts';

export interface Listener {
  /** @param message a whole NotificationResponse; must not be changed */
  deliver(message: Buffer): void;
}

/** `channel` null stands for UNLISTEN *. */
interface ListenCommand {
  readonly verb: 'listen' | 'unlisten';
  readonly channel: string | null;
}

/** Channel names are cut to this many bytes by PostgreSQL. */
const LONGEST_NAME_BYTES = 63;

/** LISTEN and UNLISTEN commands of the given SQL texts, in order. */
export function listenCommands(sqlTexts: readonly string[]): ListenCommand[] {
  const commands: ListenCommand[] = [];
  for (const { tokens } of sqlTexts.flatMap(splitStatements)) {
    const [verb, channel] = tokens;
    if (verb?.kind !== 'word' || (verb.value !== 'listen' && verb.value !== 'unlisten') || channel === undefined)
      continue;
    const name = Buffer.from(channel.value).subarray(0, LONGEST_NAME_BYTES).toString('utf8');
    commands.push({ verb: verb.value, channel: channel.value === '*' && channel.kind === 'other' ? null : name });
  }
  return commands;
}

/** One client's LISTEN and UNLISTEN commands that wait for their transaction to end. */
export class PendingListens {
  #waiting: ListenCommand[] = [];

  /**
   * Takes one answer's completed tags together with the commands its statements contained; returns what took effect.
   * @param commands the listen commands of the statements that were sent, in order; tags say how many of them ran
   */
  settle(
    commands: readonly ListenCommand[],
    tags: readonly string[],
    status: TransactionStatus,
    failed: boolean,
  ): ListenCommand[] {
    const effective: ListenCommand[] = [];
    let next = 0;
    for (const tag of tags) {
      if (tag === 'LISTEN' || tag === 'UNLISTEN') {
        const command = commands[next++];
        if (command !== undefined) this.#waiting.push(command);
      } else if (tag === 'COMMIT') {
        effective.push(...this.#waiting.splice(0));
      } else if (tag === 'ROLLBACK' && status !== 'T') {
        // A rollback that leaves the transaction open was one to a savepoint.
        this.#waiting = [];
      }
    }
    if (status === 'I' && !failed) effective.push(...this.#waiting);
    if (status === 'I') this.#waiting = [];
    return effective;
  }
}

export class NotificationBook<Client extends Listener> {
  readonly #listeners = new Map<string, Set<Client>>();

  /** Channels with a listener. */
  get channels(): string[] {
    return [...this.#listeners.keys()];
  }

  apply(client: Client, command: ListenCommand): void {
    if (command.verb === 'listen' && command.channel !== null) {
      const listeners = this.#listeners.get(command.channel);
      if (listeners === undefined) this.#listeners.set(command.channel, new Set([client]));
      else listeners.add(client);
      return;
    }
    for (const channel of command.channel === null ? this.channels : [command.channel]) this.#remove(client, channel);
  }

  /** Removes a client that went away; returns the channels nobody listens to any more. */
  forget(client: Client): string[] {
    return this.channels.filter((channel) => this.#remove(client, channel));
  }

  /** Hands a NotificationResponse to the listeners of its channel. */
  deliver(message: Buffer): void {
    for (const client of this.#listeners.get(readText(message, 9).text) ?? []) client.deliver(message);
  }

  #remove(client: Client, channel: string): boolean {
    const listeners = this.#listeners.get(channel);
    if (listeners === undefined || !listeners.delete(client) || listeners.size > 0) return false;
    return this.#listeners.delete(channel);
  }
}
