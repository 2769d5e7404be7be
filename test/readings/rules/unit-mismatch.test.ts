import { describe, expect, it } from 'vitest';
import type { StoredUnit } from '../../../src/kernel/industry/industry.ts';
import type { Unit } from '../../../src/kernel/measure/unit.ts';
import { unitMismatchOf } from '../../../src/readings/rules/unit-mismatch.ts';
import type { Reading } from '../../../src/readings/rules/reading.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { unitOf } from '../../figures/rules/processors/builders.ts';

const PH = { pH: { displayName: 'pH', siUnit: '', isLatest: false } };
const stored = (...versions: Partial<Unit>[]): StoredUnit => {
  const units = versions.map((version) => unitOf(version));
  return {
    unitKey: 1,
    current: units.at(-1) ?? unitOf(),
    versions: units.map((unit) => ({ effectiveFrom: businessDate('2026-01-01'), unit, meta: {} })),
  };
};
const reading = (given: Partial<Reading>): Reading => ({
  unitId: 'U',
  createdOnEpochMs: 0,
  value: null,
  register: null,
  estimated: false,
  offlineMinutes: null,
  parameters: {},
  ...given,
});
const WORDS = { value: 7, register: 70, parameters: { pH: 7 } };

describe('a reading says something of its unit', () => {
  it.each([
    ['FLOW', ['value', 'register', 'parameters']],
    ['CONSUMPTION', ['value', 'register', 'parameters']],
    ['ENERGY', ['value', 'register', 'parameters']],
    ['STOCK', ['value', 'parameters']],
    ['GROUND_WATER_LEVEL', ['value', 'parameters']],
    ['QUALITY', ['parameters']],
  ] as const)('of %s when it has one of %j', (group, needed) => {
    const unit = stored({ group, params: PH });
    const fitting = Object.entries(WORDS).filter(
      ([name, value]) => unitMismatchOf(unit, reading({ [name]: value })) === null,
    );
    expect(fitting.map(([name]) => name)).toEqual(needed);
  });

  it('of quality and energy by any parameter, and of others by one that the unit declares', () => {
    const undeclared = reading({ parameters: { zz: 1 } });
    const refusing = (['FLOW', 'CONSUMPTION', 'ENERGY', 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'] as const).filter(
      (group) => unitMismatchOf(stored({ group, params: PH }), undeclared) !== null,
    );
    expect(refusing).toEqual(['FLOW', 'CONSUMPTION', 'STOCK', 'GROUND_WATER_LEVEL']);
  });

  it('of a unit that was of another group before, by what it was read by then', () => {
    const unit = stored({ group: 'QUALITY', params: PH }, { group: 'FLOW' });
    expect(unitMismatchOf(unit, reading({ parameters: { pH: 7 } }))).toBeNull();
    expect(unitMismatchOf(unit, reading({ value: 7 }))).toBeNull();
  });

  it('or is refused with what is allowed', () => {
    expect(unitMismatchOf(stored({ group: 'STOCK' }), reading({ register: 5 }))).toEqual({
      unitId: 'U',
      code: 'no_value',
      reason:
        "unitId 'U' is a unit of STOCK, and the reading has none of what is read of it: allowed is value, a number",
    });
  });
});
