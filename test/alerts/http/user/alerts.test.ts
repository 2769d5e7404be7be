import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { type AlertWorks, idsByDay, mintAlertWorks } from './alerts/support.ts';

let context: TestContext;
let app: TestApp;
let works: AlertWorks;
/** By what is told of them below. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  context = await testContext('2026-01-20T03:10:00Z');
  app = testApp(context);
  works = await mintAlertWorks(context, app);
  ids['last of 31/12'] = await works.add('2026-01-01T00:29:59Z');
  ids['first of 01/01'] = await works.add('2026-01-01T00:30:00Z', { severity: 'low', unitId: 'M2' });
  ids['silence'] = await works.add('2026-01-10T08:00:00Z', {
    alertType: 'device_status',
    severity: 'critical',
    state: 'recovered',
    closedAt: Date.parse('2026-01-10T09:00:00Z'),
  });
  ids['leak'] = await works.add('2026-01-15T00:30:00Z', {
    alertType: 'water_balance_leakage',
    unitId: null,
    state: 'withdrawn',
    closedAt: Date.parse('2026-01-15T09:00:00Z'),
  });
  ids['energy'] = await works.add('2026-01-15T10:00:00Z', { alertType: 'energy_threshold' });
  ids['last of 15/01'] = await works.add('2026-01-16T00:29:59Z', { severity: 'medium', description: 'Since noon' });
  ids['first of 16/01'] = await works.add('2026-01-16T00:30:00Z');
  const other = await mintAlertWorks(context, app);
  await other.add('2026-01-15T10:00:00Z');
});

const named = (...names: string[]) => names.map((name) => ids[name]);
const refusal = (message: string) => ({ status: 400, body: { status: 'failed', status_code: 1403, message } });
const days = async (query: string) => {
  const answer = await works.get(`alerts?${query}`);
  expect([answer.status, JSON.stringify(answer.body).slice(0, 200)]).toEqual([200, expect.any(String)]);
  return idsByDay(answer);
};

describe('GET /api/user/alerts with a date', () => {
  it('lists the month so far by business day, the newest first, without energy', async () => {
    expect(await days('date=15/01/2026')).toEqual({
      '15/01/2026': named('last of 15/01', 'leak'),
      '10/01/2026': named('silence'),
      '01/01/2026': named('first of 01/01'),
    });
  });

  it('lists the day alone with type daily', async () => {
    expect(await days('date=15/01/2026&type=daily')).toEqual({ '15/01/2026': named('last of 15/01', 'leak') });
    expect(await days('date=14/01/2026&type=daily')).toEqual({});
  });

  it.each([
    ['energyEnabled=true', { '15/01/2026': ['last of 15/01', 'energy', 'leak'] }],
    ['alert_type=general', { '15/01/2026': ['last of 15/01'] }],
    ['alert_type=insights', { '15/01/2026': ['leak'] }],
    ['alert_type=offline', {}],
    ['alert_type=general_offline&energyEnabled=TRUE', { '15/01/2026': ['last of 15/01', 'energy'] }],
    ['unitId=M1', { '15/01/2026': ['last of 15/01'] }],
    ['unitId=M2', {}],
    ['status=active', { '15/01/2026': ['last of 15/01'] }],
    ['status=resolved', { '15/01/2026': ['leak'] }],
    ['severity=medium', { '15/01/2026': ['last of 15/01'] }],
    ['adminAlerts=true', {}],
  ])('of one day with %s: %j', async (query, expected: Record<string, string[]>) => {
    expect(await days(`date=15/01/2026&type=daily&${query}`)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([date, names]) => [date, named(...names)])),
    );
  });

  it('lists what operators see to with adminAlerts', async () => {
    expect(await days('date=15/01/2026&adminAlerts=true')).toEqual({ '10/01/2026': named('silence') });
  });

  it('shows an alert with its threshold, figure and unit', async () => {
    const { body } = await works.get('alerts?date=15/01/2026&type=daily&severity=medium');
    expect(body).toMatchObject({
      status: 'success',
      status_code: 200,
      data: { startDate: '15/01/2026', endDate: '15/01/2026', total: 1 },
    });
    // Of the shape just looked at.
    const data = body['data'] as { days: { alerts: unknown[] }[] };
    expect(data.days[0]?.alerts).toEqual([
      {
        alertId: ids['last of 15/01'],
        title: 'Above its limit',
        description: 'Since noon',
        severity: 'medium',
        status: 'active',
        state: 'open',
        alertType: 'unit_threshold',
        category: 'consumption',
        triggeredAt: '2026-01-16T00:29:59.000Z',
        closedAt: null,
        since: '2026-01-16T00:29:59.000Z',
        until: null,
        late: false,
        threshold: { parameter: 'daily consumption', operator: '>', value: 100, unit: 'KL' },
        actualValue: 120,
        peak: 125,
        report: null,
        litres: 20_000,
        unitId: 'M1',
        unitName: 'Unit M1',
        acknowledgedAt: null,
        acknowledgedBy: null,
        acknowledgedByName: null,
        assigneeId: null,
        assigneeName: null,
        snoozedUntil: null,
      },
    ]);
  });

  it('gives pages, and says how many there are together', async () => {
    const { body } = await works.get('alerts?date=15/01/2026&limit=2&offset=1');
    expect([body['data'], idsByDay({ status: 200, body })]).toMatchObject([
      { total: 4, startDate: '01/01/2026' },
      { '15/01/2026': named('leak'), '10/01/2026': named('silence') },
    ]);
  });

  it.each([
    ['', "'date' missing"],
    ['date=', "'date' missing"],
    ['type=daily&unitId=M1', "'date' missing"],
    ['date=2026-01-15', 'Invalid date format. Use DD/MM/YYYY'],
    ['date=31/02/2026', 'Invalid date format. Use DD/MM/YYYY'],
    ['date=15/01/1909', "Invalid 'date': '15/01/1909' is not of the years 1910 to 2190"],
    ['date=15/01/2026&type=weekly', "Invalid 'type': 'weekly' is not one of monthly, daily"],
    [
      'date=15/01/2026&alert_type=none',
      "Invalid 'alert_type': 'none' is not one of all, general, offline, insights, general_offline",
    ],
    ['date=15/01/2026&limit=1001', "Invalid 'limit': '1001' is not a whole number from 1 to 1000"],
    ['date=15/01/2026&startDate=15/01/2026', "'date' goes with neither 'startDate' nor 'endDate'"],
    ['status=open', "Invalid 'status': 'open' is not one of active, resolved"],
    ['severity=urgent', "Invalid 'severity': 'urgent' is not one of critical, high, medium, low"],
    ['startDate=x', 'Invalid startDate format. Use DD/MM/YYYY'],
    ['startDate=16/01/2026&endDate=15/01/2026', 'startDate cannot be after endDate'],
  ])('?%s is 1403: %s', async (query, message) => {
    expect(await works.get(`alerts?${query}`)).toMatchObject(refusal(message));
  });

  it("names a unit that is not the industry's", async () => {
    expect(await works.get('alerts?date=15/01/2026&unitId=M9')).toMatchObject({
      status: 404,
      body: {
        status_code: 404,
        message: 'Invalid unitId M9 or you do not have permission to access this unit.',
      },
    });
  });
});

describe('GET /api/user/alerts in its older form', () => {
  const list = async (query: string) => {
    const { status, body } = await works.get(`alerts?${query}`);
    expect([status, body['status_code']]).toEqual([200, 200]);
    // The two fields that the specification names.
    const data = body['data'] as { alerts: { alertId: string }[]; total: number };
    expect(Object.keys(data)).toEqual(['alerts', 'total']);
    return [data.total, data.alerts.map(({ alertId }) => alertId)];
  };

  it.each([
    ['status=resolved', ['leak', 'silence']],
    ['severity=critical', ['silence']],
    ['startDate=16/01/2026', ['first of 16/01']],
    ['endDate=31/12/2025', ['last of 31/12']],
    ['startDate=15/01/2026&endDate=15/01/2026', ['last of 15/01', 'energy', 'leak']],
    ['startDate=15/01/2026&endDate=15/01/2026&status=active&severity=high', ['energy']],
    ['status=active&unitId=M2', ['first of 01/01']],
    ['startDate=15/01/2026&endDate=15/01/2026&energyEnabled=FALSE', ['last of 15/01', 'leak']],
    ['endDate=20/01/2026&alert_type=offline', ['silence']],
    ['endDate=20/01/2026&alert_type=insights&alertTypes=device_status', []],
    ['endDate=20/01/2026&adminAlerts=true', ['silence']],
  ])('?%s lists %j', async (query, names) => {
    expect(await list(query)).toEqual([names.length, named(...names)]);
  });

  it('gives pages', async () => {
    expect(await list('endDate=20/01/2026&limit=2&offset=1')).toEqual([7, named('last of 15/01', 'energy')]);
  });
});

describe('GET /api/user/alerts/dateRange', () => {
  it('lists business days, both included', async () => {
    const answer = await works.get('alerts/dateRange?startDate=10/01/2026&endDate=15/01/2026&energyEnabled=true');
    expect([answer.status, idsByDay(answer)]).toEqual([
      200,
      { '15/01/2026': named('last of 15/01', 'energy', 'leak'), '10/01/2026': named('silence') },
    ]);
    expect(answer.body['data']).toMatchObject({ startDate: '10/01/2026', endDate: '15/01/2026', total: 4 });
  });

  it('takes the filters of the listing', async () => {
    const range = 'alerts/dateRange?startDate=01/01/2026&endDate=31/01/2026';
    expect(idsByDay(await works.get(`${range}&alert_type=offline&unitId=M1`))).toEqual({
      '10/01/2026': named('silence'),
    });
    expect(idsByDay(await works.get(`${range}&adminAlerts=true&limit=1&offset=1`))).toEqual({});
  });

  it.each([
    ['endDate=15/01/2026', "'startDate' missing"],
    ['startDate=15/01/2026', "'endDate' missing"],
    ['startDate=15-01-2026&endDate=15/01/2026', 'Invalid startDate format. Use DD/MM/YYYY'],
    ['startDate=15/01/2026&endDate=1/1/2026', 'Invalid endDate format. Use DD/MM/YYYY'],
    ['startDate=16/01/2026&endDate=15/01/2026', 'startDate cannot be after endDate'],
  ])('?%s is 1403: %s', async (query, message) => {
    expect(await works.get(`alerts/dateRange?${query}`)).toMatchObject(refusal(message));
  });
});

describe('a day of 23 hours', () => {
  it('ends where the next one begins', async () => {
    const berlin = await mintAlertWorks(context, app, { timezone: 'Europe/Berlin' });
    // 06:00 on 29/03/2026 is 04:00 UTC in summer, 23 hours after 06:00 on 28/03.
    const [last, next] = [await berlin.add('2026-03-29T03:59:59Z'), await berlin.add('2026-03-29T04:00:00Z')];
    const before = await berlin.add('2026-03-28T04:59:59Z');
    const listed = await berlin.get('alerts/dateRange?startDate=27/03/2026&endDate=29/03/2026');
    expect(idsByDay(listed)).toEqual({ '29/03/2026': [next], '28/03/2026': [last], '27/03/2026': [before] });
    expect(idsByDay(await berlin.get('alerts?date=28/03/2026&type=daily'))).toEqual({ '28/03/2026': [last] });
  });
});
