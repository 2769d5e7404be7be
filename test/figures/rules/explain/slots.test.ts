import { describe, expect, it } from 'vitest';
import { explainSlots } from '../../../../src/figures/rules/explain/slots.ts';
import { at, dayOf, everySlot, isoAt, unitOf } from '../processors/builders.ts';

describe('slots', () => {
  const day = dayOf(unitOf(), [
    ...everySlot(300, 0, at(2, 30), () => ({ value: 1 })),
    ...everySlot(300, at(4, 10), at(24), () => ({ value: 1 })),
  ]);

  it('of a day: what is missing is one interval, however many hours it spans', () => {
    expect(explainSlots(day, null)).toEqual({
      expected: 288,
      genuine: 268,
      missing: [{ from: isoAt(at(2, 30)), to: isoAt(at(4, 10)) }],
    });
  });

  it('of an hour: its own part', () => {
    expect(explainSlots(day, 2)).toEqual({
      expected: 12,
      genuine: 6,
      missing: [{ from: isoAt(at(2, 30)), to: isoAt(at(3)) }],
    });
    expect(explainSlots(day, 12)).toEqual({ expected: 12, genuine: 12, missing: [] });
  });
});
