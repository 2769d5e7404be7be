import { describe, expect, it } from 'vitest';
import { NO_TENANT } from '../../../../src/industries/rules/provisioning/stored.ts';
import { balance, bore, bundle, category, industry, type Json, mistakes, operator, tank } from './bundles.ts';

const units = (...list: Json[]): Json => bundle({ units: list, categories: {} });

const users = (...list: Json[]): Json => bundle({ users: list });

describe('a mistake is reported with its path, what was given and what is allowed', () => {
  it.each<[string, Json, string, string]>([
    ['unknown section', bundle({ unit: [] }), 'unit', 'is not a known field, allowed are industry, units, categories'],
    [
      'unknown field of a unit',
      units(bore({ flowfactor: 2 })),
      'units[0].flowfactor',
      'is not a known field, allowed are unitId, displayName',
    ],
    [
      'unknown field of a shift',
      bundle({ industry: industry({}, { shift: { startAt: '06:00:00', start: 1 } }) }),
      'industry.meta.shift.start',
      'allowed are startAt',
    ],
    [
      'unknown report service',
      bundle({ industry: industry({}, { reports: { services: { is_consumtion_enabled: true } } }) }),
      'industry.meta.reports.services.is_consumtion_enabled',
      'is not a known field',
    ],
    [
      'unknown register check',
      units(bore({ meta: { registerChecks: { rollover: 6 } } })),
      'units[0].meta.registerChecks.rollover',
      'allowed are dropout, glitch, spike, rolloverDigits',
    ],
    [
      'register check of another value',
      units(bore({ meta: { registerChecks: { dropout: 'drop' } } })),
      'units[0].meta.registerChecks.dropout',
      'is "drop", allowed is "exclude" or "keep"',
    ],
    [
      'accuracy that is none',
      units(bore({ meta: { accuracyPercent: 0 } })),
      'units[0].meta.accuracyPercent',
      'is 0, allowed is a number above 0',
    ],
    [
      'water of another source',
      units(bore({ meta: { waterSource: 'sea' } })),
      'units[0].meta.waterSource',
      'is "sea", allowed is fresh, recycled, rain',
    ],
    [
      'rollover digits',
      units(bore({ meta: { registerChecks: { rolloverDigits: 16 } } })),
      'units[0].meta.registerChecks.rolloverDigits',
      'is 16, allowed is a whole number of digits from 1 to 15',
    ],
    [
      'timezone that does not exist',
      bundle({ industry: industry({}, { timezone: 'Asia/Calcuta' }) }),
      'industry.meta.timezone',
      'is "Asia/Calcuta", allowed is an IANA zone',
    ],
    [
      'shift start not HH:MM:SS',
      bundle({ industry: industry({}, { shift: { startAt: '6:00' } }) }),
      'industry.meta.shift.startAt',
      'is "6:00", allowed is a local time HH:MM:SS',
    ],
    [
      'daysOffset that is no integer',
      bundle({ industry: industry({ daysOffset: 0.5 }) }),
      'industry.daysOffset',
      'is 0.5, allowed is a whole number of days',
    ],
    [
      'daysOffset written as text',
      bundle({ industry: industry({ daysOffset: '1' }) }),
      'industry.daysOffset',
      'is "1", allowed is a whole number of days',
    ],
    [
      'industryId with a topic separator',
      bundle({ industry: industry({ industryId: 'A/B' }) }),
      'industry.industryId',
      'is "A/B", allowed is 1 to 64 characters out of',
    ],
    [
      'unitId with a wildcard',
      units(bore({ unitId: 'M+' })),
      'units[0].unitId',
      'is "M+", allowed is 1 to 64 characters out of',
    ],
    [
      'unitId that is too long',
      units(bore({ unitId: 'M'.repeat(65) })),
      'units[0].unitId',
      'allowed is 1 to 64 characters',
    ],
    [
      'unknown standardCategoryId',
      units(bore({ standardCategoryId: 'FLOWS' })),
      'units[0].standardCategoryId',
      'is "FLOWS", allowed is FLOW_CATEGORY, sourceCategory',
    ],
    [
      'standardCategoryId named like a member of every object',
      units(bore({ standardCategoryId: 'constructor' })),
      'units[0].standardCategoryId',
      'is "constructor"',
    ],
    [
      'multiplier 0',
      units(bore({ flowFactor: 0 })),
      'units[0].flowFactor',
      'is 0, allowed is a finite number other than 0',
    ],
    [
      'multiplier written as text',
      units(bore({ flowFactor: '1' })),
      'units[0].flowFactor',
      'is "1", allowed is a finite number',
    ],
    [
      'negative cutoff',
      units(bore({ minNonZeroThreshold: -1 })),
      'units[0].minNonZeroThreshold',
      'is -1, allowed is a number of 0 or more',
    ],
    [
      'frequency beyond a day',
      units(bore({ dataUpdateFrequency: 86401 })),
      'units[0].dataUpdateFrequency',
      'is 86401, allowed is a whole number of seconds from 1 to 86400',
    ],
    [
      'frequency of a fraction',
      units(bore({ dataUpdateFrequency: 0.5 })),
      'units[0].dataUpdateFrequency',
      'is 0.5, allowed is a whole number of seconds',
    ],
    [
      'date of effect that does not exist',
      units(bore({ meta: { effectiveFrom: '31/02/2026' } })),
      'units[0].meta.effectiveFrom',
      'is "31/02/2026", allowed is a date DD/MM/YYYY',
    ],
    [
      'parameter flag',
      units(bore({ params: { pH: { isLatest: 'yes' } } })),
      'units[0].params.pH.isLatest',
      'is "yes", allowed is true or false',
    ],
    [
      'parameter name with blanks around it',
      units(bore({ params: { ' pH': {} } })),
      'units[0].params[" pH"]',
      'is " pH", allowed is a name of 1 to 64 printable characters without blanks',
    ],
    [
      'parameter name that no reading may carry',
      units(bore({ params: { $where: {} } })),
      'units[0].params["$where"]',
      'is "$where", allowed is a name of 1 to 64 printable characters without blanks around it that does not look like an injection',
    ],
    [
      'formula that does not parse',
      units(bore(), balance('1 +')),
      'units[1].meta.calculations',
      'is "1 +", allowed is a number, {id}',
    ],
    ['formula that is no text', units(balance(5)), 'units[0].meta.calculations', 'is 5, allowed is a formula as text'],
    [
      'virtual unit without a formula',
      units(balance(null)),
      'units[0].meta.calculations',
      'is missing, allowed is a formula',
    ],
    [
      'virtual unit with a blank formula',
      units(balance('  ')),
      'units[0].meta.calculations',
      'is missing, allowed is a formula',
    ],
    [
      'formula of a unit that is not virtual',
      units(bore({ meta: { calculations: 'eval(1)' } })),
      'units[0].meta.calculations',
      'is "eval(1)", allowed is',
    ],
    [
      'stock unit without a capacity',
      units(tank({ maxCapacity: null })),
      'units[0].maxCapacity',
      'is missing, allowed is a number above 0',
    ],
    ['capacity 0', units(tank({ maxCapacity: 0 })), 'units[0].maxCapacity', 'is 0, allowed is a number above 0'],
    ['the same unitId twice', units(bore(), bore()), 'units[1].unitId', 'is "BORE", the same as units[0].unitId'],
    [
      'unknown unit in a category',
      bundle({ categories: { a: category(['BORE', 'PUMP']) } }),
      'categories.a.subCategories[0].units[1]',
      'is "PUMP", allowed is the unitId of a unit of this industry',
    ],
    [
      'a unit twice in a sub-category',
      bundle({ categories: { a: category(['BORE', 'BORE']) } }),
      'categories.a.subCategories[0].units[1]',
      'the same as categories.a.subCategories[0].units[0]',
    ],
    [
      'a sub-category id that no formula can name',
      bundle({ categoriesV2: { 'raw water': category([], 'a{b}') } }),
      'categoriesV2["raw water"].subCategories[0].id',
      'is "a{b}", allowed is',
    ],
    [
      'unknown standardCategoryId of a category',
      bundle({ categories: { a: { standardCategoryId: 'X', subCategories: [] } } }),
      'categories.a.standardCategoryId',
      'is "X", allowed is FLOW_CATEGORY',
    ],
    [
      'username that is too short',
      users(operator({ username: 'abc' })),
      'users[0].username',
      'is "abc", allowed is 4 to 25 characters without blanks',
    ],
    [
      'username with a blank',
      users(operator({ username: 'the operator' })),
      'users[0].username',
      'allowed is 4 to 25 characters without blanks',
    ],
    [
      'username that is too long',
      users(operator({ username: 'a'.repeat(26) })),
      'users[0].username',
      'allowed is 4 to 25 characters without blanks',
    ],
    [
      'username with a character that nobody sees',
      users(operator({ username: 'oper\u200Bator' })),
      'users[0].username',
      '4 to 25 characters without blanks, which everybody reads alike: it holds a character that cannot be seen, U+200B',
    ],
    [
      'username that has a plainer form',
      users(operator({ username: 'ｏｐｅｒａｔｏｒ' })),
      'users[0].username',
      "it is not written in its plain form (NFKC), which is 'operator'",
    ],
    [
      'address that turns the direction of reading',
      users(operator({ email: 'a\u202E@b.example' })),
      'users[0].email',
      'an e-mail address, which everybody reads alike: it holds a character that cannot be seen, U+202E',
    ],
    ['userId that has a plainer form', users(operator({ userId: 'u①' })), 'users[0].userId', "which is 'u1'"],
    [
      'recipient that nobody can tell from another',
      bundle({ industry: industry({}, { reports: { emailIds: ['a\u00AD@b.example'] } }) }),
      'industry.meta.reports.emailIds[0]',
      'U+00AD',
    ],
    ['unknown role', users(operator({ role: 'root' })), 'users[0].role', 'is "root", allowed is user, admin or guest'],
    [
      'unknown permission',
      users(operator({ permissions: ['readings:write', 'reports:burn'] })),
      'users[0].permissions[1]',
      'is "reports:burn", allowed is readings:write',
    ],
    ['a new user without a password', users(operator({ password: undefined })), 'users[0].password', 'is missing'],
    [
      'an address that is none',
      users(operator({ email: 'operator' })),
      'users[0].email',
      'is "operator", allowed is an e-mail address',
    ],
    [
      'a phone number without its country',
      users(operator({ phoneNo: '12345' })),
      'users[0].phoneNo',
      'is "12345", allowed is the international format',
    ],
    [
      'the same userId twice',
      users(operator(), operator({ email: 'b@c.example', username: 'second' })),
      'users[1].userId',
      'the same as users[0].userId',
    ],
    [
      'the same username in other letters',
      users(operator(), operator({ userId: 'u2', email: 'b@c.example', username: 'Operator' })),
      'users[1].username',
      'the same as username of user "u1"',
    ],
    [
      'the same address twice',
      users(operator(), operator({ userId: 'u2', username: 'second' })),
      'users[1].email',
      'the same as email of user "u1"',
    ],
    [
      "a username that is another person's address",
      users(
        operator({ email: 'a@b.example' }),
        operator({ userId: 'u2', email: 'b@c.example', username: 'a@b.example' }),
      ),
      'users[1].username',
      'the same as email of user "u1"',
    ],
    [
      'text with a zero character',
      units(bore({ displayName: 'a\0b' })),
      'units[0].displayName',
      'holds a character that cannot be stored',
    ],
    [
      'half of a surrogate pair in unknown meta',
      units(bore({ meta: { note: '\ud800' } })),
      'units[0].meta.note',
      'holds a character that cannot be stored',
    ],
    ['a section that is no list', { industry: industry(), units: {} }, 'units', 'is an object, allowed is a list'],
    ['a section of null', { industry: industry(), users: null }, 'users', 'is null, allowed is a list'],
  ])('%s', (_name, document, field, problem) => {
    const found = mistakes(document);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(`${field}: `);
    expect(found[0]?.slice(field.length)).toContain(problem);
  });

  it.each<[unknown]>([[null], [[]], ['text'], [5], [undefined]])('a document that is %j is no bundle', (document) => {
    expect(mistakes(document)).toHaveLength(1);
    expect(mistakes(document)[0]).toMatch(/^bundle: .*allowed is an object$/);
  });

  it.each(['abcd', 'a'.repeat(31), 'with blank'])('the password %j is refused and never repeated', (password) => {
    expect(mistakes(users(operator({ password })))).toEqual([
      'users[0].password: does not fit, allowed is 5 to 30 characters without blanks',
    ]);
  });

  it('keys that would change prototypes and documents nested without end are refused', () => {
    expect(
      mistakes(JSON.parse(JSON.stringify(bundle()).replace('"timezone"', '"__proto__":{"a":1},"timezone"'))),
    ).toEqual(['industry.meta.__proto__: is a key that cannot be stored']);
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(mistakes(units(bore({ meta: { deep } })))).toEqual([
      expect.stringContaining('is nested too deep, allowed are 50 levels'),
    ]);
  });
});

it('every mistake is reported at once: of shape, between parts, and against what is stored', () => {
  const document = {
    industry: industry({ daysOffset: 1.5, place: '' }),
    units: [bore({ flowFactor: 0 }), tank({ maxCapacity: null }), balance('1 +'), bore()],
    categories: { a: category(['PUMP']) },
    users: [operator({ password: 'abc', email: 'taken@works.example' })],
    extra: 1,
  };
  const fields = mistakes(document, { ...NO_TENANT, namesTaken: new Set(['taken@works.example']) }).map(
    (line) => line.split(': ')[0],
  );
  expect(fields.toSorted()).toEqual([
    'categories.a.subCategories[0].units[0]',
    'extra',
    'industry.daysOffset',
    'industry.place',
    'units[0].flowFactor',
    'units[1].maxCapacity',
    'units[2].meta.calculations',
    'units[3].unitId',
    'users[0].email',
    'users[0].password',
  ]);
});
