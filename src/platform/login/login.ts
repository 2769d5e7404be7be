import { createHash, randomUUID } from 'node:crypto';
import { isOperator, type LoginType, OPERATOR_INDUSTRY_ID, type Role } from './rules/caller.ts';
import { DOCS_SECONDS, lifetimesOf, ownRefreshSeconds, refreshExpiry } from './rules/lifetimes.ts';
import { dummyHash, isOutdated } from './rules/password.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { findStanding, recordSession } from './store/sessions.ts';
import { replacePasswordHash } from './store/profiles.ts';
import { findUserForLogin, type LoginUser } from './store/users.ts';
import { accountKeyOf } from '../limits/known-networks.ts';
import { isOlderThanSignOut } from './authenticate.ts';
import { type Identity, loginClaims } from './claims.ts';
import type { AuthDependencies } from './dependencies.ts';
import { InvalidCredentials } from './errors.ts';
import { afterLogin } from './login-throttle.ts';

/** Device of a login. The key of the session record has it, and it decides how long the refresh token lives. */
export interface Device {
  /** Header x-device-id; 'default' when the client names none. */
  readonly deviceId: string;
  /** Header x-device-type; null when absent. */
  readonly deviceType: string | null;
  /** Headers x-browser-name with x-browser-version, and x-os: shown in the list of sessions; null when absent. */
  readonly browser: string | null;
  readonly os: string | null;
  /** The address by which the client reached the service (Host). */
  readonly baseAddress: string;
  /** The client's IP address or network, by which failed attempts are counted. */
  readonly clientNetwork: string;
}

export interface Login {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly loginType: string;
  readonly user: {
    readonly userId: string;
    readonly email: string;
    readonly username: string;
    readonly role: Role;
    readonly permissions: readonly string[];
    readonly industryId: string;
    readonly industryName: string;
  };
}

/** Longer than any password, short enough that hashing it is no work to speak of. */
const MAX_PASSWORD_CHARACTERS = 1024;

/**
 * Login of type DEFAULT: name (username or e-mail address) and password.
 * @throws InvalidCredentials (1401) for an unknown user and a wrong password alike, in the same time; ServiceError 420
 * when the user or the industry is disabled, told only to who knows the password, and what an attempt throws.
 */
export const loginWithPassword = (
  dependencies: AuthDependencies,
  name: string,
  password: string,
  device: Device,
): Promise<Login> =>
  dependencies.attempt(name, device.clientNetwork, async () => {
    const checkAndIssue = async (): Promise<Login | null> => {
      const user = await checkPassword(dependencies, name, password);
      return tryIssue(dependencies, user, device, { loginType: 'DEFAULT' }, user.passwordHash);
    };
    // A second attempt, because another login may have stored a newer hash of the same password in between. A wrong
    // password is refused again.
    const login = (await checkAndIssue()) ?? (await checkAndIssue());
    if (login === null) throw new InvalidCredentials();
    return login;
  });

/**
 * The way a user logged in, as tokens say it. Operators' single sign-on has a label of its own and their tenant
 * (specification, Token claims).
 */
interface LoginManner {
  readonly loginType: LoginType | 'sso';
  readonly tid?: string;
}

/**
 * Issues tokens and session record of a user who has proved who they are without a password. Their network is known
 * from then on, as after a login by password.
 * @throws InvalidCredentials (1401) when the user was removed meanwhile.
 */
export async function issueLogin(
  dependencies: AuthDependencies,
  user: LoginUser,
  device: Device,
  manner: LoginManner,
): Promise<Login> {
  const login = await tryIssue(dependencies, user, device, manner, null);
  if (login === null) throw new InvalidCredentials();
  const { context, networks } = dependencies;
  await afterLogin(context.log, () => networks.keep(accountKeyOf(user.userKey, user.username), device.clientNetwork));
  return login;
}

