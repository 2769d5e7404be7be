import { describe, expect, it } from 'vitest';
import { passwordMatches } from '../../../src/platform/database/embedded/logins/authentication.ts';
import { newLoginPassword, psqlCommand, scramVerifier } from '../../../src/keeping/analysts/analyst-logins.ts';

describe("a login's password", () => {
  it('is 32 characters that neither a shell nor an address reads otherwise, and never the same twice', () => {
    const passwords = Array.from({ length: 200 }, newLoginPassword);
    expect(passwords.filter((password) => !/^[A-Za-z0-9_-]{32}$/.test(password))).toEqual([]);
    expect(new Set(passwords).size).toBe(200);
  });

  it('is stored as what RFC 5802 derives from it, which only this password matches', async () => {
    const verifier = await scramVerifier('pencil');
    expect(verifier).toMatch(/^SCRAM-SHA-256\$4096:[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/);
    expect(verifier).not.toContain('pencil');
    expect(await passwordMatches('pencil', verifier)).toBe(true);
    expect(await passwordMatches('Pencil', verifier)).toBe(false);
  });

  it('has a salt of its own each time', async () => {
    expect(await scramVerifier('pencil')).not.toBe(await scramVerifier('pencil'));
  });
});

describe('the psql command', () => {
  it('names the socket directory of the embedded engine, and its port where psql would guess another', () => {
    expect(psqlCommand({ host: '/var/lib/water', port: 5432, database: 'postgres' }, 'anna')).toBe(
      'psql -h /var/lib/water -U anna postgres',
    );
    expect(psqlCommand({ host: '/var/lib/water', port: 6000, database: 'postgres' }, 'anna')).toBe(
      'psql -h /var/lib/water -p 6000 -U anna postgres',
    );
  });

  it('quotes what a shell would take apart', () => {
    expect(psqlCommand({ host: "/srv/it's here", port: 5432, database: 'postgres' }, 'anna')).toBe(
      `psql -h '/srv/it'\\''s here' -U anna postgres`,
    );
  });

  it("puts the login into the address of a server and never shows the service's own password", () => {
    expect(
      psqlCommand({ connectionString: 'postgres://service:s3cret@db.example:5433/water?sslmode=verify-full' }, 'anna'),
    ).toBe("psql 'postgres://anna@db.example:5433/water?sslmode=verify-full'");
    expect(
      psqlCommand({ connectionString: 'postgresql://db.example/water?user=service&password=s3cret' }, 'anna'),
    ).toBe('psql postgresql://anna@db.example/water');
  });
});
