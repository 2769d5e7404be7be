import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

type Row = Record<string, string>;

let context: TestContext;
let works: Works;

beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-09', 0), value: 70 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 1000.1 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 1), value: 2000.2 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 4), value: 500 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-10', 2), paramValue: { pH: 7.1, turbidity: 3 } },
    { unitId: 'PUMP', createdOn: atHour('2026-06-10', 0), value: 900, paramValue: { voltage: 230 } },
  ]);
});

const file = (query: string): Promise<Response> => works.fetch(`figures?${query}`);
async function rows(query: string, delimiter = ','): Promise<Row[]> {
  const answer = await file(query);
  expect(answer.status).toBe(200);
  // csv-parse types its answer by its options
  return parse(await answer.text(), { columns: true, delimiter }) as Row[];
}
const DAYS = 'from=09/06/2026&to=12/06/2026&unitIds=M1';

describe('GET figures', () => {
  it('gives a row per unit and day up to the running one, with the figures of deviceDataV2', async () => {
    const found = await rows(DAYS);
    expect(found.map(({ date, value }) => [date, value])).toEqual([
      ['2026-06-09', '0.07'],
      ['2026-06-10', '3.0003'],
      ['2026-06-11', '0.5'],
    ]);
    const { body } = await works.get('deviceDataV2?category=ID_SOURCE&type=DAY&date1=10/06/2026&unitId=M1');
    const shown = (body as { data: { data: { x: string; y: number | null; coverage: number | null }[] } }).data.data;
    for (const row of found) {
      const bucket = shown.find(({ x }) => x === row['start']);
      expect([Number(row['value']), Number(row['coverage'])]).toEqual([bucket?.y, bucket?.coverage]);
    }
  });

  it('leaves what is missing empty, and never writes 0 for it', async () => {
    const found = await rows('from=10/06/2026&to=10/06/2026&unitIds=M2');
    expect(found.map(({ value, estimatedShare }) => [value, estimatedShare])).toEqual([['', '']]);
  });

  it('gives a row per parameter of a quality unit and the electrical ones of a pump', async () => {
    const found = await rows('from=10/06/2026&to=10/06/2026&unitIds=RIVER,PUMP');
    expect(found.map(({ unitId, parameter, value }) => [unitId, parameter, value])).toEqual([
      ['RIVER', 'pH', '7.1'],
      ['RIVER', 'turbidity', '3'],
      ['PUMP', '', '0.9'],
      ['PUMP', 'voltage', '230'],
    ]);
  });

  it('gives hours, months and years too', async () => {
    const hours = await rows('period=hourly&from=10/06/2026&to=10/06/2026&unitIds=M1');
    expect(hours.length).toBe(24);
    expect(hours.slice(0, 3).map(({ value }) => value)).toEqual(['1.0001', '2.0002', '']);
    const months = await rows('period=monthly&from=20/05/2026&to=12/06/2026&unitIds=M1');
    expect(months.map(({ date, value }) => [date, value])).toEqual([['2026-06-01', '3.5703']]);
    const years = await rows('period=yearly&from=20/05/2025&to=12/06/2026&unitIds=M1');
    expect(years.map(({ date, value }) => [date, value])).toEqual([['2026-01-01', '3.5703']]);
  });

  it.each(['hourly', 'daily', 'monthly', 'yearly'])(
    'reads no %s period before the first reading of the industry nor after today, however long the range',
    async (period) => {
      const found = (range: string): Promise<Row[]> => rows(`period=${period}&unitIds=M1,M2&${range}`);
      const all = await found('from=01/01/1910&to=31/12/2189');
      expect(all).toEqual(await found('from=09/06/2026&to=11/06/2026'));
      expect(all.length).toBeGreaterThan(0);
      expect(await found('from=01/01/1910&to=31/12/2025')).toEqual([]);
    },
  );

  it('gives a file without a row of an industry that has never sent a reading', async () => {
    const silent = await mintWorks(context, testApp(context));
    const answer = await silent.fetch('figures?from=01/01/1910&to=11/06/2026');
    expect([answer.status, (await answer.text()).trimEnd().split('\r\n').length]).toEqual([200, 1]);
  });

  it('gives every unit of the industry when none is named, in order of days', async () => {
    const found = await rows('from=09/06/2026&to=10/06/2026');
    const dates = found.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted());
    expect(new Set(found.map(({ unitId }) => unitId)).size).toBeGreaterThan(5);
  });

  it('writes another country’s list', async () => {
    const found = await rows(`${DAYS}&delimiter=semicolon&decimalMark=comma`, ';');
    expect(found.map(({ value }) => value)).toEqual(['0,07', '3,0003', '0,5']);
  });

  it('gives the same as lines of JSON, with nulls', async () => {
    const text = await (await file(`${DAYS}&format=ndjson`)).text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>); // of one object
    expect(lines.map(({ date, value, parameter }) => [date, value, parameter])).toEqual([
      ['2026-06-09', 0.07, null],
      ['2026-06-10', 3.0003, null],
      ['2026-06-11', 0.5, null],
    ]);
  });

  it('gives the same as a workbook, numbers as numbers', async () => {
    const answer = await file(`${DAYS}&format=xlsx`);
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename=".*_figures_daily_.*\.xlsx"/);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    const sheet = book.getWorksheet('Figures');
    expect([2, 3, 4].map((row) => sheet?.getRow(row).getCell(7).value)).toEqual([0.07, 3.0003, 0.5]);
    expect(sheet?.getRow(1).getCell(7).value).toBe('value');
  });

  it('says what is wrong: a range that ends before it begins, an unknown unit, period or format', async () => {
    expect(await works.get('figures?from=12/06/2026&to=10/06/2026')).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "Invalid 'to': '10/06/2026' is before from, '12/06/2026'" },
    });
    expect((await works.get(`${'figures?from=10/06/2026&to=10/06/2026'}&unitIds=M1,NOBODY`)).status).toBe(404);
    for (const wrong of ['period=weekly', 'format=pdf', 'delimiter=;', 'from=2026-06-10'])
      expect(
        (await works.get(`figures?to=10/06/2026&${wrong.startsWith('from') ? '' : 'from=10/06/2026&'}${wrong}`)).status,
        wrong,
      ).toBe(400);
  });
});
