import { describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { Cell, ReportDocument, TableSection } from '../../../../src/reports/rules/document.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { reportInput, type Works } from '../support/works.ts';

/* Sums, means and changes that would say more than is known. */

const DAY = '2026-06-10';
const LATER = '2026-06-12T08:00:00Z';

const build = (works: Omit<Works, 'now'> & { readonly now?: string }, change = (input: ReportInput) => input) =>
  BUILDERS[works.request.service].build(change(reportInput({ now: LATER, ...works })));
const request = (service: Works['request']['service'], reportType: Works['request']['reportType'] = 'daily') => ({
  service,
  reportType,
  startDate: DAY as NonNullable<Works['request']['startDate']>, // a date of the calendar
});
const tableOf = ({ sections }: ReportDocument, id: string): TableSection => {
  const found = sections.find((section) => section.kind === 'table' && section.id.startsWith(id));
  if (found?.kind !== 'table') throw new Error(`The report has no table ${id}.`);
  return found;
};
const columnOf = ({ columns, rows }: TableSection, id: string): readonly (Cell | undefined)[] =>
  rows.map(({ cells }) => cells[columns.findIndex((column) => column.id === id)]);

describe('a bore on a day that runs', () => {
  it('is told by the hours that have ended: 10 KL in one hour are 10 KL an hour, whatever the next has given', () => {
    const table = tableOf(
      build({
        request: request('borewell'),
        now: '2026-06-10T01:30:00Z',
        units: { BORE: { days: [15_000], hours: [10_000, 5_000] } },
        categories: { ID_SOURCE: { BORE_WELLS: ['BORE'] } },
      }),
      'meters',
    );
    expect(columnOf(table, 'hoursRun')).toEqual([{ kind: 'count', value: 1 }]);
    expect(columnOf(table, 'perHour')).toMatchObject([{ value: 10, provisional: true }]);
  });
});

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
    const gained = (closing: number | null) => {
      const units = { T: { ...TANK, days: [600_000] }, U: { ...TANK, days: [closing] } };
      const document = build({
        request: { ...request('custom_level'), body: { columns: ['change'] } },
        units,
        categories: { ID_RAW_WATER_STOCK: { TANKS: ['T', 'U'] } },
      });
      return columnOf(tableOf(document, 'meters'), 'change').at(-1);
    };
    expect(gained(100_000)).toMatchObject({ value: -300, bound: null });
    expect(gained(null)).toMatchObject({ kind: 'missing' });
  });
});

/** The same, if so many of 24 slots of the unit had been measured. */
function measuredBy(input: ReportInput, which: 'period' | 'previous', unitId: string, genuine: number): ReportInput {
  const set = input[which];
  const span = set?.spans.get(unitId);
  if (set === null || span === undefined || span.figures === null) throw new Error('The unit has a figure.');
  const provenance = { ...span.figures.provenance, slotsGenuine: genuine, coverageRatio: genuine / 24 };
  const figures = { ...span.figures, provenance };
  return { ...input, [which]: { ...set, spans: new Map([...set.spans, [unitId, { ...span, figures }] as const]) } };
}

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
});

describe('a unit in two sub-categories', () => {
  const twice = {
    units: { A: { displayName: 'Inlet', days: [10_000] }, B: { displayName: 'Well', days: [5_000] } },
    categories: { ID_SOURCE: { NORTH: ['A'], SOUTH: ['A', 'B'] } },
  };

  it('counts once in the total, and the table says why its rows come to more', () => {
    const table = tableOf(build({ request: request('water'), ...twice }), 'meters');
    expect(columnOf(table, 'total').at(-1)).toMatchObject({ value: 15 });
    expect(table.columns.map(({ total }) => total)).not.toContain('sum');
    expect(table.note).toContain('In several areas, and once in the total: Inlet.');
  });

  it('does so in the zones of a city', () => {
    const table = tableOf(build({ request: request('smart_city'), ...twice }), 'zones');
    expect(columnOf(table, 'count')).toMatchObject([{ value: 1 }, { value: 2 }, { value: 2 }]);
    expect(table.columns.map(({ total }) => total)).not.toContain('sum');
    expect(table.note).toContain('Inlet');
  });

  it('is no matter where each has a place of its own', () => {
    const table = tableOf(
      build({ request: request('water'), ...twice, categories: { ID_SOURCE: { ALL: ['A', 'B'] } } }),
      'meters',
    );
    expect(table.columns.map(({ total }) => total)).toContain('sum');
    expect(table.note ?? '').not.toContain('In several areas');
  });
});

