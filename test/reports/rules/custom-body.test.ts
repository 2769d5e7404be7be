import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { readCustomBody } from '../../../src/reports/rules/custom-body.ts';
import { CUSTOM_COLUMNS, CUSTOM_SERVICES, usualColumns } from '../../../src/reports/rules/custom-columns.ts';
import { jpeg, png } from './support/pictures.ts';

const pH = { displayName: 'Acidity', siUnit: '', isLatest: false };
const UNITS = new Map([
  ['M1', { params: { pH } }],
  ['M2', { params: {} }],
]);
const read = (body: unknown, service: (typeof CUSTOM_SERVICES)[number] = 'custom_water') =>
  readCustomBody(service, body, UNITS);

const mistakesOf = (act: () => unknown): readonly string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 1430)
      return error.details.map(({ field, problem }) => `${field} ${problem}`);
    throw error;
  }
  return [];
};

describe('the body of a custom report', () => {
  it.each(CUSTOM_SERVICES)('of %s may be absent or empty, the usual columns stand then', (service) => {
    for (const body of [undefined, {}]) {
      expect(read(body, service)).toEqual({
        title: null,
        columns: usualColumns(service, false),
        isUsual: true,
        units: null,
        groupBy: 'subCategory',
        orderBy: 'given',
        thresholds: [],
        breakdown: true,
        logo: null,
      });
    }
  });

  it.each(['custom_withdrawal', 'custom_quality'] as const)(
    'of %s has columns of limits once it names one',
    (service) => {
      const parameter = service === 'custom_quality' ? { parameter: 'pH' } : {};
      expect(read({ thresholds: [{ above: 1, ...parameter }] }, service).columns).toEqual(
        CUSTOM_COLUMNS[service].usual,
      );
      expect(read({}, service).columns.length).toBeLessThan(CUSTOM_COLUMNS[service].usual.length);
    },
  );

  it.each(CUSTOM_SERVICES)('of %s may name every column that the service has', (service) => {
    const columns = [...CUSTOM_COLUMNS[service].allowed];
    expect(read({ columns }, service).columns).toEqual(columns);
  });

  it('says how the report is laid out', () => {
    const body = {
      title: 'Water of the week',
      columns: ['value', 'coverage'],
      units: ['M2', 'M1'],
      groupBy: 'none',
      orderBy: 'value',
      thresholds: [{ unitId: 'M1', above: 120, severity: 'critical' }],
      breakdown: false,
      logo: { mime: 'image/png', base64: png(80, 40) },
    };
    expect(read(body)).toEqual({
      ...body,
      isUsual: false,
      thresholds: [{ unitId: 'M1', parameter: null, above: 120, below: null, severity: 'critical' }],
    });
  });

  it('tells every mistake at once, those of shape and those of sense', () => {
    const mistakes = mistakesOf(() =>
      read({
        titel: 'x',
        title: 'a\u0007b',
        columns: ['value', 'price', 'value'],
        units: ['M1', 'M9', 'M1'],
        groupBy: 'colour',
        breakdown: 'yes',
        thresholds: [{ unitId: 'M8' }, { above: 1, below: 2, parameter: 'pH' }],
        logo: { mime: 'image/png', base64: jpeg(10, 10) },
      }),
    );
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'title',
      'columns[1]',
      'groupBy',
      'breakdown',
      'titel',
      'units[2]',
      'units[1]',
      'thresholds[0].unitId',
      'thresholds[0]',
      'thresholds[1].parameter',
      'thresholds[1].below',
      'logo.base64',
    ]);
    expect(mistakes.find((mistake) => mistake.startsWith('titel'))).toContain('columns, units');
    expect(mistakes.find((mistake) => mistake.startsWith('units[1]'))).toBe(
      'units[1] is "M9", allowed is the id of a unit that custom_water tells about',
    );
    expect(mistakes.find((mistake) => mistake.startsWith('columns[1]'))).toContain('one of value, share');
  });

  it.each([null, [], 'x', 7])('is an object, and %j is not', (body) => {
    expect(mistakesOf(() => read(body === null ? [null] : body)).length).toBe(1);
  });

  it('of custom_quality bounds parameters', () => {
    const body = { thresholds: [{ unitId: 'M1', parameter: 'pH', above: 8.5, below: 6.5 }] };
    expect(read(body, 'custom_quality').thresholds).toEqual([
      { unitId: 'M1', parameter: 'pH', above: 8.5, below: 6.5, severity: 'high' },
    ]);
  });
});

describe('a threshold', () => {
  it('of custom_quality names its parameter, because nothing else of quality has a figure', () => {
    const thresholds = [{ above: 8.5 }, { unitId: 'M2', above: 8.5 }, { parameter: 'pH', below: 6.5 }];
    expect(mistakesOf(() => read({ thresholds }, 'custom_quality'))).toEqual([
      'thresholds[0].parameter is missing, allowed is the id of a parameter of the units of the report, such as pH',
      'thresholds[1].parameter is missing, allowed is the id of a parameter of its unit',
    ]);
  });

  it('is the only one of its unit and parameter, because one limit stands beside a figure', () => {
    const of = (unitId: string | null, parameter: string) => ({ unitId, parameter, above: 1 });
    const thresholds = [of('M1', 'pH'), of('M1', 'tds'), of(null, 'pH'), of('M1', 'pH')];
    expect(mistakesOf(() => read({ thresholds }, 'custom_quality'))).toEqual([
      'thresholds[3] is about the same figure as thresholds[0], allowed is one of each unit and parameter',
    ]);
    expect(mistakesOf(() => read({ thresholds: [{ above: 1 }, { unitId: 'M1', above: 1 }, { below: 2 }] }))).toEqual([
      'thresholds[2] is about the same figure as thresholds[0], allowed is one of each unit and parameter',
    ]);
  });
});

describe('a logo', () => {
  const refused = (logo: unknown): string => mistakesOf(() => read({ logo })).join();

  it('is a PNG or a JPEG by its bytes', () => {
    expect(refused({ mime: 'image/jpeg', base64: jpeg(300, 100) })).toBe('');
    expect(refused({ mime: 'image/jpeg', base64: png(30, 10) })).toContain('whose bytes are image/jpeg');
  });

  it('is no SVG, which could hold scripts', () => {
    expect(refused({ mime: 'image/svg+xml', base64: btoa('<svg/>') })).toContain('one of image/png, image/jpeg');
    expect(refused({ mime: 'image/png', base64: btoa('<svg onload="x"/>aa') })).toContain('whose bytes are image/png');
  });

  it.each([
    ['a side is too long', png(2001, 10), 'at most 2000 pixels'],
    ['it has no area', png(0, 10), 'at most 2000 pixels'],
    ['it is too heavy', png(10, 10, 200_000), 'at most 200000 bytes'],
    ['it is no base64', 'data:image/png;base64,AAAA', 'base64'],
    ['it is cut off', png(10, 10).slice(0, 20), 'whose bytes are image/png'],
  ])('is refused when %s', (_, base64, problem) => {
    expect(refused({ mime: 'image/png', base64 })).toContain(problem);
  });
});
