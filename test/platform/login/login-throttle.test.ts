import { beforeAll, describe, expect, it } from 'vitest';
import { ServiceError, unavailable } from '../../../src/kernel/errors.ts';
import { InvalidCredentials } from '../../../src/platform/login/errors.ts';
import { type AttemptLogin, createLoginAttempts } from '../../../src/platform/login/login-throttle.ts';
import { accountKeyOf, createKnownNetworks } from '../../../src/platform/limits/known-networks.ts';
import { createLimiter } from '../../../src/platform/limits/limiter.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
});

const START = Date.parse('2026-11-21T00:00:00Z');
/** Names of the form `<number>:<anything>` lead to the account of that number, in either case; all others to none. */
const accountOf = (name: string): Promise<number | null> =>
  Promise.resolve(/^\d+:/.test(name) ? Number.parseInt(name, 10) : null);
const attemptAt = (minutes: number, secrets: readonly string[] = ['the key of today']): AttemptLogin => {
  const at = { database: context.database, clock: { now: () => START + minutes * 60_000 } };
  return createLoginAttempts(createLimiter(at), createKnownNetworks(at, secrets), accountOf, context.log);
};
let account = Math.floor(Math.random() * 1e9) * 1000;
/** Two names of one account that no other test has. */
const mintNames = (): [string, string] => {
  account += 1;
  return [`${account}:name`, `${account}:name@works.example`];
};
const wrong = (): Promise<never> => Promise.reject(new InvalidCredentials());
const right = (): Promise<'in'> => Promise.resolve('in');

/** Codes of `count` attempts one after the other: 1401 looked at and wrong, 429 not looked at. */
async function fail(name: string, network: string, count: number, minutes = 0): Promise<number[]> {
  const codes: number[] = [];
  for (let index = 0; index < count; index += 1) {
    codes.push(await attemptAt(minutes)(name, network, wrong).catch((error: { code: number }) => error.code));
  }
  return codes;
}
const looked = async (name: string, network: string, count: number, minutes = 0): Promise<number> =>
  (await fail(name, network, count, minutes)).filter((code) => code === 1401).length;

