import { randomUUID } from 'node:crypto';
import type { Role } from '../../../src/platform/login/rules/caller.ts';
import { PERMISSIONS } from '../../../src/platform/login/rules/permissions.ts';
import { loginClaims } from '../../../src/platform/login/claims.ts';
import { createTokens } from '../../../src/platform/login/tokens.ts';
import { recordSession, revokeTokens } from '../../../src/platform/login/store/sessions.ts';
import { deviceKeyText, hashOfSecret, newDeviceKey } from '../../../src/platform/login/rules/device-key.ts';
import { insertKey, revokeKey } from '../../../src/platform/login/store/device-keys.ts';
import type { TestContext } from '../../support/database.ts';
import { type MintedUser, mintUser, SECRET } from '../support/app-fixture.ts';

/** Who asks, as the specification's request check tells callers apart. */
export interface Caller {
  readonly name: string;
  readonly role: Role;
  readonly isOperator: boolean;
  /** true: names an industry by targetIndustryId. */
  readonly names?: boolean;
  /** null: may do nothing that asks for a permission. */
  readonly permissions: readonly string[];
  /** The first thing that is wrong, in the order of the request check; null when nothing is. */
  readonly refusal: 401 | 440 | 420 | 403 | null;
  /** What kind of token is presented; null: none of ours. */
  readonly presents: 'access' | 'refresh' | 'docs' | 'device key' | null;
  /** Of a device key why the one route that takes it refuses it; null: it does not. */
  readonly keyRefusal?: 420 | 403 | null;
  /** Headers of one request; a new token every time, so that a request which ends a session ends its own. */
  headers(): Promise<Record<string, string>>;
}

const ANOTHER_SECRET = 'secret-of-somebody-else-'.repeat(2);

