/**
 * One client: collects its messages into groups (everything up to Sync, or one simple Query), gives each group a turn
 * in the session queue and relays the answer. A group is the unit nothing else comes between.
 */
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { errorResponse, readyForQuery, type TransactionStatus } from './backend-messages.ts';
import type { HostContext } from './host-context.ts';
import {
  MessageReader,
  ProtocolViolation,
  FRONTEND_TYPE,
  queryMessage,
  sqlText,
  syncMessage,
} from './frontend-messages.ts';
import {
  answerPassword,
  answerStartup,
  type HandshakeStep,
  type ProvedLogin,
  readLogin,
  welcome,
} from './handshake.ts';
import { instant, offenceLine } from './logins/pauses.ts';
import { LOGIN_LIMITS } from './logins/login-engine.ts';
import { LoginSession } from './logins/login-session.ts';
import { listenCommands, type Listener, PendingListens } from './notifications.ts';
import { type RelayedAnswer, ResponseRelay } from './response-relay.ts';
import { HostStatementFailed, restoreSettingsSql } from './session.ts';
import type { QueueOwner } from './session-queue.ts';
import { quoteName } from './sql-statements.ts';
import { StatementNames, unnamedStatementUse } from './statement-names.ts';

/** A client that sends faster than it is served is not read beyond this many waiting groups. */
const MOST_WAITING_GROUPS = 32;
const OWNER_HOLD_MILLISECONDS = 60_000;
const HANDSHAKE_MILLISECONDS = 30_000;

const GROUP_ENDS: ReadonlySet<number> = new Set([FRONTEND_TYPE.sync, FRONTEND_TYPE.query, FRONTEND_TYPE.functionCall]);
const IGNORED_OUTSIDE_COPY: ReadonlySet<number> = new Set([
  FRONTEND_TYPE.copyData,
  FRONTEND_TYPE.copyDone,
  FRONTEND_TYPE.copyFail,
]);
const GROUP_PARTS: ReadonlySet<number> = new Set([
  FRONTEND_TYPE.parse,
  FRONTEND_TYPE.bind,
  FRONTEND_TYPE.describe,
  FRONTEND_TYPE.execute,
  FRONTEND_TYPE.close,
  FRONTEND_TYPE.flush,
]);

export class ClientConnection implements QueueOwner, Listener {
  readonly id: number;
  readonly #socket: Socket;
  readonly #host: HostContext;
  readonly #reader = new MessageReader();
  readonly #names: StatementNames;
  readonly #listens = new PendingListens();
  #phase: 'startup' | 'password' | 'checking' | 'ready' | 'closed' = 'startup';
  #user = '';
  /** The party with which a login waits (logins/pauses.ts). */
  #party = '';
  /** Null for the owner, whose messages pass to the engine as they are. */
  #login: LoginSession | null = null;
  #group: Buffer[] = [];
  #status: TransactionStatus = 'I';
  /** A group was cut at Flush: its Sync is still to come. */
  #groupOpen = false;
  /** A refused group was cut at Flush: the rest of it is skipped. */
  #skipToSync = false;
  #changedSettings = false;

