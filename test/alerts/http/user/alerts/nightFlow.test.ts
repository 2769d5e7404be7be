import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../../service/support/device-data-works.ts';

let context: TestContext;
let works: Works;

beforeAll(async () => {
  context = await testContext('2026-03-11T06:00:00Z');
  works = await mintWorks(context, testApp(context));
  const dates = Array.from({ length: 9 }, (_, day) => `2026-03-0${day + 1}`);
  await works.send(
    dates.flatMap((date) =>
      Array.from({ length: 24 }, (_, hour) => ({ unitId: 'M1', createdOn: atHour(date, hour), value: 1000 + hour })),
    ),
  );
});

describe('GET nightFlow', () => {
  it('shows a night, its baseline and its history', async () => {
    const { status, body } = await works.get('alerts/nightFlow?unitId=M1&date=09/03/2026');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status: 'success', data: { unitId: 'M1', date: '09/03/2026', nightsInBaseline: 8 } });
    // 02:00 in Kolkata is the twentieth hour of a day from 06:00.
    const night = { lowestHourFlow: 1.02, coverage: 1, baseline: 1.02, lower: 0.918, upper: 1.122, isAbove: false };
    expect(body).toMatchObject({ data: { ...night, excess: 0, siUnit: 'KL', method: { timezone: 'Asia/Kolkata' } } });
    expect(JSON.stringify(body).split('"lowestHourFlow":1.02,').length - 1).toBe(9);
  });

  it('is about today where no date is given', async () => {
    const { body } = await works.get('alerts/nightFlow?unitId=M1');
    expect(body).toMatchObject({ data: { date: '11/03/2026', lowestHourFlow: null } });
  });

  it.each([
    ['alerts/nightFlow', 400, "'unitId' missing"],
    ['alerts/nightFlow?unitId=M1&date=2026-03-09', 400, 'date'],
    ['alerts/nightFlow?unitId=NOBODYS', 404, 'NOBODYS'],
    ['alerts/nightFlow?unitId=TANK', 400, 'STOCK'],
  ])('%s is refused', async (path, expected, words) => {
    const { status, body } = await works.get(path);
    expect(status).toBe(expected);
    expect(JSON.stringify(body)).toContain(words);
  });

  it('shows the nights of a unit that was retired, until then', async () => {
    const before = await works.get('alerts/nightFlow?unitId=M1&date=09/03/2026');
    await context.database.execute(
      `WITH kept AS (UPDATE tenant.industry SET updated_at = now() WHERE industry_id = $1 RETURNING industry_key)
       UPDATE tenant.unit u SET removed_at = '2026-03-10T06:00:00Z' FROM kept
       WHERE u.industry_key = kept.industry_key AND u.unit_id = 'M1'`,
      [works.industryId],
    );
    expect(await works.get('alerts/nightFlow?unitId=M1&date=09/03/2026')).toEqual(before);
    expect(await works.get('alerts/nightFlow?unitId=M1')).toMatchObject({ status: 404 });
  });
});
