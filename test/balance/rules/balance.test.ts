import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accuracyOf } from '../../../src/balance/rules/accuracy.ts';
import type { Meter } from '../../../src/balance/rules/meter.ts';
import { waterBalanceInSteps } from '../../../src/balance/rules/balance.ts';
import { atOnce } from '../../../src/kernel/pieces.ts';
import { balanceOf, plant, TOWN, type Works } from './balance-of.ts';
import { flowMeter, tank, virtual } from './meters.ts';

const plusMinus = (...halfWidths: readonly number[]): number => (1.96 * Math.hypot(...halfWidths)) / Math.sqrt(3);

describe('a water balance', () => {
  it('is what came in less what went out, in percent of what came in, with its error bar', () => {
    // KL. Half-widths at 2 %: 20, 10 and 26.
    const { waterBalance: totals, figures } = balanceOf(plant(1_300_000), 1000);
    expect(totals).toEqual({
      totalInflow: 1500,
      totalOutflow: 1300,
      balance: 200,
      balancePercentage: 13.33,
      status: 'surplus',
    });
    expect(figures.inflow).toMatchObject({
      value: 1500,
      siUnit: 'KL',
      coverage: 1,
      estimatedShare: 0,
      band: { plusMinus: expect.closeTo(plusMinus(20, 10), 5), confidence: 0.95 },
    });
    expect(figures.balance).toMatchObject({
      value: 200,
      band: {
        low: expect.closeTo(200 - plusMinus(20, 10, 26), 5),
        high: expect.closeTo(200 + plusMinus(20, 10, 26), 5),
      },
    });
  });

  it.each([
    ['balanced within the measurement', 1_480_000, 'balanced'],
    ['a deficit', 1_600_000, 'deficit'],
    ['a surplus', 1_400_000, 'surplus'],
  ])('says when it is %s', (_, used, status) => {
    expect(balanceOf(plant(used)).waterBalance.status).toBe(status);
  });

  it('is unknown beside a meter that never sent anything, and names it', () => {
    const works = plant(1_300_000, { uses: { PLANT: ['PLANT', 'SPARE'] } });
    const {
      waterBalance: totals,
      figures,
      uncertainty,
    } = balanceOf({ ...works, meters: [...works.meters, flowMeter('SPARE', [null])] });
    expect(totals).toMatchObject({ totalOutflow: 1_300_000, balance: 200_000, status: 'unknown' });
    expect([figures.outflow.band, figures.balance.band, figures.outflow.coverage]).toEqual([null, null, 0.5]);
    expect(figures.inflow.band).not.toBeNull();
    expect(uncertainty.dominantMeter).toEqual({
      unitId: 'SPARE',
      displayName: 'Unit SPARE',
      cause: 'missing',
      shareOfVariance: null,
      plusMinusAfterRepair: null,
      gain: null,
    });
    expect(uncertainty.unknown).toEqual([{ unitId: 'SPARE', displayName: 'Unit SPARE', cause: 'missing' }]);
  });

  it('is null, never 0, where nothing was measured', () => {
    const { waterBalance: totals, figures } = balanceOf({
      sources: { S: ['A'] },
      uses: { U: ['B'] },
      meters: [flowMeter('A', [null]), flowMeter('B', [null])],
    });
    expect(totals).toEqual({
      totalInflow: null,
      totalOutflow: null,
      balance: null,
      balancePercentage: null,
      status: 'unknown',
    });
    expect(figures.balance).toMatchObject({ value: null, coverage: 0, band: null });
  });

  it('is null without its categories', () => {
    const nothing = { inflow: null, outflow: null, rawStock: null, recycledStock: null };
    const {
      waterBalance: totals,
      sources,
      iwa,
    } = atOnce(
      waterBalanceInSteps({
        categories: nothing,
        spans: new Map(),
        meters: new Map(),
        forms: new Map(),
        waterSources: new Map(),
        divisionFactor: 1000,
      }),
    );
    expect([totals.balance, totals.status, sources, iwa.waterLosses.value]).toEqual([null, 'unknown', {}, null]);
  });

  it('has no end below 0 of what came in, and one of what is left', () => {
    // 3 of 24 slots: 7000 KL are expected in the missing ones of the bore.
    const bore = flowMeter('BORE', [1_000_000], { slotsGenuine: 3, readingsUsed: 3 });
    const { figures, iwa, sources } = balanceOf({
      ...plant(1_300_000),
      meters: [bore, TOWN, flowMeter('PLANT', [1_300_000])],
    });
    const amounts = [
      figures.inflow,
      iwa.systemInputVolume,
      ...Object.values(sources).flatMap((part) => [part, ...part.units]),
    ];
    for (const { value, bound, band } of amounts) {
      // As far as two class 2 meters may be off, whatever is missing.
      const least = (value ?? 0) * (bound === 'at least' ? 0.97 : 0);
      expect(band?.low).toBeGreaterThanOrEqual(least);
    }
    expect(figures.inflow.bound).toBe('at least');
    expect(figures.balance.band?.low).toBeLessThan(-7000);
  });

  it('is open where one tank had no level before, because it may have kept any amount', () => {
    const bore = flowMeter('BORE', [1_000_000], { slotsGenuine: 12, readingsUsed: 12 });
    const given = (opening: number | null) =>
      balanceOf({
        ...plant(1_300_000, { tanks: ['OLD', 'NEW'] }),
        meters: [bore, TOWN, flowMeter('PLANT', [1_300_000]), tank('OLD', [300, 500]), tank('NEW', [opening, 900])],
      });
    const [known, unknown] = [given(100), given(null)];
    expect(known.figures.stockChange).toMatchObject({ value: 1000, bound: null });
    expect(known.iwa.systemInputVolume.bound).toBe('at least');
    expect(unknown.figures.stockChange).toMatchObject({ value: 200, bound: 'open' });
    expect([unknown.iwa.systemInputVolume.bound, unknown.figures.unaccounted.bound]).toEqual(['open', 'open']);
  });

  it('names the meter that dominates it', () => {
    expect(balanceOf(plant(1_300_000)).uncertainty.dominantMeter).toMatchObject({
      unitId: 'PLANT',
      displayName: 'Unit PLANT',
      cause: 'accuracy',
      shareOfVariance: expect.closeTo(676 / 1176, 3),
    });
  });

  it('names how exact each meter is taken to be, and by which standard', () => {
    const declared = flowMeter('BORE', [1_000_000], {
      accuracy: accuracyOf({ group: 'FLOW' }, { accuracyPercent: 0.5 }),
    });
    const { uncertainty } = balanceOf({
      ...plant(1_300_000),
      meters: [declared, TOWN, flowMeter('PLANT', [1_300_000])],
    });
    expect(
      uncertainty.meters.map(({ unitId, accuracyPercent, of, source }) => [unitId, accuracyPercent, of, source]),
    ).toEqual([
      ['BORE', 0.5, 'quantity', 'meta.accuracyPercent of the unit'],
      ['PLANT', 2, 'quantity', 'ISO 4064-1:2014 / OIML R 49, accuracy class 2'],
      ['TOWN', 2, 'quantity', 'ISO 4064-1:2014 / OIML R 49, accuracy class 2'],
    ]);
  });
});

