import { describe, expect, it } from 'vitest';
import { typedFigure } from '../../src/window/handle-form.ts';
import { textsOf } from '../../src/window/texts.ts';

const typed = (text: string, { divisor = 1, stored }: { divisor?: number; stored?: number } = {}) => {
  const form = new FormData();
  form.set('capacity', text);
  return typedFigure(form, 'capacity', { divisor, stored, texts: textsOf('en') });
};

describe('a figure that was typed', () => {
  it.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1200', 1200],
    ['0,125', 0.125],
    ['0.125', 0.125],
    ['1,200.5', 1200.5],
    ['1.200,5', 1200.5],
    ['12 500,25', 12_500.25],
    ['1234.567', 1234.567],
    ['-3,5', -3.5],
    ['', null],
    ['12 m', '12 m'],
    ['0x10', '0x10'],
  ])('as %s is %s', (text, figure) => {
    expect(typed(text)).toBe(figure);
  });

  it.each([
    ['1,200', 'write 1200 or 1.2.'],
    ['1.200', 'write 1200 or 1.2.'],
    ['1.000', 'write 1000 or 1.'],
    ['-12,345', 'write -12345 or -12.3450.'],
  ])('as %s can be read in two ways and is asked for at its field', (text, words) => {
    const problem: unknown = expect.stringContaining(words);
    expect(() => typed(text)).toThrow(
      expect.objectContaining({ status: 400, message: problem, errors: [{ field: 'capacity', problem }] }),
    );
  });

  it('is what is stored, as long as nobody has typed it anew', () => {
    expect(typed('128.345', { divisor: 1000, stored: 128_345 })).toBe(128_345);
  });
});
