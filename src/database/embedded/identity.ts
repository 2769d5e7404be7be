/**
 * As whom a connection's statements run. The owner's run as they are. A login's run under its own rights, read-only: the
 * host switches the session before its message group and back as soon as no transaction is open.
 */
import { judgeReadOnlySql } from './analyst-guard.ts';
import type { KeptSetting } from './analyst-guard.ts';
import { frontendType, sqlText } from './frontend-messages.ts';
import { ownerRole } from './names.ts';
import { restoreSettingsSql } from './session.ts';
import type { DatabaseSession } from './session.ts';
import { quoteName } from './sql-statements.ts';

export interface Identity {
  readonly role: string;
  /** Reason why the group must not run, or null. */
  refusal(messages: readonly Buffer[]): string | null;
  /** Before a group that starts outside a transaction. Throws HostStatementFailed, then the group must not run. */
  enter(session: DatabaseSession): void;
  /** After a group that left no transaction open. A failure means that the session is in unknown hands. */
  leave(session: DatabaseSession): void;
  /** After a group that succeeded. */
  remember(): void;
}

/** The application itself. */
export function ownerIdentity(): Identity {
  const nothing = (): void => undefined;
  return { role: ownerRole, refusal: () => null, enter: nothing, leave: nothing, remember: nothing };
}

/** A login created with CREATE ROLE .. LOGIN: reads only, with the rights it was granted. */
export class LoginIdentity implements Identity {
  readonly role: string;
  readonly #kept = new Map<string, string>();
  #proposed: readonly KeptSetting[] = [];

  constructor(role: string) {
    this.role = role;
  }

  refusal(messages: readonly Buffer[]): string | null {
    this.#proposed = [];
    if (messages.some((message) => message[0] === frontendType.functionCall)) return 'function calls are not available to this login';
    const verdict = judgeReadOnlySql(messages.map(sqlText).filter((text) => text !== null));
    if ('refused' in verdict) return verdict.refused;
    this.#proposed = verdict.settings;
    return null;
  }

  enter(session: DatabaseSession): void {
    session.command(`SET SESSION AUTHORIZATION ${quoteName(this.role)}; SET default_transaction_read_only = on`);
    for (const sql of this.#kept.values()) session.command(sql);
  }

  leave(session: DatabaseSession): void {
    session.command(`CLOSE ALL; SET SESSION AUTHORIZATION ${ownerRole}; ${restoreSettingsSql}`);
  }

  remember(): void {
    for (const { name, sql } of this.#proposed) this.#kept.set(name, sql);
    this.#proposed = [];
  }
}
