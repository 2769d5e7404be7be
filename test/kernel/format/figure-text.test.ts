import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  decimalsApart,
  decimalsFor,
  durationText,
  figureText,
  ownDecimals,
  partText,
  percentText,
  shareText,
  someMeasured,
} from '../../../src/kernel/format/figure-text.ts';

describe('the decimals of figures that stand together', () => {
  it.each([
    ['a figure alone has three digits', [0.138], 3],
    ['a figure of whole hundredths has no more than it was measured with', [0.5, 0.25], 2],
    ['a volume beside its larger neighbour has three digits, too', [1775.57, 1773, 2.57], 2],
    ['a small one keeps what tells it from its neighbour', [1235, 0.1826], 3],
    ['litres are written beside cubic metres', [5.2, 0.003, 0.001, 0.0016, 0], 3],
    ['the rows of a large total keep theirs', [28.16, 29.23], 1],
    ['what has no more digits asks for none', [1235, 2.5], 1],
    ['large figures alone have none', [1235, 53, 54, 0], 0],
    ['one that no litre tells does not lengthen the others', [1235, 0.0002], 0],
    ['the smallest figures have three digits, too', [0.00001234], 7],
    ['nothing has none', [0, 0], 0],
  ])('are such that %s', (_, figures, decimals) => {
    expect(decimalsFor(figures)).toBe(decimals);
  });
});

describe('the decimals of two figures that are told side by side', () => {
  it.each([
    ['that they have', 24, 25.4, 1],
    ['by which they differ', 1240, 1240.3, 1],
    ['of three more at most', 1240, 1240.0001, 0],
    ['of the one that is known', null, 2.57, 2],
    ['of any of two that are the same', 1240, 1240, 0],
  ])('are those %s', (_, was, is, decimals) => {
    expect(decimalsApart(was, is)).toBe(decimals);
  });
});

describe('a length of time', () => {
  it.each([
    [0, '0 min'],
    [45, '45 min'],
    [60, '1 h'],
    [125, '2 h 5 min'],
    [1439, '23 h 59 min'],
    [1440, '1 day'],
    [24_720, '17 days'],
    [4920, '3 days 10 h'],
    [-90, '\u22121 h 30 min'],
  ])('of %d minutes is told as %s, by days where there are some', (minutes, text) => {
    expect(durationText(minutes).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('has the words of the language', () => {
    expect(durationText(4920, 'hi')).toBe('3\u00a0दिन\u00a010\u00a0घं॰');
  });
});

describe('the decimals of a register', () => {
  it.each([
    [[220_921, 222_156], 0],
    [[19.909, 20.047], 3],
    [[20.468, 20.65], 3],
    [[0, 2.5], 1],
    [[0.011627333, 2.581646758], 3],
  ])('of %j are those of its own meter, up to three', (registers, decimals) => {
    expect(ownDecimals(registers)).toBe(decimals);
  });

  it('are such that closing less opening is the volume, however the volume is written', () => {
    // 20.047 - 19.909 = 0.138.
    const [opening, closing, volume] = [19.909, 20.047, 0.138];
    const written = [opening, closing].map((register) => Number(figureText(register, ownDecimals([opening, closing]))));
    expect((written[1] ?? 0) - (written[0] ?? 0)).toBeCloseTo(volume, 9);
    expect(figureText(volume, decimalsFor([volume]))).toBe('0.138');
  });
});

it.each([
  [1, 1, '100.0\u00a0%'],
  [0.9995, 1, '>\u00a099.9\u00a0%'],
  [0.99949, 1, '99.9\u00a0%'],
  [0.996, 0, '>\u00a099\u00a0%'],
  [1.0004, 1, '100.0\u00a0%'],
  [-0.0054, 1, '−0.5\u00a0%'],
] as const)('a part of %s of the whole, with %s decimals, reads %s', (share, decimals, told) => {
  expect(partText(share, decimals, 'und')).toBe(told);
});

describe('a figure in words', () => {
  it('that is not 0 never reads as 0', () => {
    expect(figureText(0.0016, 2)).toBe('<\u00a00.01');
    expect(figureText(-0.0016, 2)).toBe('>\u00a0−0.01');
    expect(figureText(0.3, 0)).toBe('<\u00a01');
    expect(figureText(0, 2)).toBe('0.00');
    expect(figureText(0.004, 2, 'de')).toBe('<\u00a00,01');
    expect(shareText(0.0004, 1, 'und')).toBe('<\u00a00.1\u00a0%');
    expect(changeText(0.0004, 1, 'und')).toBe('+0.04\u00a0%');
    expect(changeText(-0.003, 0, 'und')).toBe('−0.3\u00a0%');
    expect(changeText(0.000001, 1, 'und')).toBe('<\u00a0+0.001\u00a0%');
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((value) => Math.abs(value) > 1e-8),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => /[1-9]/.test(figureText(value, decimals)),
      ),
    );
  });

  it('is 0 where there is nothing but noise of computing', () => {
    expect(figureText(0.1 + 0.2 - 0.3, 2)).toBe('0.00');
  });

  it('of a change has its sign before its digits', () => {
    expect(changeText(0.123, 1, 'und')).toBe('+12.3\u00a0%');
    expect(changeText(-0.123, 1, 'und')).toBe('−12.3\u00a0%');
    expect(changeText(0, 1, 'und')).toBe('0.0\u00a0%');
  });

  it('of a share keeps its sign on its line', () => {
    for (const share of [0, 0.001, 0.11, 0.999, 1]) expect(percentText(share)).not.toMatch(/[ ]/);
  });
});

describe('how many of several meters have measured something', () => {
  it('is told where some have not, and of one meter alone never', () => {
    expect(someMeasured({ meters: 3, metersMeasured: 2 })).toEqual({ meters: 3, measured: 2 });
    expect(someMeasured({ meters: 3, metersMeasured: 0 })).toEqual({ meters: 3, measured: 0 });
    for (const whole of [{ meters: 3, metersMeasured: 3 }, { meters: 1, metersMeasured: 0 }, { meters: null }, {}])
      expect(someMeasured(whole)).toBeNull();
  });
});
