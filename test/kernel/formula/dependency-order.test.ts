import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dependencyOrder } from '../../../src/kernel/formula/dependency-order.ts';
import { reach } from '../../../src/kernel/formula/use-graph.ts';

const sorted = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);

describe('circles', () => {
  // 0 -> 1 -> 2 -> 1, 2 -> 3, 4 -> 4: 1 and 2 use one another, 3 comes before them, 0 after them.
  it('are found with whoever is used first', () => {
    expect(dependencyOrder([[1], [2], [1, 3], [], [4]]).map(sorted)).toEqual([[3], [1, 2], [0], [4]]);
  });

  it('are found in a chain of 100,000', () => {
    const chain = Array.from({ length: 100_000 }, (_, member) => [member + 1]);
    expect(dependencyOrder([...chain, []])[0]).toEqual([100_000]);
    expect(dependencyOrder([...chain, [0]]).map((circle) => circle.length)).toEqual([100_001]);
  });

  it('hold exactly those that reach one another, each circle after all it uses', () => {
    const anyUses = fc
      .integer({ min: 1, max: 12 })
      .chain((count) =>
        fc.array(fc.array(fc.nat(count - 1), { maxLength: 4 }), { minLength: count, maxLength: count }),
      );
    fc.assert(
      fc.property(anyUses, (uses) => {
        const circles = dependencyOrder(uses);
        expect(sorted(circles.flat())).toEqual([...uses.keys()]);
        const placeOf = new Map(circles.flatMap((circle, place) => circle.map((member) => [member, place] as const)));
        for (const member of uses.keys()) {
          const reached = reach([member], uses);
          for (const other of uses.keys()) {
            const useOneAnother = other === member || (reached.has(other) && reach([other], uses).has(member));
            expect(placeOf.get(member) === placeOf.get(other)).toBe(useOneAnother);
            if (reached.has(other)) expect(placeOf.get(other)).toBeLessThanOrEqual(placeOf.get(member) ?? -1);
          }
        }
      }),
    );
  });
});
