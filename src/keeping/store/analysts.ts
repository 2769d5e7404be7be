import type { Querier } from '../../platform/database/database.ts';
import type { AnalystRights } from '../../platform/login/rules/permissions.ts';

/** State of a login name. */
interface AnalystLoginState {
  /** A database role of this name exists, whoever made it. */
  readonly roleExists: boolean;
  /** The industry the login was made for; null when it was not made as an analyst's login of this database. */
  readonly industryId: string | null;
}

/** Locks changes of logins until the transaction ends. */
export const lockAnalystLogins = async (transaction: Querier): Promise<void> => {
  await transaction.many('analysts.lock');
};

export const findAnalystLogin = (db: Querier, name: string): Promise<AnalystLoginState> =>
  db.one<AnalystLoginState>('analysts.find', { name });

/** Rights of the group of all analysts' logins. */
export const analystRights = (db: Querier): Promise<AnalystRights> => db.one<AnalystRights>('analysts.rights');

interface AnalystLoginToWrite {
  readonly name: string;
  readonly industryKey: number;
  /** SCRAM-SHA-256 verifier as PostgreSQL stores it; the password itself never reaches the database. */
  readonly passwordVerifier: string;
  readonly at: Date;
}

/** Creates the login, or gives an existing one another password. The name must be free or an analyst's. */
export async function writeAnalystLogin(transaction: Querier, login: AnalystLoginToWrite): Promise<void> {
  await transaction.many('analysts.put_role', { name: login.name, passwordVerifier: login.passwordVerifier });
  await transaction.many('analysts.record', { name: login.name, industryKey: login.industryKey, at: login.at });
}

/** Removes the login. Connections that are still open see nothing from then on. */
export async function removeAnalystLogin(transaction: Querier, name: string): Promise<void> {
  await transaction.many('analysts.forget', { name });
  await transaction.many('analysts.drop_role', { name });
}
