import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveVirtualUnits, type VirtualUnits } from '../../../src/kernel/formula/dependencies.ts';
import { parseFormula } from '../../../src/kernel/formula/parse.ts';
import { runs } from '../../support/property-runs.ts';

interface Industry {
  readonly formulas: Record<string, string | null>;
  readonly subCategories?: Record<string, readonly string[]>;
  readonly nonVirtualUnitIds?: readonly string[];
}

const resolve = ({ formulas, subCategories = {}, nonVirtualUnitIds = [] }: Industry): VirtualUnits =>
  resolveVirtualUnits({
    units: Object.entries(formulas).map(([unitId, text]) => ({
      unitId,
      formula: text === null ? null : parseFormula(text),
    })),
    subCategories: new Map(Object.entries(subCategories)),
    nonVirtualUnitIds,
  });

const sorted = (ids: Iterable<string>): readonly string[] => [...ids].sort();

describe('evaluation order', () => {
  it('puts a virtual unit after those it uses', () => {
    expect(
      resolve({
        formulas: { TOP: '{MIDDLE} + {M1}', MIDDLE: '{BOTTOM} * 2', BOTTOM: '{M1}' },
        nonVirtualUnitIds: ['M1'],
      }).evaluationOrder,
    ).toEqual(['BOTTOM', 'MIDDLE', 'TOP']);
  });

  it('puts it after the virtual units of a sub-category it uses', () => {
    const industry = resolve({
      formulas: { TOTAL: '{SOURCES}', BALANCE: '{M1} - {M2}' },
      subCategories: { SOURCES: ['M1', 'BALANCE'] },
      nonVirtualUnitIds: ['M1', 'M2'],
    });
    expect(industry.evaluationOrder).toEqual(['BALANCE', 'TOTAL']);
    expect(industry.directOperandsOf('TOTAL')).toEqual(new Set(['M1', 'BALANCE']));
    expect(sorted(industry.transitiveOperandsOf(['TOTAL']))).toEqual(['BALANCE', 'M1', 'M2']);
  });

  it('keeps a unit without a formula in the order, using nothing', () => {
    const industry = resolve({ formulas: { V: '{EMPTY} + 1', EMPTY: null } });
    expect(industry.evaluationOrder).toEqual(['EMPTY', 'V']);
    expect(industry.directOperandsOf('EMPTY').size).toBe(0);
  });

  it('counts the use of an opening stock like any other', () => {
    const industry = resolve({
      formulas: { V: '{TANK}#meta#openingStock', W: '{V}#meta#openingStock' },
      nonVirtualUnitIds: ['TANK'],
    });
    expect(industry.evaluationOrder).toEqual(['V', 'W']);
    expect(industry.dependantsOf(['TANK'])).toEqual(['V', 'W']);
  });
});

describe('what an id names', () => {
  const industry = resolve({
    formulas: { V: '{BOTH} + {SUB} + {NOBODY}' },
    subCategories: { BOTH: ['M1'], SUB: ['M2', 'M2', 'DELETED'] },
    nonVirtualUnitIds: ['BOTH', 'M1', 'M2'],
  });

  it('is a unit before a sub-category', () => {
    expect(industry.unitIdsNamed('BOTH')).toEqual(['BOTH']);
  });

  it('is else the known units of a sub-category, each once', () => {
    expect(industry.unitIdsNamed('SUB')).toEqual(['M2']);
  });

  it('is else nothing', () => {
    expect(industry.unitIdsNamed('NOBODY')).toEqual([]);
    expect(sorted(industry.directOperandsOf('V'))).toEqual(['BOTH', 'M2']);
    expect(industry.evaluationOrder).toEqual(['V']);
  });

  it('is not confused by ids that objects have by nature', () => {
    expect(industry.unitIdsNamed('constructor')).toEqual([]);
    expect(industry.unitIdsNamed('__proto__')).toEqual([]);
  });
});

describe('ADD_ALL', () => {
  const industry = resolve({ formulas: { ALL: 'ADD_ALL', SHARE: '{M1} / {ALL}' }, nonVirtualUnitIds: ['M1', 'M2'] });

  it('uses every non-virtual unit and no virtual one, so it is no cycle', () => {
    expect(sorted(industry.directOperandsOf('ALL'))).toEqual(['M1', 'M2']);
    expect(industry.cyclicUnitIds.size).toBe(0);
  });

  it('makes its users dependants of every non-virtual unit', () => {
    expect(industry.dependantsOf(['M2'])).toEqual(['ALL', 'SHARE']);
  });
});

describe('cycles', () => {
  it.each([
    ['one', { A: '{A} + 1' }],
    ['two', { A: '{B}', B: '{A}' }],
    ['three', { A: '{B}', B: '2 * {C}', C: '{M1} - {A}' }],
  ])('finds a cycle of %s', (_, formulas) => {
    const industry = resolve({ formulas, nonVirtualUnitIds: ['M1'] });
    expect(sorted(industry.cyclicUnitIds)).toEqual(Object.keys(formulas));
    expect(industry.evaluationOrder).toEqual([]);
    expect(industry.transitiveOperandsOf(['A'])).toContain('A');
  });

  it('counts whatever uses a cycle to it, and nothing that a cycle uses', () => {
    const industry = resolve({
      formulas: { USER: '{ABOVE} + {FINE}', ABOVE: '{A}', A: '{B}', B: '{A} + {FINE}', FINE: '{M1}' },
      nonVirtualUnitIds: ['M1'],
    });
    expect(sorted(industry.cyclicUnitIds)).toEqual(['A', 'ABOVE', 'B', 'USER']);
    expect(['A', 'B', 'ABOVE', 'USER', 'FINE'].map((unitId) => industry.unitInCycleOf(unitId))).toEqual([
      'A',
      'B',
      'A',
      'A',
      null,
    ]);
    expect(industry.evaluationOrder).toEqual(['FINE']);
  });

  it('finds a unit over a sub-category that contains the unit itself', () => {
    const industry = resolve({
      formulas: { V: '{SUB} / 2' },
      subCategories: { SUB: ['M1', 'V'] },
      nonVirtualUnitIds: ['M1'],
    });
    expect(industry.cyclicUnitIds).toEqual(new Set(['V']));
    expect(sorted(industry.transitiveOperandsOf(['V']))).toEqual(['M1', 'V']);
  });
});

