import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * Signing secrets of tokens: JWT_SECRET, or on the embedded engine one made once and kept in the data directory, readable by
 * its owner only. Two processes that start together agree: the first to create the file wins.
 */
export async function signingSecrets(config: Pick<Config, 'jwtSecrets' | 'dataDir'>): Promise<readonly string[]> {
  if (config.jwtSecrets !== null) return config.jwtSecrets;
  const path = join(config.dataDir, 'jwt-secret');
  await mkdir(config.dataDir, { recursive: true });
  try {
    await writeFile(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return [(await readFile(path, 'utf8')).trim()];
}
