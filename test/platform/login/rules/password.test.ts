import { describe, expect, it } from 'vitest';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from '../../../../src/platform/login/rules/password.ts';

/** Made once, because that is slow on purpose. */
const HASH = await hashPassword('Hooghly-1');

describe('a stored password', () => {
  it('verifies with the password it was made of and with no other', async () => {
    expect(await verifyPassword('Hooghly-1', HASH)).toBe(true);
    expect(await verifyPassword('hooghly-1', HASH)).toBe(false);
    expect(await verifyPassword('', HASH)).toBe(false);
  });

  it('says how it was made, holds nothing of the password and differs each time', async () => {
    expect(HASH).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hashPassword('Hooghly-1')).not.toBe(HASH);
    expect(HASH).not.toContain('Hooghly');
  });

  it('is the same however a keyboard composes its letters', async () => {
    expect(await verifyPassword('Caf\u0065\u0301s', await hashPassword('Caf\u00e9s'))).toBe(true);
  });

  it('verifies when it was made with other work', async () => {
    // From the tests of the reference implementation of argon2.
    expect(
      await verifyPassword(
        'password',
        '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      ),
    ).toBe(true);
  });

  it('verifies when it was made with scrypt', async () => {
    // The first 32 bytes of the test vector of RFC 7914 for this password, salt and work.
    const hash = `scrypt$16384$8$1$${Buffer.from('SodiumChloride').toString('base64url')}$${Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex').toString('base64url')}`;
    expect(await verifyPassword('pleaseletmein', hash)).toBe(true);
  });

  const DIGEST = 'A'.repeat(43);
  it.each([
    '',
    'plain',
    'scrypt$16383$8$1$c2FsdA$AAAA',
    `scrypt$16383$8$1$c2FsdA$${DIGEST}`,
    `scrypt$999999$99$99$c2FsdA$${DIGEST}`,
    '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA',
    `$argon2id$v=19$m=999999,t=99,p=1$c29tZXNhbHQ$${DIGEST}`,
    `$argon2id$v=19$m=8,t=1,p=2$c29tZXNhbHQ$${DIGEST}`,
    `$argon2id$v=19$m=19456,t=0,p=0$c29tZXNhbHQ$${DIGEST}`,
    `$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$${DIGEST}`,
  ])('a damaged hash %j matches nothing', async (hash) => {
    expect(await verifyPassword('Hooghly-1', hash)).toBe(false);
  });
});

describe('the hash for unknown users', () => {
  it('matches nothing', async () => {
    expect(await verifyPassword('', dummyHash)).toBe(false);
    expect(await verifyPassword('Hooghly-1', dummyHash)).toBe(false);
  });

  it('asks for the same work as a real one', () => {
    const work = (hash: string): string => hash.split('$').slice(0, 4).join('$');
    expect(work(dummyHash)).toBe(work(HASH));
    expect(dummyHash).toHaveLength(HASH.length);
  });
});

describe('a hash is outdated', () => {
  it('when new ones are made otherwise', () => {
    expect(isOutdated(HASH)).toBe(false);
    expect(
      [
        HASH.replace('m=19456', 'm=9216'),
        HASH.replace('t=2', 't=1'),
        `scrypt$16384$8$5$c2FsdA$${'A'.repeat(43)}`,
        'plain',
      ].map(isOutdated),
    ).toEqual([true, true, true, true]);
  });
});
