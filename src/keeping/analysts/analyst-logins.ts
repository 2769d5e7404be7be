import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { COMMAND } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { AuditVerb } from '../../platform/login/rules/audit-verbs.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { changeAddress } from '../../platform/database/servers.ts';
import {
  findAnalystLogin,
  lockAnalystLogins,
  removeAnalystLogin,
  writeAnalystLogin,
  analystRights,
} from '../store/analysts.ts';
import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { setUpProblem } from '../../platform/login/rules/permissions.ts';

const derive = promisify(pbkdf2);
/** PostgreSQL's own number of iterations, so that this login costs as much time as every other. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
/** 24 bytes give 32 characters, none of which a shell or an address reads otherwise. */
const PASSWORD_BYTES = 24;

/** A password nobody has to remember: 192 random bits as 32 letters, digits, `-` and `_`. */
export const newLoginPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

/**
 * The verifier that PostgreSQL stores for a password (RFC 5802):
 * `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`. The verifier is computed here, so that neither the
 * server nor its logs see the password.
 * @param password ASCII, because other text would need the normalisation of RFC 4013
 */
export async function scramVerifier(password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
  const salted = await derive(password, salt, ITERATIONS, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** Asks the database what a superuser's set-up has left undone for analysts, see {@link setUpProblem}. */
export const analystSetUpProblem = async (db: Querier): Promise<string | null> => setUpProblem(await analystRights(db));

type OfIndustry = Pick<Industry, 'industryKey' | 'industryId'>;

/** Names of logins are lower case, so that they need no quotes. PostgreSQL reserves `pg_..`, `public` and `none`. */
const LOGIN_NAME = /^(?!pg_|public$|none$)[a-z][a-z0-9_]{2,40}$/;

export interface IssuedLogin {
  readonly name: string;
  /** The password is shown once, because only its verifier is stored. */
  readonly password: string;
  /** false: the login existed and got another password. */
  readonly isNew: boolean;
}

/**
 * Creates the database login of an analyst, who sees this industry in schema analytics and nothing else. An existing
 * login gets another password and keeps its industry.
 * @throws ServiceError 1403 for a name that is not allowed, belongs to another industry, or is a role made by somebody
 * else; 500 while logins could do more on this server than read
 */
export async function issueAnalystLogin(
  { database, clock }: DataContext,
  industry: OfIndustry,
  name: string,
): Promise<IssuedLogin> {
  if (!LOGIN_NAME.test(name)) {
    throw refusal(
      name,
      'is not a name for a login, allowed are 3 to 41 characters a-z, 0-9 and _, beginning with a letter; pg_.., public and none are taken',
    );
  }
  const problem = await analystSetUpProblem(database);
  if (problem !== null) throw new ServiceError(500, problem);
  const password = newLoginPassword();
  const passwordVerifier = await scramVerifier(password);
  return database.transaction(async (transaction) => {
    await lockAnalystLogins(transaction);
    const found = await findAnalystLogin(transaction, name);
    if (found.industryId === null && found.roleExists)
      throw refusal(name, "is a database role that was not made as an analyst's login: choose another name");
    requireSameIndustry(name, found.industryId, industry);
    await writeAnalystLogin(transaction, {
      name,
      industryKey: industry.industryKey,
      passwordVerifier,
      at: new Date(clock.now()),
    });
    const isNew = !found.roleExists;
    await audit(transaction, industry, { at: clock.now(), verb: isNew ? 'analyst.create' : 'analyst.password', name });
    return { name, password, isNew };
  });
}

/**
 * Removes an analyst's login.
 * @throws ServiceError 1403 when there is no such login, or it belongs to another industry
 */
export async function revokeAnalystLogin(
  { database, clock }: DataContext,
  industry: OfIndustry,
  name: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockAnalystLogins(transaction);
    const { industryId } = await findAnalystLogin(transaction, name);
    if (industryId === null) throw refusal(name, "is not an analyst's login");
    requireSameIndustry(name, industryId, industry);
    await removeAnalystLogin(transaction, name);
    await audit(transaction, industry, { at: clock.now(), verb: 'analyst.remove', name });
  });
}

/** Writes the audit row. A command on the machine is the only way to issue logins. */
const audit = (
  transaction: Querier,
  { industryKey }: OfIndustry,
  {
    at,
    verb,
    name,
  }: {
    readonly at: EpochMillis;
    readonly verb: Extract<AuditVerb, `analyst.${string}`>;
    readonly name: string;
  },
): Promise<void> =>
  writeAudit(transaction, { at, actor: COMMAND, industryKey, verb, subject: name, before: null, after: null });

function requireSameIndustry(name: string, found: string | null, { industryId }: OfIndustry): void {
  if (found !== null && found !== industryId)
    throw refusal(
      name,
      `belongs to industry ${found}, not to ${industryId}: a login keeps its industry, choose another name`,
    );
}

const refusal = (name: string, problem: string): ServiceError =>
  new ServiceError(1403, `name ${name}: ${problem}`, [{ field: 'name', problem }]);

/** Connection of the database, as in `OpenDatabase`. */
type Reachable =
  { readonly connectionString: string } | { readonly host: string; readonly port: number; readonly database: string };

/**
 * The psql command of a login, quoted for a shell. psql asks for the password. For a server it is the service's own
 * address with the login in place of name and password.
 */
export function psqlCommand(reachable: Reachable, loginName: string): string {
  if (!('connectionString' in reachable)) {
    const port = reachable.port === 5432 ? '' : ` -p ${reachable.port}`;
    return `psql -h ${shellWord(reachable.host)}${port} -U ${loginName} ${shellWord(reachable.database)}`;
  }
  const command = changeAddress(reachable.connectionString, (ofFirst) => {
    const address = new URL(ofFirst);
    address.username = loginName;
    address.password = '';
    for (const name of ['user', 'password']) address.searchParams.delete(name);
    return address.href;
  });
  return `psql ${shellWord(command)}`;
}

/** The text as one word of a POSIX shell. */
const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
