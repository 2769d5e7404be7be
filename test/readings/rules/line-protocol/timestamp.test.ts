import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantOf, PRECISIONS } from '../../../../src/readings/rules/line-protocol/timestamp.ts';

it.each([
  ['ns', '1768523700123456789', 1768523700123],
  ['n', '1768523700999999999', 1768523700999],
  ['us', '1768523700123456', 1768523700123],
  ['u', '1', 0],
  ['ms', '1768523700123', 1768523700123],
  ['s', '1768523700', 1768523700000],
  ['m', '29475395', 1768523700000],
  ['h', '491256', 1768521600000],
  ['ns', '-1', -1],
  ['ns', '-1000000', -1],
  ['ns', '0', 0],
] as const)('in the precision %s %s is %i ms', (precision, digits, instant) =>
  expect(instantOf(digits, PRECISIONS[precision])).toBe(instant),
);

it('no nanosecond of 64 bits moves an instant, although doubles hold none of them', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanoseconds) => {
      const floor = (nanoseconds - (((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n;
      expect(instantOf(String(nanoseconds), PRECISIONS.ns)).toBe(Number(floor));
    }),
  );
});
