import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { codeOf } from '../kernel/error-code.ts';
import { makeDirectory } from '../platform/database/directory.ts';

const SHORTEST_SECRET_CHARACTERS = 32;

/**
 * Secrets that sign tokens: JWT_SECRET, or on the embedded engine one secret in the data directory, created at the
 * first start and readable by its owner only. Processes that start together agree, because the first to put its file
 * there wins, and the file is whole or absent.
 * @throws Error when the file holds a text too short for a secret.
 */
export async function signingSecrets(config: Pick<Config, 'jwtSecrets' | 'dataDir'>): Promise<readonly string[]> {
  if (config.jwtSecrets !== null) return config.jwtSecrets;
  const path = pathOf(config.dataDir);
  const kept = (await readSecret(path)) ?? (await keepSecret(config.dataDir, path, newSecret()));
  if (kept.length < SHORTEST_SECRET_CHARACTERS)
    throw new Error(
      `${path} does not hold a secret of at least ${SHORTEST_SECRET_CHARACTERS} characters. Remove it to have a new one made; everyone will have to log in again.`,
    );
  return [kept];
}

/**
 * Keeps the secret of a back-up. false: the data directory has one, or JWT_SECRET is set, or processes of a server have
 * their own.
 */
export async function storeBackupSecret(
  config: Pick<Config, 'jwtSecrets' | 'dataDir' | 'databaseUrl'>,
  secret: string,
): Promise<boolean> {
  if (config.jwtSecrets !== null || config.databaseUrl !== null) return false;
  return (await keepSecret(config.dataDir, pathOf(config.dataDir), secret)) === secret;
}

const pathOf = (dataDir: string): string => join(dataDir, 'jwt-secret');
const newSecret = (): string => randomBytes(48).toString('base64url');

async function readSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function keepSecret(dataDir: string, path: string, secret: string): Promise<string> {
  makeDirectory(dataDir);
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, secret, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return (await readSecret(path)) ?? '';
}
