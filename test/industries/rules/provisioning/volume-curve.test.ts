import { describe, expect, it } from 'vitest';
import { bundleOf } from '../../../../src/industries/rules/provisioning/bundle-of.ts';
import { nextCurveFrom, versionsAfterPatch } from '../../../../src/industries/rules/provisioning/patched-versions.ts';
import { resultOf } from '../../../../src/industries/rules/provisioning/plan.ts';
import type { TenantUnit } from '../../../../src/industries/rules/provisioning/stored.ts';
import { formatRequestDate, businessDate } from '../../../../src/kernel/time/business-date.ts';
import { bore, bundle, type Json, mistakes, planOf, storedAfter, tank, warningsOf } from './bundles.ts';

/** Upright walls, 2 m high. */
const curve = (cubicMetres: number): Json[] => [
  { elevationMetres: 0, volumeCubicMetres: 0 },
  { elevationMetres: 2, volumeCubicMetres: cubicMetres },
];
const units = (...list: Json[]): Json => bundle({ units: list, categories: {} });
const surveyed = (more: Json = {}, volumeCurve: unknown = curve(40)): Json =>
  tank({ maxCapacity: null, meta: { volumeCurve }, ...more });

describe('a bundle with a curve', () => {
  const LIST = 'a list of 2 to 1000 points, elevationMetres rising, volumeCubicMetres never falling, the last above 0';
  it.each<[string, Json, string]>([
    [
      'of a unit that is no tank',
      bore({ meta: { volumeCurve: curve(40) } }),
      'units[0].meta.volumeCurve: is a list, allowed is none beside FLOW_CATEGORY: a curve is of a stock unit',
    ],
    [
      'of an energy meter',
      bore({ standardCategoryId: 'ENERGY_CATEGORY', meta: { volumeCurve: curve(40) } }),
      'units[0].meta.volumeCurve: is a list, allowed is none beside ENERGY_CATEGORY: a curve is of a stock unit',
    ],
    [
      'beside another capacity',
      surveyed({ maxCapacity: 500 }),
      'units[0].maxCapacity: is 500, allowed is null beside meta.volumeCurve, which holds 40000',
    ],
    [
      'of a unit in metres',
      surveyed({ siUnit: 'm' }),
      'units[0].siUnit: is "m", allowed is KL, kL, kl, m3, m³, L, l, ML beside meta.volumeCurve',
    ],
    [
      'that falls',
      surveyed({}, curve(40).toReversed()),
      `units[0].meta.volumeCurve: is a list, allowed is ${LIST}: point 2 does not lie above point 1`,
    ],
    ['of one point', surveyed({}, curve(40).slice(1)), `units[0].meta.volumeCurve: is a list, allowed is ${LIST}`],
    [
      'with a text in it',
      surveyed({}, [{ elevationMetres: 'deep', volumeCubicMetres: 0 }, curve(40)[1]]),
      'units[0].meta.volumeCurve[0].elevationMetres: is "deep", allowed is a finite number, 1000000000000000 at most in size',
    ],
  ])('%s is refused', (_, unit, mistake) => {
    expect(mistakes(units(unit))).toContain(mistake);
  });

  it('needs no capacity, because the curve says it; posted back it changes nothing', () => {
    const stored = storedAfter(units(surveyed()));
    expect(stored.units[0]?.versions[0]?.figures).toMatchObject({ maxCapacity: 40_000, volumeCurve: curve(40) });
    const read = JSON.parse(JSON.stringify(bundleOf(stored, 'WORKS'))) as Json; // as a client has it
    expect(mistakes(read, stored)).toEqual([]);
    expect(resultOf(planOf(read, stored))).toMatchObject({ isChanged: false, staleFrom: [] });
  });
});

describe('another unit of measure of a surveyed tank', () => {
  // 40 m3 are 40 KL and 40,000 L.
  const [inKilolitres, inLitres] = [40_000, 40_000_000];

  it('is that of all its days, whose levels follow from the curve and are computed anew', () => {
    const stored = storedAfter(units(surveyed()));
    const plan = planOf(units(surveyed({ siUnit: 'L' })), stored);
    expect(plan.units.newVersions).toMatchObject([
      { effectiveFrom: '1900-01-01', figures: { maxCapacity: inLitres, volumeCurve: curve(40) } },
    ]);
    expect(resultOf(plan).staleFrom).toMatchObject([{ unitId: 'TANK' }]);
  });

  it('of the same size, or of a tank whose capacity was declared, changes no day', () => {
    const stored = storedAfter(units(surveyed()));
    expect(stored.units[0]?.versions[0]?.figures.maxCapacity).toBe(inKilolitres);
    expect(planOf(units(surveyed({ siUnit: 'm3' })), stored).units.stale).toEqual([]);
    const declared = storedAfter(units(tank()));
    expect(planOf(units(tank({ siUnit: 'L' })), declared).units.stale).toEqual([]);
  });
});

describe('a bundle without the curve that counts', () => {
  it('is warned that levels are a share of the capacity again; one with it is not', () => {
    const stored = storedAfter(units(surveyed()));
    expect(warningsOf(units(tank()), stored)).toEqual([
      'units[0].meta.volumeCurve: is not declared: the level of the tank is a share of maxCapacity again, and no longer by its curve',
    ]);
    expect(warningsOf(units(surveyed()), stored)).toEqual([]);
  });
});

describe('a curve that counts from the day of its survey on', () => {
  const date = (day: number) => businessDate(`2026-06-${String(day).padStart(2, '0')}`);
  /** The unit after a survey of a day, as the service writes it. */
  const afterSurvey = (unit: TenantUnit, day: number, cubicMetres: number): TenantUnit => {
    const until = nextCurveFrom(unit.versions, date(day));
    const fields = {
      maxCapacity: null,
      meta: { volumeCurve: curve(cubicMetres), effectiveFrom: formatRequestDate(date(day)) },
    };
    const patch = { fields, ...(until === undefined ? {} : { until }) };
    return { ...unit, versions: versionsAfterPatch(unit, patch, date(day)) };
  };
  const [plain] = storedAfter(units(tank())).units;
  const capacities = (unit: TenantUnit) =>
    unit.versions.map(({ effectiveFrom, figures }) => [effectiveFrom, figures.maxCapacity]);
  const surveys = (...list: [number, number][]): unknown => {
    if (plain === undefined) throw new Error('The fixture has a tank.');
    return capacities(list.reduce((unit, [day, cubicMetres]) => afterSurvey(unit, day, cubicMetres), plain));
  };

  it('leaves days before it, whichever survey is processed first', () => {
    const both = [
      ['1900-01-01', 1000],
      ['2026-06-10', 40_000],
      ['2026-06-20', 30_000],
    ];
    expect(surveys([10, 40], [20, 30])).toEqual(both);
    expect(surveys([20, 30], [10, 40])).toEqual(both);
  });

  it('is replaced by another survey of its day, and counts up to the next one only', () => {
    expect(surveys([10, 40], [20, 30], [10, 35])).toEqual([
      ['1900-01-01', 1000],
      ['2026-06-10', 35_000],
      ['2026-06-20', 30_000],
    ]);
  });

  it('says nothing new where the survey found what was known', () => {
    expect(surveys([10, 40], [15, 40])).toEqual([
      ['1900-01-01', 1000],
      ['2026-06-10', 40_000],
    ]);
  });
});
