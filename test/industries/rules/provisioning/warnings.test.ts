import { describe, expect, it } from 'vitest';
import { balance, bore, bundle, category, industry, NOW, storedAfter, tank, warningsOf } from './bundles.ts';

const stored = storedAfter(bundle());

describe('what is allowed but worth a word', () => {
  it('an ordinary bundle gives none, neither the first time nor again', () => {
    expect(warningsOf(bundle())).toEqual([]);
    expect(warningsOf(bundle(), { ...stored, clock: { ...stored.clock, newestReadingEpochMs: NOW } })).toEqual([]);
  });

  it('a formula that names neither a unit nor a sub-category', () => {
    expect(warningsOf(bundle({ units: [bore(), balance('{BORE} + {S1} - {PUMP}#meta#openingStock')] }))).toEqual([
      'units[1].meta.calculations: names "PUMP", which is neither a unit nor a sub-category of this industry: it counts as 0',
    ]);
  });

  it('sub-categories that are stored count as known when the bundle has no section for them', () => {
    expect(warningsOf({ industry: industry(), units: [bore(), tank(), balance('{S1}')] }, stored)).toEqual([]);
  });

  it('virtual units that use one another in a circle', () => {
    const found = warningsOf(
      bundle({ units: [bore(), { ...balance('{OTHER}') }, { ...balance('{BALANCE}'), unitId: 'OTHER' }] }),
    );
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^units\[1\]\.meta\.calculations: uses itself/);
  });

  it('a formula that names a quality unit, but not one that adds up a sub-category with one', () => {
    const river = bore({ unitId: 'RIVER', standardCategoryId: 'QUALITY_CATEGORY' });
    const warnings = (formula: string) =>
      warningsOf(
        bundle({
          units: [bore(), tank(), river, balance(formula)],
          categories: { a: category(['BORE', 'RIVER'], 'BOTH') },
        }),
      );
    expect(warnings('{BORE} + {RIVER}')).toEqual([
      'units[3].meta.calculations: names "RIVER", a quality unit, whose figures are no number: it has no figures, nor has what uses it',
    ]);
    expect(warnings('{BOTH} + ADD_ALL')).toEqual([]);
  });

  it('a formula of a unit that is not virtual', () => {
    expect(warningsOf(bundle({ units: [bore({ meta: { calculations: '{BORE}' } })] }))).toEqual([
      'units[0].meta.calculations: is ignored: only a virtual unit is calculated',
    ]);
  });

  it('the accuracy of a unit that measures no quantity of water', () => {
    const river = bore({ unitId: 'RIVER', standardCategoryId: 'QUALITY_CATEGORY', meta: { accuracyPercent: 1 } });
    const sum = { ...balance('{BORE}'), meta: { calculations: '{BORE}', accuracyPercent: 1 } };
    expect(warningsOf(bundle({ units: [bore({ meta: { accuracyPercent: 0.5 } }), tank(), river, sum] }))).toEqual([
      'units[2].meta.accuracyPercent: is ignored: only a unit that measures a flow, a stock or energy has an accuracy of its own',
      'units[3].meta.accuracyPercent: is ignored: only a unit that measures a flow, a stock or energy has an accuracy of its own',
    ]);
  });

  it('a sub-category named like a unit, and one named twice with other units', () => {
    expect(warningsOf(bundle({ categories: { a: category(['BORE'], 'TANK') } }))).toEqual([
      expect.stringMatching(/^categories\.a\.subCategories\[0\]\.id: is "TANK", which is a unitId too/),
    ]);
    expect(warningsOf(bundle({ standardCategories: { b: category(['TANK']) } }))).toEqual([
      expect.stringMatching(/^standardCategories\.b\.subCategories\[0\]\.id: .*but with other units/),
    ]);
    expect(warningsOf(bundle({ standardCategories: { b: category(['BORE']) } }))).toEqual([]);
  });

  it('a missing timezone', () => {
    expect(warningsOf(bundle({ industry: industry({}, { timezone: undefined }) }))).toEqual([
      expect.stringContaining('Asia/Kolkata'),
    ]);
  });

  it('another clock once there are readings', () => {
    const night = bundle({ industry: industry({}, { shift: { startAt: '22:00:00' } }) });
    expect(warningsOf(night, stored)).toEqual([]);
    expect(warningsOf(night, { ...stored, clock: { ...stored.clock, newestReadingEpochMs: NOW } })).toEqual([
      expect.stringContaining('counts from business day 22/11/2026 on'),
    ]);
  });

  it('stored categories that still name a unit the bundle left out', () => {
    expect(warningsOf({ industry: industry(), units: [tank()] }, stored)).toEqual([
      'categories.sourceCategory.subCategories[0].units: is not in the bundle and still names "BORE", which is removed',
    ]);
  });
});

describe('figures of closed days that the bundle leaves as they were', () => {
  const withFormula = (formula: string) => bundle({ units: [bore(), tank(), balance(formula)] });

  it('a sub-category in a formula stands for other units', () => {
    const document = { ...withFormula('{S1}'), categories: { sourceCategory: category(['TANK']) } };
    expect(warningsOf(document, storedAfter(withFormula('{S1}')))).toEqual([
      'units[2].meta.calculations: stands now also for TANK and no longer for BORE: days already processed keep their figures until they are rebuilt',
    ]);
  });

  it('ADD_ALL stands for one unit more; a formula of its own change is not reported', () => {
    const document = bundle({ units: [bore(), tank(), balance('ADD_ALL'), bore({ unitId: 'BORE_2' })] });
    expect(warningsOf(document, storedAfter(withFormula('ADD_ALL')))).toEqual([
      expect.stringContaining('stands now also for BORE_2:'),
    ]);
    expect(warningsOf(document, stored)).toEqual([]);
  });

  it('a stored virtual unit is named when the bundle changes only its category', () => {
    const document = { industry: industry(), categories: { sourceCategory: category(['TANK']) } };
    expect(warningsOf(document, storedAfter(withFormula('{S1}')))).toEqual([
      expect.stringMatching(/^unit BALANCE: stands now also for TANK/),
    ]);
  });

  it('negative results of virtual units count from now on', () => {
    expect(warningsOf(bundle({ industry: industry({}, { virtualNegativeCalc: true }) }), stored)).toEqual([
      expect.stringMatching(/^industry\.meta\.virtualNegativeCalc: changed/),
    ]);
  });
});
