import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparableFigure,
  hoursOfCategory,
  isSilentNow,
  shownCategories,
  sideOf,
} from '../../../../src/figures/rules/device-data/overview.ts';
import type { Category, Industry } from '../../../../src/kernel/industry/industry.ts';
import { entry, provenance, span, unit } from './support.ts';

const category = (categoryKey: string, standardCategoryId: string, ...units: string[]): Category => ({
  categoryKey,
  standardCategoryId,
  subCategories: [{ id: 'S', displayName: 'S', units }],
});
const FLOW = category('ID_SOURCE', 'FLOW_CATEGORY', 'A', 'B');
const hoursOf = (...values: (number | null)[]) =>
  values.map((y, hour) => entry(y, { x: new Date(Date.UTC(2026, 5, 10, hour)).toISOString() }));

describe('a figure that is compared', () => {
  const spans = new Map([
    ['A', span(unit('A'), 6000, hoursOf(1000, 2000, 3000))],
    ['B', span(unit('B'), 10, hoursOf(10, null, null))],
  ]);

  it('counts the whole hours alone; of a day that is over the whole of it', () => {
    // 1,000 + 2,000 + 10 litres are 3.01 KL.
    expect(comparableFigure(FLOW, ['A', 'B'], { spans, wholeHours: 2 }, 1000)).toBe(3.01);
    expect(comparableFigure(FLOW, ['A', 'B'], { spans, wholeHours: null }, 1000)).toBe(6.01);
    expect(comparableFigure(FLOW, ['A', 'B'], { spans, wholeHours: 0 }, 1000)).toBeNull();
  });

  it('is the last level of the hours, and null where a virtual unit failed or units do not add up', () => {
    const stock = category('ID_RAW_WATER_STOCK', 'STOCK_CATEGORY', 'T');
    const levels = new Map([['T', span(unit('T', 'STOCK_CATEGORY'), 900, hoursOf(500, 400, null, 900))]]);
    expect(comparableFigure(stock, ['T'], { spans: levels, wholeHours: 3 }, 1)).toBe(400);
    // A sum of tanks is a level as well.
    const sumsOfTanks = new Map([...levels].map(([id, one]) => [id, { ...one, hoursAddUp: false as const }]));
    expect(comparableFigure(stock, ['T'], { spans: sumsOfTanks, wholeHours: 3 }, 1)).toBe(400);
    const failed = new Map([
      ['A', span(unit('A'), 1, hoursOf(1), { provenance: provenance({ failed: true }) })],
      ['B', span(unit('B'), 2, hoursOf(2))],
    ]);
    expect(comparableFigure(FLOW, ['A', 'B'], { spans: failed, wholeHours: null }, 1)).toBeNull();
    const mixed = new Map([
      ['A', span(unit('A'), 1, hoursOf(1))],
      ['B', span(unit('B', 'FLOW_CATEGORY', { siUnit: 'kWh' }), 2, hoursOf(2))],
    ]);
    expect(comparableFigure(FLOW, ['A', 'B'], { spans: mixed, wholeHours: null }, 1)).toBeNull();
  });

  it('of a part of a day is null with a unit whose hours do not add up, and of a whole day it is not', () => {
    // A tank has lost 1, 3 and 6 KL since the day began.
    const spans = new Map([['A', { ...span(unit('A'), 6, hoursOf(1, 3, 6)), hoursAddUp: false as const }]]);
    expect(comparableFigure(FLOW, ['A'], { spans, wholeHours: 3 }, 1)).toBeNull();
    expect(comparableFigure(FLOW, ['A'], { spans, wholeHours: null }, 1)).toBe(6);
  });

  it('over all hours is the sum of its hours, whatever is missing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 1e9 })), { minLength: 1, maxLength: 25 }),
        (values: (number | null)[]) => {
          const known = values.filter((value) => value !== null);
          const total = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
          const one = new Map([['A', span(unit('A'), total, hoursOf(...values))]]);
          const figure = comparableFigure(FLOW, ['A'], { spans: one, wholeHours: values.length }, 1);
          expect(figure).toBe(total);
          expect(comparableFigure(FLOW, ['A'], { spans: one, wholeHours: null }, 1)).toBe(figure);
        },
      ),
    );
  });
});

describe('hours of a category', () => {
  it('leave a level out where a tank has none, because the others alone would look like a fall', () => {
    const stock = category('ID_RAW_WATER_STOCK', 'STOCK_CATEGORY', 'T', 'U', 'NEVER');
    const tank = (unitId: string, ...values: (number | null)[]) =>
      [unitId, span(unit(unitId, 'STOCK_CATEGORY'), null, hoursOf(...values))] as const;
    const day = new Map([tank('T', 100, 100, 100), tank('U', 50, null, 60), tank('NEVER', null, null, null)]);
    const asked = { divisionFactor: 1, before: Date.UTC(2026, 5, 10, 3) };
    expect(hoursOfCategory(stock, ['T', 'U', 'NEVER'], [day], asked).map(({ y }) => y)).toEqual([150, null, 160]);
    const flow = new Map([
      ['A', span(unit('A'), null, hoursOf(100, 100))],
      ['B', span(unit('B'), null, hoursOf(null, 50))],
    ]);
    expect(hoursOfCategory(FLOW, ['A', 'B'], [flow], asked).map(({ y }) => y)).toEqual([100, 150]);
  });
});

describe('categories that are shown', () => {
  it('list each unit in the newest generation that does, and leave out what says the same again', () => {
    const industry: Pick<Industry, 'categories' | 'units'> = {
      units: new Map(['A', 'B', 'C'].map((id, at) => [id, { unitKey: at, current: unit(id), versions: [] }])),
      categories: {
        categories: new Map([
          ['sourceCategory', category('sourceCategory', 'sourceCategory', 'A', 'B')],
          ['other', category('other', 'FLOW_CATEGORY', 'B', 'C')],
        ]),
        categoriesV2: new Map([
          ['ID_SOURCE', FLOW],
          ['ID_CONSUMPTION', category('ID_CONSUMPTION', 'FLOW_CATEGORY', 'B')],
        ]),
        standardCategories: new Map(),
      },
    };
    expect(shownCategories(industry).map(({ categoryKey }) => categoryKey)).toEqual([
      'ID_SOURCE',
      'ID_CONSUMPTION',
      'other',
    ]);
    expect(shownCategories(industry).map(sideOf)).toEqual(['in', 'out', 'other']);
  });
});

it('a unit is silent after an hour, or after three of its slots where these are longer', () => {
  const now = Date.UTC(2026, 5, 10, 12);
  const minutesAgo = (minutes: number) => now - minutes * 60_000;
  expect(isSilentNow(minutesAgo(60), 300, now)).toBe(false);
  expect(isSilentNow(minutesAgo(61), 300, now)).toBe(true);
  expect(isSilentNow(minutesAgo(180), 3600, now)).toBe(false);
  expect(isSilentNow(minutesAgo(181), 3600, now)).toBe(true);
  expect(isSilentNow(null, 300, now)).toBe(true);
});
