/**
 * The session a login other than the owner believes to have. All clients share one session that belongs to a superuser,
 * so:
 *
 * - A login's text reaches the engine by Parse alone, which takes exactly one statement, and runs only if the engine's
 *   own parser takes it for one query (`DECLARE .. CURSOR FOR <text>` takes nothing else). Other commands are composed
 *   here.
 * - The text runs under the login's role, which the engine refuses to change (DatabaseSession.lockRole), in a
 *   transaction the host opened read-only and has read in, after which PostgreSQL refuses to make it a writing one.
 *   The transaction is always rolled back.
 * - A login's own transaction keeps the session from others only while it has something that a later statement needs: a
 *   cursor, a savepoint or an isolation level. Otherwise each message group runs in a transaction of its own.
 *   Spec gap: now() may therefore move within a login's transaction.
 */
import {
  closeComplete,
  commandComplete,
  emptyQueryResponse,
  errorResponse,
  parseComplete,
  readyForQuery,
  type TransactionStatus,
  warningResponse,
} from '../backend-messages.ts';
import { FRONTEND_TYPE, parameterTypes, readText, runMessages, statementNameOffset } from '../frontend-messages.ts';
import type { LoginCommand } from './commands.ts';
import {
  AnsweredWithError,
  cutOffReason,
  LoginEngine,
  type LoginEngineOptions,
  Refused,
  tooLongReason,
} from './login-engine.ts';
import { LoginSettings, type Definition, LoginStatements, recognise } from './statements.ts';
import { BACKEND_TYPE } from '../response-relay.ts';
import { splitStatements, type SqlStatement } from '../sql-statements.ts';

const noParameters = parameterTypes([]);
const SIMPLE_STATEMENT = 'simple';

const HIDDEN_ALWAYS: ReadonlySet<number> = new Set([BACKEND_TYPE.readyForQuery]);
const HIDDEN_IN_SIMPLE_QUERY: ReadonlySet<number> = new Set([
  BACKEND_TYPE.readyForQuery,
  BACKEND_TYPE.bindComplete,
  BACKEND_TYPE.noData,
]);

interface LoginOptions extends LoginEngineOptions {
  readonly connectionId: number;
  /** Settings the login starts with, values as written in SQL. */
  readonly settings: ReadonlyMap<string, string>;
  /** Why the login is not served now, or null. */
  readonly refusal: () => string | null;
}

export class LoginSession {
  readonly #options: LoginOptions;
  readonly #settings: LoginSettings;
  readonly #engine: LoginEngine;
  readonly #statements: LoginStatements;
  readonly #portals = new Map<string, Definition>();
  /** Portals with rows still to be asked for. */
  readonly #unfinished = new Set<string>();
  /** The client's view of its transaction. */
  #status: TransactionStatus = 'I';
  /** The rest of a message group after an error is skipped. */
  #skipping = false;
  /** The login's transaction has something a later statement needs. */
  #pinned = false;

