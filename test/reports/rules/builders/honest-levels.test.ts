import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { build, columnOf, request, tableOf } from '../support/built-report.ts';
import type { Works } from '../support/works.ts';

/* Levels, means of quality and their changes that would say more than is known. */

/** The same, if so many of 24 slots of the unit had been measured. */
function measuredBy(input: ReportInput, which: 'period' | 'previous', unitId: string, genuine: number): ReportInput {
  const set = input[which];
  const span = set?.spans.get(unitId);
  if (set === null || span === undefined || span.figures === null) throw new Error('The unit has a figure.');
  const provenance = { ...span.figures.provenance, slotsGenuine: genuine, coverageRatio: genuine / 24 };
  const figures = { ...span.figures, provenance };
  return { ...input, [which]: { ...set, spans: new Map([...set.spans, [unitId, { ...span, figures }] as const]) } };
}

describe('levels', () => {
  const TANK = { standardCategoryId: 'STOCK_CATEGORY', changes: { maxCapacity: 1_000_000 } };
  const headline = (units: Works['units']) =>
    build({
      request: request('level'),
      units,
      categories: { ID_RAW_WATER_STOCK: { TANKS: Object.keys(units) } },
    }).headlines[0]?.value;

  it('that were read in part are no least: the last one may have been lower', () => {
    expect(headline({ T: { ...TANK, genuine: 12, days: [400_000] } })).toMatchObject({ value: 400, bound: null });
  });

  it('of several tanks are no least either where one of them is not known', () => {
    const units = { T: { ...TANK, days: [400_000] }, U: { ...TANK, days: [null] } };
    expect(headline(units)).toMatchObject({ value: 400, bound: 'open', meters: 2, metersMeasured: 1 });
  });

  it.each(['level', 'consolidated', 'executive'] as const)(
    'of %s are no share of what all can hold where one of them is not known, because it is not empty for that',
    (service) => {
      const fullOf = (level: number | null) => {
        const document = build({
          request: request(service, service === 'level' ? 'daily' : 'monthly'),
          now: '2026-07-02T08:00:00Z',
          units: { T: { ...TANK, days: [800_000] }, U: { ...TANK, days: [level] } },
          categories: { ID_RAW_WATER_STOCK: { TANKS: ['T', 'U'] } },
        });
        return columnOf(tableOf(document, 'meters-raw'), 'full').at(-1);
      };
      expect(fullOf(400_000)).toEqual({ kind: 'percent', share: 0.6 });
      expect(fullOf(0)).toEqual({ kind: 'percent', share: 0.4 });
      expect(fullOf(null)).toMatchObject({ kind: 'missing' });
    },
  );

  it('have gained nothing together that can be told where one of them is not known, because it may have lost', () => {
    const gained = (closing: number | null, now = '2026-06-12T08:00:00Z') => {
      const units = { T: { ...TANK, days: [600_000] }, U: { ...TANK, days: [closing] } };
      const document = build({
        request: { ...request('custom_level'), body: { columns: ['change'] } },
        now,
        units,
        categories: { ID_RAW_WATER_STOCK: { TANKS: ['T', 'U'] } },
      });
      return columnOf(tableOf(document, 'meters'), 'change').at(-1);
    };
    expect(gained(100_000)).toMatchObject({ value: -300, bound: null, provisional: false });
    expect(gained(100_000, '2026-06-10T12:30:00Z')).toMatchObject({ value: -300, provisional: true });
    expect(gained(null)).toMatchObject({ kind: 'missing' });
  });
});

describe('the rise of a well', () => {
  const riseOf = (service: 'level' | 'borewell', now: number, then: number) => {
    const document = build(
      {
        request: request(service),
        units: {
          W: { standardCategoryId: 'GROUND_WATER_LEVEL', changes: { siUnit: 'm' }, days: [12], before: [10] },
          BORE: { days: [1000] },
        },
        categories: { ID_SOURCE: { BORE_WELLS: ['BORE'] } },
      },
      (input) => measuredBy(measuredBy(input, 'period', 'W', now), 'previous', 'W', then),
    );
    const table = tableOf(document, 'wells');
    return table.columns.some(({ id }) => id === 'rise') ? columnOf(table, 'rise') : null;
  };

  it.each(['level', 'borewell'] as const)(
    'is told by %s where both periods were measured by nine tenths',
    (service) => {
      expect(riseOf(service, 24, 22)).toMatchObject([{ value: 2 }]);
      expect(riseOf(service, 12, 24)).toBeNull();
      expect(riseOf(service, 24, 12)).toBeNull();
    },
  );
});

