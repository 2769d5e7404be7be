import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { listAudit } from '../../../../src/platform/audit/store/audit.ts';
import { unit, works } from '../../../figures/processing/works.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../../support/database.ts';

const PATH = '/api/user/annotations';
const PUMP = { unitId: 'M1', from: '2026-01-15T10:20:00+05:30', text: 'Pump changed' };
const RAIN = { unitId: null, from: '2026-01-15T22:00:00Z', to: '2026-01-17T22:00:00Z', text: 'Rain, 60 mm' };

let context: TestContext;
let app: TestApp;
let industry: Industry;
let writer: MintedUser;
let reader: MintedUser;
beforeAll(async () => {
  context = await testContext('2026-01-20T08:00:00Z');
  app = testApp(context);
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY'), unit('M2', 'FLOW_CATEGORY')]);
  const { industryId } = industry;
  writer = await mintUser(context, { industryId, permissions: ['alerts:write'] });
  reader = await mintUser(context, { industryId });
});

interface Answered {
  readonly status: number;
  readonly etag: string | null;
  readonly body: {
    readonly message: string;
    readonly errors?: readonly unknown[];
    readonly data: { readonly annotationId: string; readonly annotations: readonly { readonly text: string }[] };
  };
}

type Act = readonly [method: string, path: string, body?: object];

async function asking(user: MintedUser) {
  const { token } = await login(app, user);
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return async (method: string, path = '', body: object | null = null, more = {}): Promise<Answered> => {
    const sent = body === null ? {} : { body: JSON.stringify(body) };
    const response = await app.request(`${PATH}${path}`, { method, headers: { ...headers, ...more }, ...sent });
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      body: (await response.json()) as Answered['body'],
    };
  };
}
const textsOf = ({ body }: Answered) => body.data.annotations.map(({ text }) => text);

describe('annotations', () => {
  it('are listed on the days that they touch, those of the site with every unit', async () => {
    const ask = await asking(writer);
    const made = [await ask('POST', '', PUMP), await ask('POST', '', RAIN)];
    expect(made.map(({ status, etag }) => [status, etag])).toEqual([
      [200, '"1"'],
      [200, '"1"'],
    ]);
    expect(made[0]?.body.data).toMatchObject({ ...PUMP, from: '2026-01-15T04:50:00.000Z', to: null, version: 1 });
    const day = async (date: string, unitId = '') =>
      textsOf(await ask('GET', `?startDate=${date}&endDate=${date}&unitId=${unitId}`));
    expect(await day('15/01/2026')).toEqual(['Pump changed', 'Rain, 60 mm']);
    expect(await day('15/01/2026', 'M2')).toEqual(['Rain, 60 mm']);
    expect(await day('17/01/2026', 'M1')).toEqual(['Rain, 60 mm']);
    expect(await day('18/01/2026', 'M1')).toEqual([]);
    expect(await day('14/01/2026')).toEqual([]);
  });

  it('are one where the same is sent twice', async () => {
    const ask = await asking(writer);
    const twice = { ...PUMP, text: 'Clicked twice' };
    const ids = await Promise.all([1, 2].map(async () => (await ask('POST', '', twice)).body.data.annotationId));
    expect(ids[0]).toBe(ids[1]);
  });

  it('are changed and withdrawn by the version that was read, and the audit keeps what they said', async () => {
    const ask = await asking(writer);
    const { annotationId } = (await ask('POST', '', { ...PUMP, unitId: 'M2' })).body.data;
    const changed = await ask('PUT', `/${annotationId}`, { ...PUMP, unitId: 'M2', text: 'Motor changed' }, ifMatch(1));
    expect([changed.status, changed.etag]).toEqual([200, '"2"']);
    const late = await ask('PUT', `/${annotationId}`, PUMP, ifMatch(1));
    expect([late.status, late.body.message]).toEqual([
      412,
      "The annotation was saved by somebody else meanwhile: 'If-Match' asks for version 1, in force is version 2",
    ]);
    expect((await ask('DELETE', `/${annotationId}`, null, ifMatch(1))).status).toBe(412);
    expect((await ask('DELETE', `/${annotationId}`, null, ifMatch(2))).status).toBe(200);
    expect((await ask('GET', `/${annotationId}`)).status).toBe(404);
    const { industryKey } = industry;
    const filter = { industryKey, verb: null, subject: 'M2', from: null, to: null, before: null };
    const acts = (await listAudit(context.database, filter, 3)).map(({ verb, before, after, actor }) => [
      verb,
      before?.['text'],
      after?.['text'],
      actor.userId,
    ]);
    expect(acts).toEqual([
      ['annotation.withdraw', 'Motor changed', undefined, writer.userId],
      ['annotation.change', 'Pump changed', 'Motor changed', writer.userId],
      ['annotation.create', undefined, 'Pump changed', writer.userId],
    ]);
  });

  it('are written with the right to change units, and read without', async () => {
    const ask = await asking(reader);
    const { annotationId } = (await (await asking(writer))('POST', '', { ...PUMP, text: 'Read by all' })).body.data;
    expect((await ask('GET', `/${annotationId}`)).status).toBe(200);
    const acts: readonly Act[] = [
      ['POST', '', PUMP],
      ['PUT', `/${annotationId}`, PUMP],
      ['DELETE', `/${annotationId}`],
    ];
    expect(await Promise.all(acts.map(async (act) => (await ask(...act)).status))).toEqual([401, 401, 401]);
  });

  it('of another industry are not there', async () => {
    const { annotationId } = (await (await asking(writer))('POST', '', { ...RAIN, text: 'Ours' })).body.data;
    const { industryId } = await works(context, [unit('M9', 'FLOW_CATEGORY')]);
    const ask = await asking(await mintUser(context, { industryId, permissions: ['alerts:write'] }));
    expect(textsOf(await ask('GET', '?startDate=01/01/2026&endDate=31/01/2026'))).toEqual([]);
    const acts: readonly Act[] = [
      ['GET', `/${annotationId}`],
      ['PUT', `/${annotationId}`, { ...PUMP, unitId: 'M9' }],
      ['DELETE', `/${annotationId}`],
      ['POST', '', PUMP],
    ];
    expect(await Promise.all(acts.map(async (act) => (await ask(...act)).status))).toEqual([404, 404, 404, 404]);
  });

  it.each([
    ['to', { ...PUMP, to: PUMP.from }, 'is not after from'],
    ['text', { ...PUMP, text: 'x'.repeat(501) }, 'is longer than 500 characters'],
    ['text', { ...PUMP, text: '  ' }, 'is blank: say what happened'],
    ['text', { ...PUMP, text: '' }, 'is required'],
    ['from', { ...PUMP, from: '15/01/2026' }, 'is not an ISO 8601 instant with offset'],
  ])('with a wrong %s are refused, and the field is named', async (field, body, problem) => {
    const { status, body: answer } = await (await asking(writer))('POST', '', body);
    expect([status, answer.errors]).toEqual([400, [{ field, problem: expect.stringContaining(problem) }]]);
    expect(textsOf(await (await asking(writer))('GET', '?startDate=14/01/2026&endDate=15/01/2026'))).not.toContain('');
  });
});

const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });
