import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSms } from '../../../src/platform/channels/twilio.ts';
import { createLimiter } from '../../../src/platform/limits/limiter.ts';
import { hashPassword, verifyPassword } from '../../../src/platform/login/rules/password.ts';
import { createAuth } from '../../../src/platform/login/auth.ts';
import type { AuthDependencies } from '../../../src/platform/login/dependencies.ts';
import { type Device, loginToDocs, loginWithPassword } from '../../../src/platform/login/login.ts';
import { provisionIndustry } from '../../../src/industries/provisioning/provision-industry.ts';
import { changePassword } from '../../../src/industries/users/profile.ts';
import { type MintedUser, mintUser, PASSWORD, SECRET } from '../../service/support/app-fixture.ts';
import { bundle, industry } from '../../industries/rules/provisioning/bundles.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';

const passwords = { hash: vi.fn(hashPassword), verify: vi.fn(verifyPassword) };

const DEVICE: Device = {
  deviceId: 'd',
  deviceType: null,
  browser: null,
  os: null,
  baseAddress: 'localhost',
  clientNetwork: 'local',
};
let context: TestContext;
let auth: AuthDependencies;
let user: MintedUser;
beforeAll(async () => {
  context = await testContext();
  auth = createAuth(context, {
    secrets: [SECRET],
    limiter: createLimiter(context),
    sms: createSms(null),
    passwords,
  });
  user = await mintUser(context);
});
beforeEach(() => {
  vi.clearAllMocks();
});

const storedHash = async ({ userKey }: MintedUser): Promise<string> =>
  (
    await context.database.execute<{ password_hash: string }>(
      'SELECT password_hash FROM tenant.app_user WHERE user_key = $1',
      [userKey],
    )
  )[0]?.password_hash ?? '';
const store = ({ userKey }: MintedUser, hash: string) =>
  context.database.execute('UPDATE tenant.app_user SET password_hash = $2 WHERE user_key = $1', [userKey, hash]);
const logIn = (name: string, password: string) => loginWithPassword(auth, name, password, DEVICE);

/** Parameters of every hash that the login computed. */
async function workOf(attempt: Promise<unknown>): Promise<string[]> {
  await attempt.catch(() => {});
  expect(passwords.hash).not.toHaveBeenCalled();
  return passwords.verify.mock.calls.splice(0).map(([, hash]) => hash.split('$').slice(0, 4).join('$'));
}

describe('a login that fails', () => {
  it('does the same work for an unknown user, a wrong password and one that is far too long: one hash of the same parameters', async () => {
    const wrong = await workOf(logIn(user.username, 'wrong-password'));
    expect(wrong).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
    expect(await workOf(logIn('nobody-at-all', 'wrong-password'))).toEqual(wrong);
    expect(await workOf(logIn(user.username, 'x'.repeat(100_000)))).toEqual(wrong);
    expect(await workOf(loginToDocs(auth, 'nobody-at-all', 'wrong-password', 'external', 'local'))).toEqual(wrong);
  });

  it('says the same for an unknown user, a removed one and a wrong password', async () => {
    const removed = await mintUser(context);
    await context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [
      removed.userKey,
    ]);
    const failures = await Promise.all(
      [logIn('nobody-at-all', PASSWORD), logIn(removed.username, PASSWORD), logIn(user.username, 'wrong-password')].map(
        (attempt) => attempt.catch((error: unknown) => error),
      ),
    );
    for (const failure of failures)
      expect(failure).toMatchObject({ code: 1401, message: 'Invalid Credentials', details: [] });
  });
});

