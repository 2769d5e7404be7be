import fc from 'fast-check';
import { expect, it } from 'vitest';
import { multiplied, ratioOf } from '../../../../src/kernel/measure/ratio.ts';
import { KeptDepths } from '../../../../src/keeping/rules/bathymetry/clean-survey.ts';

/** Whether a depth is at least this share of another one, as decimals. */
function isShareOf(depth: number, share: number, other: number): boolean {
  const [own, least] = [ratioOf(depth), multiplied(ratioOf(share), ratioOf(other))];
  return own.numerator * least.denominator >= least.numerator * own.denominator;
}

/** The same by its definition: each depth against all that are kept. */
function keptByDefinition(depths: readonly number[], ratio: number): number[] {
  const kept: number[] = [];
  for (const depth of depths)
    if (!kept.some((other) => other === depth || isShareOf(Math.min(other, depth), ratio, Math.max(other, depth))))
      kept.push(depth);
  return kept;
}
const keptOf = (depths: readonly number[], ratio: number): number[] => {
  const here = new KeptDepths(ratio);
  return depths.filter((depth) => here.keep(depth));
};

it('10 m and 9.6 m are one by a ratio of 0.95, 10 m and 9.4 m are two', () => {
  expect(keptOf([10, 9.6, 9.4, 10.5, 10.6], 0.95)).toEqual([10, 9.4, 10.6]);
});

it('depths at exactly the ratio are one, whatever their product is in doubles', () => {
  // 0.95 * 16.6 is 15.77 on paper and 15.770000000000001 in doubles.
  expect(keptOf([16.6, 15.77], 0.95)).toEqual([16.6]);
  expect(keptOf([16.6, 15.769999], 0.95)).toEqual([16.6, 15.769999]);
});

it('depths of a place are those of the definition, however many and however alike', () => {
  const micrometres = fc.oneof(fc.nat(100), fc.nat(10_000), fc.nat(1_000_000_000)).map((whole) => whole / 1e6);
  const ratio = fc.oneof(fc.constantFrom(0, 0.5, 0.95, 1), fc.double({ min: 0, max: 1, noNaN: true }));
  fc.assert(
    fc.property(fc.array(micrometres, { maxLength: 200 }), ratio, (depths, share) => {
      expect(keptOf(depths, share)).toEqual(keptByDefinition(depths, share));
    }),
  );
});

it('a hundred thousand depths of one place are kept without looking at each for each', () => {
  const depths = Array.from({ length: 100_000 }, (_, index) => 1 + index / 1e5);
  const before = process.cpuUsage();
  expect(keptOf(depths, 1)).toHaveLength(100_000);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
});