/** null when there is no such user any more, or `checkedHash` (null: no password was checked) is not the stored one. */
async function tryIssue(
  dependencies: AuthDependencies,
  user: LoginUser,
  device: Device,
  manner: LoginManner,
  checkedHash: string | null,
): Promise<Login | null> {
  const { tokens, context } = dependencies;
  const lifetimes = lifetimesOf(user.industryId, device.deviceType, user.sessionTimeout);
  const sid = randomUUID();
  const accessJti = randomUUID();
  const identity = identityOf(user, manner);
  const now = context.clock.now();
  const refresh = await tokens.issue(
    { ...identity, jti: sid, sid, token_use: 'refresh' },
    ownRefreshSeconds(user.industryId, lifetimes),
  );
  const refreshExpiresAt = refreshExpiry(lifetimes, now);
  const access = await tokens.issue(
    { ...identity, jti: accessJti, ...loginClaims(sid, refreshExpiresAt), token_use: 'access' },
    lifetimes.accessSeconds,
  );
  const sessionKey = {
    industryKey: user.industryKey,
    userKey: user.userKey,
    deviceId: device.deviceId,
    baseAddressHash: hashOf(device.baseAddress),
  };
  const { deviceType, browser, os } = device;
  const session = { tokenJti: accessJti, sid, refreshExpiresAt, deviceType, browser, os };
  if (!(await recordSession(context.database, sessionKey, session, now, checkedHash))) return null;
  return {
    accessToken: access.token,
    refreshToken: refresh.token,
    expiresInSeconds: lifetimes.accessSeconds,
    loginType: manner.loginType,
    user: {
      userId: user.userId,
      email: user.email,
      username: user.username,
      role: user.role,
      permissions: user.permissions,
      industryId: user.industryId,
      industryName: user.industryName,
    },
  };
}

/**
 * Docs login: a token of one hour that opens the documentation of one surface and nothing else (role guest, type DOCS).
 * The operators' documentation is for operators.
 * @throws InvalidCredentials (1401), ServiceError 420 when disabled, and what an attempt throws.
 */
export const loginToDocs = (
  dependencies: AuthDependencies,
  name: string,
  password: string,
  surface: 'admin' | 'external',
  clientNetwork: string,
): Promise<{ token: string; lifetimeSeconds: number }> =>
  dependencies.attempt(name, clientNetwork, async () => {
    const user = await checkPassword(dependencies, name, password);
    if (!mayOpenDocs(surface, user.industryId, user.role)) throw new InvalidCredentials();
    const jti = randomUUID();
    const claims = {
      ...identityOf(user, { loginType: 'DOCS' }),
      role: 'guest' as const,
      permissions: [],
      jti,
      sid: jti,
      token_use: 'docs' as const,
      aud: surface,
    };
    const { token } = await dependencies.tokens.issue(claims, DOCS_SECONDS);
    return { token, lifetimeSeconds: DOCS_SECONDS };
  });

/** The admin surface's documentation is for operators. */
const mayOpenDocs = (surface: 'admin' | 'external', homeIndustryId: string, role: Role): boolean =>
  surface !== 'admin' || isOperator({ homeIndustryId, role });

/**
 * True for a docs token of this surface, in force, of a user who is neither disabled nor removed nor signed out since
 * and whose role still opens it.
 */
export async function opensDocs(
  { tokens, context }: AuthDependencies,
  token: string,
  surface: 'admin' | 'external',
): Promise<boolean> {
  const claims = tokens.read(token);
  if (claims?.token_use !== 'docs' || claims.aud !== surface || (await tokens.verify(token)) !== 'valid') return false;
  const standing = await findStanding(context.database, claims, null, context.clock.now());
  return (
    standing.user !== null
    && !standing.disabled
    && !standing.revoked
    && !isOlderThanSignOut(claims, standing.user)
    && mayOpenDocs(surface, claims.sub, standing.user.role)
  );
}

/** The user with the hash that this password was checked against, or the one that took its place. */
async function checkPassword(
  { context, passwords }: AuthDependencies,
  name: string,
  password: string,
): Promise<LoginUser> {
  const user = await findUserForLogin(context.database, name);
  const offered = password.length > MAX_PASSWORD_CHARACTERS ? '' : password;
  const matches = await passwords.verify(offered, user?.passwordHash ?? dummyHash);
  if (user === null || !matches || password.length > MAX_PASSWORD_CHARACTERS) throw new InvalidCredentials();
  requireNotDisabled(user);
  if (!isOutdated(user.passwordHash)) return user;
  const passwordHash = await passwords.hash(password);
  return (await replacePasswordHash(context.database, user.userKey, user.passwordHash, passwordHash))
    ? { ...user, passwordHash }
    : user;
}

/** The check of every login before it issues tokens. @throws ServiceError 420. */
export function requireNotDisabled(user: Pick<LoginUser, 'disabled'>): void {
  if (user.disabled) throw new ServiceError(420, 'This account is disabled');
}

const identityOf = (user: LoginUser, manner: LoginManner): Identity => ({
  sub: user.industryId,
  userId: user.userId,
  email: user.email,
  username: user.username,
  role: user.role,
  permissions: [...user.permissions],
  ...manner,
  ...(user.industryId === OPERATOR_INDUSTRY_ID ? { industryId: OPERATOR_INDUSTRY_ID } : {}),
});

const hashOf = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('hex');
