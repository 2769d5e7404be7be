import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReading } from '../../../src/readings/rules/parse-reading.ts';
import { MAX_FUTURE_MILLISECONDS } from '../../../src/readings/rules/reading.ts';
import { runs } from '../../support/property-runs.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const AT = '2026-11-21T06:00:00Z';
const parse = (row: unknown) => parseReading(row, NOW);
const reading = (fields: Record<string, unknown>) => parse({ unitId: 'M1', createdOn: AT, ...fields });
const codeOf = (verdict: ReturnType<typeof parse>): string => (verdict.ok ? 'taken' : verdict.refusal.code);
const json = (text: string): unknown => JSON.parse(text);

describe('a reading', () => {
  it('is taken with every field a sender may give', () => {
    expect(
      reading({ value: 1.5, summedValue: 1e15, interpolated: true, offlinePeriod: 30, paramValue: { voltage: 230 } }),
    ).toEqual({
      ok: true,
      reading: {
        unitId: 'M1',
        createdOnEpochMs: Date.parse(AT),
        value: 1.5,
        register: 1e15,
        estimated: true,
        offlineMinutes: 30,
        parameters: { voltage: 230 },
      },
    });
  });

  it('needs only one of value, summedValue and parameters', () => {
    expect(reading({ value: 0 })).toMatchObject({
      ok: true,
      reading: { value: 0, register: null, estimated: false, offlineMinutes: null, parameters: {} },
    });
    expect(reading({ summedValue: 0 })).toMatchObject({ ok: true, reading: { value: null, register: 0 } });
    expect(reading({ params: { ph: 7 } })).toMatchObject({ ok: true, reading: { value: null, parameters: { ph: 7 } } });
    expect(codeOf(reading({}))).toBe('no_value');
    expect(codeOf(reading({ value: null, summedValue: '', paramValue: {} }))).toBe('no_value');
    expect(codeOf(reading({ paramValue: { ph: null } }))).toBe('no_value');
  });

  it('with an object as value is the same as with paramValue', () => {
    expect(reading({ value: { ph: 7, tds: '300' } })).toEqual(reading({ paramValue: { ph: 7, tds: 300 } }));
  });

  it('of numbers and flags written as text is taken, as CSV and gateways send them', () => {
    expect(reading({ value: '-1.5e3', summedValue: '+7', interpolated: 'true', offlinePeriod: '.5' })).toMatchObject({
      ok: true,
      reading: { value: -1500, register: 7, estimated: true, offlineMinutes: 0.5 },
    });
  });

  it('keeps the offline period as the database does, so that the same reading compares equal again', () => {
    expect(reading({ value: 1, offlinePeriod: 0.1 })).toMatchObject({ reading: { offlineMinutes: Math.fround(0.1) } });
    expect(reading({ value: 1, offlinePeriod: 1e-60 })).toMatchObject({ reading: { offlineMinutes: 0 } });
  });
});

