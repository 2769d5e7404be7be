import { describe, expect, it } from 'vitest';
import { closed, type Closing } from '../../../scripts/demo/closing.ts';

const closing: Closing = {
  inflow: [{ unitId: 'BORE', litres: 1 }],
  outflow: [
    { unitId: 'LINE', litres: 1 },
    { unitId: 'KITCHEN', litres: 0.1 },
  ],
  scaled: 'LINE',
  tank: { unitId: 'POND', litres: 1000 },
};
const reading = (epochMs: number, value: string, summedValue?: string) => ({
  epochMs,
  fields: summedValue === undefined ? { value } : { value, summedValue },
});
const season = new Map([
  ['BORE', [reading(1, '100'), reading(3, '50')]],
  // Twice what the bore brings but for the kitchen's 10 litres.
  ['LINE', [reading(2, '140', '1000'), reading(3, '0', '0'), reading(4, '140', '1280')]],
  ['KITCHEN', [reading(4, '100')]],
  ['POND', [reading(0, '40.2'), reading(1, '90'), reading(2, '90'), reading(3, '90'), reading(4, '90')]],
]);

describe('a season of the demo', () => {
  const balanced = closed(season, closing);

  it('takes as much water as it brings, by one factor on one meter and its register; a dropout stays one', () => {
    expect(balanced.get('LINE')?.map(({ fields }) => fields)).toEqual([
      { value: 70, summedValue: 1000 },
      { value: 0, summedValue: '0' },
      { value: 70, summedValue: 1140 },
    ]);
  });

  it('has a tank that begins at its recorded level, follows the water, and ends where it began', () => {
    expect(balanced.get('POND')?.map(({ fields }) => fields['value'])).toEqual([40.2, 50.2, 43.2, 48.2, 40.2]);
  });

  it('leaves the other meters as they were recorded', () => {
    expect(balanced.get('BORE')).toBe(season.get('BORE'));
    expect(balanced.get('KITCHEN')).toBe(season.get('KITCHEN'));
  });
});
