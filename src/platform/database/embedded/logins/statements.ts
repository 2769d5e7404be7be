import {
  closeStatementMessage,
  parameterTypes,
  parseMessage,
  readText,
  statementNameOffset,
  withName,
} from '../frontend-messages.ts';
import { type LoginCommand, notAQuery, recogniseCommand } from './commands.ts';
import { type LoginEngine, queryOf, Refused } from './login-engine.ts';
import { BACKEND_TYPE } from '../response-relay.ts';
import { HostStatementFailed, defaultSetting } from '../session.ts';
import { quoteName, splitStatements, type SqlStatement } from '../sql-statements.ts';

/** Longest SQL text of a login, in characters: deeper nesting than a person writes could exhaust the engine's stack. */
const LONGEST_TEXT = 100_000;
/** Most prepared statements of a login, because they stay in the memory that all share. */
const MOST_STATEMENTS = 500;
/** A statement without effect, for commands of the host itself, that can be prepared in a failed transaction, too. */
const PLACEHOLDER_SQL = 'ROLLBACK';

const HIDDEN_WHILE_PREPARING: ReadonlySet<number> = new Set([
  BACKEND_TYPE.readyForQuery,
  BACKEND_TYPE.parseComplete,
  BACKEND_TYPE.closeComplete,
]);

export interface Definition {
  /** The text that the client sent. */
  readonly text: string;
  readonly engineName: string;
  readonly command: LoginCommand;
}

/** The session of the statements, as far as they need it. */
interface Host {
  readonly engine: LoginEngine;
  readonly settings: LoginSettings;
  readonly connectionId: number;
  /** Opens the transaction in which the engine works for the login. */
  readonly open: () => void;
  /** True when the login's transaction has failed. */
  readonly hasFailed: () => boolean;
}

/** @throws Refused for a command that is not available to logins. */
export function recognise(statement: SqlStatement): LoginCommand {
  if (statement.text.length > LONGEST_TEXT)
    throw new Refused('42501', `statements are limited to ${LONGEST_TEXT} characters`);
  const command = recogniseCommand(statement);
  if (command.kind === 'refused') throw new Refused('42501', command.reason);
  return command;
}

