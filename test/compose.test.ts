import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../src/config.ts';
import { environment } from '../src/environment.ts';

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
interface Service {
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
// This project's own.
const { services } = parse(file('compose.yaml')) as {
  services: Record<'database' | 'superuser' | 'secret' | 'service', Service>;
};
/** The value as compose puts it in for these variables: `${NAME:-default}`, `${NAME:?problem}`. */
const filledIn = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+):[-?]([^}]*)\}/g, (_, name: string) => given[name] ?? '');

describe('compose.yaml', () => {
  it('starts server, superuser and service in this order', () => {
    expect(services.superuser.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(services.service.depends_on).toEqual({
      superuser: { condition: 'service_completed_successfully' },
      secret: { condition: 'service_completed_successfully' },
    });
    expect(services.superuser.image).toBe(services.database.image);
  });

  it('hands every setting on to the service; those without a default must be set', () => {
    const variables = Object.keys(environment.shape);
    // Where the container keeps its files and listens is the image's own matter.
    const given = Object.keys(services.service.environment);
    expect(variables.filter((name) => !given.includes(name))).toEqual(['DATA_DIR', 'HOST', 'PORT']);
    expect(given.filter((name) => !variables.includes(name))).toEqual([]);
    const required = [services.database, services.superuser, services.service].flatMap(({ environment }) =>
      Object.values(environment).flatMap((value) => /\$\{(\w+):\?/.exec(value)?.[1] ?? []),
    );
    expect([...new Set(required)].sort()).toEqual(['DATABASE_PASSWORD', 'JWT_SECRET', 'POSTGRES_PASSWORD']);
    expect(given.filter((name) => services.service.environment[name]?.includes('POSTGRES_PASSWORD'))).toEqual([]);
  });

  it('makes the secret that paths without a token ask for, once, where nobody gives one', () => {
    const directory = mkdtempSync(join(tmpdir(), 'metered-water-secret-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const { entrypoint: [shell = '', ...given] = [], volumes } = services.secret;
    expect([volumes, services.service.volumes]).toEqual([['secrets:/secrets'], ['secrets:/secrets:ro']]);
    const path = services.service.environment['INTERNAL_SECRET_FILE'] ?? '';
    const made = [1, 2].map(() => {
      execFileSync(
        shell,
        given.map((argument) => argument.replaceAll('/secrets/', `${directory}/`)),
      );
      return parseConfig({ INTERNAL_SECRET_FILE: path.replace('/secrets', directory) }).internalSecret;
    });
    expect(made[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(made[1]).toBe(made[0]);
  });

  it('gives the service a login of its own, whose password may hold any character', () => {
    const given = { DATABASE_PASSWORD: 'p@ss:/?#%&+ $x\'"', JWT_SECRET: 's'.repeat(32), LOG_LEVEL: 'warn' };
    const environment = Object.fromEntries(
      Object.entries(services.service.environment)
        // A file of the container.
        .filter(([name]) => name !== 'INTERNAL_SECRET_FILE')
        .map(([name, value]) => [name, filledIn(value, given)]),
    );
    const url = new URL(parseConfig(environment).databaseUrl ?? '');
    expect([url.username, decodeURIComponent(url.password), url.pathname]).toEqual([
      'water',
      given.DATABASE_PASSWORD,
      '/water',
    ]);
    expect(parseConfig(environment).logLevel).toBe('warn');
  });

  it('lets the superuser run every file of SQL that only a superuser can', () => {
    const script = services.superuser.entrypoint?.at(-1) ?? '';
    expect([script, services.superuser.volumes]).toEqual(['/sql/server/setup.sql', ['./sql:/sql:ro']]);
    const setup = file(script.slice(1));
    for (const name of ['110_public_rights.sql', '120_watermark_cost.sql']) {
      expect(setup).toContain(`\\ir ../idempotent/${name}\n`);
      for (const page of ['docs/how-to/operating.md', 'sql/README.md']) expect(file(page), page).toContain(name);
    }
    expect(file('sql/README.md')).not.toMatch(
      /psql[^`]*110_public_rights\.sql(?! -f sql\/idempotent\/120_watermark_cost\.sql)/,
    );
  });
});
