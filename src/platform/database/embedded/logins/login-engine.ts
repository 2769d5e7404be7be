/**
 * The engine as far as one login may use it: inside its own transaction, within its time, and with queries that the
 * engine itself takes for such.
 */
import type { LoginCommand } from './commands.ts';
import { closeStatementMessage, parseMessage, syncMessage } from '../frontend-messages.ts';
import { requestInterrupt, withdrawInterrupt } from '../interrupts.ts';
import { instant } from './pauses.ts';
import { ResponseRelay } from '../response-relay.ts';
import { type DatabaseSession, restoreSettingsSql } from '../session.ts';
import { OWNER_ROLE } from '../child-protocol.ts';
import { quoteName } from '../sql-statements.ts';

/** The read-only transaction, under a login's role, in which everything the login sends runs. */
class LoginTransaction {
  readonly #session: DatabaseSession;
  readonly #role: string;
  #openSince: number | null = null;

  constructor(session: DatabaseSession, role: string) {
    this.#session = session;
    this.#role = role;
  }

  get open(): boolean {
    return this.#openSince !== null;
  }

  /** Time of opening by instant(); null: not open. */
  get openSince(): number | null {
    return this.#openSince;
  }

  /**
   * Takes the login's role and begins. The role is taken outside the transaction, so that no end of it gives it back.
   * Throws HostStatementFailed when the login is no more.
   */
  begin(isolation: string, settings: readonly string[]): void {
    this.#openSince = instant();
    // Cursors WITH HOLD of others would be open to the login, whatever its rights.
    this.#session.command(`CLOSE ALL; SET SESSION AUTHORIZATION ${quoteName(this.#role)}`);
    this.#session.lockRole();
    this.#session.command([`BEGIN ${isolation} READ ONLY`, ...settings].join('; '));
    // The first read happens here, because a transaction that has read cannot become a writing one.
    const [identity] = this.#session.command(
      "SELECT session_user, current_user, pg_catalog.current_setting('transaction_read_only')",
    );
    if (identity?.[0] !== this.#role || identity[1] !== this.#role || identity[2] !== 'on')
      throw new Error(`the engine did not take the role of ${this.#role}`);
  }

  /** Rolls back and gives the session back to the owner. A failure means that the session is in unknown hands. */
  end(): void {
    if (this.#openSince === null) return;
    this.#session.command('ROLLBACK');
    this.#session.unlockRole();
    this.#session.command(`SET SESSION AUTHORIZATION ${OWNER_ROLE}; ${restoreSettingsSql}`);
    this.#openSince = null;
  }
}

/**
 * Everybody waits while a login keeps the engine, in milliseconds: for a message group, and for a transaction with its
 * pauses.
 */
export const LOGIN_LIMITS = { group: 3_000, transaction: 5_000 } as const;
export const cutOffReason = `a login has ${LOGIN_LIMITS.group / 1000} s for what it sends at once, and ${LOGIN_LIMITS.transaction / 1000} s for a transaction that keeps others waiting; it is refused for a while now`;

/** An answer waits in memory until its client has read it. */
const LONGEST_ANSWER_BYTES = 128 * 1024 * 1024;
export const tooLongReason = `the answer to what a login sends at once has at most ${LONGEST_ANSWER_BYTES / 1024 / 1024} MiB`;

const TIMEOUT_REASON = 'canceling statement due to statement timeout';
const JUDGED_STATEMENT = 'judged';

/** Ends the current message group with an error. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** The engine has answered with an error; the client has it already. */
export class AnsweredWithError extends Error {}

/** The rest of the limit that ends first. */
interface TimeLeft {
  readonly milliseconds: number;
  readonly limit: number;
}

export interface LoginEngineOptions {
  readonly role: string;
  readonly session: DatabaseSession;
  /** Runs messages in the engine and returns whether they had to be ended. `statement`: what the client sent. */
  readonly execute: (
    messages: readonly Buffer[],
    sink: (view: Uint8Array) => void,
    time: TimeLeft,
    statement: string,
  ) => boolean;
  readonly output: (bytes: Buffer) => void;
}

export class LoginEngine {
  readonly #options: LoginEngineOptions;
  readonly #transaction: LoginTransaction;
  /** The last statement, for the log. */
  statement = '';
  /** The limit by which a statement had to be ended, in milliseconds; null while none had to be. */
  cutOffAfter: number | null = null;
  #groupEndsAt = 0;
  #groupBytes = 0;