  constructor(options: LoginOptions) {
    this.#options = options;
    this.#settings = new LoginSettings(options.settings);
    this.#engine = new LoginEngine(options);
    this.#statements = new LoginStatements({
      engine: this.#engine,
      settings: this.#settings,
      connectionId: options.connectionId,
      open: () => this.#open(''),
      hasFailed: () => this.#status === 'E',
    });
  }

  /** Time by instant() since which no other client may use the engine; null while others may. */
  get holdsEngineSince(): number | null {
    return this.#engine.heldSince;
  }

  get statement(): string {
    return this.#engine.statement;
  }

  /** The limit, in milliseconds, by which a statement had to be ended since this was asked last, or null. */
  takeCutOff(): number | null {
    const { cutOffAfter } = this.#engine;
    this.#engine.cutOffAfter = null;
    return cutOffAfter;
  }

  /** Runs messages in order. Throws HostStatementFailed when the login is no more. */
  run(messages: readonly Buffer[]): void {
    this.#engine.startGroup();
    for (const message of messages) {
      const type = message[0];
      if (
        type === FRONTEND_TYPE.sync
        || ((type === FRONTEND_TYPE.query || type === FRONTEND_TYPE.functionCall) && !this.#skipping)
      ) {
        if (type !== FRONTEND_TYPE.sync) this.#attempt(message);
        this.#settle();
      } else if (!this.#skipping) {
        this.#attempt(message);
      }
    }
  }

  /** The client is gone. */
  abandon(): void {
    this.#engine.leave();
    this.#statements.forgetAll();
  }

  #attempt(message: Buffer): void {
    try {
      this.#handle(message);
    } catch (error) {
      if (error instanceof Refused) this.#options.output(errorResponse('ERROR', error.code, error.message));
      else if (!(error instanceof AnsweredWithError)) throw error;
      if (this.#engine.answersTooLong) this.#options.output(warningResponse('54000', tooLongReason));
      this.#skipping = true;
      if (this.#status === 'T') this.#status = 'E';
      if (this.#engine.cutOffAfter !== null) this.#cutOff();
    }
  }

  /** Ends the transaction, because others have waited long enough. The client alone still has one, which has failed. */
  #cutOff(): void {
    this.#options.output(warningResponse('57014', cutOffReason));
    this.#leave();
  }

  /** The end of a message group. */
  #settle(): void {
    this.#skipping = false;
    if (this.#status === 'I' || (!this.#pinned && this.#unfinished.size === 0)) this.#leave();
    this.#options.output(readyForQuery(this.#status));
  }

  #leave(): void {
    this.#engine.leave();
    this.#portals.clear();
    this.#unfinished.clear();
    this.#pinned = false;
  }

  #handle(message: Buffer): void {
    const refusal = this.#engine.heldSince === null ? this.#options.refusal() : null;
    if (refusal !== null) throw new Refused('53400', refusal);
    switch (message[0]) {
      case FRONTEND_TYPE.query:
        return this.#simpleQuery(readText(message, 5).text);
      case FRONTEND_TYPE.parse:
        return this.#parse(message);
      case FRONTEND_TYPE.bind:
        return this.#bind(message);
      case FRONTEND_TYPE.execute:
        return this.#executePortal(message);
      case FRONTEND_TYPE.describe:
        return this.#pass(statementNameOffset(message) < 0 ? message : this.#statements.translated(message));
      case FRONTEND_TYPE.close:
        return this.#close(message);
      case FRONTEND_TYPE.functionCall:
        throw new Refused('42501', 'function calls are not available to this login');
      default:
        return;
    }
  }

  #simpleQuery(text: string): void {
    const statements = splitStatements(text);
    if (statements.length === 0) this.#options.output(emptyQueryResponse());
    for (const statement of statements) {
      this.#engine.statement = statement.text;
      const command = recognise(statement);
      if (this.#hostCommand(command)) continue;
      this.#statements.prepare(SIMPLE_STATEMENT, command, statement, noParameters);
      this.#perform(command, runMessages(SIMPLE_STATEMENT), HIDDEN_IN_SIMPLE_QUERY);
    }
  }

  #parse(message: Buffer): void {
    const name = readText(message, 5);
    const sql = readText(message, name.end);
    this.#engine.statement = sql.text;
    if (name.text !== '') this.#statements.requireNew(name.text);
    const statements = splitStatements(sql.text);
    const whole: SqlStatement = { tokens: statements[0]?.tokens ?? [], text: statements.length === 0 ? '' : sql.text };
    // The engine itself refuses several statements as too many.
    const statement = statements.length === 1 && statements[0] !== undefined ? statements[0] : whole;
    const command: LoginCommand = statements.length === 1 ? recognise(statement) : { kind: 'query', sql: whole.text };
    this.#statements.define(name.text, command, statement, message.subarray(sql.end));
    this.#options.output(parseComplete());
  }

  #bind(message: Buffer): void {
    const portal = readText(message, 5).text;
    const definition = this.#statements.definition(readText(message, statementNameOffset(message)).text);
    this.#pass(this.#statements.translated(message));
    this.#portals.set(portal, definition);
    this.#unfinished.add(portal);
  }

  #executePortal(message: Buffer): void {
    const portal = readText(message, 5);
    const definition = this.#portals.get(portal.text);
    if (definition === undefined) return this.#pass(message);
    const { command } = definition;
    this.#engine.statement = definition.text;
    if (!this.#hostCommand(command)) this.#perform(command, [message], HIDDEN_ALWAYS);
    const allRows = message.readInt32BE(portal.end) <= 0;
    if (allRows) this.#unfinished.delete(portal.text);
  }

  #close(message: Buffer): void {
    const offset = statementNameOffset(message);
    if (offset < 0) {
      const portal = readText(message, 6).text;
      this.#portals.delete(portal);
      this.#unfinished.delete(portal);
      return this.#pass(message);
    }
    this.#statements.forget(readText(message, offset).text);
    this.#options.output(closeComplete());
  }

  /** Carries out a command that is not the engine's; false for all others. */
  #hostCommand(command: LoginCommand): boolean {
    const failed =
      this.#status === 'E' && command.kind !== 'end' && !(command.kind === 'savepoint' && command.endsFailure);
    if (failed)
      throw new Refused('25P02', 'current transaction is aborted, commands ignored until end of transaction block');
    switch (command.kind) {
      case 'begin':
        this.#begin(command.isolation);
        return true;
      case 'end':
        this.#end(command.commits);
        return true;
      case 'prepare':
        this.#statements.prepareByName(command);
        this.#options.output(commandComplete('PREPARE'));
        return true;
      case 'deallocate':
        this.#statements.deallocate(command.name);
        this.#options.output(commandComplete(command.name === null ? 'DEALLOCATE ALL' : 'DEALLOCATE'));
        return true;
      default:
        return false;
    }
  }

  #begin(isolation: string): void {
    if (this.#status !== 'I') {
      this.#options.output(warningResponse('25001', 'there is already a transaction in progress'));
    } else {
      if (isolation !== '') {
        this.#leave();
        this.#open(isolation);
        this.#pinned = true;
      }
      this.#settings.begin();
      this.#status = 'T';
    }
    this.#options.output(commandComplete('BEGIN'));
  }

  #end(commits: boolean): void {
    const committed = commits && this.#status !== 'E';
    if (this.#status === 'I') this.#options.output(warningResponse('25P01', 'there is no transaction in progress'));
    else this.#settings.end(committed);
    this.#leave();
    this.#status = 'I';
    this.#options.output(commandComplete(committed ? 'COMMIT' : 'ROLLBACK'));
  }

  #perform(command: LoginCommand, messages: readonly Buffer[], hidden: ReadonlySet<number>): void {
    const keeps = (command.kind === 'composed' || command.kind === 'savepoint') && command.keeps;
    if (this.#status === 'I' && (keeps || command.kind === 'savepoint'))
      throw new Refused('25P01', 'cursors and savepoints can only be used in transaction blocks');
    this.#engine.send(messages, hidden);
    if (command.kind === 'set') this.#settings.remember(command, this.#status !== 'I');
    if (command.kind === 'savepoint' && command.endsFailure) this.#status = 'T';
    if (keeps) this.#pinned = true;
  }

  #pass(message: Buffer): void {
    this.#open('');
    this.#engine.send([message], HIDDEN_ALWAYS);
  }

  #open(isolation: string): void {
    this.#engine.open(isolation, () => this.#settings.statements());
  }
}
