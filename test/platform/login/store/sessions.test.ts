import { beforeAll, describe, expect, it } from 'vitest';
import {
  endOtherSessions,
  findStanding,
  forgetExpiredRevocations,
  forgetExpiredSessions,
  lastSeenOf,
  recordSession,
  renewSession,
  revokeTokens,
  type SessionKey,
  type SessionLogin,
} from '../../../../src/platform/login/store/sessions.ts';
import { mintUser, type MintedUser } from '../../../service/support/app-fixture.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
let context: TestContext;
let user: MintedUser;
beforeAll(async () => {
  context = await testContext();
  user = await mintUser(context, { permissions: ['reports:read'] });
});

const standingOf = (jti: string, sid = 'no-login') =>
  findStanding(context.database, { sub: user.industryId, userId: user.userId, jti, sid }, null, NOW);
const keyOf = (someone: MintedUser, deviceId: string): SessionKey => ({
  industryKey: someone.industryKey,
  userKey: someone.userKey,
  deviceId,
  baseAddressHash: 'hash',
});
const loginOf = (tokenJti: string, sid: string): SessionLogin => ({
  tokenJti,
  sid,
  refreshExpiresAt: null,
  deviceType: null,
  browser: null,
  os: null,
});

describe('session records', () => {
  it('hold the access and the refresh token of the last login of a device, and no others', async () => {
    const [first, second, refreshOne, refreshTwo] = [mintId('t'), mintId('t'), mintId('r'), mintId('r')];
    await recordSession(context.database, keyOf(user, 'device'), loginOf(first, refreshOne), context.clock.now(), null);
    await recordSession(
      context.database,
      keyOf(user, 'device'),
      loginOf(second, refreshTwo),
      context.clock.now(),
      null,
    );
    const held = await Promise.all(
      [first, refreshOne, second, refreshTwo].map(async (jti) => (await standingOf(jti)).inSession),
    );
    expect(held).toEqual([false, false, true, true]);
  });

  it('hold a token for their own user only', async () => {
    const other = await mintUser(context);
    const jti = mintId('t');
    await recordSession(context.database, keyOf(other, 'device'), loginOf(jti, mintId('r')), context.clock.now(), null);
    expect((await standingOf(jti)).inSession).toBe(false);
  });

  it('end for all devices but the one that signs the others out', async () => {
    const someone = await mintUser(context);
    const [kept, ended, keptSid] = [mintId('t'), mintId('t'), mintId('r')];
    await recordSession(context.database, keyOf(someone, 'kept'), loginOf(kept, keptSid), context.clock.now(), null);
    await recordSession(
      context.database,
      keyOf(someone, 'ended'),
      loginOf(ended, mintId('r')),
      context.clock.now(),
      null,
    );
    await endOtherSessions(context.database, someone.userKey, keptSid, context.clock.now());
    const inSession = async (jti: string) =>
      (
        await findStanding(
          context.database,
          { sub: someone.industryId, userId: someone.userId, jti, sid: '' },
          null,
          NOW,
        )
      ).inSession;
    expect([await inSession(kept), await inSession(ended)]).toEqual([true, false]);
    await endOtherSessions(context.database, someone.userKey, null, context.clock.now());
    expect(await inSession(kept)).toBe(false);
  });
});

