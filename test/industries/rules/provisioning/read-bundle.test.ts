import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_TENANT } from '../../../../src/industries/rules/provisioning/stored.ts';
import {
  balance,
  bore,
  bundle,
  category,
  industry,
  type Json,
  mistakes,
  operator,
  storedAfter,
  tank,
} from './bundles.ts';

const units = (...list: Json[]): Json => bundle({ units: list, categories: {} });

const users = (...list: Json[]): Json => bundle({ users: list });

describe('a bundle without mistakes', () => {
  it.each(['sample-industry', 'second-industry'])('the bundle %s has none', (name) => {
    const document: unknown = JSON.parse(
      readFileSync(new URL(`../../../../scripts/sample-data/${name}.json`, import.meta.url), 'utf8'),
    );
    expect(mistakes(document)).toEqual([]);
  });

  it.each<[string, Json]>([
    ['only an industry', { industry: industry() }],
    ['an industry without a timezone', { industry: industry({}, { timezone: undefined }) }],
    ['a reversed meter', units(bore({ flowFactor: -1 }))],
    [
      'meta fields nobody knows',
      bundle({ industry: industry({}, { colour: 'blue' }), units: [bore({ meta: { tankHeightMillimetres: 500 } })] }),
    ],
    [
      'fields written as null',
      units(
        bore({
          flowFactor: null,
          maxCapacity: null,
          params: null,
          meta: { pRef: null, calculations: null, registerChecks: null, effectiveFrom: null },
        }),
      ),
    ],
    ['a formula that names nothing known', units(balance('{NOBODY} + ADD_ALL'))],
    [
      "a username that is the same person's address",
      users(operator({ email: 'a@b.example', username: 'a@b.example' })),
    ],
    ['accuracy and source of water', units(bore({ meta: { accuracyPercent: 0.5, waterSource: 'rain' } }))],
    [
      'register checks',
      units(bore({ meta: { registerChecks: { dropout: 'exclude', glitch: 'keep', rolloverDigits: 6 } } })),
    ],
  ])('%s is allowed', (_name, document) => {
    expect(mistakes(document)).toEqual([]);
  });

  it('an existing user may be written without a password', () => {
    expect(mistakes(users(operator({ password: undefined })), storedAfter(bundle()))).toEqual([]);
  });

  it('categories may name units that are stored when the bundle has no units section', () => {
    expect(mistakes({ industry: industry(), categories: { a: category(['TANK']) } }, storedAfter(bundle()))).toEqual(
      [],
    );
  });
});

describe('against what is stored', () => {
  it('a name that belongs to a user of another industry is refused', () => {
    const stored = { ...NO_TENANT, namesTaken: new Set(['operator']) };
    expect(mistakes(bundle(), stored)).toEqual([
      expect.stringMatching(/^users\[0\]\.username: is "operator", which belongs to a user of another industry/),
    ]);
  });

  it('a removed user comes back with a password only', () => {
    const stored = storedAfter(bundle());
    const removed = { ...stored, users: stored.users.map((user) => ({ ...user, removed: true })) };
    expect(mistakes(users(operator({ password: undefined })), removed)).toEqual([
      expect.stringMatching(/^users\[0\]\.password: is missing/),
    ]);
  });

  it('a stored unit that the bundle leaves out cannot be named by its categories', () => {
    expect(
      mistakes(bundle({ units: [tank()], categories: { a: category(['BORE']) } }), storedAfter(bundle())),
    ).toHaveLength(1);
  });
});

describe('a user of a bundle', () => {
  const of = (fields: Json) => mistakes(bundle({ users: [operator(fields)] }));

  it('may hold every verb of a resource', () => {
    expect(of({ permissions: ['readings:*', 'waterBalance:*', 'admin:*'] })).toEqual([]);
  });

  it.each(['fly:*', ':*', '*', '*:*', 'readings:', 'read:*', 'readings:*:*'])('holds no %s', (permission) => {
    expect(of({ permissions: [permission] }).join()).toContain('users[0].permissions[0]');
  });

  it('is not called as commands on the machine are in the audit', () => {
    expect(of({ userId: 'command' }).join()).toContain('another id than command, by which commands on the machine go');
    expect(of({ userId: 'commander' })).toEqual([]);
  });
});