describe('sources and uses', () => {
  it('have their share and their own error bar, and add up to the whole', () => {
    const { sources, uses } = balanceOf(plant(1_300_000), 1000);
    expect(sources).toMatchObject({
      BORES: {
        displayName: 'BORES',
        value: 1000,
        share: 0.6667,
        band: { plusMinus: expect.closeTo(plusMinus(20), 5) },
        units: [{ unitId: 'BORE', displayName: 'Unit BORE', value: 1000, siUnit: 'KL' }],
      },
      TOWN: { value: 500, share: 0.3333, band: { plusMinus: expect.closeTo(plusMinus(10), 5) } },
    });
    expect(Object.keys(uses)).toEqual(['PLANT']);
  });
});

describe('what the tanks kept', () => {
  const filled = plant(1300, {
    tanks: ['TANK'],
    meters: [flowMeter('BORE', [1000]), flowMeter('TOWN', [500]), flowMeter('PLANT', [1300]), tank('TANK', [400, 550])],
  });

  it('is the level at the end less the level before, and is not unaccounted for', () => {
    const { figures } = balanceOf(filled);
    expect(figures.stockChange).toMatchObject({
      value: 150,
      band: { plusMinus: expect.closeTo(plusMinus(10, 10), 5) },
    });
    expect(figures.unaccounted).toMatchObject({
      value: 50,
      status: 'surplus',
      band: { plusMinus: expect.closeTo(plusMinus(20, 10, 26, 10, 10), 5) },
    });
  });

  it('is unknown without a level before, and so is what is unaccounted for', () => {
    const { figures } = balanceOf({ ...filled, meters: [...filled.meters.slice(0, 3), tank('TANK', [null, 550])] });
    expect([
      figures.stockChange.value,
      figures.unaccounted.value,
      figures.unaccounted.status,
      figures.balance.value,
    ]).toEqual([null, null, 'unknown', 200]);
  });

  it('is divided as its category is, whatever kind of category that is', () => {
    const { figures } = balanceOf({ ...filled, sources: { S: ['BORE'] }, uses: { U: ['TANK'] } }, 10);
    expect([figures.stockChange.value, figures.stockChange.band?.plusMinus]).toEqual([
      15,
      expect.closeTo(plusMinus(1, 1), 5),
    ]);
    expect(balanceOf({ ...filled, stockStandard: 'virtualCategory' }, 10).figures.stockChange).toEqual(
      balanceOf(filled, 10).figures.stockChange,
    );
  });

  it('is not missing where there is no tank', () => {
    const { figures } = balanceOf(plant(1_300_000));
    expect([figures.stockChange.value, figures.unaccounted.value]).toEqual([null, 200_000]);
  });

  it('is less in the terms of the International Water Association', () => {
    // System input 1500 - 150, consumption 1300, losses 50 of 1350.
    expect(balanceOf(filled).iwa).toMatchObject({
      systemInputVolume: { value: 1350 },
      authorisedConsumption: { value: 1300 },
      waterLosses: { value: 50 },
      waterLossesPercent: 3.7,
    });
  });
});