/** Every caller of the matrix, on one industry with its users, and INTERNAL. */
export async function mintCallers(context: TestContext): Promise<readonly Caller[]> {
  const { database, clock } = context;
  const all = Object.keys(PERMISSIONS);
  const plain = await mintUser(context);
  const permitted = await mintUser(context, { industryId: plain.industryId, permissions: all });
  const admin = await mintUser(context, { industryId: plain.industryId, role: 'admin', permissions: all });
  const guest = await mintUser(context, { industryId: plain.industryId, role: 'guest' });
  const disabledUser = await mintUser(context, { industryId: plain.industryId, permissions: all });
  const ofDisabledIndustry = await mintUser(context, { permissions: all });
  const removed = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: all });
  const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: all });
  const bareOperator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
  const operatorGuest = await mintUser(context, { industryId: 'INTERNAL', role: 'guest', permissions: all });
  const other = await mintUser(context, { permissions: all });
  await database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2), ($3, $4)', [
    disabledUser.industryId,
    disabledUser.userId,
    ofDisabledIndustry.industryId,
    '',
  ]);
  await database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [removed.userKey]);

  /** A token as a login gives it, with the record that holds it. */
  const issue = async (
    user: MintedUser,
    role: Role,
    options: {
      secret?: string;
      use?: 'access' | 'refresh' | 'docs';
      hoursAgo?: number;
      active?: boolean;
      revoked?: boolean;
    } = {},
  ) => {
    const [jti, sid] = [randomUUID(), randomUUID()];
    const issuedAt = clock.now() - (options.hoursAgo ?? 0) * 3_600_000;
    const tokens = createTokens([options.secret ?? SECRET], { now: () => issuedAt });
    const { token } = await tokens.issue(
      {
        sub: user.industryId,
        userId: user.userId,
        email: user.email,
        username: user.username,
        role,
        permissions: [],
        loginType: 'DEFAULT',
        jti,
        ...loginClaims(sid, null),
        token_use: options.use ?? 'access',
      },
      4 * 3600,
    );
    const device = { deviceId: randomUUID(), baseAddressHash: 'matrix' };
    await recordSession(
      database,
      { industryKey: user.industryKey, userKey: user.userKey, ...device },
      { tokenJti: jti, sid, refreshExpiresAt: null, deviceType: null, browser: null, os: null },
      clock.now(),
      null,
    );
    if (options.active === false)
      await database.execute('UPDATE tenant.session SET active = false WHERE token_jti = $1', [jti]);
    if (options.revoked === true) await revokeTokens(database, [{ jti, expiresAt: null }]);
    return { authorization: `Bearer ${token}` };
  };

  const caller = (
    name: string,
    refusal: Caller['refusal'],
    user: MintedUser,
    options: Parameters<typeof issue>[2] & { role?: Role; target?: string } = {},
  ): Caller => ({
    name,
    refusal,
    presents: options.use ?? 'access',
    role: options.role ?? 'user',
    isOperator: user.industryId === 'INTERNAL' && options.role !== 'guest',
    names: options.target !== undefined,
    permissions: user === plain || user === guest || user === bareOperator ? [] : all,
    headers: async () => ({
      ...(await issue(user, options.role ?? 'user', options)),
      ...(options.target === undefined ? {} : { targetIndustryId: options.target }),
    }),
  });
  /** A key of the industry; other routes refuse it as no access token, whatever else is wrong with it. */
  const deviceKey = async (
    name: string,
    keyRefusal: 420 | 403 | null,
    industryKey: number,
    options: { revoked?: true; target?: string } = {},
  ): Promise<Caller> => {
    const fresh = newDeviceKey();
    const { keyId, secret } = fresh;
    await insertKey(
      database,
      industryKey,
      {
        keyId,
        secretHash: hashOfSecret(secret),
        name,
        unitIds: null,
        sourceId: null,
        createdBy: 'x',
        rotatedFrom: null,
        expiresAt: null,
      },
      clock.now(),
    );
    if (options.revoked === true) await revokeKey(database, industryKey, keyId, clock.now());
    return {
      name,
      refusal: 401,
      keyRefusal,
      presents: 'device key',
      role: 'user',
      isOperator: false,
      permissions: [],
      headers: async () => ({
        authorization: `Bearer ${deviceKeyText(fresh)}`,
        ...(options.target === undefined ? {} : { targetIndustryId: options.target }),
      }),
    };
  };
  return [
    {
      name: 'nobody',
      refusal: 401,
      presents: null,
      role: 'guest',
      isOperator: false,
      permissions: [],
      headers: async () => ({}),
    },
    {
      name: 'garbage for a token',
      refusal: 401,
      presents: null,
      role: 'guest',
      isOperator: false,
      permissions: [],
      headers: async () => ({ authorization: 'Bearer not.a.token' }),
    },
    caller('a refresh token', 401, permitted, { use: 'refresh' }),
    caller('a docs token', 401, permitted, { use: 'docs' }),
    caller('an inactive session', 440, permitted, { active: false }),
    caller('an inactive session and an expired token', 440, permitted, { active: false, hoursAgo: 5 }),
    caller('a token signed by somebody else', 420, permitted, { secret: ANOTHER_SECRET }),
    caller('an expired token', 420, permitted, { hoursAgo: 5 }),
    caller('a token revoked by logout', 420, permitted, { revoked: true }),
    caller('a disabled user', 420, disabledUser),
    caller('a user of a disabled industry', 420, ofDisabledIndustry),
    caller('an operator who was removed', 420, removed, { role: 'admin' }),
    caller('a guest', null, guest, { role: 'guest' }),
    caller('a user without permissions', null, plain),
    caller('a user with every permission', null, permitted),
    caller('the admin of an industry', null, admin, { role: 'admin' }),
    caller('the admin of an industry who names another', 403, admin, { role: 'admin', target: other.industryId }),
    caller('a user who names another industry', 403, permitted, { target: other.industryId }),
    caller('a guest of INTERNAL', null, operatorGuest, { role: 'guest' }),
    await deviceKey('a device key', null, plain.industryKey),
    await deviceKey('a device key of INTERNAL', null, operator.industryKey),
    await deviceKey('a device key that names another industry', 403, plain.industryKey, { target: other.industryId }),
    await deviceKey('a revoked device key', 420, plain.industryKey, { revoked: true }),
    await deviceKey('a device key of a disabled industry', 420, ofDisabledIndustry.industryKey),
    caller('an operator', null, operator, { role: 'admin' }),
    caller('an operator without permissions', null, bareOperator, { role: 'admin' }),
    caller('an operator without permissions who names an industry', null, bareOperator, {
      role: 'admin',
      target: other.industryId,
    }),
    caller('an operator who names an industry', null, operator, { role: 'admin', target: other.industryId }),
  ];
}
