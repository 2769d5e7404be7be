import { Writable } from 'node:stream';
import { expect } from 'vitest';
import { createLogger, type Logger } from '../../src/logger.ts';

/*
 * No credential in any log line: everything logged through a test context is kept for the test that is running and
 * looked through after it. Tokens are known by their look, passwords and codes because requests of test applications
 * were watched.
 */

/** A part of a JSON web token: JSON objects in base64url begin so. */
const TOKEN = /eyJ[\w-]{10,}/;
const SECRET_NAME = /^(?:password|oldPassword|newPassword|otp|credential|(?:access|refresh)_?token)$/i;
/** Shorter ones are found in lines by chance. */
const SHORTEST_SECRET_CHARACTERS = 5;

let lines: string[] = [];
let secrets = new Set<string>();

/** Lines that hold a token or one of the secrets. */
export const leaksIn = (logged: readonly string[], known: ReadonlySet<string>): string[] =>
  logged.filter(
    (line) =>
      TOKEN.test(line)
      || [...known].some((secret) => line.includes(secret) || line.includes(encodeURIComponent(secret))),
  );

/** A logger of every level whose lines are looked through after the test. */
export const watchedLogger = (): Logger =>
  createLogger(
    'trace',
    new Writable({
      write(chunk: Buffer, _, written) {
        watchLine(chunk.toString());
        written();
      },
    }),
  );

/** A line that another process logged, to be looked through like one's own. */
export const watchLine = (line: string): void => {
  lines.push(line);
};

/** A credential that goes another way than by a request. */
export const watchedSecret = (secret: string): void => mustNotBeLogged(secret);

function mustNotBeLogged(secret: unknown): void {
  if (typeof secret === 'string' && secret.length >= SHORTEST_SECRET_CHARACTERS) secrets.add(secret);
}

const watchFields = (fields: Iterable<[string, unknown]>): void => {
  for (const [name, value] of fields) if (SECRET_NAME.test(name)) mustNotBeLogged(value);
};

/** Remembers the credentials that a request carries in its headers, its query, and its JSON or form. */
export async function watchRequest(request: Request): Promise<void> {
  watchFields(request.headers.entries());
  const url = new URL(request.url);
  watchFields(url.searchParams.entries());
  mustNotBeLogged(url.searchParams.get('jwt'));
  mustNotBeLogged(request.headers.get('authorization')?.replace(/^\S+\s+/, ''));
  const type = request.headers.get('content-type') ?? '';
  // Readings are long and stream; nothing secret is in them.
  if (request.body === null || url.pathname.endsWith('/readings')) return;
  const body = await request.clone().text();
  if (type.includes('form-urlencoded')) watchFields(new URLSearchParams(body).entries());
  if (type.includes('json')) watchFields(jsonFields(body));
}

function jsonFields(body: string): [string, unknown][] {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  } catch {
    return [];
  }
}

/** After each test: what was logged since the last one holds no credential. */
export const expectNoLeaks = (): void => {
  const leaked = leaksIn(lines, secrets);
  [lines, secrets] = [[], new Set()];
  expect(leaked, 'log lines that hold a credential').toEqual([]);
};