describe('a meter on both sides', () => {
  const both = (shared: Meter): Works => ({
    sources: { S: ['A', 'SHARED'] },
    uses: { U: ['B', 'COPY'] },
    meters: [flowMeter('A', [1000]), flowMeter('B', [900]), shared],
    virtual: [{ formula: virtual('COPY', '{SHARED}'), value: shared.value }],
  });

  it('changes nothing in the balance, also through a virtual unit', () => {
    const without = balanceOf({
      sources: { S: ['A'] },
      uses: { U: ['B'] },
      meters: [flowMeter('A', [1000]), flowMeter('B', [900])],
    });
    const anyShared = fc
      .tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 24 }))
      .map(([value, slotsGenuine]) => flowMeter('SHARED', [value / 7], { slotsGenuine }));
    fc.assert(
      fc.property(anyShared, (shared) => {
        const { figures } = balanceOf(both(shared));
        expect(figures.balance.band?.plusMinus).toBe(without.figures.balance.band?.plusMinus);
        expect(figures.balance.value).toBeCloseTo(100, 6);
        expect(figures.inflow.band?.plusMinus ?? 0).toBeGreaterThanOrEqual(without.figures.inflow.band?.plusMinus ?? 0);
      }),
    );
  });

  it('changes nothing even when it never sent anything', () => {
    const { figures } = balanceOf(both(flowMeter('SHARED', [null])));
    expect(figures.inflow.band).toBeNull();
    expect(figures.balance.band).not.toBeNull();
  });
});

describe('sustainability', () => {
  it('is the recycled and rain water by the fresh water of the sources', () => {
    const works = plant(1_300_000, {
      waterSources: new Map([
        ['BORE', 'fresh'],
        ['TOWN', 'recycled'],
      ]),
    });
    expect(balanceOf(works, 1000).sustainability).toEqual({
      waterNeutralityIndex: 0.5,
      rating: 'not water neutral',
      freshWithdrawal: 1000,
      recycled: 500,
      rainWater: null,
    });
  });

  it('is not known of sources with different units of measure, which do not add up', () => {
    const works = plant(1_300_000, {
      waterSources: new Map([
        ['BORE', 'fresh'],
        ['TOWN', 'recycled'],
      ]),
      siUnits: { TOWN: 'L' },
    });
    expect(balanceOf(works, 1000).sustainability).toEqual({
      waterNeutralityIndex: null,
      rating: 'unknown',
      freshWithdrawal: null,
      recycled: null,
      rainWater: null,
    });
  });
});
