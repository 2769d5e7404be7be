import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingSecrets } from '../../src/service/secrets.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'metered-water-secrets-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('signing secrets', () => {
  it('are those of JWT_SECRET when it is set, the first to sign', async () => {
    expect(await signingSecrets({ jwtSecrets: ['a', 'b'], dataDir: join(directory, 'unused') })).toEqual(['a', 'b']);
    expect(await readdir(directory)).toEqual([]);
  });

  it('are made once, kept where only their owner reads them, and found again', async () => {
    const dataDir = join(directory, 'fresh', 'deep');
    const [made = ''] = await signingSecrets({ jwtSecrets: null, dataDir });
    expect(made).toMatch(/^[\w-]{64}$/);
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);
    expect(await signingSecrets({ jwtSecrets: null, dataDir })).toEqual([made]);
    expect((await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim()).toBe(made);
  });

  it('are the same to all that start together, whole, and nothing else is left in the directory', async () => {
    const dataDir = join(directory, 'together');
    const found = await Promise.all(Array.from({ length: 20 }, () => signingSecrets({ jwtSecrets: null, dataDir })));
    expect(new Set(found.flat()).size).toBe(1);
    expect(found[0]?.[0]).toMatch(/^[\w-]{64}$/);
    expect(await readdir(dataDir)).toEqual(['jwt-secret']);
  });

  it('are never taken from a file that holds none', async () => {
    const dataDir = join(directory, 'empty');
    await signingSecrets({ jwtSecrets: null, dataDir });
    await writeFile(join(dataDir, 'jwt-secret'), '');
    await expect(signingSecrets({ jwtSecrets: null, dataDir })).rejects.toThrow(
      /jwt-secret does not hold a secret of at least 32 characters/,
    );
  });
});
