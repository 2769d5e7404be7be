/** The read-only transaction, under a login's role, in which everything the login sends runs. */
import { instant } from './pauses.ts';
import { OWNER_ROLE } from '../names.ts';
import { type DatabaseSession, restoreSettingsSql } from '../session.ts';
import { quoteName } from '../sql-statements.ts';

export class LoginTransaction {
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

  /** By instant(). */
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
    // Also reads for the first time: a transaction that has read cannot be made a writing one.
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
