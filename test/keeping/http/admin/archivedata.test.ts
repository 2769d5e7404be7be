import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { at, process, send, unit, works } from '../../../figures/processing/works.ts';
import { temporaryDirectory } from '../../archive/months.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

const directory = temporaryDirectory();
let context: TestContext;
let app: TestApp;
let operator: Record<string, string>;
let target: string;
beforeAll(async () => {
  context = await testContext('2026-03-03T00:20:00Z');
  app = testApp(context, { archive: null });
  operator = bearer(
    (
      await login(
        app,
        await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['archive:write'] }),
      )
    ).token,
  );
  target = (await mintUser(context)).industryId;
});

interface Answer {
  readonly status_code: number;
  readonly message: string;
}
async function post(path: string, headers: Record<string, string> = { targetIndustryId: target }): Promise<Answer> {
  const response = await app.request(`/api/admin/archivedata/${path}`, {
    method: 'POST',
    headers: { ...operator, ...headers },
  });
  const { status_code, message } = (await response.json()) as Answer;
  return { status_code, message };
}

describe('POST /api/admin/archivedata/to_blob', () => {
  it.each([
    ['to_blob', 1403, "'fromMonthYear' missing"],
    ['to_blob?fromMonthYear=2026-01', 1403, "Invalid 'fromMonthYear': '2026-01' is not a month MM/YYYY"],
    [
      'to_blob?fromMonthYear=01/2026&toMonthYear=13/2026',
      1403,
      "Invalid 'toMonthYear': '13/2026' is not a month MM/YYYY",
    ],
    [
      'to_blob?fromMonthYear=02/2026&toMonthYear=01/2026',
      400,
      "Invalid 'toMonthYear': 01/2026 lies before fromMonthYear",
    ],
    [
      'to_blob?fromMonthYear=01/2011&toMonthYear=01/2021',
      400,
      "Invalid 'toMonthYear': the range has 121 months, allowed are 120",
    ],
    ['to_blob?fromMonthYear=03/2026', 400, '03/2026 has not ended: allowed are months before 03/2026'],
    [
      'to_blob?fromMonthYear=01/2026',
      400,
      'ARCHIVE_URL is not set: it says where archives are kept, file:/path or s3://bucket',
    ],
  ])('%s is answered %i, %s', async (path, code, message) => {
    expect(await post(path)).toEqual({ status_code: code, message });
  });

  it('asks which industry is meant', async () => {
    expect(await post('to_blob?fromMonthYear=01/2026', {})).toEqual({
      status_code: 1403,
      message: "'targetIndustryId' missing",
    });
  });
});

describe('POST /api/admin/archivedata/to_db', () => {
  it.each<[Record<string, string>, string]>([
    [{ year: '2026' }, "'month' missing"],
    [{ month: '01' }, "'year' missing"],
    [{ month: '1', year: '2026' }, "Invalid 'month': '1' is not a month 01 to 12"],
    [{ month: '01', year: '26' }, "Invalid 'year': '26' is not a year of 4 digits"],
  ])('with headers %o is answered 1403: %s', async (headers, message) => {
    expect(await post('to_db', { targetIndustryId: target, ...headers })).toEqual({ status_code: 1403, message });
  });

  it('says whether anything was restored', async () => {
    const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
    await send(context, industry, [{ unitId: 'M1', createdOn: at(industry, '2026-01-05', 1), value: 10 }]);
    await process(context, industry, '2026-01-01', '2026-01-31');
    const archiving = testApp(context, { archive: { kind: 'directory', path: directory } });
    const ask = async (path: string): Promise<unknown> => {
      const headers = { ...operator, targetIndustryId: industry.industryId, month: '01', year: '2026' };
      const response = await archiving.request(`/api/admin/archivedata/${path}`, { method: 'POST', headers });
      return response.json();
    };
    await ask('to_blob?fromMonthYear=01/2026');
    expect(await ask('to_db')).toMatchObject({
      message: 'Nothing was restored, because the database has all readings of the month',
      data: { restored: false },
    });
    await ask('to_blob?fromMonthYear=01/2026&deleteData=true');
    expect(await ask('to_db')).toMatchObject({ message: 'Restored', data: { restored: true } });
  });
});