/** The prepared statements of a login, with the names that the login uses and the names in the shared engine. */
export class LoginStatements {
  readonly #host: Host;
  readonly #definitions = new Map<string, Definition>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** @throws Refused for a name that is taken. */
  requireNew(name: string): void {
    if (this.#definitions.has(name)) throw new Refused('42P05', `prepared statement "${name}" already exists`);
  }

  define(name: string, command: LoginCommand, statement: SqlStatement, types: Buffer): void {
    this.forget(name);
    if (this.#definitions.size >= MOST_STATEMENTS)
      throw new Refused('54000', `at most ${MOST_STATEMENTS} prepared statements are available to this login`);
    // EXECUTE must find queries only.
    const engineName = `${command.kind === 'query' ? 'c' : 'a'}${this.#host.connectionId}.${name}`;
    this.prepare(engineName, command, statement, types);
    this.#definitions.set(name, { text: statement.text, engineName, command });
  }

  prepareByName({ name, types, query }: Extract<LoginCommand, { kind: 'prepare' }>): void {
    this.requireNew(name);
    const [statement = { tokens: [], text: query }] = splitStatements(query);
    this.define(name, { kind: 'query', sql: query }, statement, parameterTypes(this.#typeIds(types)));
  }

  #typeIds(types: readonly string[]): number[] {
    if (types.length === 0) return [];
    this.#host.open();
    try {
      return (
        this.#host.engine.command(`SELECT ${types.map((type) => `${type}::pg_catalog.oid`).join(', ')}`)[0] ?? []
      ).map(Number);
    } catch (error) {
      if (error instanceof HostStatementFailed) throw new Refused('42704', error.reason);
      throw error;
    }
  }

  deallocate(name: string | null): void {
    if (name !== null) this.definition(name);
    for (const known of name === null ? [...this.#definitions.keys()] : [name]) this.forget(known);
  }

  /** Prepares the engine's statement for a command, if the engine takes its text for a query. */
  prepare(engineName: string, command: LoginCommand, statement: SqlStatement, types: Buffer): void {
    if (this.#host.hasFailed() && !(command.kind === 'end' || command.kind === 'savepoint'))
      throw new Refused('25P02', 'current transaction is aborted, commands ignored until end of transaction block');
    this.#host.open();
    this.#host.engine.send(
      [closeStatementMessage(engineName), parseMessage(engineName, this.#engineSql(command), types)],
      HIDDEN_WHILE_PREPARING,
    );
    const query = queryOf(command);
    if (query === null || statement.tokens.length === 0 || this.#host.engine.takesForQuery(query, types)) return;
    this.#host.engine.close([engineName]);
    throw new Refused('42501', notAQuery(statement));
  }

  #engineSql(command: LoginCommand): string {
    switch (command.kind) {
      case 'query':
      case 'composed':
      case 'savepoint':
        return command.sql;
      case 'set':
        return this.#host.settings.statement(command);
      case 'execute':
        return `${command.before}EXECUTE ${quoteName(this.definition(command.name).engineName)}${command.after}`;
      default:
        return PLACEHOLDER_SQL;
    }
  }

  /** @throws Refused for a name that no statement has. */
  definition(name: string): Definition {
    const definition = this.#definitions.get(name);
    if (definition === undefined)
      throw new Refused(
        '26000',
        name === '' ? 'unnamed prepared statement does not exist' : `prepared statement "${name}" does not exist`,
      );
    return definition;
  }

  /** The message with the engine's name of the statement instead of the login's. */
  translated(message: Buffer): Buffer {
    const offset = statementNameOffset(message);
    return withName(message, offset, this.definition(readText(message, offset).text).engineName);
  }

  forget(name: string): void {
    const definition = this.#definitions.get(name);
    if (definition === undefined) return;
    this.#definitions.delete(name);
    this.#host.engine.close([definition.engineName]);
  }

  forgetAll(): void {
    this.#host.engine.close([...this.#definitions.values()].map(({ engineName }) => engineName));
    this.#definitions.clear();
  }
}

type Change = { readonly name: string; readonly value: string | null; readonly local: boolean };

/** Settings that a login has made. Each transaction of the host sets them again, because every one is rolled back. */
export class LoginSettings {
  readonly #initial: ReadonlyMap<string, string>;
  #kept: Map<string, string>;
  #beforeTransaction: ReadonlyMap<string, string>;
  readonly #local = new Map<string, string>();

  /** @param initial what the login starts with; values as written in SQL */
  constructor(initial: ReadonlyMap<string, string>) {
    this.#initial = initial;
    this.#kept = new Map(initial);
    this.#beforeTransaction = initial;
  }

  /** The statement that makes a change in the running transaction of the host. */
  statement({ name, value }: Change): string {
    return `SET LOCAL ${name} TO ${value ?? this.#default(name)}`;
  }

  /** Records a change of a setting. `inTransaction`: the login has a transaction of its own open. */
  remember({ name, value, local }: Change, inTransaction: boolean): void {
    if (!local) this.#kept.set(name, value ?? this.#default(name));
    else if (inTransaction) this.#local.set(name, value ?? this.#default(name));
  }

  /** The login's own transaction begins. */
  begin(): void {
    this.#beforeTransaction = new Map(this.#kept);
  }

  end(committed: boolean): void {
    this.#local.clear();
    if (!committed) this.#kept = new Map(this.#beforeTransaction);
  }

  /** Statements that make all settings. */
  statements(): string[] {
    return [...new Map([...this.#kept, ...this.#local])].map(([name, value]) => `SET LOCAL ${name} TO ${value}`);
  }

  #default(name: string): string {
    return this.#initial.get(name) ?? defaultSetting(name);
  }
}