describe('what tanks held and can hold', () => {
  const TANK = { standardCategoryId: 'STOCK_CATEGORY', days: [600_000], changes: { maxCapacity: 1_000_000 } };
  /** The last cells of the columns, the second tank with these figures in its document. */
  const totalsOf = (service: 'level' | 'custom_level', meta: object) => {
    const body = { columns: ['opening', 'capacity'] };
    const document = build(
      {
        request: { ...request(service), ...(service === 'level' ? {} : { body }) },
        units: { T: TANK, U: TANK },
        categories: { ID_RAW_WATER_STOCK: { TANKS: ['T', 'U'] } },
      },
      (input) => {
        const span = input.period?.spans.get('U');
        if (input.period === null || span === undefined || span.figures === null) throw new Error('It has a figure.');
        const figures = { ...span.figures, meta: { ...span.figures.meta, ...meta } };
        const spans = new Map([...input.period.spans, ['U', { ...span, figures }] as const]);
        return { ...input, period: { ...input.period, spans } };
      },
    );
    const table = tableOf(document, 'meters');
    return ['opening', 'capacity'].map((id) => columnOf(table, id).at(-1));
  };

  it.each(['level', 'custom_level'] as const)(
    'is told of all together in the report of %s where it is known of each alone',
    (service) => {
      expect(totalsOf(service, {})).toMatchObject([{ value: 1000 }, { value: 2000 }]);
      expect(totalsOf(service, { openingStock: 0 })).toMatchObject([{ kind: 'missing' }, { value: 2000 }]);
      expect(totalsOf(service, { maxCapacity: null })).toMatchObject([{ value: 1000 }, { kind: 'missing' }]);
    },
  );

  it('is told of areas whose tanks are measured alike, and of no tanks in KL and gallons together', () => {
    const american = { ...TANK, changes: { ...TANK.changes, siUnit: 'gal' } };
    const table = tableOf(
      build({
        request: request('level'),
        units: { T: TANK, U: TANK, V: american, W: american },
        categories: { ID_RAW_WATER_STOCK: { NORTH: ['T', 'U'], SOUTH: ['V', 'W'] } },
      }),
      'meters',
    );
    const together = (id: string) =>
      columnOf(table, id).filter((_, at) => ['subtotal', 'total'].includes(table.rows[at]?.role ?? ''));
    const unlike = { kind: 'missing', why: 'different units' };
    const told = (value: number) => [{ value, unit: 'KL' }, { value, unit: 'gal' }, unlike];
    expect(together('capacity')).toMatchObject(told(2000));
    expect(together('opening')).toMatchObject(told(1000));
    expect(together('last')).toMatchObject(told(1200));
    expect(together('change')).toMatchObject(told(200));
    expect(together('full')).toMatchObject([{ share: 0.6 }, { share: 0.6 }, { kind: 'missing' }]);
  });
});

describe('quality', () => {
  const POINT = {
    standardCategoryId: 'QUALITY_CATEGORY',
    displayName: 'River',
    changes: { params: { ph: { displayName: 'pH', siUnit: '', isLatest: false } } },
  };
  const categories = { qualityCategory: { POINTS: ['Q'] } };
  const change = (genuine: number) =>
    build({
      request: request('quality'),
      units: { Q: { ...POINT, genuine, days: [{ ph: 9 }], before: [{ ph: 6 }] } },
      categories,
    }).headlines[0]?.change;

  it('is compared where both periods were measured by nine tenths', () => {
    expect(change(24)).toMatchObject({ kind: 'change', from: 6, difference: 3 });
    expect(change(12)).toBeNull();
  });

  it.each([
    [24, 24, 3],
    [12, 24, null],
    [24, 12, null],
  ])('is compared by the summary in the same way: %i and %i of 24', (now, then, difference) => {
    const document = build(
      { request: request('summary'), units: { Q: { ...POINT, days: [{ ph: 9 }], before: [{ ph: 6 }] } }, categories },
      (input) => measuredBy(measuredBy(input, 'period', 'Q', now), 'previous', 'Q', then),
    );
    const table = tableOf(document, 'part-quality');
    const told = table.columns.some(({ id }) => id === 'previous') ? columnOf(table, 'previous') : [];
    expect(told).toMatchObject(difference === null ? [] : [{ kind: 'change', from: 6, difference }]);
  });

  it('has in the summary the parameters that were sent without being declared, too', () => {
    const units = { Q: { ...POINT, days: [{ ph: 7, turbidity: 3 }], before: [{ ph: 7, turbidity: 2 }] } };
    const table = tableOf(build({ request: request('summary'), units, categories }), 'part-quality');
    expect(columnOf(table, 'what')).toMatchObject([{ text: 'River: pH' }, { text: 'River: turbidity' }]);
    expect(columnOf(table, 'figure')).toMatchObject([{ value: 7 }, { value: 3 }]);
    expect(columnOf(table, 'previous')).toMatchObject([{ difference: 0 }, { share: 0.5 }]);
  });

  it('has every parameter of a point among its headlines, dissolved oxygen too', () => {
    const names = ['pH', 'Turbidity', 'Temperature', 'Conductivity', 'Dissolved oxygen'];
    const params = Object.fromEntries(names.map((name) => [name, { displayName: name, siUnit: '', isLatest: false }]));
    const document = build({
      request: request('quality'),
      units: { Q: { ...POINT, changes: { params }, days: [Object.fromEntries(names.map((name) => [name, 7]))] } },
      categories,
    });
    expect(document.headlines.map(({ title }) => title.split(',')[0])).toEqual(names);
  });

  it('has a mean of samples that no formula makes anew out of the hours', () => {
    const units = {
      Q: { ...POINT, days: [{ ph: 7.9 }], hours: Array.from({ length: 24 }, (_, hour) => ({ ph: hour < 12 ? 7 : 9 })) },
    };
    const table = tableOf(build({ request: { ...request('quality'), layout: 'v2' }, units, categories }), 'matrix');
    expect(table.columns.map(({ total }) => total)).toEqual(table.columns.map(() => 'none'));
  });
});