describe('dependants', () => {
  const industry = resolve({
    formulas: { TOP: '{MIDDLE}', MIDDLE: '{SUB}', OTHER: '{M2}', A: '{B} + {M1}', B: '{A}' },
    subCategories: { SUB: ['M1'] },
    nonVirtualUnitIds: ['M1', 'M2'],
  });

  it('are the direct and the indirect users, in evaluation order, cyclic ones last', () => {
    expect(industry.dependantsOf(['M1'])).toEqual(['MIDDLE', 'TOP', 'A', 'B']);
    expect(industry.dependantsOf(['M2'])).toEqual(['OTHER']);
    expect(industry.dependantsOf(['M1', 'M2'])).toEqual(['OTHER', 'MIDDLE', 'TOP', 'A', 'B']);
  });

  it('do not include a given unit that uses none of the given ones', () => {
    expect(industry.dependantsOf(['MIDDLE'])).toEqual(['TOP']);
    expect(industry.dependantsOf(['MIDDLE', 'TOP'])).toEqual(['TOP']);
  });

  it('of an unknown unit are none', () => {
    expect(industry.dependantsOf(['NOBODY'])).toEqual([]);
    expect(industry.transitiveOperandsOf(['NOBODY']).size).toBe(0);
  });
});

describe('size', () => {
  it('handles 10,000 virtual units in a row, given in the worst order', () => {
    const count = 10_000;
    const row = Array.from(
      { length: count },
      (_, index) => [`V${index}`, index === count - 1 ? '{M}' : `{V${index + 1}} + 1`] as const,
    );
    const industry = resolve({ formulas: Object.fromEntries(row), nonVirtualUnitIds: ['M'] });
    expect(industry.evaluationOrder).toEqual(row.map(([unitId]) => unitId).reverse());
    expect(industry.dependantsOf(['M']).length).toBe(count);
    expect(industry.transitiveOperandsOf(['V0']).size).toBe(count);
  });

  it('finds a cycle of 10,000', () => {
    const row = Array.from({ length: 10_000 }, (_, index) => [`V${index}`, `{V${(index + 1) % 10_000}}`] as const);
    expect(resolve({ formulas: Object.fromEntries(row) }).cyclicUnitIds.size).toBe(10_000);
  });
});

describe('any industry', () => {
  const ids = ['V0', 'V1', 'V2', 'V3', 'V4', 'V5', 'M0', 'M1', 'S0', 'S1', 'X'];
  const anyIndustry = fc.record({
    uses: fc.array(fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 }), { minLength: 6, maxLength: 6 }),
    s0: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 }),
    s1: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 }),
  });

  it('agrees with following the formulas by hand', () => {
    fc.assert(
      fc.property(anyIndustry, ({ uses, s0, s1 }) => {
        const formulas = Object.fromEntries(
          uses.map((used, index) => [`V${index}`, ['0', ...used.map((id) => `{${id}}`)].join(' + ')]),
        );
        const industry = resolve({ formulas, subCategories: { S0: s0, S1: s1 }, nonVirtualUnitIds: ['M0', 'M1'] });
        const isUnit = (id: string): boolean => /^[VM]/.test(id);
        const direct = (unitId: string): readonly string[] =>
          (unitId.startsWith('V') ? (uses[Number(unitId.slice(1))] ?? []) : [])
            .flatMap((id) => (isUnit(id) ? [id] : id === 'S0' ? s0 : id === 'S1' ? s1 : []))
            .filter(isUnit);
        const closure = (unitId: string): ReadonlySet<string> => {
          const seen = new Set<string>();
          const follow = (from: string): void =>
            direct(from).forEach((to) => void (seen.has(to) || (seen.add(to), follow(to))));
          follow(unitId);
          return seen;
        };
        const virtualUnitIds = Object.keys(formulas);
        const inCycle = new Set(virtualUnitIds.filter((unitId) => closure(unitId).has(unitId)));
        const cyclic = virtualUnitIds.filter(
          (unitId) => inCycle.has(unitId) || [...closure(unitId)].some((used) => inCycle.has(used)),
        );
        expect(sorted(industry.cyclicUnitIds)).toEqual(cyclic);
        expect(sorted([...industry.evaluationOrder, ...industry.cyclicUnitIds])).toEqual(virtualUnitIds);
        for (const unitId of virtualUnitIds) {
          expect(industry.directOperandsOf(unitId)).toEqual(new Set(direct(unitId)));
          expect(industry.transitiveOperandsOf([unitId])).toEqual(closure(unitId));
        }
        expect(industry.transitiveOperandsOf(virtualUnitIds)).toEqual(
          new Set(virtualUnitIds.flatMap((unitId) => [...closure(unitId)])),
        );
        industry.evaluationOrder.forEach((unitId, place) => {
          for (const used of direct(unitId))
            if (used.startsWith('V')) expect(industry.evaluationOrder.indexOf(used)).toBeLessThan(place);
        });
        for (const unitId of ['M0', 'V0'])
          expect(sorted(industry.dependantsOf([unitId]))).toEqual(
            virtualUnitIds.filter((user) => closure(user).has(unitId)),
          );
      }),
      { numRuns: runs(500) },
    );
  });
});
