import { expect, it } from 'vitest';
import { csvLine, USUAL_CSV } from '../../../src/kernel/format/csv-line.ts';

it.each([
  [0.0000001, '0.0000001'],
  [-0.00000025, '-0.00000025'],
  // A formula may multiply figures; 1e+3 would be another number.
  [1e30, '1000000000000000000000000000000'],
  [-2.5e21, '-2500000000000000000000'],
  [1235182.6, '1235182.6'],
])('%d is written without an exponent, digit for digit', (value, written) => {
  expect(csvLine([value], USUAL_CSV)).toBe(`${written}\r\n`);
});

it('decimals have the mark of the country, in quotes where it parts fields as well', () => {
  const style = { delimiter: ',', decimalMark: ',' } as const;
  expect(csvLine([0.5, 1e-7, 12, null], style)).toBe('"0,5","0,0000001",12,\r\n');
});