  constructor(id: number, socket: Socket, host: HostContext) {
    this.id = id;
    this.#socket = socket;
    this.#host = host;
    this.#names = new StatementNames(id);
    socket.setTimeout(HANDSHAKE_MILLISECONDS, () => this.#fail('08006', 'no login within the time allowed'));
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#gone());
  }

  get holdMilliseconds(): number {
    if (this.#login === null) return OWNER_HOLD_MILLISECONDS;
    return Math.max(0, (this.#login.holdsEngineSince ?? instant()) + LOGIN_LIMITS.transaction - instant());
  }

  get notBefore(): number {
    // A refusal costs nobody anything and is said at once.
    if (this.#login === null || this.#host.pauses.refusedFor(this.#party, instant()) > 0) return 0;
    return this.#host.pauses.nextTurnAt(this.#party);
  }

  holdExpired(): void {
    if (this.#login === null)
      this.#host.log('warn', 'database client was silent inside a transaction; rolled back', {
        connectionId: this.id,
        role: this.#user,
      });
    else this.#offend(`kept a transaction open for ${LOGIN_LIMITS.transaction / 1000} s while others waited`);
    this.#fail('25P03', 'terminating connection due to idle-in-transaction timeout');
  }

  deliver(message: Buffer): void {
    if (this.#phase === 'ready') this.#socket.write(message);
  }

  /** Ends the connection without a word: a client that is saying goodbye at this moment must not see an error. */
  shutDown(): void {
    this.#socket.end();
    this.#gone();
  }

  #fail(code: string, reason: string): void {
    if (this.#phase === 'closed') return;
    this.#socket.end(errorResponse('FATAL', code, reason), () => this.#socket.destroy());
    this.#gone();
  }

  #receive(chunk: Buffer): void {
    this.#reader.push(chunk);
    try {
      this.#readMessages();
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      this.#fail('08P01', error.message);
    }
  }

  #readMessages(): void {
    while (this.#phase !== 'closed' && this.#phase !== 'checking') {
      const message = this.#reader.next(this.#phase === 'startup' ? 'startup' : 'typed');
      if (message === null) return;
      if (this.#phase === 'startup') this.#startUp(message);
      else if (this.#phase === 'password') this.#checkPassword(message);
      else this.#collect(message);
    }
  }

  #startUp(message: Buffer): void {
    const step = answerStartup(message);
    if (step.kind !== 'ask-password') return this.#follow(step);
    this.#user = step.user;
    this.#phase = 'password';
    this.#socket.write(step.bytes);
  }

  #checkPassword(message: Buffer): void {
    this.#phase = 'checking';
    this.#host.queue.submitHostWork(() => {
      const login = readLogin(this.#host.session, this.#user);
      answerPassword(message, this.#user, login).then(
        (step) => {
          if (this.#phase !== 'checking') return;
          this.#follow(step);
          this.#receive(Buffer.alloc(0));
        },
        () => this.#fail('08P01', 'invalid password message'),
      );
    });
  }

  #follow(step: HandshakeStep): void {
    if (step.kind === 'reply') {
      this.#socket.write(step.bytes);
    } else if (step.kind === 'ready') {
      this.#login = step.login === null ? null : this.#openLogin(step.login);
      this.#phase = 'ready';
      this.#socket.setTimeout(0);
      this.#socket.write(welcome(this.id, randomInt(2 ** 31)));
    } else {
      this.#phase = 'closed';
      if (step.kind === 'refuse') this.#socket.end(step.bytes);
      else this.#socket.end();
    }
  }

  #collect(message: Buffer): void {
    const type = message[0] ?? 0;
    if (type === FRONTEND_TYPE.terminate) return this.#terminate();
    // The rest of a client's COPY that the engine has refused.
    if (IGNORED_OUTSIDE_COPY.has(type)) return;
    const ends = GROUP_ENDS.has(type);
    if (!ends && !GROUP_PARTS.has(type)) throw new ProtocolViolation(`invalid frontend message type ${type}`);
    this.#group.push(message);
    if (!ends && type !== FRONTEND_TYPE.flush) return;
    const group = this.#group;
    this.#group = [];
    this.#submit(() => this.#runGroup(group, ends));
  }

  /** Goodbye: after the groups that were sent before it. */
  #terminate(): void {
    if (this.#host.queue.waiting(this) > 0) this.#submit(() => this.#socket.end());
    else this.shutDown();
  }

  #submit(work: () => void): void {
    this.#host.queue.submit(this, () => {
      if (this.#phase === 'ready') this.#guarded(work);
      if (this.#socket.isPaused() && !this.#socket.writableNeedDrain) this.#socket.resume();
      return this.#phase === 'ready' && this.#busy ? 'keep' : 'release';
    });
    if (this.#host.queue.waiting(this) >= MOST_WAITING_GROUPS) this.#socket.pause();
  }

  get #busy(): boolean {
    return this.#groupOpen || (this.#login === null ? this.#status !== 'I' : this.#login.holdsEngineSince !== null);
  }