  constructor(options: LoginEngineOptions) {
    this.#options = options;
    this.#transaction = new LoginTransaction(options.session, options.role);
  }

  /** Time by instant() since which no other client may use the engine; null while others may. */
  get heldSince(): number | null {
    return this.#transaction.openSince;
  }

  /** The answer is longer than it may be. */
  get answersTooLong(): boolean {
    return this.#groupBytes > LONGEST_ANSWER_BYTES;
  }

  startGroup(): void {
    this.#groupBytes = 0;
    this.#groupEndsAt = instant() + LOGIN_LIMITS.group;
  }

  /** Begins the login's transaction unless it is open. @param settings statements that make its settings */
  open(isolation: string, settings: () => readonly string[]): void {
    if (this.heldSince === null) this.#transaction.begin(isolation, settings());
  }

  leave(): void {
    this.#transaction.end();
  }

  /**
   * Runs messages; throws AnsweredWithError when the engine's answer is one. @param hidden types of messages the client
   * does not get
   */
  send(messages: readonly Buffer[], hidden: ReadonlySet<number>): void {
    const relay = new ResponseRelay(this.#options.output, hidden);
    // Sync reports the transaction's state and leaves it open.
    this.#execute([...messages, syncMessage], relay);
    const answer = relay.answer();
    if (answer.status === 'I') throw new Error(`login ${this.#options.role} has left the transaction of the host`);
    if (answer.failed) throw new AnsweredWithError();
    // The statement came to its end at the moment it was asked to.
    if (this.cutOffAfter !== null) throw new Refused('57014', TIMEOUT_REASON);
  }

  /** DECLARE CURSOR takes a SELECT, VALUES or TABLE that writes nothing, and Parse takes nothing beyond it. */
  takesForQuery(sql: string, parameterTypes: Buffer): boolean {
    const relay = new ResponseRelay(() => undefined);
    this.#execute(
      [
        closeStatementMessage(JUDGED_STATEMENT),
        parseMessage(JUDGED_STATEMENT, `DECLARE judged NO SCROLL CURSOR FOR\n${sql}`, parameterTypes),
        syncMessage,
      ],
      relay,
    );
    if (this.cutOffAfter !== null) throw new Refused('57014', TIMEOUT_REASON);
    return !relay.answer().failed;
  }

  /** Removes prepared statements. */
  close(names: readonly string[]): void {
    if (names.length > 0)
      this.#options.session.execute([...names.map(closeStatementMessage), syncMessage], () => undefined);
  }

  /** Runs a statement of the host as the login. Throws HostStatementFailed. */
  command(sql: string): (string | null)[][] {
    return this.#options.session.command(sql);
  }

  #execute(messages: readonly Buffer[], relay: ResponseRelay): void {
    const now = instant();
    const transactionEndsAt = (this.heldSince ?? now) + LOGIN_LIMITS.transaction;
    const limit = transactionEndsAt < this.#groupEndsAt ? LOGIN_LIMITS.transaction : LOGIN_LIMITS.group;
    const milliseconds = Math.floor(Math.min(this.#groupEndsAt, transactionEndsAt) - now);
    const { interrupts } = this.#options.session;
    const sink = (view: Uint8Array): void => {
      this.#groupBytes += view.length;
      if (this.answersTooLong) requestInterrupt(interrupts);
      relay.feed(view);
    };
    const ended = milliseconds <= 0 || this.#options.execute(messages, sink, { milliseconds, limit }, this.statement);
    if (this.answersTooLong) withdrawInterrupt(interrupts);
    if (!ended) return;
    this.cutOffAfter = limit;
    if (milliseconds <= 0) throw new Refused('57014', TIMEOUT_REASON);
  }
}

/** The text of a command that the engine has to judge; null when the command holds no text of the login's own. */
export function queryOf(command: LoginCommand): string | null {
  if (command.kind === 'query') return command.sql;
  return command.kind === 'composed' ? command.query : null;
}
