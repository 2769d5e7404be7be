import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { decodeMeterFile } from '../../../../src/readings/rules/meter-file/decode.ts';
import { CSV_OPTIONS, delimiterOf } from '../../../../src/readings/rules/meter-file/table.ts';
import { understandMeterFile } from '../../../../src/readings/rules/meter-file/understand.ts';
import { inThousandths, METER_FILE_MEASURES, thousandthsIn } from '../../../../src/readings/rules/measures.ts';
import { decimalSignIn, numberIn } from '../../../../src/readings/rules/meter-file/numbers.ts';
import { chosen, METER_UNITS, rowsOfFile } from './support.ts';

const BEGIN = Date.UTC(2026, 0, 13);
const [DELIMITERS, DECIMALS] = [[',', ';', '\t', '|'] as const, ['.', ','] as const];

interface Shape {
  readonly delimiter: string;
  readonly decimal: '.' | ',';
  readonly date: 'iso' | 'dotted' | 'slashed';
  readonly isWide: boolean;
  readonly encoding: 'utf8' | 'bom' | 'utf16le' | 'utf16le without mark' | 'latin1';
  readonly isNewestFirst: boolean;
  /** Ends of the lines, in turn: files that were joined have several. */
  readonly ends: readonly string[];
}

const shape = fc.record<Shape>({
  delimiter: fc.constantFrom(...DELIMITERS),
  decimal: fc.constantFrom(...DECIMALS),
  date: fc.constantFrom('iso', 'dotted', 'slashed'),
  isWide: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'bom', 'utf16le', 'utf16le without mark', 'latin1'),
  isNewestFirst: fc.boolean(),
  ends: fc.uniqueArray(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 1 }),
});

type Figure = readonly [litres: number, wattHours: number];

function dateText(ms: number, form: Shape['date']): string {
  const iso = new Date(ms).toISOString();
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
  const sign = form === 'dotted' ? '.' : '/';
  return `${form === 'iso' ? `${year}-${month}-${day}` : [day, month, year].join(sign)} ${iso.slice(11, 16)}`;
}

/** Figures in cubic metres and kilowatt-hours with three decimals, so that a number of them is never ambiguous. */
function written(figures: readonly Figure[], as: Shape): Buffer {
  const figure = (thousandths: number): string => {
    const text = (thousandths / 1000).toFixed(4).replace('.', as.decimal);
    return text.includes(as.delimiter) ? `"${text}"` : text;
  };
  const lines = figures.flatMap(([litres, wattHours], at) => {
    const time = dateText(BEGIN + at * 3_600_000, as.date);
    const cells = [figure(litres), figure(wattHours)] as const;
    if (as.isWide) return [[time, ...cells]];
    return [
      ['INLET', time, cells[0], 'm³'],
      ['PUMP_1', time, cells[1], 'kWh'],
    ];
  });
  const head = as.isWide
    ? ['Zeit', 'INLET Zählerstand [m³]', 'PUMP_1 Zählerstand [kWh]']
    : ['Meter', 'Zeit', 'Zählerstand', 'UoM'];
  const rows = [head, ...(as.isNewestFirst ? lines.toReversed() : lines)];
  const text = rows.map((row, at) => `${row.join(as.delimiter)}${as.ends[at % as.ends.length] ?? ''}`).join('');
  if (as.encoding === 'latin1') return Buffer.from(text, 'latin1');
  if (as.encoding === 'bom') return Buffer.from(`\uFEFF${text}`);
  if (as.encoding === 'utf8') return Buffer.from(text);
  return Buffer.from(as.encoding === 'utf16le' ? `\uFEFF${text}` : text, 'utf16le');
}

function readingsOf(bytes: Buffer): unknown[] {
  const { text } = decodeMeterFile(bytes);
  const delimiter = delimiterOf(text);
  if (delimiter === null) throw new Error('no delimiter');
  const rows: string[][] = parse(text, { ...CSV_OPTIONS, delimiter });
  const table = { rows, encoding: '', delimiter };
  const understood = understandMeterFile(table, chosen(), { units: METER_UNITS, timezone: 'UTC', nowMs: BEGIN });
  expect(understood.questions).toEqual([]);
  const readings = rowsOfFile(understood).map((row) => ('row' in row ? row.row : row));
  return readings.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

it('the same figures in any shape are the same readings', () => {
  const figures = fc.array(fc.tuple(fc.nat(5_000_000), fc.nat(5_000_000)), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(figures, shape, (all, as) => {
      const expected = all.flatMap(([litres, wattHours], at) => {
        const createdOn = new Date(BEGIN + at * 3_600_000).toISOString();
        return [
          { unitId: 'INLET', createdOn, summedValue: litres },
          { unitId: 'PUMP_1', createdOn, summedValue: wattHours },
        ];
      });
      const sorted = expected.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
      expect(readingsOf(written(all, as))).toEqual(sorted);
    }),
  );
});

it('a number written with any groups and either sign is itself', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      fc.constantFrom('', ' ', '\u202f', '’'),
      fc.constantFrom(...DECIMALS),
      (hundredths, gap, decimal) => {
        const figure = hundredths / 100;
        const [lead = '', tail = ''] = Math.abs(figure).toFixed(2).split('.');
        const grouped = lead.replaceAll(/\B(?=(\d{3})+$)/g, gap === '' ? (decimal === '.' ? ',' : '.') : gap);
        const text = `${figure < 0 ? '-' : ''}${grouped}${decimal}${tail}`;
        expect([decimalSignIn(text), numberIn(text, decimal)]).toEqual([decimal, figure]);
      },
    ),
  );
});

it('a measure and its own reverse come to the figure again, and kinds are never mixed', () => {
  const known = METER_FILE_MEASURES.filter((name) => name !== 'thousandths');
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.constantFrom(...known), fc.nat(1_000_000), (from, to, figure) => {
      const [there, back] = [thousandthsIn(from, to), thousandthsIn(to, from)];
      if (there === null || back === null) {
        expect([there, back]).toEqual([null, null]);
        return;
      }
      expect(there.numerator * back.numerator).toBe(1_000_000n * there.denominator * back.denominator);
      expect(inThousandths(figure, thousandthsIn(from, from) ?? there)).toBe(figure * 1000);
    }),
  );
});
