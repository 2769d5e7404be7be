import { gzipSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { slots } from '../../../works.ts';
import { type Member, mintMember } from '../support.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { ROWS_PER_TRANSACTION } from '../../../../../src/readings/sent-rows.ts';
import type { MeterFileAnswer } from '../../../../../src/readings/http/schemas/meterFile.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-01-20T00:45:00Z');
  app = testApp(context);
});

const CSV = 'Zeit;M1 Zählerstand [m³]\r\n13.01.2026 06:05;5.000,12\r\n13.01.2026 06:10;5.000,20\r\nSumme;1\r\n';

async function sent(member: Member, query: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const path = `/api/external/readings/meterFile${query}`;
  const answer = await app.request(path, { method: 'POST', headers: { ...member.headers, ...headers }, body });
  // The answer's own schema.
  const { data, message } = (await answer.json()) as { data: MeterFileAnswer; message: string };
  return { status: answer.status, data, message };
}

const storedOf = ({ industry: { industryKey } }: Member) =>
  context.database.execute<{ register: number }>(
    'SELECT summed_value AS register FROM telemetry.reading JOIN tenant.unit USING (unit_key) WHERE industry_key = $1 ORDER BY created_on',
    [industryKey],
  );

describe('a file of a meter', () => {
  it('is previewed with its verdict and the days that would change, and nothing is stored before it is sent', async () => {
    const member = await mintMember(context, app);
    const { data } = await sent(member, '?preview=true', CSV);
    expect(data).toMatchObject({
      isStored: false,
      understood: { encoding: 'UTF-8', delimiter: ';', decimal: ',', dateOrder: 'dmy', headRow: 1, questions: [] },
      readings: 2,
      verdict: { received: 3, inserted: 2, rejected: 1, errors: [{ index: 4, unitId: null }] },
      changedDays: { count: 1 },
    });
    expect(await storedOf(member)).toEqual([]);
    const stored = await sent(member, '', gzipSync(CSV), { 'content-encoding': 'gzip' });
    expect(stored.data).toMatchObject({ isStored: true, verdict: data.verdict, changedDays: data.changedDays });
    expect((await storedOf(member)).map(({ register }) => register)).toEqual([5_000_120, 5_000_200]);
    const again = await sent(member, '?preview=true', CSV);
    expect(again.data).toMatchObject({ verdict: { inserted: 0, unchanged: 2 }, changedDays: { count: 0 } });
  });

  it('with open questions is not stored, and takes what a person says of it', async () => {
    const member = await mintMember(context, app);
    const file = 'Time,M1\n01/02/2025 06:05,1\n';
    const { data } = await sent(member, '?preview=true', file);
    expect(data.understood?.questions.map(({ about }) => about)).toEqual(['dateOrder', 'measure', 'kind']);
    expect(data.verdict).toBeNull();
    expect(await sent(member, '', file)).toMatchObject({
      status: 400,
      message: expect.stringContaining('column 2, kind: is it the register of the meter'),
    });
    const said = `?dateOrder=dmy&columns=${encodeURIComponent('2=M1:m3:register')}`;
    expect((await sent(member, said, file)).data).toMatchObject({ isStored: true, verdict: { inserted: 1 } });
    expect((await sent(member, '?timezone=Mars/Base', file)).message).toContain("'timezone' is 'Mars/Base'");
  });

  it('with the columns of a readings file is previewed, too', async () => {
    const member = await mintMember(context, app);
    const { data } = await sent(
      member,
      '?preview=true',
      'unitId,createdOn,value\nM1,2026-01-13T06:05:00Z,5\nM1,soon,1\n',
    );
    expect(data).toMatchObject({ understood: null, readings: 1, verdict: { inserted: 1, rejected: 1 } });
  });

  it('with times of years far away is answered, and its other rows are stored', async () => {
    const member = await mintMember(context, app);
    const times = ['2026-01-13T06:05:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'];
    const file = `unitId,createdOn,value\n${times.map((at) => `M1,${at},5\n`).join('')}`;
    expect(await sent(member, '', file)).toMatchObject({
      status: 200,
      data: {
        firstReadingOn: '0001-01-01T00:00:00.000Z',
        lastReadingOn: '9999-12-31T23:59:59.000Z',
        verdict: { inserted: 1, rejected: 2 },
      },
    });
  });

  it('that breaks off after a commit tells how much of it is stored', async () => {
    const member = await mintMember(context, app);
    const rows = slots('M1', '2025-10-01T00:30:00Z', ROWS_PER_TRANSACTION + 100).map(
      ({ createdOn, value }) => `M1,${createdOn},${value}\n`,
    );
    expect(await sent(member, '', `unitId,createdOn,value\n${rows.join('')}M1,"no end`)).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        new RegExp(
          `^The file cannot be read to its end: .*\\. ${ROWS_PER_TRANSACTION} readings stored before that\\.$`,
        ),
      ),
    });
    expect(await storedOf(member)).toHaveLength(ROWS_PER_TRANSACTION);
  });

  it('may be a spreadsheet, whose formulas count by their kept results and are never computed', async () => {
    const member = await mintMember(context, app);
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Export');
    sheet.addRow(['Plant']);
    sheet.addRow([]);
    sheet.addRow(['Time', 'M1 register [m3]']);
    sheet.addRow([new Date('2026-01-13T06:05:00Z'), 5000.12]);
    sheet.addRow([new Date('2026-01-13T06:10:00Z'), { formula: 'B4+0.08', result: 5000.2 }]);
    sheet.addRow([new Date('2026-01-13T06:15:00Z'), '=HYPERLINK("http://x","y")']);
    sheet.getColumn(1).numFmt = 'dd/mm/yyyy hh:mm';
    // exceljs gives its own type of buffer.
    const bytes = new Uint8Array(await book.xlsx.writeBuffer());
    const { data } = await sent(member, '?preview=false', bytes);
    expect(data.understood).toMatchObject({ encoding: null, headRow: 3, rows: 3 });
    expect(data.verdict).toMatchObject({ inserted: 2, rejected: 1, errors: [{ index: 6, unitId: 'M1' }] });
    expect((await storedOf(member)).map(({ register }) => register)).toEqual([5_000_120, 5_000_200]);
  });

  it.each([
    ['', 'The columns of the file are separated by nothing known'],
    ['ab\u0000\u0000', 'neither text nor a spreadsheet'],
    ['PK\u0003\u0004 no zip', 'no spreadsheet'],
    ['a;b\n1;2\n', 'No column of the file holds times'],
  ])('%j is refused with words', async (file, words) => {
    const member = await mintMember(context, app);
    expect(await sent(member, '', file)).toMatchObject({ status: 400, message: expect.stringContaining(words) });
  });

  it('needs the permission to send', async () => {
    expect((await sent(await mintMember(context, app, []), '?preview=true', CSV)).status).toBe(401);
  });
});
