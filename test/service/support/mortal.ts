import type { Context, Reach } from '../../../src/context.ts';
import { type Channel, ChannelError, type ChannelName, type Message } from '../../../src/platform/channels/channel.ts';
import type { Channels } from '../../../src/platform/channels/channels.ts';
import type { Database, Querier } from '../../../src/platform/database/database.ts';
import { namedStatements } from '../../../src/platform/database/named-query.ts';
import { statement, type StatementValues } from '../../../src/platform/database/statements.ts';
import { channelsOf } from '../../../src/platform/live/publish.ts';

/*
 * A process that is killed at a step of its work. What it has committed, sent or queued by then stays. Nothing that it
 * does afterwards reaches anybody, whatever its code catches, and its open transactions are rolled back. So the world
 * looks as after a SIGKILL, and hundreds of deaths fit into a test.
 */

/** Thrown into the code of a process that is dead. */
export class Killed extends Error {
  constructor() {
    super('the process was killed');
    this.name = 'Killed';
  }
}

/** One process from its start to its death. */
export class Life {
  /** Steps that the world has seen: commits, statements that write, messages, jobs. */
  steps: string[] = [];
  /** Number of steps after which it dies; 0: before the first one. */
  diesAfter = Number.POSITIVE_INFINITY;
  #hasBegun = false;
  #isDead = false;
  #busy = 0;
  #idle = Promise.withResolvers<void>();

  /** A job has come. What a process did before is no step of it. */
  begin(): void {
    this.steps = [];
    this.#hasBegun = true;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  requireAlive(): void {
    if (this.#hasBegun && this.steps.length >= this.diesAfter) this.#isDead = true;
    if (this.#isDead) throw new Killed();
  }

  /** Something has happened that outlives the process. */
  step(what: string): void {
    this.steps.push(what);
    this.requireAlive();
  }

  /** Work that the process has under way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.requireAlive();
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      if (this.#busy === 0) {
        this.#idle.resolve();
        this.#idle = Promise.withResolvers<void>();
      }
    }
  }

  /** Waits until nothing is under way, as the database waits for the end of a killed client's statements. */
  async buried(): Promise<void> {
    while (this.#busy > 0) await this.#idle.promise;
  }
}

const WRITES = /\b(?:insert|update|delete|merge|call|truncate|vacuum|analyze|alter|drop|pg_notify|drop_chunks)\b/i;

function mortalDatabase(database: Database, life: Life): Database {
  const querierOf = (inner: Querier, wrote: (name: string) => void): Querier => {
    const asked = async <Row>(name: string, text: string, ask: () => Promise<Row[]>): Promise<Row[]> => {
      const rows = await life.during(ask);
      if (WRITES.test(text)) wrote(name);
      life.requireAlive();
      return rows;
    };
    return {
      ...namedStatements(<Row>(name: string, values: StatementValues = {}) =>
        asked(name, statement(name).text, () => inner.many<Row>(name, values)),
      ),
      execute: <Row>(text: string, parameters: readonly unknown[] = []) =>
        asked(text.slice(0, 60), text, () => inner.execute<Row>(text, parameters)),
    };
  };
  return {
    ...database,
    ...querierOf(database, (name) => life.step(name)),
    async transaction(work) {
      const written: string[] = [];
      const result = await life.during(() =>
        database.transaction(async (transaction) => {
          const done = await work(querierOf(transaction, (name) => void written.push(name)));
          life.requireAlive();
          return done;
        }),
      );
      if (written.length > 0) life.step(`commit of ${written.join(', ')}`);
      return result;
    },
    withLock: (key, work) => life.during(() => database.withLock(key, work)),
    tryWithLock: (key, work) => life.during(() => database.tryWithLock(key, work)),
  };
}

export interface SentMessage extends Message {
  readonly channel: string;
}

/** What operators of channels have taken, and those who cannot be reached. */
export interface Operators {
  readonly sent: SentMessage[];
  readonly away: Set<ChannelName>;
}

/** Channels whose operators take everything. Pages hear by the database. */
function mortalChannels(context: Context, life: Life, { sent, away }: Operators): Channels {
  const channels = channelsOf(context);
  const send = async (channel: ChannelName, message: Message) => {
    life.requireAlive();
    if (away.has(channel)) throw new ChannelError('unreachable', 'The operator cannot be reached (ENOTFOUND)');
    sent.push({ channel, ...message });
    life.step(`${channel} to ${message.to}`);
    return { providerId: `P${sent.length}` };
  };
  const taking = <C extends Channel>(channel: C): C => ({
    ...channel,
    isSetUp: true,
    send: (message: Message) => send(channel.name, message),
  });
  return {
    ...channels,
    email: taking(channels.email),
    sms: taking(channels.sms),
    browser: taking(channels.browser),
    'chat-messaging': taking(channels['chat-messaging']),
    'device-command': taking(channels['device-command']),
    'chat-space': {
      ...taking(channels['chat-space']),
      sendTo: (to, message) => send('chat-space', { to, ...message }),
    },
  };
}

/** What a process works with until it is killed. */
export function mortalReach<C extends Context>(context: C, life: Life, operators: Operators): C & Reach {
  const mortal = { ...context, database: mortalDatabase(context.database, life) };
  return { ...mortal, channels: mortalChannels(mortal, life, operators) };
}
