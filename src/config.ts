import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { archiveAddress, type ArchiveSettings } from './keeping/archive-files/settings.ts';
import type { ChannelSettings } from './platform/channels/channels.ts';
import type { LanguageModelSettings } from './platform/channels/language-model.ts';
import { channelSettings, isWebAddress, mailbox, namedTexts, serviceAccount } from './platform/channels/settings.ts';
import { listenAddress, type MqttListenSettings, type MqttSettings, mqttSettings } from './readings/mqtt/settings.ts';
import { commandTopic, DEFAULT_COMMAND_TOPIC } from './platform/channels/command-topic.ts';
import { DEFAULT_READINGS_TOPIC, readingsTopic } from './readings/rules/topic.ts';
import { isMailAddress } from './platform/login/rules/mail-address.ts';
import { internalSecretIn, isInternalSecret, MIN_INTERNAL_SECRET_CHARACTERS } from './service/internal-secret.ts';
import { type IdentityProvider, identityProvidersIn } from './platform/login/rules/identity-provider.ts';

/**
 * The environment, parsed once; the only place that reads it. A wrong value stops the start with a sentence that names
 * the variable, the value and what is allowed.
 *
 * @param fallback of a variable that is not set or empty
 * @param allowed ends the sentence `it ..`
 * @param read undefined for a value that is not allowed
 */
const setting = <const F, T>(
  fallback: F,
  allowed: string | ((text: string) => string),
  read: (text: string) => T | undefined,
) =>
  z
    .string()
    .optional()
    .transform((text, context): T | F => {
      if (text === undefined || text === '') return fallback;
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: typeof allowed === 'string' ? allowed : allowed(text) });
      return z.NEVER;
    });

const anyText = <const F>(fallback: F) => setting(fallback, '', (text) => text);

const wholeNumber = <const F extends number | null>(low: number, high: number, fallback: F) =>
  setting(fallback, `must be a whole number from ${low} to ${high}`, (text): number | undefined => {
    const parsed = Number(text);
    return Number.isInteger(parsed) && parsed >= low && parsed <= high ? parsed : undefined;
  });

const matching = (fits: (text: string) => boolean, allowed: string) =>
  setting(null, allowed, (text) => (fits(text) ? text : undefined));

