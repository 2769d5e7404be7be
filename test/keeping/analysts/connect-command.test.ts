import { describe, expect, it } from 'vitest';
import { psqlCommand } from '../../../src/keeping/analysts/connect-command.ts';

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
