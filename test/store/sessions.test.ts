import { beforeAll, describe, expect, it } from 'vitest';
import { endOtherSessions, findStanding, forgetExpiredRevocations, recordSession, revokeTokens, type SessionKey, type SessionLogin } from '../../src/store/sessions.ts';
import { mintUser, type MintedUser } from '../http/support/app-fixture.ts';
import { mintId, testContext, type TestContext } from '../support/database.ts';

let context: TestContext;
let user: MintedUser;
beforeAll(async () => {
  context = await testContext();
  user = await mintUser(context, { permissions: ['reports:read'] });
});

const standingOf = (jti: string, sid = 'no-login') => findStanding(context.database, { industryId: user.industryId, userId: user.userId, jti, sid }, null);
const keyOf = (someone: MintedUser, deviceId: string): SessionKey => ({ industryKey: someone.industryKey, userKey: someone.userKey, deviceId, baseAddressHash: 'hash' });
const loginOf = (tokenJti: string, sid: string): SessionLogin => ({ tokenJti, sid, refreshExpiresAt: null, deviceType: null, browser: null, os: null });

describe('session records', () => {
  it('hold the access and the refresh token of the last login of a device, and no others', async () => {
    const [first, second, refreshOne, refreshTwo] = [mintId('t'), mintId('t'), mintId('r'), mintId('r')];
    await recordSession(context.database, keyOf(user, 'device'), loginOf(first, refreshOne), context.clock.now(), null);
    await recordSession(context.database, keyOf(user, 'device'), loginOf(second, refreshTwo), context.clock.now(), null);
    const held = await Promise.all([first, refreshOne, second, refreshTwo].map(async (jti) => (await standingOf(jti)).inSession));
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
    await recordSession(context.database, keyOf(someone, 'ended'), loginOf(ended, mintId('r')), context.clock.now(), null);
    await endOtherSessions(context.database, someone.userKey, keptSid, context.clock.now());
    const inSession = async (jti: string) => (await findStanding(context.database, { industryId: someone.industryId, userId: someone.userId, jti, sid: '' }, null)).inSession;
    expect([await inSession(kept), await inSession(ended)]).toEqual([true, false]);
    await endOtherSessions(context.database, someone.userKey, null, context.clock.now());
    expect(await inSession(kept)).toBe(false);
  });
});

describe('revocations', () => {
  it('reach a token by its own identity and by that of its login', async () => {
    const [jti, sid] = [mintId('t'), mintId('s')];
    await revokeTokens(context.database, [{ jti, expiresAt: context.clock.now() }]);
    await revokeTokens(context.database, [{ jti: sid, expiresAt: null }]);
    expect([(await standingOf(jti)).revoked, (await standingOf('other', sid)).revoked, (await standingOf('other')).revoked]).toEqual([true, true, false]);
  });

  it('are forgotten once the token has expired by itself, never while it has not', async () => {
    const [old, young, endless] = [mintId('t'), mintId('t'), mintId('t')];
    const now = Date.parse('2020-01-01T00:00:00Z');
    await revokeTokens(context.database, [{ jti: old, expiresAt: now - 1 }, { jti: young, expiresAt: now + 1 }, { jti: endless, expiresAt: null }]);
    await revokeTokens(context.database, [{ jti: young, expiresAt: now - 1 }]);
    await forgetExpiredRevocations(context.database, now);
    expect([(await standingOf(old)).revoked, (await standingOf(young)).revoked, (await standingOf(endless)).revoked]).toEqual([false, true, true]);
  });
});

describe('the standing of a token', () => {
  it('names nobody for an unknown industry or user, without an error', async () => {
    const unknown = await findStanding(context.database, { industryId: 'NO_SUCH', userId: 'nobody', jti: 'x', sid: 'y' }, null);
    expect(unknown).toEqual({ user: null, inSession: false, revoked: false, disabled: false, acting: null });
    expect((await findStanding(context.database, { industryId: user.industryId, userId: 'nobody', jti: 'x', sid: 'y' }, null)).user).toBeNull();
  });

  it('holds the user as stored and the industry to act on', async () => {
    const target = await mintUser(context);
    const standing = await findStanding(context.database, { industryId: user.industryId, userId: user.userId, jti: 'x', sid: 'y' }, target.industryId);
    expect(standing.user).toEqual({
      userKey: user.userKey, sessionTimeout: null, email: user.email, username: user.username, role: 'user', permissions: ['reports:read'], signedOutAt: null, signedOutExceptSid: null,
    });
    expect(standing.acting?.industryKey).toBe(target.industryKey);
  });
});

describe('the version of an industry', () => {
  const INSERT_VERSION = `INSERT INTO tenant.unit_version (unit_key, effective_from, standard_category_id, flow_factor, min_non_zero_threshold, data_update_frequency_seconds, params, meta)
    SELECT unit_key, '2000-01-01', 'FLOW_CATEGORY', 1, 0, 300, '{}', '{}' FROM tenant.unit WHERE industry_key = $1`;

  it.each([
    ['the industry', "UPDATE tenant.industry SET industry_name = 'renamed' WHERE industry_key = $1"],
    ['a new unit', "INSERT INTO tenant.unit (industry_key, unit_id, display_name, si_unit, position) VALUES ($1, 'M2', 'Meter', 'KL', 1)"],
    ['a changed unit', "UPDATE tenant.unit SET display_name = 'renamed' WHERE industry_key = $1"],
    ['a new unit version', INSERT_VERSION.replace('2000-01-01', '2026-01-01')],
    ['a changed unit version', 'UPDATE tenant.unit_version SET flow_factor = 2 WHERE unit_key IN (SELECT unit_key FROM tenant.unit WHERE industry_key = $1)'],
    ['a deleted unit version', "DELETE FROM tenant.unit_version WHERE unit_key IN (SELECT unit_key FROM tenant.unit WHERE industry_key = $1)"],
    ['a new category', "INSERT INTO tenant.category (industry_key, generation, category_key, position, standard_category_id, sub_categories) VALUES ($1, 'categories', 'c', 0, 'FLOW_CATEGORY', '[]')"],
    ['a deleted category', 'DELETE FROM tenant.category WHERE industry_key = $1'],
  ])('moves with %s', async (_, change) => {
    const someone = await mintUser(context);
    await context.database.execute("INSERT INTO tenant.unit (industry_key, unit_id, display_name, si_unit, position) VALUES ($1, 'M1', 'Meter', 'KL', 0)", [someone.industryKey]);
    await context.database.execute(INSERT_VERSION, [someone.industryKey]);
    await context.database.execute("INSERT INTO tenant.category (industry_key, generation, category_key, position, standard_category_id, sub_categories) VALUES ($1, 'categories', 'b', 0, 'FLOW_CATEGORY', '[]')", [someone.industryKey]);
    const version = async () => (await findStanding(context.database, { industryId: someone.industryId, userId: someone.userId, jti: 'x', sid: 'y' }, null)).acting?.version;
    const before = await version();
    await context.database.execute(change, [someone.industryKey]);
    expect(await version()).not.toBe(before);
  });

  it('stays as it is while nothing of the industry changes', async () => {
    const someone = await mintUser(context);
    const version = async () => (await findStanding(context.database, { industryId: someone.industryId, userId: someone.userId, jti: 'x', sid: 'y' }, null)).acting?.version;
    const before = await version();
    await mintUser(context);
    expect(await version()).toBe(before);
  });
});