describe('the token that a refresh has replaced', () => {
  it('is held for 60 seconds more, until the device logs in again', async () => {
    const someone = await mintUser(context);
    const [before, after, next, sid] = [mintId('t'), mintId('t'), mintId('t'), mintId('r')];
    const held = async (jti: string, seconds: number) =>
      (
        await findStanding(
          context.database,
          { sub: someone.industryId, userId: someone.userId, jti, sid },
          null,
          NOW + seconds * 1000,
        )
      ).inSession;
    await recordSession(context.database, keyOf(someone, 'device'), loginOf(before, sid), NOW, null);
    await renewSession(context.database, someone.userKey, sid, after, null, NOW);
    expect([await held(before, 0), await held(before, 59), await held(before, 60), await held(after, 60)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    await recordSession(context.database, keyOf(someone, 'device'), loginOf(next, mintId('r')), NOW, null);
    expect([await held(before, 0), await held(after, 0), await held(next, 0)]).toEqual([false, false, true]);
  });
});

it('sessions tell when a person was last seen, whoever has ended them since', async () => {
  const someone = await mintUser(context);
  await recordSession(context.database, keyOf(someone, 'device'), loginOf(mintId('t'), mintId('r')), NOW, null);
  await endOtherSessions(context.database, someone.userKey, null, NOW + 60_000);
  const seen = await lastSeenOf(context.database, someone.industryKey);
  expect(seen.get(someone.userId)?.getTime()).toBe(NOW);
});

describe('sessions that can be refreshed no more', () => {
  it('are forgotten; those that still can, or always, are kept', async () => {
    const someone = await mintUser(context);
    const now = Date.parse('2020-01-01T00:00:00Z');
    for (const [device, refreshExpiresAt] of [
      ['past', now - 1],
      ['present', now],
      ['always', null],
    ] as const) {
      await recordSession(
        context.database,
        keyOf(someone, device),
        { ...loginOf(mintId('t'), mintId('r')), refreshExpiresAt },
        now,
        null,
      );
    }
    await forgetExpiredSessions(context.database, now);
    const left = await context.database.execute<{ device_id: string }>(
      'SELECT device_id FROM tenant.session WHERE user_key = $1 ORDER BY 1',
      [someone.userKey],
    );
    expect(left.map((row) => row.device_id)).toEqual(['always', 'present']);
  });

  it('still tell when a person was last seen, until the person is removed', async () => {
    const someone = await mintUser(context);
    const now = Date.parse('2020-01-01T00:00:00Z');
    for (const [device, at] of [
      ['older', now - 3000],
      ['newest', now - 2000],
    ] as const) {
      const login = { ...loginOf(mintId('t'), mintId('r')), refreshExpiresAt: now - 1000 };
      await recordSession(context.database, keyOf(someone, device), login, at, null);
    }
    const seen = async () => (await lastSeenOf(context.database, someone.industryKey)).get(someone.userId)?.getTime();
    const devices = async () =>
      (
        await context.database.execute<{ device_id: string }>(
          'SELECT device_id FROM tenant.session WHERE user_key = $1',
          [someone.userKey],
        )
      ).map((row) => row.device_id);
    await forgetExpiredSessions(context.database, now);
    expect([await seen(), await devices()]).toEqual([now - 2000, ['newest']]);
    await context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [
      someone.userKey,
    ]);
    await forgetExpiredSessions(context.database, now);
    expect(await devices()).toEqual([]);
  });
});

describe('revocations', () => {
  it('reach a token by its own identity and by that of its login', async () => {
    const [jti, sid] = [mintId('t'), mintId('s')];
    await revokeTokens(context.database, [{ jti, expiresAt: context.clock.now() }]);
    await revokeTokens(context.database, [{ jti: sid, expiresAt: null }]);
    expect([
      (await standingOf(jti)).revoked,
      (await standingOf('other', sid)).revoked,
      (await standingOf('other')).revoked,
    ]).toEqual([true, true, false]);
  });

  it('are forgotten once the token has expired by itself, never while it has not', async () => {
    const [old, young, endless] = [mintId('t'), mintId('t'), mintId('t')];
    const now = Date.parse('2020-01-01T00:00:00Z');
    await revokeTokens(context.database, [
      { jti: old, expiresAt: now - 1 },
      { jti: young, expiresAt: now + 1 },
      { jti: endless, expiresAt: null },
    ]);
    await revokeTokens(context.database, [{ jti: young, expiresAt: now - 1 }]);
    await forgetExpiredRevocations(context.database, now);
    expect([
      (await standingOf(old)).revoked,
      (await standingOf(young)).revoked,
      (await standingOf(endless)).revoked,
    ]).toEqual([false, true, true]);
  });
});

describe('the standing of a token', () => {
  it('names nobody for an unknown industry or user, without an error', async () => {
    const unknown = await findStanding(
      context.database,
      { sub: 'NO_SUCH', userId: 'nobody', jti: 'x', sid: 'y' },
      null,
      NOW,
    );
    expect(unknown).toEqual({
      user: null,
      inSession: false,
      refreshExpiresAt: null,
      revoked: false,
      disabled: false,
      acting: null,
    });
    expect(
      (await findStanding(context.database, { sub: user.industryId, userId: 'nobody', jti: 'x', sid: 'y' }, null, NOW))
        .user,
    ).toBeNull();
  });

  it('holds the user as stored and the industry to act on', async () => {
    const target = await mintUser(context);
    const standing = await findStanding(
      context.database,
      { sub: user.industryId, userId: user.userId, jti: 'x', sid: 'y' },
      target.industryId,
      NOW,
    );
    expect(standing.user).toEqual({
      userKey: user.userKey,
      sessionTimeout: null,
      email: user.email,
      username: user.username,
      role: 'user',
      permissions: ['reports:read'],
      signedOutAt: null,
      signedOutExceptSid: null,
    });
    expect(standing.acting?.industryKey).toBe(target.industryKey);
  });
});

describe('the version of an industry', () => {
  const INSERT_VERSION = `INSERT INTO tenant.unit_version (unit_key, effective_from, standard_category_id, flow_factor, min_non_zero_threshold, data_update_frequency_seconds, params, meta)
    SELECT unit_key, '2000-01-01', 'FLOW_CATEGORY', 1, 0, 300, '{}', '{}' FROM tenant.unit WHERE industry_key = $1`;

  it.each([
    ['the industry', "UPDATE tenant.industry SET industry_name = 'renamed' WHERE industry_key = $1"],
    [
      'a new unit',
      "INSERT INTO tenant.unit (industry_key, unit_id, display_name, si_unit, position) VALUES ($1, 'M2', 'Meter', 'KL', 1)",
    ],
    ['a changed unit', "UPDATE tenant.unit SET display_name = 'renamed' WHERE industry_key = $1"],
    ['a new unit version', INSERT_VERSION.replace('2000-01-01', '2026-01-01')],
    [
      'a changed unit version',
      'UPDATE tenant.unit_version SET flow_factor = 2 WHERE unit_key IN (SELECT unit_key FROM tenant.unit WHERE industry_key = $1)',
    ],
    [
      'a deleted unit version',
      'DELETE FROM tenant.unit_version WHERE unit_key IN (SELECT unit_key FROM tenant.unit WHERE industry_key = $1)',
    ],
    [
      'a new category',
      "INSERT INTO tenant.category (industry_key, generation, category_key, position, standard_category_id, sub_categories) VALUES ($1, 'categories', 'c', 0, 'FLOW_CATEGORY', '[]')",
    ],
    ['a deleted category', 'DELETE FROM tenant.category WHERE industry_key = $1'],
  ])('moves with %s', async (_, change) => {
    const someone = await mintUser(context);
    await context.database.execute(
      "INSERT INTO tenant.unit (industry_key, unit_id, display_name, si_unit, position) VALUES ($1, 'M1', 'Meter', 'KL', 0)",
      [someone.industryKey],
    );
    await context.database.execute(INSERT_VERSION, [someone.industryKey]);
    await context.database.execute(
      "INSERT INTO tenant.category (industry_key, generation, category_key, position, standard_category_id, sub_categories) VALUES ($1, 'categories', 'b', 0, 'FLOW_CATEGORY', '[]')",
      [someone.industryKey],
    );
    const version = async () =>
      (
        await findStanding(
          context.database,
          { sub: someone.industryId, userId: someone.userId, jti: 'x', sid: 'y' },
          null,
          NOW,
        )
      ).acting?.version;
    const before = await version();
    await context.database.execute(change, [someone.industryKey]);
    expect(await version()).not.toBe(before);
    // Others read all industries, and the service writes no unit without a version.
    await context.database.execute(
      `DELETE FROM tenant.unit u WHERE industry_key = $1
       AND NOT EXISTS (SELECT FROM tenant.unit_version v WHERE v.unit_key = u.unit_key)`,
      [someone.industryKey],
    );
  });

  it('moves with every transaction, also when the clock has not', async () => {
    const { industryKey } = await mintUser(context);
    const versions = new Set<string>();
    for (let change = 0; change < 50; change += 1) {
      const [row] = await context.database.execute<{ version: string }>(
        'UPDATE tenant.industry SET meta = $2 WHERE industry_key = $1 RETURNING updated_at::text AS version',
        [industryKey, { change }],
      );
      versions.add(row?.version ?? '');
    }
    expect(versions.size).toBe(50);
  });

  it('stays as it is while nothing of the industry changes', async () => {
    const someone = await mintUser(context);
    const version = async () =>
      (
        await findStanding(
          context.database,
          { sub: someone.industryId, userId: someone.userId, jti: 'x', sid: 'y' },
          null,
          NOW,
        )
      ).acting?.version;
    const before = await version();
    await mintUser(context);
    expect(await version()).toBe(before);
  });
});
