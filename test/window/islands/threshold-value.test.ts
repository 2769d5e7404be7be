import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueBeside, valueNear, textOfValue } from '../../../src/window/islands/threshold-value.ts';

const ANY = { step: 'any', min: '', max: '' };
const DAYS = { step: '1', min: '1', max: '60' };

describe('a threshold that is moved', () => {
  it('takes as many digits as the chart can tell', () => {
    expect(valueNear(43.2178, { low: 0, high: 100 }, ANY)).toBe(43.2);
    expect(valueNear(43.2178, { low: 43, high: 44 }, ANY)).toBe(43.218);
    expect(valueNear(170, { low: 0, high: 100 }, ANY)).toBe(100);
  });

  it('moves in whole steps within its bounds where its setting is a whole number', () => {
    expect(valueNear(3.27, { low: 0, high: 6 }, DAYS)).toBe(3);
    expect(valueNear(0.2, { low: 0, high: 6 }, DAYS)).toBe(1);
    const chart = fc.record({ low: fc.integer({ min: 0, max: 5 }), high: fc.integer({ min: 6, max: 400 }) });
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), chart, (value, shown) => {
        const next = valueNear(value, shown, DAYS);
        return Number.isInteger(next) && next >= 1 && next <= 60;
      }),
    );
  });

  it('moves by a key by a share of the chart, and by a step at least', () => {
    expect(valueBeside(3, 0.01, { low: 0, high: 6 }, DAYS)).toBe(4);
    expect(valueBeside(3, -0.01, { low: 0, high: 6 }, DAYS)).toBe(2);
    expect(valueBeside(60, 0.1, { low: 0, high: 100 }, DAYS)).toBe(60);
    expect(valueBeside(50, 0.1, { low: 0, high: 100 }, ANY)).toBe(60);
  });

  it('is written as figures are', () => {
    expect(textOfValue(-1234567.25)).toBe('−1\u202f234\u202f567.25');
    expect(textOfValue(12)).toBe('12');
  });
});