describe('refused, with the field and what is allowed:', () => {
  it.each<[string, string, unknown]>([
    ['a list', 'not_a_reading', [1]],
    ['null', 'not_a_reading', null],
    ['a text', 'not_a_reading', 'x'],
    ['a number', 'not_a_reading', 7],
    ['nothing', 'not_a_reading', undefined],
    ['another field', 'unknown_field', { unitId: 'M1', createdOn: AT, value: 1, valeu: 2 }],
    [
      'the prototype as a field',
      'unknown_field',
      json(`{"unitId":"M1","createdOn":"${AT}","value":1,"__proto__":{"estimated":true}}`),
    ],
    ['no unit', 'unit_missing', { createdOn: AT, value: 1 }],
    ['an empty unit', 'unit_missing', { unitId: '', createdOn: AT, value: 1 }],
    ['a numeric unit', 'unit_missing', { unitId: 7, createdOn: AT, value: 1 }],
    ['no instant', 'instant_missing', { unitId: 'M1', value: 1 }],
    ['an instant without offset', 'instant_invalid', { unitId: 'M1', createdOn: '2026-11-21T06:00:00', value: 1 }],
    ['an epoch number', 'instant_invalid', { unitId: 'M1', createdOn: 1_763_000_000, value: 1 }],
    ['1970', 'instant_too_old', { unitId: 'M1', createdOn: '1970-01-01T00:00:00Z', value: 1 }],
    ['the last moment of 1999', 'instant_too_old', { unitId: 'M1', createdOn: '1999-12-31T23:59:59.999Z', value: 1 }],
    ['2036', 'instant_future', { unitId: 'M1', createdOn: '2036-02-07T06:28:16Z', value: 1 }],
    ['a list as instant', 'instant_invalid', { unitId: 'M1', createdOn: [AT], value: 1 }],
  ])('%s', (_, code, row) => expect(codeOf(parse(row))).toBe(code));

  it('without a unit is told that it is missing', () => {
    expect(parse({ createdOn: AT, value: 1 })).toMatchObject({
      refusal: { reason: 'unitId is missing, allowed is the id of a unit' },
    });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['NaN', 'value_invalid', { value: Number.NaN }],
    ['Infinity', 'value_invalid', { value: Number.POSITIVE_INFINITY }],
    ['1e999', 'value_invalid', json('{"value":1e999}') as Record<string, unknown>],
    ['text NaN', 'value_invalid', { value: 'NaN' }],
    ['text Infinity', 'value_invalid', { value: '-Infinity' }],
    ['hexadecimal', 'value_invalid', { value: '0x10' }],
    ['a number with a comma', 'value_invalid', { value: '1,5' }],
    ['a number in blanks', 'value_invalid', { value: ' 1 ' }],
    ['a flag', 'value_invalid', { value: true }],
    ['beyond the bound', 'value_invalid', { value: 1.1e11 }],
    ['a register beyond the bound', 'register_invalid', { summedValue: -1.1e15 }],
    ['a register as object', 'register_invalid', { summedValue: {} }],
    ['a flag neither true nor false', 'interpolated_invalid', { value: 1, interpolated: 'yes' }],
    ['a negative offline period', 'offline_period_invalid', { value: 1, offlinePeriod: -1 }],
    ['an endless offline period', 'offline_period_invalid', { value: 1, offlinePeriod: 1e10 }],
    ['a list of parameters', 'parameters_invalid', { paramValue: [1] }],
    ['a list as value', 'parameters_invalid', { value: [1] }],
    ['text as parameters', 'parameters_invalid', { params: 'ph=7' }],
    ['a nested parameter', 'parameters_invalid', { value: { ph: { a: 1 } } }],
    ['NaN as parameter', 'parameters_invalid', { value: { ph: 'NaN' } }],
    ['a parameter beyond the bound', 'parameters_invalid', { value: { ph: 1e10 } }],
    [
      '65 parameters',
      'parameters_invalid',
      { value: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`p${index}`, 1])) },
    ],
    ['a parameter without name', 'parameters_invalid', { value: { '': 1 } }],
    ['a name of 65 characters', 'parameters_invalid', { value: { ['x'.repeat(65)]: 1 } }],
    ['a name with NUL', 'parameters_invalid', { value: { 'a\u0000b': 1 } }],
    ['half a surrogate pair as name', 'parameters_invalid', { value: { '\ud800': 1 } }],
    ['the prototype as parameter', 'parameters_invalid', { value: json('{"__proto__": 1}') }],
    ['parameters given twice', 'parameters_invalid', { value: { ph: 7 }, paramValue: { ph: 8 } }],
  ])('%s', (_, code, fields) => expect(codeOf(reading(fields))).toBe(code));

  it('says what was given and what is allowed', () => {
    expect(reading({ value: 'much' })).toEqual({
      ok: false,
      refusal: {
        unitId: 'M1',
        code: 'value_invalid',
        reason: 'value is "much", allowed is a number from -100000000000 to 100000000000',
      },
    });
  });

  it.each([
    ['<script>alert(1)</script>', 'script'],
    ['$where', 'operator'],
    ['user[$ne]', 'operator'],
    ['__proto__', 'operator'],
    ['constructor', 'operator'],
    ["' OR 1=1 --", 'sql'],
  ])(
    'a parameter called %s is refused as every other text would be, in whichever field it comes, and says so each time',
    (name, kind) => {
      const named = json(`{${JSON.stringify(name)}: 7.1, "ph": 7}`);
      for (const fields of [{ value: named }, { paramValue: named }, { params: named }, { params: named }]) {
        expect(reading(fields)).toMatchObject({
          ok: false,
          refusal: {
            unitId: 'M1',
            code: 'parameters_invalid',
            reason: `paramValue: parameter name ${JSON.stringify(name)} looks like ${kind} injection`,
          },
        });
      }
    },
  );

  it.each([
    'pH',
    'NH3-N',
    'TDS (mg/l)',
    "O'Brien's probe",
    'NO2 + NO3',
    '5 % drop',
    'Spannung L1–L2',
    'select',
    'T < 20 °C',
    'Σ kW',
  ])('a parameter called %s is taken', (name) => {
    expect(codeOf(reading({ paramValue: { [name]: 1 } }))).toBe('taken');
  });

  it('never repeats more than a line of what was sent', () => {
    const huge = 'x'.repeat(1_000_000);
    for (const row of [
      huge,
      { [huge]: 1 },
      { unitId: huge, createdOn: huge },
      { unitId: 'M1', createdOn: AT, value: huge },
      { unitId: 'M1', createdOn: AT, value: { [huge]: 1 } },
    ]) {
      const verdict = parse(row);
      expect(verdict.ok ? '' : verdict.refusal.reason.length).toBeLessThan(300);
      expect((verdict.ok ? null : verdict.refusal.unitId)?.length ?? 0).toBeLessThanOrEqual(200);
    }
  });
});

