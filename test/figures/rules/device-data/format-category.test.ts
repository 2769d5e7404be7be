import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  combine,
  findUnit,
  formatCategory,
  totalOfCategory,
} from '../../../../src/figures/rules/device-data/format-category.ts';
import type { MeasuredPart } from '../../../../src/kernel/document/completeness.ts';
import type { Provenance } from '../../../../src/kernel/document/types.ts';
import { GROUP_OF_STANDARD_CATEGORY } from '../../../../src/kernel/measure/unit.ts';
import { category, provenance, span, spansOf, unit } from './support.ts';

const LAYOUT = { divisionFactor: 1000, energyDetail: false };
type Value = number | null | Record<string, number>;
const measuredOf = (value: Value, changes: Partial<MeasuredPart> = {}): readonly MeasuredPart[] => [
  { ...provenance(), unitId: 'M1', nature: 'amount', value, ...changes },
];
const part = (value: Value, siUnit = 'KL') => ({ value, siUnit, measured: measuredOf(value) });

describe('the figure of several units', () => {
  it('is the sum of those that have one, without binary noise', () => {
    expect(combine('flow', [part(0.1), part(0.2), part(null)])).toMatchObject({ value: 0.3, siUnit: 'KL' });
  });

  it('is null, not 0, when none has one', () => {
    expect(combine('energy', [part(null), part(null)])).toMatchObject({ value: null, siUnit: 'KL' });
    expect(combine('stock', [])).toMatchObject({ value: null, siUnit: null });
  });

  it('is null where one failed, which is not the same as having no data', () => {
    const failed = { ...part(null), measured: measuredOf(null, { failed: true }) };
    expect(combine('flow', [part(0.1), failed])).toMatchObject({
      value: null,
      siUnit: 'KL',
      coverage: 1,
      slotsExpected: 48,
    });
    expect(combine('ground-water', [part(-2), failed])).toMatchObject({ value: null });
  });

  it('is the mean of ground-water levels', () => {
    expect(combine('ground-water', [part(-2, 'm'), part(-3, 'm'), part(null, 'm')])).toMatchObject({
      value: -2.5,
      siUnit: 'm',
    });
  });

  it('does not exist for quality, nor for units of different measure', () => {
    expect(combine('quality', [part({ pH: 7 }, '')])).toMatchObject({ value: null, siUnit: '' });
    expect(combine('flow', [part(1, 'KL'), part(1, 'kWh')])).toMatchObject({ value: null, siUnit: null });
  });
});

describe('a total says how much of it was measured', () => {
  const silent = (siUnit = 'KL') => ({
    value: null,
    siUnit,
    measured: measuredOf(null, { slotsGenuine: 0, readingsUsed: 0 }),
  });

  it('by slots: a unit without data makes it partial, never 0', () => {
    expect(combine('flow', [part(2), silent()])).toEqual({
      value: 2,
      siUnit: 'KL',
      coverage: 0.5,
      slotsExpected: 48,
      slotsGenuine: 24,
      estimatedShare: 0,
      meters: 2,
      metersMeasured: 1,
      bound: 'at least',
    });
    const frequent = {
      value: 1,
      siUnit: 'KL',
      measured: measuredOf(1, { slotsExpected: 288, slotsGenuine: 288, readingsUsed: 288, readingsEstimated: 0 }),
    };
    expect(combine('flow', [frequent, silent()]).coverage).toBe(0.9231);
    expect(combine('flow', [silent()])).toEqual({
      value: null,
      siUnit: 'KL',
      coverage: 0,
      slotsExpected: 24,
      slotsGenuine: 0,
      estimatedShare: null,
      meters: 1,
      metersMeasured: 0,
      bound: null,
    });
  });

  it('with the share of estimated readings among all, and a virtual unit by the slots of its meters', () => {
    const estimated = {
      value: 1,
      siUnit: 'KL',
      measured: measuredOf(1, { slotsGenuine: 18, readingsEstimated: 6 }),
    };
    expect(combine('flow', [estimated, part(1)])).toMatchObject({ coverage: 0.875, estimatedShare: 0.125 });
    const virtual = {
      value: 1,
      siUnit: 'KL',
      measured: measuredOf(1, { slotsExpected: 48, slotsGenuine: 36 }),
    };
    expect(combine('flow', [virtual, part(1)])).toMatchObject({
      coverage: 0.8333,
      slotsExpected: 72,
      slotsGenuine: 60,
    });
  });

  it('of a day that has not begun nothing', () => {
    expect(combine('flow', [{ value: null, siUnit: 'KL', measured: [] }])).toMatchObject({
      coverage: null,
      slotsExpected: 0,
      estimatedShare: null,
    });
  });
});

