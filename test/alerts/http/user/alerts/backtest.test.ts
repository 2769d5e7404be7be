import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { at, send, unit, works } from '../../../../figures/processing/works.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let keeper: MintedUser;
let reader: MintedUser;

beforeAll(async () => {
  context = await testContext('2026-03-11T06:00:00Z');
  app = testApp(context);
  const industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
  const { industryId } = industry;
  // 1 and 7 kilolitres.
  await send(context, industry, [
    { unitId: 'M1', createdOn: at(industry, '2026-03-09', 3), value: 1000 },
    { unitId: 'M1', createdOn: at(industry, '2026-03-10', 3), value: 7000 },
  ]);
  keeper = await mintUser(context, { industryId, permissions: ['alerts:write'] });
  reader = await mintUser(context, { industryId });
});

const post = async (user: MintedUser, body: unknown) => {
  const { token } = await login(app, user);
  const response = await app.request('/api/user/alerts/backtest', {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};
const RULE = { alertType: 'unit_threshold', settings: { limit: 5 } };
const DAYS = { from: '01/03/2026', to: '10/03/2026' };

describe('POST backtest', () => {
  it('answers what a rule would have found', async () => {
    const { status, text } = await post(keeper, { rule: RULE, ...DAYS });
    expect(status, text).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      status: 'success',
      data: {
        alertType: 'unit_threshold',
        from: '01/03/2026',
        to: '10/03/2026',
        count: 1,
        incidents: [{ value: 7 }],
        series: null,
        suggestion: null,
      },
    });
  });

  it('tells what the rule looked at where a chart asks for it, and which setting moves its threshold', async () => {
    const { text } = await post(keeper, { rule: RULE, from: '09/03/2026', to: '10/03/2026', series: true });
    const bar = (from: string, to: string, total: number) => ({
      from: `2026-03-${from}T00:00:00.000Z`,
      to: `2026-03-${to}T00:00:00.000Z`,
      lowest: total,
      highest: total,
      afterGap: false,
    });
    expect(JSON.parse(text)).toMatchObject({
      data: {
        threshold: { parameter: 'limit', fires: 'above' },
        series: [
          { unitId: 'M1', siUnit: 'KL', form: 'bars', limit: 5, points: [bar('09', '10', 1), bar('10', '11', 7)] },
        ],
      },
    });
  });

  it('is for those who may write rules', async () => {
    expect((await post(reader, { rule: RULE, ...DAYS })).status).toBe(401);
  });

  it.each([
    ['no dates', { rule: RULE }, 'from'],
    ['a date of another form', { rule: RULE, from: '2026-03-01', to: '10/03/2026' }, 'from'],
    ['no rule', DAYS, 'rule'],
    ['a limit that is none', { rule: { ...RULE, settings: { limit: 0 } }, ...DAYS }, 'limit'],
    ['dates the other way round', { rule: RULE, from: '10/03/2026', to: '01/03/2026' }, 'is before from'],
  ])('refuses %s, naming the field', async (_, body, field) => {
    const { status, text } = await post(keeper, body);
    expect(status).toBe(400);
    expect(text).toContain(field);
  });
});
