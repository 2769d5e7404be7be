import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Industry, StoredUnit } from '../../src/kernel/industry/industry.ts';
import type { UnitGroup } from '../../src/kernel/measure/unit.ts';
import { lineRows } from '../../src/readings/line-rows.ts';
import type { PrecisionName } from '../../src/readings/rules/line-protocol/timestamp.ts';
import type { SentRow } from '../../src/readings/sent-rows.ts';

const NOW = Date.parse('2026-01-16T00:40:00Z');
const unit = (unitId: string, group: UnitGroup, params: Record<string, unknown> = {}): [string, StoredUnit] => [
  unitId,
  { unitKey: 1, current: { unitId, group, params }, versions: [] } as unknown as StoredUnit, // what rows ask of a unit
];
const units: Industry['units'] = new Map([
  unit('M1', 'FLOW'),
  unit('TANK', 'STOCK', { temperature: {} }),
  unit('LAB', 'QUALITY', { ph: {} }),
]);

async function rowsOf(
  text: string | Buffer,
  precision: PrecisionName = 's',
  pieceBytes = 1_000_000,
): Promise<SentRow[]> {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  const rows: SentRow[] = [];
  for await (const group of lineRows(Readable.from(pieces), { units, precision, arrivedAt: NOW })) rows.push(...group);
  return rows;
}
const createdOn = '2026-01-16T00:35:00.000Z';
const AT = Date.parse(createdOn) / 1000;

describe('a line of a unit', () => {
  it('is the reading that its unit, fields and timestamp say', async () => {
    expect(
      await rowsOf(
        `water,host=gate,unitId=M1 value=12i,summedValue=20650.6,interpolated=f,offlinePeriod=5 ${AT}\nlab,unit=LAB ph=7.2,tds=410 ${AT}`,
      ),
    ).toEqual([
      {
        line: 1,
        isPartial: true,
        row: { unitId: 'M1', createdOn, value: 12, summedValue: 20650.6, interpolated: false, offlinePeriod: 5 },
      },
      { line: 2, isPartial: true, row: { unitId: 'LAB', createdOn, paramValue: { ph: 7.2, tds: 410 } } },
    ]);
  });

  it('is named by the tag unitId, where a tag unit says something else', async () => {
    expect(await rowsOf(`water,unit=litres,unitId=M1 value=1 ${AT}`)).toMatchObject([{ row: { unitId: 'M1' } }]);
  });

  it('without a timestamp is of the time of arrival', async () => {
    expect(await rowsOf(`a,unit=M1 value=1\nb,unit=TANK value=2 ${AT}\nc,unit=M1 value=3`)).toMatchObject([
      { row: { createdOn: '2026-01-16T00:40:00.000Z' } },
      { row: { createdOn } },
      { row: { createdOn: '2026-01-16T00:40:00.000Z' } },
    ]);
  });

  it('has the milliseconds of its nanoseconds', async () => {
    expect(await rowsOf('a,unit=M1 value=1 1768523700123999999', 'ns')).toMatchObject([
      { row: { createdOn: '2026-01-16T00:35:00.123Z' } },
    ]);
  });
});

describe('a line is refused, with the line and the reason, when it', () => {
  it.each([
    [`a value=1 ${AT}`, 'unit_missing', "the tag 'unitId' is missing"],
    [
      `a,unit=M1 summedvalue=1 ${AT}`,
      'unknown_field',
      `"summedvalue" is not a field of unit 'M1', allowed are value, summedValue`,
    ],
    [`a,unit=TANK value=1,__proto__=2 ${AT}`, 'unknown_field', 'offlinePeriod, temperature'],
    [`a,unit=M1 value=1 ${AT}000`, 'instant_future', 'in the precision s, allowed is from the year 2000'],
    [
      'a,unit=M1 value=1 99999999999999999999',
      'instant_future',
      'the timestamp 99999999999999999999 is 99999999999999999999 in',
    ],
    ['a,unit=M1 value=1 1', 'instant_too_old', 'the timestamp 1 is 1970-01-01T00:00:01.000Z in the precision s'],
    ['a,unit=M1 value=x', 'not_a_reading', "field 'value' is 'x'"],
    [`a,unit=M1 value=${'1'.repeat(70_000)}`, 'line_too_long', 'the line is longer than'],
  ])('is %.60s', async (line, code, problem) => {
    const [, second] = await rowsOf(`# first\na,unit=M1 value=1 ${AT}\n${line}`);
    expect(second).toMatchObject({ line: 3, code, problem: expect.stringContaining(problem) });
  });

  it('keeps the reading that it would have been, so that it can be released', async () => {
    const [row] = await rowsOf(`a,unit=M1 summedvalue=1 ${AT}`);
    expect(row).toMatchObject({
      unitId: 'M1',
      text: JSON.stringify({ unitId: 'M1', createdOn, paramValue: { summedvalue: 1 } }),
    });
  });
});

describe('a parameter', () => {
  it('is taken where the unit declares it, and any of a laboratory, whatever its name', async () => {
    expect(
      await rowsOf(`a,unit=TANK value=1,temperature=12.5 ${AT}\na,unit=LAB __proto__=1,constructor=2 ${AT}`),
    ).toMatchObject([{ row: { paramValue: { temperature: 12.5 } } }, {}]);
    const [, second] = await rowsOf(`a,unit=TANK value=1 ${AT}\na,unit=LAB __proto__=1,constructor=2 ${AT}`);
    const row = second !== undefined && 'row' in second ? second.row : null;
    expect(Object.entries(Object(row).paramValue)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });
});

it('lines are the same in pieces of any size, with characters of several bytes', async () => {
  const text = Array.from(
    { length: 3000 },
    (_, index) => `wäter,unitId=${index % 7 === 0 ? 'Ω水' : 'M1'},host=gäte value=${index} ${AT + index}\r\n`,
  ).join('');
  const whole = await rowsOf(text);
  expect(whole).toHaveLength(3000);
  for (const bytes of [1000, 65_537, 100_000]) expect(await rowsOf(text, 's', bytes)).toEqual(whole);
});

it('a byte order mark is passed over', async () => {
  expect(await rowsOf(`\uFEFFa,unit=M1 value=1 ${AT}`)).toMatchObject([{ row: { value: 1 } }]);
});
