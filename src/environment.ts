import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { archiveAddress } from './keeping/archive-files/settings.ts';
import { isWebAddress, mailbox, namedTexts, serviceAccount } from './platform/channels/settings.ts';
import { listenAddress } from './readings/mqtt/settings.ts';
import { commandTopic, DEFAULT_COMMAND_TOPIC } from './platform/channels/command-topic.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC, readingsTopic, sourceTopic } from './readings/rules/topic.ts';
import { isMailAddress } from './platform/login/rules/login-name.ts';
import { serversOf } from './platform/database/servers.ts';
import { identityProvidersIn } from './platform/login/rules/identity-provider.ts';

/**
 * One variable of the environment. A wrong value stops the start with a sentence that names the variable, the value and
 * what is allowed.
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

/** NaN for a text of another form, also for blanks, which would otherwise count as 0. */
const numberIn = (text: string, form: RegExp): number => (form.test(text.trim()) ? Number(text) : Number.NaN);

const wholeNumber = <const F extends number | null>(low: number, high: number, fallback: F) =>
  setting(fallback, `must be a whole number from ${low} to ${high}`, (text): number | undefined => {
    const parsed = numberIn(text, /^\d+$/);
    return parsed >= low && parsed <= high ? parsed : undefined;
  });

const matching = (fits: (text: string) => boolean, allowed: string) =>
  setting(null, allowed, (text) => (fits(text) ? text : undefined));

