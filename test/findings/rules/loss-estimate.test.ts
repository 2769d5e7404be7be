import { describe, expect, it } from 'vitest';
import { byRank, lossEstimateOf, tariffOf } from '../../../src/findings/rules/loss-estimate.ts';
import { FINDING_KINDS, type FindingKind } from '../../../src/findings/rules/kinds.ts';
import { unitOf } from '../../figures/rules/processors/builders.ts';
import { holdLimits } from '../../support/limits.ts';

const TARIFF = { perCubicMetre: 2, perKilowattHour: 0.25, currency: 'EUR' };
const PUMP = unitOf({ group: 'ENERGY', siUnit: 'kWh' });

describe('the money of a finding', () => {
  it('of an energy meter is told of a drift alone, because another finding says nothing of what was paid', () => {
    const told = FINDING_KINDS.filter((kind) => lossEstimateOf(kind, 8000, PUMP, TARIFF).money !== null);
    expect(told).toEqual(['energy-drift']);
    expect(lossEstimateOf('energy-drift', 8000, PUMP, TARIFF)).toEqual({ litres: null, kilowattHours: 8, money: 2 });
  });

  it.each(FINDING_KINDS)('of water is that of its litres: %s', (kind) => {
    expect(lossEstimateOf(kind, 8000, unitOf(), TARIFF)).toEqual({ litres: 8000, kilowattHours: null, money: 16 });
    const ofSite = { group: null, siUnit: 'L' };
    expect(lossEstimateOf(kind, 8000, ofSite, TARIFF)).toEqual({ litres: 8, kilowattHours: null, money: 0.016 });
  });

  it('is not known without an amount, a price or a volume', () => {
    const none = tariffOf({});
    expect(lossEstimateOf('leak', null, unitOf(), TARIFF)).toEqual({ litres: null, kilowattHours: null, money: null });
    expect(lossEstimateOf('leak', 8000, unitOf(), none)).toEqual({ litres: 8000, kilowattHours: null, money: null });
    expect(lossEstimateOf('leak', 8000, unitOf({ siUnit: 'bar' }), TARIFF)).toEqual({
      litres: null,
      kilowattHours: null,
      money: null,
    });
    expect(lossEstimateOf('energy-drift', 8000, PUMP, none)).toEqual({ litres: null, kilowattHours: 8, money: null });
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'is not known of a measure that is no energy, such as %s',
    (siUnit) => {
      const nothing = { litres: null, kilowattHours: null, money: null };
      expect(lossEstimateOf('energy-drift', 8000, { ...PUMP, siUnit }, TARIFF)).toEqual(nothing);
      expect(lossEstimateOf('leak', 8000, unitOf({ siUnit }), TARIFF)).toEqual(nothing);
    },
  );

  holdLimits([
    [
      'has a price of 0 or more',
      (price) => tariffOf({ tariff: { perCubicMetre: price } }).perCubicMetre,
      [-0.01, null],
      [0, 0],
      [0.01, 0.01],
    ],
  ]);
});

describe('the order of findings', () => {
  const ranked = (
    kind: FindingKind,
    litresPerDay: number | null,
    more: { isOpen?: boolean; confidence?: number } = {},
  ) => ({
    kind,
    litresPerDay,
    isOpen: true,
    confidence: 0.5,
    ...more,
  });
  const kinds = (...findings: readonly ReturnType<typeof ranked>[]) =>
    findings.toSorted(byRank).map(({ kind }) => kind);

  it('has what is open first, then what is surer, larger and more urgent', () => {
    expect(kinds(ranked('burst', 9e6, { isOpen: false }), ranked('creep', null))).toEqual(['creep', 'burst']);
    expect(kinds(ranked('leak', 99), ranked('creep', 99, { confidence: 0.9 }))).toEqual(['leak', 'creep']);
    expect(kinds(ranked('leak', 99), ranked('stuck', 99_999))).toEqual(['stuck', 'leak']);
    expect(kinds(ranked('silence', null), ranked('burst', null))).toEqual(['burst', 'silence']);
  });

  it('counts no gain as a loss', () => {
    expect(byRank(ranked('leak', -500), ranked('leak', 0))).toBe(0);
    expect(byRank(ranked('leak', null), ranked('leak', 0))).toBe(0);
  });
});