describe('a hash of earlier parameters', () => {
  // Of PASSWORD, 8 MiB and one pass.
  const earlierHash = async (): Promise<string> => {
    const { argon2Sync } = await import('node:crypto');
    const digest = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce: 'salt-of-16-bytes',
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    });
    return `$argon2id$v=19$m=8192,t=1,p=1$${Buffer.from('salt-of-16-bytes').toString('base64').replace(/=+$/, '')}$${digest.toString('base64').replace(/=+$/, '')}`;
  };

  it('is replaced by the next login, and the password stays', async () => {
    const someone = await mintUser(context);
    await store(someone, await earlierHash());
    await logIn(someone.username, PASSWORD);
    const replaced = await storedHash(someone);
    expect(replaced).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await logIn(someone.username, PASSWORD);
    expect(await storedHash(someone)).toBe(replaced);
  });

  it('stays when the password was wrong', async () => {
    const someone = await mintUser(context);
    const hash = await earlierHash();
    await store(someone, hash);
    await expect(logIn(someone.username, 'wrong-password')).rejects.toMatchObject({ code: 1401 });
    expect(await storedHash(someone)).toBe(hash);
  });

  it('does not undo a password that changes during the login', async () => {
    const someone = await mintUser(context);
    await store(someone, await earlierHash());
    const changed = await hashPassword('River-bank-2');
    passwords.hash.mockImplementationOnce(async (password) => {
      await store(someone, changed);
      return hashPassword(password);
    });
    await expect(logIn(someone.username, PASSWORD)).rejects.toMatchObject({ code: 1401 });
    expect(await storedHash(someone)).toBe(changed);
  });
});

describe('a login under way while the password changes', () => {
  const NEW_PASSWORD = 'River-bank-2';
  const liveSessions = ({ userKey }: MintedUser) =>
    context.database.execute('SELECT device_id FROM tenant.session WHERE user_key = $1 AND active', [userKey]);

  /**
   * Logs in with the password of before, while `change` happens after it was found right and before the session is
   * recorded.
   */
  async function logInDuring(someone: MintedUser, change: () => Promise<unknown>): Promise<unknown> {
    const [checked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    passwords.verify.mockImplementationOnce(async (password, hash) => {
      const matches = await verifyPassword(password, hash);
      checked.resolve();
      await released.promise;
      return matches;
    });
    const login = logIn(someone.username, PASSWORD).catch((error: unknown) => error);
    await checked.promise;
    await change();
    released.resolve();
    return login;
  }
  const change = (someone: MintedUser) => () =>
    changePassword(
      { ...context, limiter: createLimiter(context) },
      { userKey: someone.userKey, sid: 'of-another-login' },
      PASSWORD,
      NEW_PASSWORD,
    );

  it('is refused and leaves no session, for users and operators', async () => {
    for (const someone of [
      await mintUser(context),
      await mintUser(context, { industryId: 'INTERNAL', role: 'admin' }),
    ]) {
      expect(await logInDuring(someone, change(someone))).toMatchObject({ code: 1401, message: 'Invalid Credentials' });
      expect(await liveSessions(someone)).toEqual([]);
      await logIn(someone.username, NEW_PASSWORD);
      expect(await liveSessions(someone)).toHaveLength(1);
    }
  });

  it('is refused when a bundle sets the password or removes the user', async () => {
    const someone = await mintUser(context);
    const other = {
      userId: 'other',
      email: `other-${someone.email}`,
      username: mintId('o').slice(-20),
      password: NEW_PASSWORD,
      role: 'user',
      permissions: [],
    };
    const { userId, email, username, industryId } = someone;
    const provision = (users: readonly object[]) =>
      provisionIndustry({
        context,
        bundle: bundle({ industry: industry({ industryId }), users }),
        markStale: async () => {},
      });
    expect(await logInDuring(someone, () => provision([{ ...other, userId, email, username }]))).toMatchObject({
      code: 1401,
    });
    expect(await liveSessions(someone)).toEqual([]);
    const leaver = await mintUser(context, { industryId });
    expect(await logInDuring(leaver, () => provision([other]))).toMatchObject({ code: 1401 });
    expect(await liveSessions(leaver)).toEqual([]);
  });

  it('succeeds when only the hash was made anew', async () => {
    const someone = await mintUser(context);
    expect(await logInDuring(someone, async () => store(someone, await hashPassword(PASSWORD)))).toMatchObject({
      loginType: 'DEFAULT',
    });
    expect(await liveSessions(someone)).toHaveLength(1);
  });
});
