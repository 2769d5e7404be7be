import { readFileSync } from 'node:fs';

export const MIN_INTERNAL_SECRET_CHARACTERS = 16;

export const isInternalSecret = (text: string): boolean => text.length >= MIN_INTERNAL_SECRET_CHARACTERS;

/** The secret that a file holds, without the end of its line; undefined where there is none that is long enough. */
export function internalSecretIn(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return isInternalSecret(secret) ? secret : undefined;
  } catch {
    return undefined;
  }
}