const addressOf = (...schemes: string[]) =>
  matching(
    (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
    `must be an address starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

const isDatabaseAddress = (text: string): boolean =>
  URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol);

/** The address of a database, which may name several servers between commas. */
const databaseAddress = matching(
  (text) => serversOf(text).every(isDatabaseAddress),
  'must be an address starting with postgres:// or postgresql://',
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

/** Counts are stored as 32-bit numbers. */
export const MOST_REQUESTS = 1_000_000_000;

const isNetwork = (entry: string): boolean => {
  const [address = '', prefix, ...more] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    bits > 0 && more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
};

const isOrigin = (entry: string): boolean =>
  URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry;

const TOPIC_ALLOWED = 'must hold the levels {industryId} and {unitId} once each and no wildcards';
const SOURCE_TOPIC_ALLOWED = 'must hold the levels {industryId} and {sourceId} once each and no wildcards';
export const SECRETS_ALLOWED = 'must be one or more secrets of at least 32 characters each, separated by commas';

const INTERNAL_SECRET_ALLOWED = 'at least 16 characters of ASCII without blanks at the ends';
/** Other texts do not come through a header as they were sent, so nobody could ever show them. */
const isInternalSecret = (text: string): boolean => /^[\x21-\x7e][\x20-\x7e]{14,}[\x21-\x7e]$/.test(text);

/** The secret in a file, without its line end; undefined where the file has none that is allowed. */
function internalSecretIn(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return isInternalSecret(secret) ? secret : undefined;
  } catch {
    return undefined;
  }
}

/** Marks a variable as secret: no message repeats its value. */
const secret = <S extends z.ZodType>(schema: S): S => schema.meta({ secret: true });

/**
 * Every variable, declared once: the values it may have, the value that counts where it is not set, and whether it may
 * hold a secret. docs/how-to/operating.md tells its meaning, and test/readme.test.ts compares names and defaults.
 */
export const environment = z.object({
  DATABASE_URL: secret(databaseAddress),
  DATABASE_PASSWORD: secret(anyText(null)),
  DATABASE_READ_URL: secret(
    matching(
      (text) => serversOf(text).length === 1 && isDatabaseAddress(text),
      'must be the address of one server, starting with postgres:// or postgresql://',
    ),
  ),
  DATA_DIR: anyText('./data'),
  HOST: anyText('127.0.0.1'),
  PORT: wholeNumber(0, 65535, 3000),
  ROLE: oneOf(['api', 'worker', 'all'], 'all'),
  JWT_SECRET: secret(setting(null, SECRETS_ALLOWED, (text) => ifAll(entriesOf(text), (one) => one.length >= 32))),
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
  INTERNAL_SECRET: secret(matching(isInternalSecret, `must have ${INTERNAL_SECRET_ALLOWED}`)),
  INTERNAL_SECRET_FILE: setting(
    null,
    `must be a file that holds a secret of ${INTERNAL_SECRET_ALLOWED}`,
    internalSecretIn,
  ),
  CORS_ORIGINS: listOf(isOrigin, 'must be origins such as https://app.example.com, separated by commas'),
  PUBLIC_URL: addressOf('https', 'http'),
  ALERT_MESSAGES_PER_HOUR: wholeNumber(1, 10_000, 10),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  MQTT_URL: secret(addressOf('mqtt', 'mqtts')),
  MQTT_TOPIC: setting(DEFAULT_READINGS_TOPIC, TOPIC_ALLOWED, readingsTopic),
  MQTT_SOURCE_TOPIC: setting(DEFAULT_SOURCE_TOPIC, SOURCE_TOPIC_ALLOWED, sourceTopic),
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
  // Somebody may write keys into the address.
  ARCHIVE_URL: secret(
    setting(
      null,
      'must be a directory such as file:/var/lib/water-archive, or a bucket such as s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com',
      archiveAddress,
    ),
  ),
  ARCHIVE_ACCESS_KEY_ID: secret(anyText(null)),
  ARCHIVE_SECRET_ACCESS_KEY: secret(anyText(null)),
  READING_RETENTION_DAYS: wholeNumber(0, 36_500, 0),
  COMPRESS_AFTER_DAYS: wholeNumber(1, 36_500, 35),
  CANARY: oneOf(['on', 'off'], 'off'),
  IDENTITY_PROVIDERS: secret(
    setting(
      [],
      (text) => `must be a JSON list of identity providers: ${identityProvidersIn(text).problem}`,
      (text) => identityProvidersIn(text).providers,
    ),
  ),
  TWILIO_ACCOUNT_SID: secret(matching((text) => /^AC\w+$/.test(text), 'must be an account SID starting with AC')),
  TWILIO_AUTH_TOKEN: secret(anyText(null)),
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
  SMTP_URL: secret(addressOf('smtp', 'smtps')),
  MAIL_FROM: setting(null, 'must be a mail address such as Water <water@example.com>', mailbox),
  FIREBASE_CREDENTIALS: secret(
    setting(null, 'must be the JSON of a service account, or a file that holds it', serviceAccount),
  ),
  FIREBASE_BASE_URL: addressOf('https', 'http'),
  CHAT_WEBHOOK_URL: secret(addressOf('https', 'http')),
  CHAT_GROUPS: secret(
    setting({}, 'must be a JSON object of chat groups and their https:// addresses', (text) =>
      namedTexts(text, isWebAddress),
    ),
  ),
  ALLOW_PRIVATE_WEBHOOKS: oneOf(['true', 'false'], 'false'),
  CHROMIUM_PATH: anyText(null),
  LANGUAGE_MODEL_URL: secret(addressOf('https', 'http')),
  LANGUAGE_MODEL_KEY: secret(anyText(null)),
  LANGUAGE_MODEL_NAME: anyText(null),
  SUPPORT_EMAIL: matching(isMailAddress, 'must be one mail address such as reports@example.com'),
  REPORT_EXCLUDED_INDUSTRIES: listOf(() => true, ''),
  RESTATEMENT_PERCENT: setting(1, 'must be a number from 0 to 100', (text) => {
    const parsed = numberIn(text, /^\d*\.?\d+$/);
    return parsed >= 0 && parsed <= 100 ? parsed : undefined;
  }),
  PHONE_COUNTRY_CODE: setting('91', 'must be a country code of 1 to 3 digits', (text) =>
    /^[1-9]\d{0,2}$/.test(text) ? text : undefined,
  ),
});

export const isSecret = (name: keyof typeof environment.shape): boolean =>
  environment.shape[name].meta()?.['secret'] === true;