describe('zones', () => {
  it('have no shares where one of them gives water back', () => {
    const document = build({
      request: request('smart_city'),
      units: { A: { days: [20_000] }, B: { days: [-5_000] } },
      categories: { ID_SOURCE: { NORTH: ['A'], SOUTH: ['B'] } },
    });
    for (const cell of columnOf(tableOf(document, 'zones'), 'share')) expect(cell?.kind).toBe('missing');
  });

  const pictureOf = (north: Zone, south: Zone, west: Zone) => {
    const units = { A: { days: [8_000], ...north }, B: { days: [8_000], ...south }, C: { days: [8_000], ...west } };
    const section = build({
      request: request('smart_city'),
      units,
      categories: { ID_SOURCE: { NORTH: ['A'], SOUTH: ['B'], WEST: ['C'] } },
    }).sections.find(({ id }) => id === 'zones-chart');
    const said = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
    if (section?.kind === 'chart') return [said(section.title), said(section.alternative), section.chart.lacking];
    return section?.kind === 'paragraphs' ? [said(section.title), said(section.sentences[0]?.text)] : [];
  };
  type Zone = Partial<Works['units'][string]>;
  const HALF = { genuine: 12 };

  it('that were measured in part are drawn and told as such, and are never the least', () => {
    expect(pictureOf({ days: [20_000], ...HALF }, { days: [5_000], ...HALF }, {})).toEqual([
      'Sub NORTH took most: at least 20.0 KL',
      'Supply per zone: most at least 20.0 KL for Sub NORTH, least 8.00 KL for Sub WEST. '
        + 'Hatched: 2 zones of which a part was not measured.',
      [0, 1],
    ]);
    expect(pictureOf({ days: [20_000] }, { days: [5_000] }, {})).toEqual([
      'Sub NORTH took most: 20.0 KL',
      'Supply per zone: most 20.0 KL for Sub NORTH, least 5.00 KL for Sub SOUTH.',
      [],
    ]);
    expect(pictureOf({ days: [20_000] }, { days: [null] }, HALF)).toEqual([
      'Sub NORTH took most: 20.0 KL',
      'Supply per zone: most 20.0 KL for Sub NORTH. 1 without a figure. Hatched: 1 zone of which a part was not measured.',
      [2],
    ]);
  });

  it('that all took as much have none that took most', () => {
    expect(pictureOf({}, {}, {})).toEqual(['Each zone took 8.00 KL', 'Supply per zone: 8.00 KL in each of 3.', []]);
  });

  it('that took nothing are no picture but a sentence', () => {
    const none = { days: [0] };
    expect(pictureOf(none, none, none)).toEqual(['Each zone took 0 KL', 'Supply per zone: 0 KL in each of 3.']);
    expect(pictureOf(none, { ...none, ...HALF }, { days: [null] })).toEqual([
      'Each zone took 0 KL, as far as measured',
      'Supply per zone: 0 KL in each of 2. 1 without a figure. 1 measured in part.',
    ]);
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

describe('energy saved', () => {
  const drive = (name: string) => ({
    standardCategoryId: 'ENERGY_CATEGORY',
    displayName: name,
    days: [10_000],
    changes: { siUnit: 'kWh', pRefKilowatts: 5 },
  });
  const LAMP = { ...drive('Lamp'), changes: { siUnit: 'kWh' } };
  /** Two drives and a lamp: the first has saved 7 kWh, of the second so much of the time is known. */
  const document = (service: 'energy' | 'custom_energy', known: number) =>
    build(
      {
        request: { ...request(service), ...(service === 'energy' ? {} : { body: { columns: ['energySaved'] } }) },
        units: { P1: drive('One'), P2: drive('Two'), LAMP },
        categories: { energyCategory: { PUMPS: ['P1', 'P2', 'LAMP'] } },
      },
      (input) => {
        const { period } = input;
        if (period === null) throw new Error('The report has a period.');
        const spans = new Map(period.spans);
        for (const [unitId, span] of spans) {
          const { figures } = span;
          if (figures === null || unitId === 'LAMP') continue;
          const meta =
            unitId === 'P1'
              ? { energySaved: 7, energySavedCoverage: 1 }
              : { energySaved: known === 0 ? 0 : -2, energySavedCoverage: known };
          spans.set(unitId, { ...span, figures: { ...figures, meta: { ...figures.meta, ...meta } } });
        }
        return { ...input, period: { ...period, spans } };
      },
    );
  const headline = (known: number) =>
    document('energy', known).headlines.find(({ title }) => title === 'Energy saved')?.value;

  it('is no least, because a drive above its reference has lost; it says how much of the time is known', () => {
    expect(headline(0)).toMatchObject({ value: 7, bound: null, coverage: 0.5 });
    expect(headline(0.5)).toMatchObject({ value: 5, bound: null, coverage: 0.75 });
    expect(headline(1)).toMatchObject({ value: 5, bound: null, coverage: 1 });
  });

  it('has the same marks in a report of its own layout, to which a lamp without a reference is nothing', () => {
    for (const known of [0, 0.5, 1]) {
      const cells = columnOf(tableOf(document('custom_energy', known), 'meters'), 'energySaved');
      expect(cells).toMatchObject([
        { value: 7, coverage: 1, bound: null },
        known === 0 ? { kind: 'missing' } : { value: -2, coverage: known, bound: null },
        { kind: 'missing' },
        { value: known === 0 ? 7 : 5, coverage: (1 + known) / 2, bound: null },
      ]);
      expect(cells).toEqual(columnOf(tableOf(document('energy', known), 'savings'), 'saved').toSpliced(2, 0, cells[2]));
    }
  });
});

describe('a report in minutes', () => {
  /** An hour of the day in four intervals, of which one was lost; what the register counted is in the day's figure. */
  const granular = (values: readonly (number | null)[]) =>
    build(
      {
        request: {
          ...request('water', 'granular'),
          endDate: DAY as NonNullable<Works['request']['endDate']>,
          layout: 'v2',
        },
        units: {
          A: { displayName: 'Inlet', days: [20_000] },
          V: { displayName: 'Losses', standardCategoryId: 'virtualCategory', days: [40_000] },
        },
        categories: { ID_CONSUMPTION: { ALL: ['A', 'V'] } },
      },
      (input) => {
        const { period } = input;
        if (period === null) throw new Error('The report has a period.');
        const spans = new Map(period.spans);
        const [inlet, losses] = [spans.get('A'), spans.get('V')];
        if (inlet === undefined || losses === undefined) throw new Error('Both units have a span.');
        const [first] = inlet.entries;
        if (first === undefined) throw new Error('The day has an entry.');
        const { readings: _ofDay, ...day } = first;
        const entries = values.map((y, index) => ({
          ...day,
          x: new Date(Date.parse(`${DAY}T00:00:00Z`) + index * 900_000).toISOString(),
          y,
          coverage: y === null ? 0 : 1,
        }));
        spans.set('A', { ...inlet, entries });
        spans.set('V', { ...losses, entries: [] });
        return { ...input, period: { ...period, spans } };
      },
    );

  it('has the virtual units in its total, as the report of days has', () => {
    const document = granular([5_000, null, 5_000, 5_000]);
    expect(document.headlines[0]?.value).toMatchObject({ value: 60 });
    const table = tableOf(document, 'matrix');
    expect(columnOf(table, 'A')).toMatchObject([
      { value: 5 },
      { kind: 'missing' },
      { value: 5 },
      { value: 5 },
      { value: 20 },
    ]);
    expect(table.columns.map(({ id }) => id)).not.toContain('V');
    expect(table.rows.at(-1)?.cells[0]).toEqual({ kind: 'text', text: 'Of the period' });
    expect(table.columns.map(({ total }) => total)).not.toContain('sum');
    expect(table.note).toContain('Not the sum of the intervals: Inlet.');
    expect(table.note).toContain('Worked out for whole days alone: Losses.');
  });

  it('has a total where its intervals add up to it', () => {
    const table = tableOf(granular([5_000, 5_000, 5_000, 5_000]), 'matrix');
    expect(table.columns.find(({ id }) => id === 'A')?.total).toBe('sum');
    expect(table.note ?? '').not.toContain('Not the sum');
  });
});
