import { join } from 'node:path';
import type { z } from 'zod';
import { environment, isSecret, MOST_REQUESTS, SECRETS_ALLOWED } from './environment.ts';
import type { ArchiveSettings } from './keeping/archive-files/settings.ts';
import type { ChannelSettings } from './platform/channels/channels.ts';
import type { LanguageModelSettings } from './platform/channels/language-model.ts';
import { channelSettings } from './platform/channels/settings.ts';
import { type MqttListenSettings, type MqttSettings, mqttSettings } from './readings/mqtt/settings.ts';
import { changeAddress } from './platform/database/servers.ts';
import type { IdentityProvider } from './platform/login/rules/identity-provider.ts';

/**
 * Spec gap: the limits of the admin and external surfaces. Programs call them, people do not: ten times those of the
 * user surface.
 */
const WIDE_FACTOR = 10;
const wide = (limit: number): number => Math.min(limit * WIDE_FACTOR, MOST_REQUESTS);

/** Settings that cannot be used: one sentence a variable names the variable, the value and what is allowed. */
export class SettingError extends Error {}

/** Settings of reports that go out by mail. */
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
  /** Requests per client address on the surfaces of operators and devices. */
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
  /** Most messages an hour that rules send to one recipient by one channel; more are sent together. */
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
  /** The language model that words the summary of a report; null: rules alone do. */
  readonly languageModel: LanguageModelSettings | null;
}

/** The address with its password; apart from it, a password may hold any character. */
function databaseUrl({
  DATABASE_URL: address,
  DATABASE_PASSWORD: password,
}: z.output<typeof environment>): string | null {
  if (password === null) return address;
  if (address === null)
    throw new SettingError('DATABASE_URL: must be set too, because DATABASE_PASSWORD is the password of its login.');
  return changeAddress(address, (ofFirst) => {
    const url = new URL(ofFirst);
    if (url.username === '')
      throw new SettingError(
        'DATABASE_URL: must name the login whose password DATABASE_PASSWORD is, postgres://LOGIN@..',
      );
    if (url.password !== '')
      throw new SettingError('DATABASE_PASSWORD: must not be set when DATABASE_URL holds a password.');
    url.password = encodeURIComponent(password);
    return url.href;
  });
}

/** A replica has the logins of its primary, so a login without password has the same one. */
function databaseReadUrl({
  DATABASE_READ_URL: address,
  DATABASE_PASSWORD: password,
}: z.output<typeof environment>): string | null {
  if (address === null || password === null) return address;
  const url = new URL(address);
  if (url.username !== '' && url.password === '') url.password = encodeURIComponent(password);
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
          const name = issue.path[0] as keyof typeof environment.shape; // the table has no other
          const given = isSecret(name) ? 'the value given' : JSON.stringify(env[name] ?? '');
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
    phoneCountryCode: value.PHONE_COUNTRY_CODE,
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
    databaseReadUrl: databaseReadUrl(value),
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