describe('attempts to log in', () => {
  it('that failed ten times within 15 minutes are refused without a look at the password, then looked at again', async () => {
    const name = mintId('name');
    expect(await looked(name, '10.0.0.1', 12)).toBe(10);
    await expect(attemptAt(14)(name, '10.0.0.1', right)).rejects.toMatchObject({ code: 429, retryAfterSeconds: 60 });
    expect(await attemptAt(15)(name, '10.0.0.1', right)).toBe('in');
  });

  it('are counted by the account, whichever of its names they use', async () => {
    const [name, address] = mintNames();
    await fail(name, '10.0.0.1', 5);
    await fail(address.toUpperCase(), '10.0.0.1', 5);
    expect([await looked(name, '10.0.0.1', 1), await looked(address, '10.0.0.1', 1)]).toEqual([0, 0]);
    let seen = 0;
    for (let host = 2; host <= 8; host += 1) seen += await looked(host % 2 === 0 ? name : address, `10.0.0.${host}`, 9);
    expect(seen).toBe(40);
  });

  it('of others cannot lock an account out by one name where its user has logged in by another', async () => {
    const [name, address] = mintNames();
    await attemptAt(0)(name, '192.0.2.1', right);
    for (let host = 1; host <= 7; host += 1) await fail(address, `10.0.0.${host}`, 9, 60);
    expect(await looked(name, '10.0.0.99', 1, 60)).toBe(0);
    expect(await attemptAt(60)(address, '192.0.2.1', right)).toBe('in');
    expect(await attemptAt(60)(name, '192.0.2.1', right)).toBe('in');
  });

  it.each([
    ['asha\u200B', 'holds a character that cannot be seen, U+200B'],
    ['ａｓｈａ', "is not written in its plain form (NFKC), which is 'asha'"],
  ])('by a name that no account can have are refused and not counted: %j', async (name, problem) => {
    for (let time = 0; time < 12; time += 1) {
      await expect(attemptAt(0)(name, '10.0.0.1', right)).rejects.toMatchObject({
        code: 1403,
        message: `Invalid 'username': '${name}' ${problem}`,
        details: [{ field: 'username', problem }],
      });
    }
  });

  it("by a name that is nobody's are counted by the name, in whatever case", async () => {
    const name = mintId('name');
    await fail(name.toUpperCase(), '10.0.0.1', 5);
    await fail(` ${name.toLowerCase()} `, '10.0.0.1', 5);
    expect(await looked(name, '10.0.0.1', 1)).toBe(0);
    expect(await looked(`${name}x`, '10.0.0.1', 1)).toBe(1);
  });

  it('that succeed are not counted', async () => {
    const name = mintId('name');
    for (let index = 0; index < 60; index += 1) await attemptAt(0)(name, '10.0.0.1', right);
    expect(await looked(name, '10.0.0.1', 11)).toBe(10);
  });

  it('that this service could not finish are not counted, and those it refused are', async () => {
    const name = mintId('name');
    const failures = [new Error('the disk is full'), unavailable()];
    for (let index = 0; index < 20; index += 1)
      await attemptAt(0)(name, '10.0.0.1', () => Promise.reject(failures[index % 2])).catch(() => {});
    const disabled = () => Promise.reject(new ServiceError(420, 'disabled'));
    await expect(attemptAt(0)(name, '10.0.0.1', disabled)).rejects.toMatchObject({ code: 420 });
    expect(await looked(name, '10.0.0.1', 11)).toBe(9);
  });

  it('that are right succeed, also where nothing can be noted of them, and the log tells why', async () => {
    const away = () => Promise.reject(new Error('the disk is full'));
    const logged: unknown[] = [];
    const limiter = { ...createLimiter(context), giveBack: away };
    const networks = { isKnown: () => Promise.resolve(false), keep: away };
    const attempt = createLoginAttempts(limiter, networks, accountOf, { error: (of: unknown) => logged.push(of) });
    expect(await attempt(mintId('name'), '10.0.0.1', right)).toBe('in');
    expect(logged).toEqual([{ err: new Error('the disk is full') }, { err: new Error('the disk is full') }]);
  });

  it('that arrive together, at two processes, are looked at ten times in all', async () => {
    const name = mintId('name');
    let seen = 0;
    const processes = [attemptAt(0), attemptAt(0)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        processes[index % 2]?.(name, '10.0.0.1', () => {
          seen += 1;
          return wrong();
        }),
      ),
    );
    expect([seen, outcomes.filter(({ status }) => status === 'rejected').length]).toEqual([10, 30]);
  });

  it('that are right and arrive together, at two processes, all succeed, from a known place and a new one', async () => {
    const name = mintId('name');
    const processes = [attemptAt(0), attemptAt(0)];
    for (const _place of ['new', 'known']) {
      expect(
        await Promise.all(Array.from({ length: 20 }, (_, index) => processes[index % 2]?.(name, '10.0.0.1', right))),
      ).toEqual(Array.from({ length: 20 }, () => 'in'));
    }
    expect(await looked(name, '10.0.0.1', 11)).toBe(10);
  });

  it('from many addresses together are 50 in 15 minutes', async () => {
    const name = mintId('name');
    let seen = 0;
    for (let host = 1; host <= 7; host += 1) seen += await looked(name, `10.0.0.${host}`, 9);
    expect(seen).toBe(50);
  });

  it('of others cannot lock a user out who has logged in from the same place before', async () => {
    const name = mintId('name');
    await attemptAt(0)(name, '192.0.2.1', right);
    const nextDay = 24 * 60;
    for (let host = 1; host <= 7; host += 1) await fail(name, `10.0.0.${host}`, 9, nextDay);
    expect(await looked(name, '10.0.0.99', 1, nextDay)).toBe(0);
    expect(await attemptAt(nextDay)(name, '192.0.2.1', right)).toBe('in');
    // The place is no way in for guessing.
    expect(await looked(name, '192.0.2.1', 20, nextDay)).toBe(10);
  });

  it('cannot do so after the signing secret was changed, as long as the old one verifies', async () => {
    const name = mintId('name');
    await attemptAt(0, ['old'])(name, '192.0.2.1', right);
    for (let host = 1; host <= 7; host += 1) await fail(name, `10.0.0.${host}`, 9);
    expect(await attemptAt(0, ['new', 'old'])(name, '192.0.2.1', right)).toBe('in');
    // Known by the new one from then on.
    expect(await attemptAt(0, ['new'])(name, '192.0.2.1', right)).toBe('in');
  });

  it('leave no trace of an address by which it could be told without the secret', async () => {
    const [name, network] = [mintId('name'), '192.0.2.1'];
    const known = createKnownNetworks(context, ['a secret']);
    await known.keep(accountKeyOf(null, name), network);
    expect(await known.isKnown(accountKeyOf(null, name), network)).toBe(true);
    expect(await createKnownNetworks(context, ['a guess']).isKnown(accountKeyOf(null, name), network)).toBe(false);
  });

  it('cannot do so after a crash of the database either, because known places survive it', async () => {
    expect(
      await context.database.execute(
        "SELECT relpersistence FROM pg_class WHERE oid = 'tenant.known_network'::regclass",
      ),
    ).toEqual([{ relpersistence: 'p' }]);
  });

  it('are the same for a name that exists and one that does not: nothing is asked about the account', async () => {
    const [one, other] = [mintId('exists'), mintId('none')];
    expect(await fail(one, '10.0.0.1', 12)).toEqual(await fail(other, '10.0.0.1', 12));
  });
});