describe('a category', () => {
  const spans = spansOf(span(unit('M1'), 1000), span(unit('M2'), 500));

  it('sums its sub-categories and counts a unit that stands in two of them once', () => {
    const { subCategories, value } = formatCategory(
      category('FLOW_CATEGORY', { A: ['M1'], B: ['M1', 'M2'] }),
      spans,
      LAYOUT,
    );
    expect(subCategories.map((sub) => [sub.id, sub.value])).toEqual([
      ['A', 1],
      ['B', 1.5],
    ]);
    expect(value).toBe(1.5);
  });

  it('leaves out units that were not read', () => {
    expect(
      formatCategory(category('FLOW_CATEGORY', { A: ['M1', 'REMOVED'] }), spans, LAYOUT).subCategories[0]?.units.map(
        ({ unitId }) => unitId,
      ),
    ).toEqual(['M1']);
  });

  it('of ground water is never divided', () => {
    const wells = spansOf(span(unit('W', 'GROUND_WATER_LEVEL', { siUnit: 'm' }), -2.5));
    expect(formatCategory(category('GROUND_WATER_LEVEL', { A: ['W'] }), wells, LAYOUT)).toMatchObject({
      value: -2.5,
      siUnit: 'm',
    });
  });

  it('gives a unit by its id, null for one it does not hold', () => {
    const formatted = formatCategory(category('FLOW_CATEGORY', { A: ['M1'] }), spans, LAYOUT);
    expect(findUnit([formatted], 'M1')?.value).toBe(1);
    expect(findUnit([formatted], 'M2')).toBeNull();
  });
});

describe('the total of a category alone', () => {
  const passed = fc.record({
    value: fc.integer(),
    from: fc.constant('2026-06-10T00:00:00.000Z'),
    to: fc.constant('x'),
  });
  const unheard = fc
    .tuple(passed, fc.nat(2), fc.option(passed, { nil: undefined }))
    .map(([all, silences, silent]) => ({ ...all, times: 3, silences, ...(silent === undefined ? {} : { silent }) }));
  const counts = fc.record(
    {
      slotsGenuine: fc.nat(24),
      readingsEstimated: fc.nat(3),
      failed: fc.constant(true),
      provisional: fc.constant(true),
      meters: fc.constant(2),
      metersMeasured: fc.constant(1),
    },
    { requiredKeys: ['slotsGenuine', 'readingsEstimated'] },
  );
  const KINDS = [
    'FLOW_CATEGORY',
    ...Object.keys(GROUP_OF_STANDARD_CATEGORY).filter((kind) => kind !== 'FLOW_CATEGORY'),
  ];
  const oneSpan = fc.record({
    kind: fc.constantFrom(...KINDS),
    siUnit: fc.constantFrom('KL', 'KL', 'KL', 'kWh'),
    value: fc.oneof(fc.integer(), fc.constant(null), fc.constant({ pH: 7.25 })),
    counts,
    unheard: fc.oneof(
      unheard.map((of) => ({ unheard: of })),
      fc.constant({}),
    ),
    hasBegun: fc.boolean(),
  });

  it('is that of the whole category, whatever its units are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS, 'UNKNOWN'),
        fc.array(oneSpan, { maxLength: 5 }),
        fc.constantFrom(1, 7, 1000),
        (kind, list, divisionFactor) => {
          const spans = list.map((one, at) => {
            const whole = span(unit(`M${at}`, one.kind, { siUnit: one.siUnit }), one.value, [], {
              provenance: provenance(one.counts as Partial<Provenance>),
              meta: { offlineCount: 0, offlineDuration: 0, ...one.unheard },
            });
            return one.hasBegun ? whole : { ...whole, figures: null };
          });
          const ids = spans.map((one) => one.unit.unitId);
          // A unit stands in two sub-categories, and one is not known.
          const whole = category(kind, { A: ids, B: [...ids.slice(0, 1), 'REMOVED'] });
          const layout = { divisionFactor, energyDetail: false };
          const { subCategories: _units, ...total } = formatCategory(whole, spansOf(...spans), layout);
          expect(totalOfCategory(whole, spansOf(...spans), divisionFactor)).toEqual(total);
        },
      ),
    );
  });
});
