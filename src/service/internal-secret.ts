import { readFileSync } from 'node:fs';

export const MIN_INTERNAL_SECRET_CHARACTERS = 16;

export const isInternalSecret = (text: string): boolean => text.length >= MIN_INTERNAL_SECRET_CHARACTERS;

/** The secret in a file, without its line end; undefined where the file has none that is long enough. */
export function internalSecretIn(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return isInternalSecret(secret) ? secret : undefined;
  } catch {
    return undefined;
  }
}
