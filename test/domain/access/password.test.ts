import { describe, expect, it } from 'vitest';
import { dummyHash, hashPassword, verifyPassword } from '../../../src/domain/access/password.ts';

describe('a stored password', () => {
  it('verifies with the password it was made of and with no other', async () => {
    const hash = await hashPassword('Hooghly-1');
    expect(await verifyPassword('Hooghly-1', hash)).toBe(true);
    expect(await verifyPassword('hooghly-1', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('says how it was made, holds nothing of the password and differs each time', async () => {
    const [first, second] = await Promise.all([hashPassword('Hooghly-1'), hashPassword('Hooghly-1')]);
    expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect(first).not.toContain('Hooghly');
  });

  it('is the same however a keyboard composes its letters', async () => {
    expect(await verifyPassword('Caf\u0065\u0301s', await hashPassword('Caf\u00e9s'))).toBe(true);
  });

  it('verifies when it was made with other work', async () => {
    // The first 32 bytes of the test vector of RFC 7914 for this password, salt and work.
    const hash = `scrypt$16384$8$1$${Buffer.from('SodiumChloride').toString('base64url')}$${Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex').toString('base64url')}`;
    expect(await verifyPassword('pleaseletmein', hash)).toBe(true);
  });

  it.each(['plain', 'scrypt$16383$8$1$c2FsdA$AAAA', 'scrypt$999999$99$99$c2FsdA$AAAA'])('a damaged hash %j matches nothing', async (hash) => {
    expect(await verifyPassword('Hooghly-1', hash)).toBe(false);
  });
});

describe('the hash for unknown users', () => {
  it('matches nothing', async () => {
    expect(await verifyPassword('', dummyHash)).toBe(false);
    expect(await verifyPassword('Hooghly-1', dummyHash)).toBe(false);
  });

  it('asks for the same work as a real one', async () => {
    const work = (hash: string): string => hash.split('$').slice(0, 4).join('$');
    expect(work(dummyHash)).toBe(work(await hashPassword('Hooghly-1')));
    expect(dummyHash).toHaveLength((await hashPassword('Hooghly-1')).length);
  });
});