const addressOf = (...schemes: string[]) =>
  matching(
    (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
    `must be an address starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

const oneOf = <const V extends readonly [string, ...string[]]>(values: V, fallback: V[number]) =>
  setting(fallback, `must be one of ${values.join(', ')}`, (text): V[number] | undefined =>
    values.find((value) => value === text),
  );

const entriesOf = (text: string): readonly string[] => text.split(',').map((entry) => entry.trim());
const ifAll = (entries: readonly string[], fits: (entry: string) => boolean): readonly string[] | undefined =>
  entries.every(fits) ? entries : undefined;

/** Entries between commas, empty ones left out. */
const listOf = (fits: (entry: string) => boolean, allowed: string) =>
  setting([], allowed, (text) =>
    ifAll(
      entriesOf(text).filter((entry) => entry !== ''),
      fits,
    ),
  );

/**
 * Spec gap: the limits of the admin and external surfaces. Programs call them, people do not: ten times those of the
 * user surface.
 */
const WIDE_FACTOR = 10;
/** Counts are stored as 32-bit numbers. */
const MOST_REQUESTS = 1_000_000_000;
const wide = (limit: number): number => Math.min(limit * WIDE_FACTOR, MOST_REQUESTS);

const isNetwork = (entry: string): boolean => {
  const [address = '', prefix, ...more] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    bits > 0 && more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
};

const isOrigin = (entry: string): boolean =>
  URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry;

/** What is set cannot be used: one sentence a variable that names the variable, the value and what is allowed. */
export class SettingError extends Error {}

const TOPIC_ALLOWED = 'must hold the levels {industryId} and {unitId} once each and no wildcards';
const SECRETS_ALLOWED = 'must be one or more secrets of at least 32 characters each, separated by commas';

const environment = z.object({
  DATABASE_URL: addressOf('postgres', 'postgresql'),
  DATABASE_PASSWORD: anyText(null),
  DATABASE_READ_URL: addressOf('postgres', 'postgresql'),
  DATA_DIR: anyText('./data'),
  HOST: anyText('127.0.0.1'),
  PORT: wholeNumber(0, 65535, 3000),
  ROLE: oneOf(['api', 'worker', 'all'], 'all'),
  JWT_SECRET: setting(null, SECRETS_ALLOWED, (text) => ifAll(entriesOf(text), (secret) => secret.length >= 32)),
  RATE_LIMIT_PER_HOUR: wholeNumber(1, MOST_REQUESTS, 50),
  RATE_LIMIT_PER_DAY: wholeNumber(1, MOST_REQUESTS, 200),
  ADMIN_RATE_LIMIT_PER_HOUR: wholeNumber(1, MOST_REQUESTS, null),
  ADMIN_RATE_LIMIT_PER_DAY: wholeNumber(1, MOST_REQUESTS, null),
  EXTERNAL_RATE_LIMIT_PER_HOUR: wholeNumber(1, MOST_REQUESTS, null),
  EXTERNAL_RATE_LIMIT_PER_DAY: wholeNumber(1, MOST_REQUESTS, null),
  TRUST_PROXY: z.preprocess(
    (text) => (text === 'false' ? '' : text),
    listOf(
      (entry) => entry === 'loopback' || isNetwork(entry),
      'must be false, or the addresses of your proxies, separated by commas: IP addresses, networks such as 10.0.0.0/8, loopback',
    ),
  ),
  INTERNAL_SECRET: matching(isInternalSecret, `must have at least ${MIN_INTERNAL_SECRET_CHARACTERS} characters`),
  INTERNAL_SECRET_FILE: setting(
    null,
    `must be a file that holds a secret of at least ${MIN_INTERNAL_SECRET_CHARACTERS} characters`,
    internalSecretIn,
  ),
  CORS_ORIGINS: listOf(isOrigin, 'must be origins such as https://app.example.com, separated by commas'),
  PUBLIC_URL: addressOf('https', 'http'),
  ALERT_MESSAGES_PER_HOUR: wholeNumber(1, 10_000, 10),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  MQTT_URL: addressOf('mqtt', 'mqtts'),
  MQTT_TOPIC: setting(DEFAULT_READINGS_TOPIC, TOPIC_ALLOWED, readingsTopic),
  MQTT_CLIENT_ID: matching(
    (text) => /^[\x21-\x7e]{1,128}$/.test(text),
    'must have 1 to 128 printable characters without blanks',
  ),
  MQTT_SHARE_GROUP: matching(
    (text) => /^[^/+#\s]{1,128}$/.test(text),
    'must be a name of 1 to 128 characters without /, +, # and blanks',
  ),
  MQTT_COMMAND_TOPIC: setting(DEFAULT_COMMAND_TOPIC, TOPIC_ALLOWED, commandTopic),
  MQTT_CA_FILE: anyText(null),
  MQTT_CERT_FILE: anyText(null),
  MQTT_KEY_FILE: anyText(null),
  MQTT_LISTEN: setting(null, 'must be an address of this machine and a port such as 0.0.0.0:1883', listenAddress),
  MQTT_LISTEN_CERT_FILE: anyText(null),
  MQTT_LISTEN_KEY_FILE: anyText(null),
  ARCHIVE_URL: setting(
    null,
    'must be a directory such as file:/var/lib/water-archive, or a bucket such as s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com',
    archiveAddress,
  ),
  ARCHIVE_ACCESS_KEY_ID: anyText(null),
  ARCHIVE_SECRET_ACCESS_KEY: anyText(null),
  READING_RETENTION_DAYS: wholeNumber(0, 36_500, 0),
  COMPRESS_AFTER_DAYS: wholeNumber(1, 36_500, 35),
  CANARY: oneOf(['on', 'off'], 'off'),
  IDENTITY_PROVIDERS: setting(
    [],
    (text) => `must be a JSON list of identity providers: ${identityProvidersIn(text).problem}`,
    (text) => identityProvidersIn(text).providers,
  ),
  TWILIO_ACCOUNT_SID: matching((text) => /^AC\w+$/.test(text), 'must be an account SID starting with AC'),
  TWILIO_AUTH_TOKEN: anyText(null),
  TWILIO_FROM: anyText(null),
  TWILIO_WHATSAPP_FROM: matching(
    (text) => /^\+[1-9]\d{4,14}$/.test(text),
    'must be a telephone number in international format such as +14155238886',
  ),
  TWILIO_WHATSAPP_TEMPLATES: setting(
    {},
    'must be a JSON object of names and content SIDs such as {"alert": "HX.."}',
    (text) => namedTexts(text, (sid) => /^HX\w+$/.test(sid)),
  ),
  TWILIO_BASE_URL: addressOf('https', 'http'),
  SMTP_URL: addressOf('smtp', 'smtps'),
  MAIL_FROM: setting(null, 'must be a mail address such as Water <water@example.com>', mailbox),
  FIREBASE_CREDENTIALS: setting(null, 'must be the JSON of a service account, or a file that holds it', serviceAccount),
  FIREBASE_BASE_URL: addressOf('https', 'http'),
  CHAT_WEBHOOK_URL: addressOf('https', 'http'),
  CHAT_GROUPS: setting({}, 'must be a JSON object of chat groups and their https:// addresses', (text) =>
    namedTexts(text, isWebAddress),
  ),
  ALLOW_PRIVATE_WEBHOOKS: oneOf(['true', 'false'], 'false'),
  CHROMIUM_PATH: anyText(null),
  LANGUAGE_MODEL_URL: addressOf('https', 'http'),
  LANGUAGE_MODEL_KEY: anyText(null),
  LANGUAGE_MODEL_NAME: anyText(null),
  SUPPORT_EMAIL: matching(isMailAddress, 'must be one mail address such as reports@example.com'),
  REPORT_EXCLUDED_INDUSTRIES: listOf(() => true, ''),
  RESTATEMENT_PERCENT: setting(1, 'must be a number from 0 to 100', (text) => {
    const parsed = Number(text);
    return parsed >= 0 && parsed <= 100 ? parsed : undefined;
  }),
  PHONE_COUNTRY_CODE: matching((text) => /^[1-9]\d{0,2}$/.test(text), 'must be a country code of 1 to 3 digits'),
});

/** Of reports that go out by mail. */
interface ReportSettings {
  /** Gets every one of them; null: nobody does. */
  readonly supportEmail: string | null;
  /** industryIds whose schedules send none. */
  readonly excludedIndustries: readonly string[];
  /** A printed total that changes by more is told to whoever got it. */
  readonly restatementPercent: number;
}

export interface Config extends ChannelSettings {
  /** A browser engine that prints; null: that of the optional package. */
  readonly chromiumPath: string | null;
  readonly databaseUrl: string | null;
  /** A read replica for analysts and large reads; null: the main database. */
  readonly databaseReadUrl: string | null;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly role: 'api' | 'worker' | 'all';
  /** The first signs, all verify. null on the embedded engine: generated once into the data directory. */
  readonly jwtSecrets: readonly string[] | null;
  /** Requests per client address on the user surface. */
  readonly rateLimitPerHour: number;
  readonly rateLimitPerDay: number;
  /** The same on the others. */
  readonly adminRateLimitPerHour: number;
  readonly adminRateLimitPerDay: number;
  readonly externalRateLimitPerHour: number;
  readonly externalRateLimitPerDay: number;
  /** IP addresses, networks in CIDR form and `loopback`: whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  readonly trustedProxies: readonly string[];
  /** When set, operational endpoints that need no token ask for this in the header X-Internal-Secret. */
  readonly internalSecret: string | null;
  /** Origins whose pages may call the API from a browser, as browsers write them. */
  readonly corsOrigins: readonly string[];
  /** Where people open the application, without a slash at its end; null: messages have no links. */
  readonly publicUrl: string | null;
  /** What alerts of rules send to one recipient by one channel; more are told together. */
  readonly alertMessagesPerHour: number;
  readonly logLevel: string;
  /** The broker from which readings are taken; null: not set up. */
  readonly mqtt: MqttSettings | null;
  /** Where devices with keys reach this service over MQTT; null: nowhere. */
  readonly mqttListen: MqttListenSettings | null;
  /** Where archived months are kept; null: nowhere. */
  readonly archive: ArchiveSettings | null;
  /** 0: readings are kept for ever. */
  readonly readingRetentionDays: number;
  /** true: the canary runs every night. */
  readonly canary: boolean;
  readonly compressAfterDays: number;
  /** Whose identity tokens open a login; empty: nobody's. */
  readonly identityProviders: readonly IdentityProvider[];
  readonly reports: ReportSettings;
  /** Digits in front of telephone numbers that were registered without a country code. */
  readonly phoneCountryCode: string;
  /** What words the summary of a report; null: rules alone do. */
  readonly languageModel: LanguageModelSettings | null;
}

const SECRET_VARIABLES = new Set([
  'ARCHIVE_ACCESS_KEY_ID',
  'ARCHIVE_SECRET_ACCESS_KEY',
  // Somebody may write keys into the address.
  'ARCHIVE_URL',
  'LANGUAGE_MODEL_URL',
  'LANGUAGE_MODEL_KEY',
  'SMTP_URL',
  'FIREBASE_CREDENTIALS',
  'CHAT_WEBHOOK_URL',
  'CHAT_GROUPS',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'IDENTITY_PROVIDERS',
  'JWT_SECRET',
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'DATABASE_READ_URL',
  'MQTT_URL',
  'INTERNAL_SECRET',
]);

/** The address with its password; apart from it, a password may hold any character. */
function databaseUrl({
  DATABASE_URL: address,
  DATABASE_PASSWORD: password,
}: z.output<typeof environment>): string | null {
  if (password === null) return address;
  if (address === null)
    throw new SettingError('DATABASE_URL: must be set too, because DATABASE_PASSWORD is the password of its login.');
  const url = new URL(address);
  if (url.username === '')
    throw new SettingError(
      'DATABASE_URL: must name the login whose password DATABASE_PASSWORD is, postgres://LOGIN@..',
    );
  if (url.password !== '')
    throw new SettingError('DATABASE_PASSWORD: must not be set when DATABASE_URL holds a password.');
  url.password = encodeURIComponent(password);
  return url.href;
}

/** On the embedded engine archives stand beside the database unless another place is named. */
function archiveSettings({
  ARCHIVE_URL: address,
  ARCHIVE_ACCESS_KEY_ID: accessKeyId,
  ARCHIVE_SECRET_ACCESS_KEY: secretAccessKey,
  DATABASE_URL,
  DATA_DIR,
}: z.output<typeof environment>): ArchiveSettings | null {
  if (address === null) return DATABASE_URL === null ? { kind: 'directory', path: join(DATA_DIR, 'archive') } : null;
  if (address.kind === 'directory') return address;
  if (accessKeyId === null || secretAccessKey === null)
    throw new SettingError('ARCHIVE_URL: a bucket needs ARCHIVE_ACCESS_KEY_ID and ARCHIVE_SECRET_ACCESS_KEY, too.');
  return { ...address, accessKeyId, secretAccessKey };
}

/**
 * @param purpose commands sign no tokens, so they need no secret to do it with
 * @throws SettingError with one sentence per wrong variable. Values that may hold a secret are not repeated.
 */
export function parseConfig(
  env: Record<string, string | undefined>,
  purpose: 'service' | 'command' = 'service',
): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new SettingError(
      parsed.error.issues
        .map((issue) => {
          const name = String(issue.path[0]);
          const given = SECRET_VARIABLES.has(name) ? 'the value given' : JSON.stringify(env[name] ?? '');
          return `${name}: ${given} is not allowed, it ${issue.message}.`;
        })
        .join('\n'),
    );
  }
  const value = parsed.data;
  if (purpose === 'service' && value.DATABASE_URL !== null && value.JWT_SECRET === null) {
    throw new SettingError(`JWT_SECRET: is required when DATABASE_URL is set, and ${SECRETS_ALLOWED}.`);
  }
  return {
    identityProviders: value.IDENTITY_PROVIDERS,
    ...channelSettings(value, (sentence) => new SettingError(sentence)),
    chromiumPath: value.CHROMIUM_PATH,
    reports: {
      supportEmail: value.SUPPORT_EMAIL,
      excludedIndustries: value.REPORT_EXCLUDED_INDUSTRIES,
      restatementPercent: value.RESTATEMENT_PERCENT,
    },
    phoneCountryCode: value.PHONE_COUNTRY_CODE ?? '91',
    languageModel:
      value.LANGUAGE_MODEL_URL === null
        ? null
        : {
            url: value.LANGUAGE_MODEL_URL,
            key: value.LANGUAGE_MODEL_KEY,
            name: value.LANGUAGE_MODEL_NAME,
            allowPrivate: value.ALLOW_PRIVATE_WEBHOOKS === 'true',
          },
    archive: archiveSettings(value),
    databaseUrl: databaseUrl(value),
    databaseReadUrl: value.DATABASE_READ_URL,
    dataDir: value.DATA_DIR,
    host: value.HOST,
    port: value.PORT,
    role: value.ROLE,
    jwtSecrets: value.JWT_SECRET,
    rateLimitPerHour: value.RATE_LIMIT_PER_HOUR,
    rateLimitPerDay: value.RATE_LIMIT_PER_DAY,
    adminRateLimitPerHour: value.ADMIN_RATE_LIMIT_PER_HOUR ?? wide(value.RATE_LIMIT_PER_HOUR),
    adminRateLimitPerDay: value.ADMIN_RATE_LIMIT_PER_DAY ?? wide(value.RATE_LIMIT_PER_DAY),
    externalRateLimitPerHour: value.EXTERNAL_RATE_LIMIT_PER_HOUR ?? wide(value.RATE_LIMIT_PER_HOUR),
    externalRateLimitPerDay: value.EXTERNAL_RATE_LIMIT_PER_DAY ?? wide(value.RATE_LIMIT_PER_DAY),
    trustedProxies: value.TRUST_PROXY,
    internalSecret: value.INTERNAL_SECRET ?? value.INTERNAL_SECRET_FILE,
    corsOrigins: value.CORS_ORIGINS,
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    alertMessagesPerHour: value.ALERT_MESSAGES_PER_HOUR,
    logLevel: value.LOG_LEVEL,
    ...mqttSettings(value, (sentence) => new SettingError(sentence)),
    readingRetentionDays: value.READING_RETENTION_DAYS,
    compressAfterDays: value.COMPRESS_AFTER_DAYS,
    canary: value.CANARY === 'on',
  };
}

export const loadConfig = (purpose: 'service' | 'command' = 'service'): Config => parseConfig(process.env, purpose);

/** Settings of npm itself that people keep in its own files, and that are not flags of a command. */
const NPM_OWN = new Set(['', 'false', 'null', 'prod', 'production']);

/** Which of these flags npm kept for itself: it hands on what stands before `--` as settings of its own. */
export const flagsKeptByNpm = (
  names: readonly string[],
  env: Record<string, string | undefined> = process.env,
): string[] => names.filter((name) => !NPM_OWN.has(env[`npm_config_${name.replaceAll('-', '_')}`] ?? ''));
