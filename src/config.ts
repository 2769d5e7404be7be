import { z } from 'zod';

/**
 * The environment, parsed once; the only place that reads it. A wrong value stops the start with a sentence that names the
 * variable, the value and what is allowed.
 */
const wholeNumber = (low: number, high: number, fallback: number) =>
  z.string().optional().transform((text, context) => {
    if (text === undefined || text === '') return fallback;
    const parsed = Number(text);
    if (Number.isInteger(parsed) && parsed >= low && parsed <= high) return parsed;
    context.addIssue({ code: 'custom', message: `must be a whole number from ${low} to ${high}` });
    return z.NEVER;
  });

const addressOf = (...schemes: string[]) =>
  z.string().optional().transform((text, context) => {
    if (text === undefined || text === '') return null;
    if (URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))) return text;
    context.addIssue({ code: 'custom', message: `must be an address starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}` });
    return z.NEVER;
  });

const oneOf = <const V extends readonly [string, ...string[]]>(values: V, fallback: V[number]) =>
  z.string().optional().transform((text, context): V[number] => {
    const found = values.find((value) => value === (text || fallback));
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: `must be one of ${values.join(', ')}` });
    return z.NEVER;
  });

const flag = oneOf(['true', 'false'], 'false').transform((text) => text === 'true');

const environment = z.object({
  DATABASE_URL: addressOf('postgres', 'postgresql'),
  DATABASE_READ_URL: addressOf('postgres', 'postgresql'),
  DATA_DIR: z.string().optional().transform((text) => text || './data'),
  HOST: z.string().optional().transform((text) => text || '127.0.0.1'),
  PORT: wholeNumber(0, 65535, 3000),
  ROLE: oneOf(['api', 'worker', 'all'], 'all'),
  JWT_SECRET: z.string().optional().transform((text, context) => {
    if (text === undefined || text === '') return null;
    const secrets = text.split(',').map((secret) => secret.trim());
    if (secrets.every((secret) => secret.length >= 32)) return secrets;
    context.addIssue({ code: 'custom', message: 'must be one or more secrets of at least 32 characters each, separated by commas' });
    return z.NEVER;
  }),
  RATE_LIMIT_PER_HOUR: wholeNumber(1, 1_000_000_000, 50),
  RATE_LIMIT_PER_DAY: wholeNumber(1, 1_000_000_000, 200),
  TRUST_PROXY: flag,
  OPEN_ENDPOINT_SECRET: z.string().optional().transform((text) => text || null),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  MQTT_URL: addressOf('mqtt', 'mqtts'),
  READING_RETENTION_DAYS: wholeNumber(0, 36_500, 0),
  COMPRESS_AFTER_DAYS: wholeNumber(1, 36_500, 35),
});

export interface Config {
  readonly databaseUrl: string | null;
  /** A read replica for analysts and large reads; null: the main database. */
  readonly databaseReadUrl: string | null;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly role: 'api' | 'worker' | 'all';
  /** The first signs, all verify. null on the embedded engine: generated once into the data directory. */
  readonly jwtSecrets: readonly string[] | null;
  readonly rateLimitPerHour: number;
  readonly rateLimitPerDay: number;
  /** Take the client's address from X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** When set, endpoints that need no token ask for this in the header X-Endpoint-Secret. */
  readonly openEndpointSecret: string | null;
  readonly logLevel: string;
  readonly mqttUrl: string | null;
  /** 0: readings are kept for ever. */
  readonly readingRetentionDays: number;
  readonly compressAfterDays: number;
}

const SECRET_VARIABLES = new Set(['JWT_SECRET', 'DATABASE_URL', 'DATABASE_READ_URL', 'MQTT_URL', 'OPEN_ENDPOINT_SECRET']);

/** @throws Error with one sentence per wrong variable. Values that may hold a secret are not repeated. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const given = SECRET_VARIABLES.has(name) ? 'the value given' : JSON.stringify(env[name] ?? '');
      return `${name}: ${given} is not allowed, it ${issue.message}.`;
    }).join('\n'));
  }
  const value = parsed.data;
  if (value.DATABASE_URL !== null && value.JWT_SECRET === null) {
    throw new Error('JWT_SECRET: is required when DATABASE_URL is set, and must be one or more secrets of at least 32 characters each, separated by commas.');
  }
  return {
    databaseUrl: value.DATABASE_URL,
    databaseReadUrl: value.DATABASE_READ_URL,
    dataDir: value.DATA_DIR,
    host: value.HOST,
    port: value.PORT,
    role: value.ROLE,
    jwtSecrets: value.JWT_SECRET,
    rateLimitPerHour: value.RATE_LIMIT_PER_HOUR,
    rateLimitPerDay: value.RATE_LIMIT_PER_DAY,
    trustProxy: value.TRUST_PROXY,
    openEndpointSecret: value.OPEN_ENDPOINT_SECRET,
    logLevel: value.LOG_LEVEL,
    mqttUrl: value.MQTT_URL,
    readingRetentionDays: value.READING_RETENTION_DAYS,
    compressAfterDays: value.COMPRESS_AFTER_DAYS,
  };
}

export const loadConfig = (): Config => parseConfig(process.env);
