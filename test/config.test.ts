import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { environment } from '../src/environment.ts';
import { DEFAULT_READINGS_TOPIC, DEFAULT_SOURCE_TOPIC } from '../src/readings/rules/topic.ts';
import { reasonOf } from '../src/kernel/reason-of.ts';

const SECRET = 's'.repeat(32);
const problem = (env: Record<string, string>): string => {
  try {
    parseConfig(env);
  } catch (error) {
    return reasonOf(error);
  }
  return 'accepted';
};

describe('the configuration', () => {
  it('needs nothing: an embedded database, everything in one process, on this machine only', () => {
    expect(parseConfig({})).toMatchObject({
      databaseUrl: null,
      databaseReadUrl: null,
      dataDir: './data',
      host: '127.0.0.1',
      port: 3000,
      role: 'all',
      jwtSecrets: null,
      rateLimitPerHour: 50,
      rateLimitPerDay: 200,
      adminRateLimitPerHour: 500,
      adminRateLimitPerDay: 2000,
      externalRateLimitPerHour: 500,
      externalRateLimitPerDay: 2000,
      trustedProxies: [],
      internalSecret: null,
      corsOrigins: [],
      logLevel: 'info',
      mqtt: null,
      archive: { kind: 'directory', path: 'data/archive' },
      readingRetentionDays: 0,
      canary: false,
      identityProviders: [],
      email: null,
      sms: null,
      chatMessaging: null,
      push: null,
      chatSpace: { groups: {}, allowPrivate: false },
      deviceCommand: null,
      phoneCountryCode: '91',
    });
  });

  it('lets no surface count further than counts are stored', () => {
    expect(parseConfig({ RATE_LIMIT_PER_HOUR: '1000000000', RATE_LIMIT_PER_DAY: '200000000' })).toMatchObject({
      externalRateLimitPerHour: 1_000_000_000,
      adminRateLimitPerDay: 1_000_000_000,
    });
  });

  it('takes an empty variable for one that is not set, as compose files and shells write them', () => {
    const names = Object.keys(environment.shape);
    expect(parseConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(parseConfig({}));
  });

  it('reads what is set', () => {
    expect(
      parseConfig({
        DATABASE_URL: 'postgres://u:p@db:5432/water',
        DATABASE_READ_URL: 'postgresql://u:p@replica/water',
        HOST: '0.0.0.0',
        PORT: '8080',
        ROLE: 'worker',
        JWT_SECRET: `${SECRET}, ${'t'.repeat(40)}`,
        TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1',
        INTERNAL_SECRET: SECRET,
        CORS_ORIGINS: 'https://a.example, http://localhost:8080',
        PUBLIC_URL: 'https://water.example.com/app/',
        LOG_LEVEL: 'debug',
        MQTT_URL: 'mqtts://broker',
        READING_RETENTION_DAYS: '400',
        COMPRESS_AFTER_DAYS: '7',
        CANARY: 'on',
      }),
    ).toMatchObject({
      databaseUrl: 'postgres://u:p@db:5432/water',
      databaseReadUrl: 'postgresql://u:p@replica/water',
      host: '0.0.0.0',
      port: 8080,
      role: 'worker',
      jwtSecrets: [SECRET, 't'.repeat(40)],
      trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::1'],
      internalSecret: SECRET,
      corsOrigins: ['https://a.example', 'http://localhost:8080'],
      publicUrl: 'https://water.example.com/app',
      logLevel: 'debug',
      mqtt: {
        url: 'mqtts://broker',
        topic: DEFAULT_READINGS_TOPIC,
        sourceTopic: DEFAULT_SOURCE_TOPIC,
        clientId: null,
        shareGroup: null,
        caFile: null,
        certFile: null,
        keyFile: null,
      },
      readingRetentionDays: 400,
      canary: true,
      compressAfterDays: 7,
    });
  });

  it('takes a password of any characters apart from the address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (password) => {
        const { databaseUrl } = parseConfig({
          DATABASE_URL: 'postgres://water@db:5432/water?sslmode=disable',
          DATABASE_PASSWORD: password,
          JWT_SECRET: SECRET,
        });
        const { host, port, user, database, password: sent } = new pg.Client({ connectionString: databaseUrl ?? '' });
        expect({ host, port, user, database, sent }).toEqual({
          host: 'db',
          port: 5432,
          user: 'water',
          database: 'water',
          sent: password,
        });
      }),
      { examples: [['p@ss:/?#%&+ $x\'"ü\\'], ['%41'], ['\u0000'.padEnd(3, '%')]] },
    );
  });

  it('takes several servers as one database, and gives a replica the password of the same login', () => {
    expect(
      parseConfig({
        DATABASE_URL: 'postgres://water@first:5432,second:5433/water',
        DATABASE_READ_URL: 'postgres://water@second:5433/water',
        DATABASE_PASSWORD: 'a@b',
        JWT_SECRET: SECRET,
      }),
    ).toMatchObject({
      databaseUrl: 'postgres://water:a%40b@first:5432,second:5433/water',
      databaseReadUrl: 'postgres://water:a%40b@second:5433/water',
    });
  });

  it('widens the limits of the other surfaces with those of the user surface, unless they have their own', () => {
    expect(
      parseConfig({
        RATE_LIMIT_PER_HOUR: '7',
        RATE_LIMIT_PER_DAY: '9',
        ADMIN_RATE_LIMIT_PER_HOUR: '3',
        EXTERNAL_RATE_LIMIT_PER_DAY: '4',
      }),
    ).toMatchObject({
      adminRateLimitPerHour: 3,
      adminRateLimitPerDay: 90,
      externalRateLimitPerHour: 70,
      externalRateLimitPerDay: 4,
    });
  });

  it('trusts no proxy by the word false', () => {
    expect(parseConfig({ TRUST_PROXY: 'false' }).trustedProxies).toEqual([]);
  });

  it.each<[Record<string, string>, string]>([
    [{ PORT: '70000' }, 'PORT: "70000" is not allowed, it must be a whole number from 0 to 65535.'],
    [{ PORT: '80.5' }, 'PORT: "80.5" is not allowed, it must be a whole number from 0 to 65535.'],
    ...[' ', '1e3', '0x10'].map((value): [Record<string, string>, string] => [
      { PORT: value },
      `PORT: "${value}" is not allowed, it must be a whole number from 0 to 65535.`,
    ]),
    [{ RESTATEMENT_PERCENT: ' ' }, 'RESTATEMENT_PERCENT: " " is not allowed, it must be a number from 0 to 100.'],
    [
      { RATE_LIMIT_PER_HOUR: '0' },
      'RATE_LIMIT_PER_HOUR: "0" is not allowed, it must be a whole number from 1 to 1000000000.',
    ],
    [{ ROLE: 'both' }, 'ROLE: "both" is not allowed, it must be one of api, worker, all.'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL: "loud" is not allowed, it must be one of trace, debug, info, warn, error, fatal, silent.',
    ],
    [
      { PHONE_COUNTRY_CODE: '+64' },
      'PHONE_COUNTRY_CODE: "+64" is not allowed, it must be a country code of 1 to 3 digits.',
    ],
    ...[
      'yes',
      'true',
      '*',
      '10.0.0.0/33',
      '10.0.0',
      '10.0.0.1/8/8',
      '10.0.0.1/',
      'proxy.internal',
      'loopback/8',
      '10.0.0.1 10.0.0.2',
      '::/129',
    ].map((value): [Record<string, string>, string] => [
      { TRUST_PROXY: value },
      `TRUST_PROXY: "${value}" is not allowed, it must be false, or the addresses of your proxies, separated by commas: IP addresses, networks such as 10.0.0.0/8, loopback.`,
    ]),
    ...[
      '*',
      'app.example.com',
      'https://app.example.com/',
      'https://app.example.com/path',
      'https://App.example.com',
      'null',
      'file:///',
      'https://a.example https://b.example',
    ].map((value): [Record<string, string>, string] => [
      { CORS_ORIGINS: value },
      `CORS_ORIGINS: "${value}" is not allowed, it must be origins such as https://app.example.com, separated by commas.`,
    ]),
    [
      { EXTERNAL_RATE_LIMIT_PER_DAY: '0' },
      'EXTERNAL_RATE_LIMIT_PER_DAY: "0" is not allowed, it must be a whole number from 1 to 1000000000.',
    ],
    [
      { READING_RETENTION_DAYS: '-1' },
      'READING_RETENTION_DAYS: "-1" is not allowed, it must be a whole number from 0 to 36500.',
    ],
  ])('%j stops the start with a sentence', (env, sentence) => {
    expect(problem(env)).toBe(sentence);
  });

  it.each([
    [
      { DATABASE_URL: 'mysql://u:hunter2@db/water' },
      'DATABASE_URL: the value given is not allowed, it must be an address starting with postgres:// or postgresql://.',
    ],
    [
      { MQTT_SOURCE_TOPIC: 'water/{industryId}/sources' },
      'MQTT_SOURCE_TOPIC: "water/{industryId}/sources" is not allowed, it must hold the levels {industryId} and {sourceId} once each and no wildcards.',
    ],
    [
      { MQTT_TOPIC: 'water/+/readings' },
      'MQTT_TOPIC: "water/+/readings" is not allowed, it must hold the levels {industryId} and {unitId} once each and no wildcards.',
    ],
    [
      { MQTT_CLIENT_ID: 'two words' },
      'MQTT_CLIENT_ID: "two words" is not allowed, it must have 1 to 128 printable characters without blanks.',
    ],
    [
      { MQTT_SHARE_GROUP: 'a/b' },
      'MQTT_SHARE_GROUP: "a/b" is not allowed, it must be a name of 1 to 128 characters without /, +, # and blanks.',
    ],
    [
      { MQTT_CERT_FILE: '/c.pem' },
      'MQTT_KEY_FILE: must be set too, because MQTT_CERT_FILE is of no use without its key.',
    ],
    [
      { MQTT_KEY_FILE: '/k.pem' },
      'MQTT_CERT_FILE: must be set too, because MQTT_KEY_FILE is of no use without its certificate.',
    ],
    [
      { MQTT_LISTEN: '1883' },
      'MQTT_LISTEN: "1883" is not allowed, it must be an address of this machine and a port such as 0.0.0.0:1883.',
    ],
    [
      { MQTT_LISTEN_CERT_FILE: '/c.pem' },
      'MQTT_LISTEN_KEY_FILE: must be set too, because MQTT_LISTEN_CERT_FILE is of no use without its key.',
    ],
    [
      { MQTT_URL: 'hunter2' },
      'MQTT_URL: the value given is not allowed, it must be an address starting with mqtt:// or mqtts://.',
    ],
    [
      { TWILIO_ACCOUNT_SID: 'hunter2' },
      'TWILIO_ACCOUNT_SID: the value given is not allowed, it must be an account SID starting with AC.',
    ],
    [
      { IDENTITY_PROVIDERS: 'hunter2' },
      'IDENTITY_PROVIDERS: the value given is not allowed, it must be a JSON list of identity providers: it is not JSON.',
    ],
    [
      { IDENTITY_PROVIDERS: '{}' },
      'IDENTITY_PROVIDERS: the value given is not allowed, it must be a JSON list of identity providers: must be a list.',
    ],
    [
      {
        IDENTITY_PROVIDERS:
          '[{"provider":"google","kind":"social","issuer":"i","audience":"a","jwksUrl":"http://keys.example"}]',
      },
      'IDENTITY_PROVIDERS: the value given is not allowed, it must be a JSON list of identity providers: [0].jwksUrl must be an address starting with https:// (http:// on this machine only).',
    ],
    [
      { DATABASE_READ_URL: 'postgres://u:hunter2@first,second/water' },
      'DATABASE_READ_URL: the value given is not allowed, it must be the address of one server, starting with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_PASSWORD: 'hunter2' },
      'DATABASE_URL: must be set too, because DATABASE_PASSWORD is the password of its login.',
    ],
    [
      { DATABASE_PASSWORD: 'hunter2', DATABASE_URL: 'postgres://db/water', JWT_SECRET: SECRET },
      'DATABASE_URL: must name the login whose password DATABASE_PASSWORD is, postgres://LOGIN@..',
    ],
    [
      { DATABASE_PASSWORD: 'hunter2', DATABASE_URL: 'postgres://u:p@db/water', JWT_SECRET: SECRET },
      'DATABASE_PASSWORD: must not be set when DATABASE_URL holds a password.',
    ],
    [
      { FIREBASE_CREDENTIALS: '{"project_id": "water", "client_email": "a@b", "private_key": "hunter2"}' },
      'FIREBASE_CREDENTIALS: the value given is not allowed, it must be the JSON of a service account, or a file that holds it.',
    ],
    [
      { CHAT_GROUPS: '{"ops": "ftp://hunter2"}' },
      'CHAT_GROUPS: the value given is not allowed, it must be a JSON object of chat groups and their https:// addresses.',
    ],
    [
      { SMTP_URL: 'https://u:hunter2@mail' },
      'SMTP_URL: the value given is not allowed, it must be an address starting with smtp:// or smtps://.',
    ],
    ...['hunter2', 'geheimnis-für-alle', 'hunter2-hunter2-hunter2 '].map((value): [Record<string, string>, string] => [
      { INTERNAL_SECRET: value },
      'INTERNAL_SECRET: the value given is not allowed, it must have at least 16 characters of ASCII without blanks at the ends.',
    ]),
    [
      { INTERNAL_SECRET_FILE: '/nowhere/secret' },
      'INTERNAL_SECRET_FILE: "/nowhere/secret" is not allowed, it must be a file that holds a secret of at least 16 characters of ASCII without blanks at the ends.',
    ],
    [
      { JWT_SECRET: 'hunter2' },
      'JWT_SECRET: the value given is not allowed, it must be one or more secrets of at least 32 characters each, separated by commas.',
    ],
  ])('of %j the sentence does not repeat what may be a secret', (env, sentence) => {
    expect(problem(env)).toBe(sentence);
  });

  it('asks for a secret on a server, where none is made', () => {
    expect(problem({ DATABASE_URL: 'postgres://u:p@db/water' })).toMatch(
      /^JWT_SECRET: is required when DATABASE_URL is set/,
    );
  });

  it('asks commands, which sign nothing, for no secret, but still for one that could be one', () => {
    expect(parseConfig({ DATABASE_URL: 'postgres://u:p@db/water' }, 'command')).toMatchObject({
      databaseUrl: 'postgres://u:p@db/water',
      jwtSecrets: null,
    });
    expect(() => parseConfig({ JWT_SECRET: 'short' }, 'command')).toThrow('JWT_SECRET: the value given is not allowed');
  });

  it('names every variable that is wrong, one a line', () => {
    expect(
      problem({ PORT: 'x', ROLE: 'y' })
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['PORT', 'ROLE']);
  });
});
