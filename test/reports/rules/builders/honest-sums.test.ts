import { describe, expect, it } from 'vitest';
import { build, columnOf, DAY, request, tableOf } from '../support/built-report.ts';
import type { Works } from '../support/works.ts';

/* Sums and shares that would say more than is known. */

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

  it('gives as much an hour as was measured and estimated of its day', () => {
    const table = tableOf(
      build({
        request: request('borewell'),
        units: { BORE: { days: [24_000], genuine: 12 } },
        categories: { ID_SOURCE: { BORE_WELLS: ['BORE'] } },
      }),
      'meters',
    );
    expect(columnOf(table, 'perHour')).toMatchObject([{ value: 1, coverage: 0.5, estimatedShare: 0, bound: null }]);
  });
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

  it('have a column of changes where one of them has a change, and no reasons in it', () => {
    const changesOf = (north: Zone, south: Zone) => {
      const document = build({
        request: request('smart_city'),
        units: { A: { days: [8_000], ...north }, B: { days: [8_000], ...south } },
        categories: { ID_SOURCE: { NORTH: ['A'], SOUTH: ['B'] } },
      });
      return columnOf(tableOf(document, 'zones'), 'change');
    };
    const none = { kind: 'missing', why: null };
    expect(changesOf({ before: [4_000] }, {})).toMatchObject([{ kind: 'change', share: 1 }, none, none]);
    expect(changesOf({}, {}).every((cell) => cell === undefined)).toBe(true);
  });

  it('that were measured in part are drawn and told as such, and are never the least', () => {
    expect(pictureOf({ days: [20_000], ...HALF }, { days: [5_000], ...HALF }, {})).toEqual([
      'Sub NORTH took most: at least 20.0 KL',
      'Supply per zone: most at least 20.0 KL for Sub NORTH, least 8.00 KL for Sub WEST. '
        + 'Hatched: 2 zones were measured in part.',
      [0, 1],
    ]);
    expect(pictureOf({ days: [20_000] }, { days: [5_000] }, {})).toEqual([
      'Sub NORTH took most: 20.0 KL',
      'Supply per zone: most 20.0 KL for Sub NORTH, least 5.00 KL for Sub SOUTH.',
      [],
    ]);
    expect(pictureOf({ days: [20_000] }, { days: [null] }, HALF)).toEqual([
      'Sub NORTH took most: 20.0 KL',
      'Supply per zone: most 20.0 KL for Sub NORTH. Hatched: 1 zone has no figure; of 1 more a part was not measured.',
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
      'Supply per zone: 0 KL in each of 2. 1 zone has no figure; of 1 more a part was not measured.',
    ]);
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
  const document = (service: 'energy' | 'custom_energy', known: number, more: Partial<Works> = {}) =>
    build(
      {
        ...more,
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

  it('may still change while the day runs, as the energy beside it', () => {
    const running = document('energy', 1, { now: `${DAY}T12:30:00Z` });
    expect(running.headlines.map(({ value }) => 'provisional' in value && value.provisional).slice(0, 2)).toEqual([
      true,
      true,
    ]);
    expect(columnOf(tableOf(running, 'savings'), 'saved')).toMatchObject([
      { provisional: true },
      {},
      { provisional: true },
    ]);
    expect(headline(1)).toMatchObject({ provisional: false });
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
        request: { ...request('water', 'granular'), endDate: DAY, layout: 'v2' },
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
