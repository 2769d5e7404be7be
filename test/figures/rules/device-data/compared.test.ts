import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MeasuredPart } from '../../../../src/kernel/document/completeness.ts';
import {
  changePercent,
  changeSince,
  comparableFigure,
  type ComparedSide,
} from '../../../../src/figures/rules/device-data/compared.ts';
import { category, hourly, provenance, span, unit } from './support.ts';

const FLOW = category('FLOW_CATEGORY', { S: ['A', 'B'] });
const valueOf = (...asked: Parameters<typeof comparableFigure>) => comparableFigure(...asked).value;

describe('a figure that is compared', () => {
  const spans = new Map([
    ['A', span(unit('A'), 6000, hourly(1000, 2000, 3000))],
    ['B', span(unit('B'), 10, hourly(10, null, null))],
  ]);

  it('counts the whole hours alone; of a day that is over the whole of it', () => {
    // 1,000 + 2,000 + 10 litres are 3.01 KL.
    expect(valueOf(FLOW, ['A', 'B'], { spans, wholeHours: 2 }, 1000)).toBe(3.01);
    expect(valueOf(FLOW, ['A', 'B'], { spans, wholeHours: null }, 1000)).toBe(6.01);
    expect(valueOf(FLOW, ['A', 'B'], { spans, wholeHours: 0 }, 1000)).toBeNull();
  });

  it('is the last level of the hours, and null where a virtual unit failed or units do not add up', () => {
    const stock = category('STOCK_CATEGORY', { S: ['T'] });
    const levels = new Map([['T', span(unit('T', 'STOCK_CATEGORY'), 900, hourly(500, 400, null, 900))]]);
    expect(valueOf(stock, ['T'], { spans: levels, wholeHours: 3 }, 1)).toBe(400);
    // A sum of tanks is a level as well.
    const sumsOfTanks = new Map([...levels].map(([id, one]) => [id, { ...one, hoursAddUp: false as const }]));
    expect(valueOf(stock, ['T'], { spans: sumsOfTanks, wholeHours: 3 }, 1)).toBe(400);
    const failed = new Map([
      ['A', span(unit('A'), 1, hourly(1), { provenance: provenance({ failed: true }) })],
      ['B', span(unit('B'), 2, hourly(2))],
    ]);
    expect(valueOf(FLOW, ['A', 'B'], { spans: failed, wholeHours: null }, 1)).toBeNull();
    const mixed = new Map([
      ['A', span(unit('A'), 1, hourly(1))],
      ['B', span(unit('B', 'FLOW_CATEGORY', { siUnit: 'kWh' }), 2, hourly(2))],
    ]);
    expect(valueOf(FLOW, ['A', 'B'], { spans: mixed, wholeHours: null }, 1)).toBeNull();
  });

  it('has the completeness of the hours that count', () => {
    const day = new Map([
      [
        'A',
        span(
          unit('A'),
          6,
          hourly(1, 2, null, 3).map((one, hour) => ({ ...one, coverage: hour === 2 ? 0 : 1 })),
        ),
      ],
    ]);
    expect(comparableFigure(FLOW, ['A'], { spans: day, wholeHours: 2 }, 1)).toMatchObject({
      value: 3,
      coverage: 1,
      bound: null,
    });
    expect(comparableFigure(FLOW, ['A'], { spans: day, wholeHours: 4 }, 1)).toMatchObject({
      value: 6,
      coverage: 0.75,
      bound: 'at least',
    });
    // Of the whole day as its document says.
    expect(comparableFigure(FLOW, ['A'], { spans: day, wholeHours: null }, 1)).toMatchObject({
      value: 6,
      coverage: 1,
      slotsExpected: 24,
    });
  });

  it('of a part of a day is null with a unit whose hours do not add up, and of a whole day it is not', () => {
    // A tank has lost 1, 3 and 6 KL since the day began.
    const spans = new Map([['A', { ...span(unit('A'), 6, hourly(1, 3, 6)), hoursAddUp: false as const }]]);
    expect(valueOf(FLOW, ['A'], { spans, wholeHours: 3 }, 1)).toBeNull();
    expect(valueOf(FLOW, ['A'], { spans, wholeHours: null }, 1)).toBe(6);
  });

  it('over all hours is the sum of its hours, whatever is missing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 1e9 })), { minLength: 1, maxLength: 25 }),
        (values: (number | null)[]) => {
          const known = values.filter((value) => value !== null);
          const total = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
          const one = new Map([['A', span(unit('A'), total, hourly(...values))]]);
          const figure = valueOf(FLOW, ['A'], { spans: one, wholeHours: values.length }, 1);
          expect(figure).toBe(total);
          expect(valueOf(FLOW, ['A'], { spans: one, wholeHours: null }, 1)).toBe(figure);
        },
      ),
    );
  });
});

/** A unit's figure of a hundred slots, of which so many were measured. */
const part = (unitId: string, value: number | null, slotsGenuine: number): MeasuredPart => ({
  ...{ unitId, nature: 'amount', value, slotsExpected: 100, slotsGenuine },
  ...{ readingsUsed: slotsGenuine, readingsEstimated: 0, lastEpoch: null },
});
const side = (...parts: readonly MeasuredPart[]): ComparedSide => {
  const known = parts.flatMap(({ value }) => (typeof value === 'number' ? value : []));
  return { value: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0), parts };
};

describe('a change', () => {
  it('is told from nine tenths of both sides on', () => {
    const of = (now: number, before: number) => changeSince(side(part('A', 100, before)), side(part('A', 120, now)));
    expect(of(90, 90)).toEqual({ changePercent: 20, why: null });
    expect(of(89, 100)).toEqual({ changePercent: null, why: 'little measured' });
    expect(of(100, 89)).toEqual({ changePercent: null, why: 'little measured' });
  });

  it('is not told where one side is missing, and has no percent against 0', () => {
    expect(changeSince(side(), side(part('A', 1, 100)))).toEqual({ changePercent: null, why: 'missing' });
    expect(changeSince(side(part('A', 0, 100)), side(part('A', 1, 100)))).toEqual({ changePercent: null, why: null });
  });

  it('is of the same meters, so that the level of a silent tank is not lost', () => {
    // Eleven tanks of 100 KL; the twelfth is silent on one day: 92 % of the readings are there, and 8 % of the water not.
    const eleven = Array.from({ length: 11 }, (_, at) => part(`T${at}`, 100, 100));
    const all = side(...eleven, part('T', 100, 100));
    const silent = side(...eleven, part('T', null, 0));
    expect(changeSince(all, silent)).toEqual({ changePercent: null, why: 'other meters' });
    expect(changeSince(silent, all)).toEqual({ changePercent: null, why: 'other meters' });
    // Silent on both days, it takes no part.
    expect(changeSince(silent, silent)).toEqual({ changePercent: 0, why: null });
    // A large meter that sent one reading would be a change of its own.
    expect(changeSince(side(...eleven, part('T', 50, 1)), all).why).toBe('other meters');
  });

  it('adds up the slots of a unit that stands on a side twice, as days and as hours of the last one', () => {
    const twice = side(part('A', 100, 100), part('A', 10, 85));
    expect(changeSince(twice, twice)).toEqual({ changePercent: 0, why: null });
  });

  it.each([
    [150, 100, 50],
    [50, 100, -50],
    [1, 3, -66.67],
    [-50, -100, 50],
    [null, 100, null],
    [100, null, null],
    [100, 0, null],
  ])('from %d against %d is %d %%', (current, before, change) => {
    expect(changePercent(current, before)).toBe(change);
  });
});