describe('the future', () => {
  it('begins 24 hours ahead', () => {
    const at = (ms: number) => parse({ unitId: 'M1', createdOn: new Date(NOW + ms).toISOString(), value: 1 });
    expect(codeOf(at(MAX_FUTURE_MILLISECONDS))).toBe('taken');
    expect(codeOf(at(MAX_FUTURE_MILLISECONDS + 1))).toBe('instant_future');
  });
});

describe('whatever a sender writes', () => {
  it('gets a verdict, never an exception', () => {
    const field = fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.double());
    const keyed = fc.record(
      {
        unitId: field,
        createdOn: fc.oneof(field, fc.constant(AT)),
        value: field,
        summedValue: field,
        interpolated: field,
        offlinePeriod: field,
        paramValue: field,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), keyed), (row) => {
        expect(typeof parse(row).ok).toBe('boolean');
      }),
      { numRuns: runs(500) },
    );
  });

  it('nested deeper than the stack, too', () => {
    const deep = json(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    for (const row of [
      deep,
      { unitId: deep },
      { unitId: 'M1', createdOn: deep },
      { unitId: 'M1', createdOn: AT, value: deep },
      { unitId: 'M1', createdOn: AT, value: { ph: deep } },
    ]) {
      expect(parse(row).ok).toBe(false);
    }
  });

  it('a taken reading holds finite numbers only', () => {
    const figures = fc.record({
      value: fc.double(),
      summedValue: fc.double(),
      offlinePeriod: fc.double(),
      paramValue: fc.dictionary(fc.string(), fc.double()),
    });
    fc.assert(
      fc.property(figures, (fields) => {
        const verdict = reading(fields);
        if (!verdict.ok) return;
        const { value, register, offlineMinutes, parameters } = verdict.reading;
        for (const figure of [value, register, offlineMinutes, ...Object.values(parameters)])
          expect(figure === null || Number.isFinite(figure)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});
