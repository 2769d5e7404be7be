import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleOf } from '../../../../src/industries/rules/provisioning/bundle-of.ts';
import { resultOf } from '../../../../src/industries/rules/provisioning/plan.ts';
import {
  balance,
  bore,
  bundle,
  category,
  industry,
  type Json,
  mistakes,
  operator,
  planOf,
  storedAfter,
  tank,
} from './bundles.ts';

const name = fc
  .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'abcXYZ09 .-') })
  .filter((text) => text.trim() !== '');
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(value, fc.constant(null), fc.constant(undefined));
const positive = fc.integer({ min: 1, max: 9999 });
const defined = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const industries = fc
  .record({
    place: maybe(name),
    isActive: maybe(fc.boolean()).map((value) => value ?? undefined),
    test: fc.option(fc.boolean(), { nil: undefined }),
    daysOffset: maybe(fc.integer({ min: -2, max: 2 })),
    sessionTimeout: maybe(fc.constant({ accessTokenMinutes: 30 })),
    meta: fc.record({
      timezone: maybe(fc.constantFrom('Asia/Kolkata', 'America/New_York', 'UTC')),
      shift: fc.constantFrom({ startAt: '06:00:00' }, { startAt: '22:30:00' }),
      virtualNegativeCalc: maybe(fc.boolean()),
      clockEffectiveFrom: maybe(fc.constant('01/01/2020')),
      colour: maybe(name),
    }),
  })
  .map(({ meta, ...fields }) => ({
    ...defined(fields),
    industryId: 'WORKS',
    industryName: 'Works',
    meta: defined(meta),
  }));

const units = fc
  .array(
    fc
      .record({
        displayName: name,
        flowFactor: maybe(fc.constantFrom(1, 2.5, -1)),
        minNonZeroThreshold: maybe(positive),
        maxCapacity: maybe(positive),
        dataUpdateFrequency: maybe(fc.constantFrom(60, 300, 900)),
        params: maybe(fc.constant({ voltage: { isLatest: true }, current: { displayName: 'I', siUnit: 'A' } })),
        meta: maybe(
          fc.record({
            pRef: maybe(positive),
            calculations: fc.constantFrom(null, '', '{U0} * 2'),
            registerChecks: maybe(fc.constantFrom({}, { glitch: 'keep', rolloverDigits: 6 })),
            effectiveFrom: maybe(fc.constant('01/06/2026')),
            waterSource: maybe(fc.constant('rain')),
          }),
        ),
      })
      .map((fields) => bore(defined(fields))),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.map((unit, index) => ({ ...unit, unitId: `U${index}` })));

describe('the bundle of what is stored', () => {
  it('posted back changes nothing, whatever was provisioned', () => {
    fc.assert(
      fc.property(industries, units, name, (works, list, subCategory) => {
        const stored = storedAfter({
          industry: works,
          units: [...list, balance('{U0}')],
          categories: {
            [`c ${subCategory.trim()}`]: category(['U0'], 'S 1'),
            7: category([], 'x'),
            3: category([], 'y'),
          },
          categoriesV2: { ID_SOURCE: category(['U0', 'BALANCE']) },
          users: [operator({ emailIds: ['a@b.example'], phoneNo: '+919876543210' })],
        });
        const read = JSON.parse(JSON.stringify(bundleOf(stored, 'WORKS'))) as Json; // as a client has it
        expect(mistakes(read, stored)).toEqual([]);
        expect(resultOf(planOf(read, stored))).toMatchObject({ isChanged: false, staleFrom: [] });
      }),
    );
  });

  it('holds no password, and of a unit its newest figures', () => {
    const stored = storedAfter(bundle({ units: [bore({ flowFactor: 3 }), tank(), balance()] }));
    const read = bundleOf(stored, 'WORKS');
    expect(JSON.stringify(read)).not.toContain('hash of River-1');
    expect(read['units']).toMatchObject([
      { unitId: 'BORE', flowFactor: 3 },
      { maxCapacity: 1000 },
      { unitId: 'BALANCE' },
    ]);
  });

  it('leaves retired units out, and posted back leaves them retired and in their categories', () => {
    const stored = storedAfter(bundle());
    const retired = { ...stored, units: stored.units.map((unit) => ({ ...unit, removed: unit.unitId === 'BORE' })) };
    const read = bundleOf(retired, 'WORKS') as Json;
    expect(mistakes(read, retired)).toEqual([]);
    expect(resultOf(planOf(read, retired))).toMatchObject({ isChanged: false });
    expect(resultOf(planOf(read, retired)).warnings).toContainEqual({
      field: 'categories.sourceCategory.subCategories[0].units[0]',
      problem: 'is "BORE", which is retired: it counts for nothing until it is brought back',
    });
  });

  it('names of units that this very bundle removes are mistakes all the same', () => {
    const stored = storedAfter(bundle());
    expect(
      mistakes(bundle({ industry: industry(), units: [tank(), balance('{TANK}')], users: undefined }), stored),
    ).toEqual([
      'categories.sourceCategory.subCategories[0].units[0]: is "BORE", allowed is the unitId of a unit of this industry',
    ]);
  });
});
