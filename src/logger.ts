import pino, { type DestinationStream, type Logger } from 'pino';
import { withoutKeySecrets } from './platform/login/rules/device-key.ts';

export type { Logger };

/** Names of fields that hold a credential. */
const CREDENTIAL =
  /^(?:password|oldPassword|newPassword|passwordHash|cookie|set-cookie|x-internal-secret|token|jwt|authorization|secret|credential|otp|(?:access|refresh|id)_?token)$/i;
const CENSOR = '[removed]';
/** Beyond it nothing is written: whoever logs so deep does not know what. */
const MAX_DEPTH = 6;

/**
 * Characters that move a terminal's cursor, end a line or turn the direction of text; JSON lets them stand as they are.
 */
const UNSEEN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (line: string): string =>
  withoutKeySecrets(line).replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One line of JSON per event. Anything that could hold a credential is censored, wherever it appears. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: escaped },
    formatters: { log: (fields: Record<string, unknown>) => withoutCredentials(fields, 0) },
  };
  return destination === undefined
    ? pino(options, pino.destination({ dest: 2, sync: false }))
    : pino(options, destination);
}

function withoutCredentials(fields: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, CREDENTIAL.test(name) ? CENSOR : censored(value, depth + 1)]),
  );
}

/** Errors, dates and the like are left to their own serializers. */
function censored(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > MAX_DEPTH ? CENSOR : value.map((item) => censored(item, depth + 1));
  if (!isPlain(value)) return value;
  return depth > MAX_DEPTH ? CENSOR : withoutCredentials(value, depth);
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