  /**
   * An error in here, other than a client's own mistake, means that the engine cannot be trusted any more.
   */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof ProtocolViolation) setImmediate(() => this.#fail('08P01', error.message));
      else this.#host.broken(error);
    }
  }

  #runGroup(messages: readonly Buffer[], ends: boolean): void {
    if (this.#login === null) this.#runOwnersGroup(messages, ends);
    else this.#runLoginsGroup(this.#login, messages);
    // A client that does not read its answers is not read either.
    if (this.#socket.writableNeedDrain) {
      this.#socket.pause();
      this.#socket.once('drain', () => this.#socket.resume());
    }
  }

  #runOwnersGroup(messages: readonly Buffer[], ends: boolean): void {
    if (this.#skipToSync) return this.#skip(ends);
    if (messages.some((message) => this.#needsAnothersStatement(message))) {
      this.#socket.write(errorResponse('ERROR', '26000', 'unnamed prepared statement does not exist'));
      return this.#skip(ends);
    }
    const relay = new ResponseRelay((bytes) => this.#socket.write(bytes));
    this.#socket.cork();
    this.#host.session.execute(
      messages.map((message) => this.#names.translate(message)),
      (view) => relay.feed(view),
    );
    this.#socket.uncork();
    const answer = relay.answer();
    this.#status = answer.status ?? this.#status;
    this.#groupOpen = !ends;
    this.#settleListens(messages, answer);
    for (const notification of answer.notifications) this.#publish(notification);
  }

  #openLogin({ role, party, settings }: ProvedLogin): LoginSession {
    this.#party = party;
    const host = this.#host;
    const { session, limit } = host;
    return new LoginSession({
      role,
      settings,
      connectionId: this.id,
      session,
      output: (bytes) => this.#socket.write(bytes),
      refusal: () => {
        const milliseconds = host.pauses.refusedFor(party, instant());
        return milliseconds === 0
          ? null
          : `this login, or another one of its industry, was cut off and is served again in ${Math.ceil(milliseconds / 1000)} s`;
      },
      execute: (messages, sink, { milliseconds, limit: limitMilliseconds }, statement) => {
        host.runningOfLogin = {
          role,
          statement,
          why: 'exhausted the engine',
          at: Date.now(),
          told: false,
          costsRestart: true,
        };
        limit.begin(
          milliseconds,
          offenceLine({ ...host.runningOfLogin, why: `could not be ended after ${limitMilliseconds / 1000} s` }),
        );
        session.execute(messages, sink);
        host.runningOfLogin = null;
        return limit.end();
      },
    });
  }

  /** Says what the login has done and lets it wait. */
  #offend(why: string): void {
    const statement = this.#login?.statement ?? '';
    this.#host.offended(
      { role: this.#user, statement, why, at: instant(), told: true, costsRestart: false },
      this.#party,
    );
  }

  #runLoginsGroup(login: LoginSession, messages: readonly Buffer[]): void {
    this.#host.unnamedStatementOwner = null;
    const since = login.holdsEngineSince ?? instant();
    this.#socket.cork();
    try {
      login.run(messages);
      const limit = login.takeCutOff();
      if (limit !== null) this.#offend(`was ended after ${limit / 1000} s`);
      if (login.holdsEngineSince === null) this.#host.pauses.worked(this.#party, instant() - since, instant());
    } catch (error) {
      if (!(error instanceof HostStatementFailed)) throw error;
      login.abandon();
      setImmediate(() => this.#fail('28000', error.message));
    } finally {
      this.#socket.uncork();
    }
  }

  #skip(ends: boolean): void {
    this.#skipToSync = !ends;
    if (ends) this.#socket.write(readyForQuery(this.#status));
  }

  /** True when the message is about an unnamed statement that another client has replaced. */
  #needsAnothersStatement(message: Buffer): boolean {
    const use = unnamedStatementUse(message);
    if (use === 'defines') this.#host.unnamedStatementOwner = this;
    return use === 'needs' && this.#host.unnamedStatementOwner !== this;
  }

  #settleListens(messages: readonly Buffer[], answer: RelayedAnswer): void {
    if (answer.tags.includes('SET')) this.#changedSettings = true;
    const texts = answer.tags.some((tag) => tag.endsWith('LISTEN'))
      ? messages.map(sqlText).filter((text) => text !== null)
      : [];
    const effective = this.#listens.settle(listenCommands(texts), answer.tags, this.#status, answer.failed);
    for (const command of effective) this.#host.notifications.apply(this, command);
    // The session stopped listening for everybody: take up again what others still wait for.
    if (effective.some((command) => command.verb === 'unlisten')) {
      for (const channel of this.#host.notifications.channels)
        this.#host.session.command(`LISTEN ${quoteName(channel)}`);
    }
  }

  #publish(notification: Buffer): void {
    notification.writeInt32BE(this.id, 5);
    this.#host.notifications.deliver(notification);
  }

  #gone(): void {
    if (this.#phase === 'closed') return;
    const wasReady = this.#phase === 'ready';
    this.#phase = 'closed';
    if (!wasReady) return;
    this.#host.queue.leave(this, () => this.#guarded(() => this.#abandon()));
    this.#host.queue.submitHostWork(() => this.#guarded(() => this.#tidy()));
  }

  /** Ends an open group or transaction of a client that is no longer there. */
  #abandon(): void {
    if (this.#login !== null) return this.#login.abandon();
    const ignore = (): void => undefined;
    if (this.#groupOpen) this.#host.session.execute([syncMessage], ignore);
    this.#host.session.execute([queryMessage('ROLLBACK')], ignore);
  }

  #tidy(): void {
    const { session, notifications } = this.#host;
    if (this.#login !== null) return this.#login.abandon();
    for (const channel of notifications.forget(this)) session.command(`UNLISTEN ${quoteName(channel)}`);
    const closing = this.#names.closeMessages();
    if (closing.length > 0) session.execute([...closing, syncMessage], () => undefined);
    if (this.#changedSettings) session.command(restoreSettingsSql);
  }
}
