import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import type { HttpEnv } from '../../../../src/platform/http/environment.ts';
import { errorAnswer } from '../../../../src/platform/http/errors.ts';
import {
  commaList,
  date,
  flag,
  oneOf,
  optionalDate,
  optionalText,
  repeated,
  text,
  whole,
} from '../../../../src/platform/http/schemas/parameters.ts';
import { validation, type ValidationOptions } from '../../../../src/platform/http/validation.ts';

/** Asks a route with this query schema and gives what its handler saw, or the error body. */
async function ask(schema: z.ZodObject, query: string): Promise<Record<string, unknown>> {
  const app = new OpenAPIHono<HttpEnv>({ defaultHook: validation() });
  app.onError((error, c) => errorAnswer(c, error));
  app.openapi(
    createRoute({ method: 'get', path: '/', request: { query: schema }, responses: { 200: { description: '' } } }),
    (c) => Response.json(c.req.valid('query')),
  );
  return (await (await app.request(`/?${query}`)).json()) as Record<string, unknown>;
}

async function send(schema: z.ZodObject, body: unknown, options?: ValidationOptions): Promise<Record<string, unknown>> {
  const app = new OpenAPIHono<HttpEnv>({ defaultHook: validation() });
  app.onError((error, c) => errorAnswer(c, error));
  const route = createRoute({
    method: 'post',
    path: '/',
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: { 200: { description: '' } },
  });
  app.openapi(
    route,
    async (c) => Response.json(await c.req.json()),
    options === undefined ? undefined : validation(options),
  );
  return (await (
    await app.request('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as Record<string, unknown>;
}

const deviceData = z.object({ date1: date(), type: z.enum(['HOUR', 'DAY', 'MONTH']), category: text() });

describe('required parameters', () => {
  it.each([
    ['', 'date1'],
    ['date1=', 'date1'],
    ['type=HOUR&category=x', 'date1'],
    ['date1=21/11/2026', 'type'],
    ['date1=21/11/2026&category=x', 'type'],
    ['date1=21/11/2026&type=HOUR', 'category'],
    ['date1=nonsense&category=x', 'type'],
  ])('"%s" is answered with the first absent one of the schema, %s, before any wrong value', async (query, field) => {
    expect(await ask(deviceData, query)).toMatchObject({
      status: 'failed',
      status_code: 1403,
      message: `'${field}' missing`,
    });
  });

  it('lists all absent ones in order', async () => {
    expect((await ask(deviceData, ''))['errors']).toEqual(
      ['date1', 'type', 'category'].map((field) => ({ field, problem: 'is required' })),
    );
  });

  it('name field, value and what is allowed when the value is wrong', async () => {
    expect(await ask(deviceData, 'date1=21/11/2026&type=WEEK&category=x')).toMatchObject({
      status_code: 1403,
      message: "Invalid 'type': 'WEEK' is not one of HOUR, DAY, MONTH",
    });
    expect(await ask(deviceData, 'date1=2026-11-21&type=DAY&category=x')).toMatchObject({
      status_code: 1403,
      message: "Invalid 'date1': '2026-11-21' is not a date DD/MM/YYYY",
    });
    expect(await ask(deviceData, 'date1=31/02/2026&type=DAY&category=x')).toMatchObject({
      message: "Invalid 'date1': '31/02/2026' is not a date DD/MM/YYYY",
    });
  });

  it('are read into what services take', async () => {
    expect(await ask(deviceData, 'date1=21/11/2026&type=DAY&category=sourceCategory')).toEqual({
      date1: '2026-11-21',
      type: 'DAY',
      category: 'sourceCategory',
    });
  });

  it('carry the exact message of the specification where it has one', async () => {
    const schema = z.object({ date: date('Invalid date format. Use DD/MM/YYYY') });
    expect(await ask(schema, 'date=1.1.2026')).toMatchObject({
      status_code: 1403,
      message: 'Invalid date format. Use DD/MM/YYYY',
    });
    expect(await ask(schema, '')).toMatchObject({ status_code: 1403, message: "'date' missing" });
  });
});

describe('optional parameters', () => {
  const schema = z.object({
    date2: optionalDate(),
    subCategory: optionalText(5),
    includeToday: flag(true),
    divisionFactor: whole(1000, { min: 1 }),
    startTime: whole(0, { min: 0, max: 23 }),
    type: oneOf(['DAY', 'HOUR'], 'DAY'),
    unitIds: commaList(),
    formats: repeated('optional'),
  });

  it.each(['', 'date2=&subCategory=&includeToday=&divisionFactor=&startTime=&type=&unitIds=&formats='])(
    'take their defaults when absent or empty ("%s")',
    async (query) => {
      expect(await ask(schema, query)).toEqual({
        includeToday: true,
        divisionFactor: 1000,
        startTime: 0,
        type: 'DAY',
        unitIds: [],
        formats: [],
      });
    },
  );

  it('are read when given', async () => {
    expect(
      await ask(
        schema,
        'date2=01/02/2026&subCategory=S1&includeToday=FALSE&divisionFactor=1&startTime=23&type=HOUR&unitIds=A,%20B,,C&formats=pdf&formats=xlsx',
      ),
    ).toEqual({
      date2: '2026-02-01',
      subCategory: 'S1',
      includeToday: false,
      divisionFactor: 1,
      startTime: 23,
      type: 'HOUR',
      unitIds: ['A', 'B', 'C'],
      formats: ['pdf', 'xlsx'],
    });
  });

  it.each([
    ['includeToday=yes', "Invalid 'includeToday': 'yes' is not one of true, false"],
    ['divisionFactor=0', "Invalid 'divisionFactor': '0' is not a whole number of 1 or more"],
    ['divisionFactor=1e3', "Invalid 'divisionFactor': '1e3' is not a whole number of 1 or more"],
    ['startTime=24', "Invalid 'startTime': '24' is not a whole number from 0 to 23"],
    ['type=hour', "Invalid 'type': 'hour' is not one of DAY, HOUR"],
    ['date2=x', "Invalid 'date2': 'x' is not a date DD/MM/YYYY"],
    ['subCategory=abcdef', "Invalid 'subCategory': 'abcdef' is longer than 5 characters"],
  ])('%s is refused', async (query, message) => {
    expect(await ask(schema, query)).toMatchObject({ status_code: 1403, message });
  });
});

describe('repeated lists', () => {
  const schema = z.object({ ids1: repeated('required') });

  it('are missing when absent or empty', async () => {
    expect(await ask(schema, '')).toMatchObject({ message: "'ids1' missing" });
    expect(await ask(schema, 'ids1=')).toMatchObject({ message: "'ids1' missing" });
  });

  it('hold one or many, and do not split on commas', async () => {
    expect(await ask(schema, 'ids1=A,B')).toEqual({ ids1: ['A,B'] });
    expect(await ask(schema, 'ids1=A&ids1=B')).toEqual({ ids1: ['A', 'B'] });
  });
});

describe('bodies', () => {
  const schema = z.object({
    title: z.string(),
    units: z.array(z.object({ unitId: z.string(), meta: z.object({ pRef: z.number().nullable() }) })),
  });

  it('that do not fit are answered with 1430 and every field with its path', async () => {
    const answer = await send(schema, {
      units: [
        { unitId: 'A', meta: { pRef: 'x' } },
        { unitId: 7, meta: { pRef: 1 } },
      ],
    });
    expect(answer).toMatchObject({ status_code: 1430, message: "'title' missing" });
    expect(answer['errors']).toMatchObject([
      { field: 'title', problem: 'is required' },
      { field: 'units[0].meta.pRef' },
      { field: 'units[1].unitId' },
    ]);
  });

  it('that are no object at all are 1430', async () => {
    expect(await send(schema, [])).toMatchObject({ status_code: 1430 });
  });

  it('answer absent fields with 1403 where the endpoint says so', async () => {
    expect(await send(schema, {}, { missingBodyFields: true })).toMatchObject({
      status_code: 1403,
      message: "'title' missing",
    });
    expect(await send(schema, { title: 5, units: [] }, { missingBodyFields: true })).toMatchObject({
      status_code: 1430,
    });
  });

  it('do not get a password repeated back', async () => {
    expect(
      JSON.stringify(await send(z.object({ newPassword: z.string().max(5) }), { newPassword: 'long-secret' })),
    ).not.toContain('long-secret');
  });

  it('answer with the code the endpoint has', async () => {
    expect(await send(schema, {}, { bodyCode: 400 })).toMatchObject({ status_code: 400 });
  });
});
