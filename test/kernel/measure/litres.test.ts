import { describe, expect, it } from 'vitest';
import { volumeFromLitres } from '../../../src/kernel/measure/litres.ts';

describe('litres', () => {
  it.each([
    ['KL', 5000, { value: 5, unit: 'KL' }],
    ['L', 5000, { value: 5000, unit: 'L' }],
    ['KL/day', 5000, { value: 5, unit: 'KL' }],
    ['L/h', 5000, { value: 5000, unit: 'L' }],
    ['ML', 5000, { value: 0.005, unit: 'ML' }],
    // No measure of volume.
    ['kWh', 5000, { value: 5, unit: 'm³' }],
    ['', 5000, { value: 5, unit: 'm³' }],
    ['toString', 5000, { value: 5, unit: 'm³' }],
  ])('are told in %j', (measure, litres, told) => {
    expect(volumeFromLitres(litres, measure)).toEqual(told);
  });
});
