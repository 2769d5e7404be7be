import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type AlertWorks, idsByDay, mintAlertWorks } from './support.ts';

let context: TestContext;
let app: TestApp;
let works: AlertWorks;
let [bore, tank, energy, quality] = ['', '', '', ''];
beforeAll(async () => {
  context = await testContext('2026-01-20T03:10:00Z');
  app = testApp(context);
  works = await mintAlertWorks(context, app);
  bore = await works.add('2026-01-15T10:00:00Z');
  tank = await works.add('2026-01-16T00:29:00Z', { alertType: 'level_exceed', unitId: 'TANK' });
  energy = await works.add('2026-01-16T10:00:00Z', { alertType: 'energy_threshold' });
  quality = await works.add('2026-01-17T10:00:00Z', { alertType: 'quality_threshold', parameter: 'pH' });
  await (await mintAlertWorks(context, app)).add('2026-01-15T10:00:00Z');
});

const byType = (query: string) => works.get(`alerts/byType?${query}`);
const idsOf = async (query: string) =>
  Object.fromEntries(
    // Every value is a list of alerts.
    Object.entries((await byType(query)).body as Record<string, { alertId: string }[]>).map(([category, alerts]) => [
      category,
      alerts.map(({ alertId }) => alertId),
    ]),
  );

describe('GET /api/user/alerts/byType', () => {
  it('has a list for each category that was asked for, of startDate alone unless there is an endDate', async () => {
    expect(await idsOf('startDate=15/01/2026&categories=consumption,level,leakage')).toEqual({
      consumption: [bore],
      level: [tank],
      leakage: [],
    });
    expect(await idsOf('startDate=15/01/2026&endDate=16/01/2026&categories=energy, quality,energy')).toEqual({
      energy: [energy],
      quality: [],
    });
    expect(await idsOf('startDate=15/01/2026&endDate=17/01/2026&categories=quality')).toEqual({ quality: [quality] });
  });

  it('shows the units asked for alone', async () => {
    expect(await idsOf('startDate=15/01/2026&categories=consumption,level&unit_ids=TANK,M2')).toEqual({
      consumption: [],
      level: [tank],
    });
    expect(await byType('startDate=15/01/2026&categories=level&unit_ids=TANK,M9')).toMatchObject({
      status: 404,
      body: { message: 'Invalid unitId M9 or you do not have permission to access this unit.' },
    });
  });

  it('gives pages of each category', async () => {
    expect(await idsOf('startDate=15/01/2026&categories=consumption,level&limit=1&offset=1')).toEqual({
      consumption: [],
      level: [],
    });
  });

  it.each([
    ['categories=flow', "'startDate' missing"],
    ['startDate=15/01/2026', "'categories' missing"],
    ['startDate=15/01/2026&categories=', "'categories' missing"],
    ['startDate=x&categories=flow', 'Invalid startDate format. Use DD/MM/YYYY'],
    ['startDate=15/01/2026&endDate=x&categories=flow', 'Invalid endDate format. Use DD/MM/YYYY'],
    ['startDate=15/01/2026&endDate=14/01/2026&categories=flow', 'startDate cannot be after endDate'],
    [
      'startDate=15/01/2026&categories=flow,pressure,Energy',
      'Invalid categories: pressure, Energy. Allowed values: consumption, device, energy, flow, leakage, level, quality',
    ],
    [
      'startDate=15/01/2026&categories=,',
      'Invalid categories: ,. Allowed values: consumption, device, energy, flow, leakage, level, quality',
    ],
  ])('?%s is 1403: %s', async (query, message) => {
    expect(await byType(query)).toMatchObject({ status: 400, body: { status_code: 1403, message } });
  });
});

describe('alerts of a unit that was retired', () => {
  it('are listed and counted by its id, as they are in every other list', async () => {
    const own = await mintAlertWorks(context, app);
    const id = await own.add('2026-01-15T10:00:00Z', { unitId: 'M2' });
    await context.database.execute(
      "UPDATE tenant.unit SET removed_at = '2026-01-18' WHERE unit_id = 'M2' AND industry_key = $1",
      [own.industry.industryKey],
    );
    await context.database.execute('UPDATE tenant.industry SET updated_at = now() WHERE industry_key = $1', [
      own.industry.industryKey,
    ]);
    const day = 'date=15/01/2026&type=daily';
    const listed = { '15/01/2026': [id] };
    expect(idsByDay(await own.get(`alerts?${day}`))).toEqual(listed);
    expect(idsByDay(await own.get(`alerts?${day}&unitId=M2`))).toEqual(listed);
    const byType = await own.get('alerts/byType?startDate=15/01/2026&categories=consumption&unit_ids=M2');
    expect(byType).toMatchObject({ status: 200, body: { consumption: [{ alertId: id, unitId: 'M2' }] } });
    expect(await own.get('alerts/unitGraph?date1=15/01/2026&unitId=M2')).toMatchObject({
      status: 200,
      body: { data: { total: 1, units: [{ unitId: 'M2' }] } },
    });
  });
});
