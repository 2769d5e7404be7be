import { beforeAll, describe, expect, it } from 'vitest';
import { findInjection } from '../../../../src/platform/http/middleware/screening.ts';
import { mintId, testContext } from '../../../support/database.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { SCREENED_ROUTES } from './support/screened-routes.ts';

let app: TestApp;
beforeAll(async () => {
  app = testApp(await testContext(), {}, SCREENED_ROUTES);
});

const postJson = (body: unknown) =>
  app.request('/api/user/json', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('screening of requests', () => {
  it.each([
    '/api/user/echo/1?name=%27%20OR%201%3D1%20--',
    '/api/user/echo/1?a=ok&a=%3Cscript%3E',
    '/api/user/echo/1?user[$ne]=x',
    '/api/user/echo/1?filter=%7B%22%24gt%22%3A%22%22%7D',
    '/api/user/echo/%27%20OR%201%3D1%20--',
    '/api/user/echo/x%3Cscript%3E',
    '/api/user/echo/1?x=a%00b',
  ])('refuses %s with 405', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ status: 'failed', status_code: 405 });
  });

  it.each([
    "/api/user/echo/O'Brien?name=Select%20Foods",
    '/api/user/echo/M-1?note=50%25%20drop%20--%20see%20note&url=https%3A%2F%2Fexample.com%2F%3Fa%3D1',
    '/api/user/echo/1?broken=%E0%A4%A',
  ])('lets %s pass', async (path) => {
    expect((await app.request(path)).status).toBe(200);
  });

  it('names the field of a body in which the pattern stands', async () => {
    const response = await postJson({
      title: 'fine',
      units: [{ note: 'fine' }, { note: '<script>alert(1)</script>' }],
    });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({
      errors: [{ field: 'units[1].note', problem: 'looks like script injection' }],
    });
  });

  it('refuses an operator as the name of a field', async () => {
    expect((await postJson({ username: { $gt: '' } })).status).toBe(405);
  });

  it('hands the handler the body as it was sent', async () => {
    const body = {
      name: "O'Brien",
      note: '50% drop -- see note',
      password: "' OR 1=1 --",
      meta: { calculations: '{A} + {B} * 0.5' },
    };
    const response = await postJson(body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(body);
  });

  it('screens the text fields of a form, not the contents of its files', async () => {
    const send = (title: string, contents: string) => {
      const form = new FormData();
      form.set('title', title);
      form.set('file', new File([contents], 'survey.csv'));
      return app.request('/api/user/form', { method: 'POST', body: form });
    };
    expect((await send("x' OR 1=1 --", 'a,b')).status).toBe(405);
    const passed = await send('Survey', "' OR 1=1 --");
    expect(passed.status).toBe(200);
    expect(await passed.text()).toBe("Survey ' OR 1=1 --");
  });

  it('screens the names of files', async () => {
    const form = new FormData();
    form.set('title', 'Survey');
    form.set('file', new File(['a,b'], '<script>.csv'));
    expect((await app.request('/api/user/form', { method: 'POST', body: form })).status).toBe(405);
  });

  it('leaves passwords alone wherever they travel', async () => {
    const password = "' OR 1=1 --<script>";
    expect((await app.request(`/api/user/echo/1?password=${encodeURIComponent(password)}`)).status).toBe(200);
    expect((await postJson({ password, newPassword: password })).status).toBe(200);
    const form = new URLSearchParams({ username: 'someone', password });
    expect((await app.request('/api/user/form', { method: 'POST', body: form })).status).not.toBe(405);
    expect(
      (await app.request('/api/user/login', { method: 'POST', headers: { username: mintId('nobody'), password } }))
        .status,
    ).toBe(401);
  });

  it.each(['passwordHint', 'oldPasswords', 'calculations', 'formula', 'expression'])(
    'screens the field %s like any other',
    async (name) => {
      expect((await postJson({ [name]: "' OR 1=1 --" })).status).toBe(405);
    },
  );

  it.each([
    'username',
    'tid',
    'LoginType',
    'targetIndustryId',
    'month',
    'year',
    'x-device-id',
    'x-device-type',
    'x-browser-name',
    'x-browser-version',
    'x-os',
  ])('refuses a pattern in the header %s, naming it', async (field) => {
    const response = await app.request('/api/user/echo/1', { headers: { [field]: "' OR 1=1 --" } });
    expect([response.status, await response.json()]).toMatchObject([405, { errors: [{ field }] }]);
  });

  it('lets a name with an apostrophe and any password, code and token in headers pass', async () => {
    const any = "' OR 1=1 --<script>";
    expect(
      (
        await app.request('/api/user/echo/1', {
          headers: { username: "O'Brien", password: any, otp: any, authorization: any, cookie: any },
        })
      ).status,
    ).toBe(200);
  });

  it('counts the values of a body before it parses it: of one with too many it does not even say that it is no JSON', async () => {
    const response = await app.request('/api/user/json', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"a":[${'[],'.repeat(50_000)}`,
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { status_code: 1430, message: 'The request body has more than 100000 values' },
    ]);
  });

  it('answers an encoded body with 415', async () => {
    const response = await app.request('/api/user/json', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: '{}',
    });
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { message: "Content-Encoding 'gzip' is not accepted here" },
    ]);
  });

  it('answers malformed JSON with 1430', async () => {
    const response = await app.request('/api/user/json', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { status_code: 1430, message: 'The request body is not valid JSON' },
    ]);
  });

  it('answers a body nested beyond all reason with 1430', async () => {
    const response = await app.request('/api/user/json', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { status_code: 1430 }]);
  });

  it('answers another content type with 415', async () => {
    const response = await app.request('/api/user/json', {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: '<a/>',
    });
    expect([response.status, await response.json()]).toMatchObject([415, { status_code: 415 }]);
  });
});

describe('findInjection', () => {
  it('looks at every depth and finds nothing in numbers, nulls and plain text', () => {
    expect(findInjection({ a: [1, null, true, { b: 'text', c: [[{ d: 'x' }]] }] })).toBeNull();
    expect(findInjection({ a: [[{ d: "' or 1=1" }]] })).toEqual({ field: 'a[0][0].d', kind: 'sql' });
  });

  it.each([['\0'], ['a\0'], [{ a: '\0' }], [['x', ['\0']]], [{ '\0': 1 }], [{ a: { 'b\0': [] } }]])(
    'finds a zero character however short the text is: %j',
    (value) => {
      expect(findInjection(value)).toMatchObject({ kind: 'control character' });
    },
  );

  it('gives up a body of more values than any of ours', () => {
    expect(() => findInjection(Array.from({ length: 100_001 }, () => ''))).toThrow(
      'The request body has more than 100000 values',
    );
  });

  it('does not let a password field hide an object', () => {
    expect(findInjection({ password: { $ne: '' } })).toEqual({ field: 'password.$ne', kind: 'operator' });
  });
});

describe('a form', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = testApp(await testContext());
  });
  const send = async (body: string) => {
    const response = await service.request('/api/external/auth/docsLogin', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    return [response.status, (await response.text()).includes('more than 200 fields')];
  };

  it.each([
    ['constructor', 405],
    ['__proto__', 405],
    ['toString', 401],
    ['hasOwnProperty', 401],
  ])('with a field called %s is answered', async (name, status) => {
    expect((await send(`username=nobody&password=wrong&${name}=1`))[0]).toBe(status);
  });

  it('of thousands of fields is refused before it is parsed', async () => {
    expect(await send('a&'.repeat(30_000))).toEqual([400, true]);
  });
});
