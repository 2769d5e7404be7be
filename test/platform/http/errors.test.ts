import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, missing, ServiceError, TooManyRequests } from '../../../src/kernel/errors.ts';
import type { HttpEnv } from '../../../src/platform/http/environment.ts';
import { isDatabaseUnavailable } from '../../../src/kernel/unavailable.ts';
import { errorAnswer } from '../../../src/platform/http/errors.ts';
import { InvalidCredentials } from '../../../src/platform/login/errors.ts';

/** The answer to a handler that throws. */
async function answerTo(thrown: Error) {
  const app = new Hono<HttpEnv>();
  app.onError((error, c) => errorAnswer(c, error));
  app.get('/', (c) => {
    c.set('requestId', 'request-1');
    throw thrown;
  });
  const response = await app.request('/');
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const withCode = (code: string, fields: Record<string, unknown> = {}): Error =>
  Object.assign(new Error('database says no'), { code, ...fields });

describe('error answers', () => {
  it.each<[ErrorCode, number]>([
    [400, 400],
    [401, 401],
    [403, 403],
    [404, 404],
    [405, 405],
    [413, 413],
    [415, 415],
    [420, 420],
    [422, 422],
    [440, 440],
    [500, 500],
    [503, 503],
    [1401, 404],
    [1402, 404],
    [1403, 400],
    [1404, 400],
    [1430, 400],
  ])('send code %i in the body with HTTP status %i', async (code, status) => {
    const answer = await answerTo(new ServiceError(code, 'what is wrong'));
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ status: 'failed', status_code: code, message: 'what is wrong' });
  });

  it('send wrong credentials, code 1401, as 401', async () => {
    expect(await answerTo(new InvalidCredentials())).toMatchObject({
      status: 401,
      body: { status_code: 1401, message: 'Invalid Credentials' },
    });
  });

  it.each<ErrorCode>([1401, 1402, 1403])('send an absent parameter as 400 whatever its code (%i)', async (code) => {
    expect(
      (await answerTo(new ServiceError(code, '`time` missing', [{ field: 'time', problem: 'is required' }]))).status,
    ).toBe(400);
  });

  it('list what is wrong with which field', async () => {
    expect((await answerTo(missing('date1'))).body).toEqual({
      status: 'failed',
      status_code: 1403,
      message: "'date1' missing",
      errors: [{ field: 'date1', problem: 'is required' }],
    });
  });

  it('send the body of the specification for too many requests, with the time to wait', async () => {
    const answer = await answerTo(new TooManyRequests(17));
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ message: 'Too many requests. Please try again later.', status: 'failed' });
    expect(answer.headers.get('retry-after')).toBe('17');
  });

  it('say nothing of a fault of ours but the request it happened in', async () => {
    const answer = await answerTo(new Error('relation tenant.secret does not exist at /srv/app/x.ts'));
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      status: 'failed',
      status_code: 500,
      message: 'Internal error. Please quote request request-1.',
    });
  });

  it.each([withCode('53100'), withCode('ENOSPC'), new AggregateError([withCode('53100')])])(
    'a full disk is 503, not a fault of ours (%#)',
    async (error) => {
      const answer = await answerTo(error);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(answer.body).toEqual({
        status: 'failed',
        status_code: 503,
        message: 'The disk of the database is full. Please try again later.',
      });
    },
  );

  it.each([
    withCode('ECONNREFUSED'),
    withCode('57P01'),
    withCode('57P03'),
    withCode('08006'),
    withCode('53300'),
    withCode('ENOENT', { syscall: 'connect' }),
    new Error('Connection terminated unexpectedly'),
    new AggregateError([withCode('ECONNREFUSED')]),
  ])('send an unreachable database as 503 with a time to try again (%s)', async (error) => {
    const answer = await answerTo(error);
    expect(answer).toMatchObject({ status: 503, body: { status_code: 503 } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([withCode('23505'), withCode('42P01'), withCode('ENOENT', { syscall: 'open' }), new Error('x'), 'text'])(
    'do not take %s for an unreachable database',
    (error) => {
      expect(isDatabaseUnavailable(error)).toBe(false);
    },
  );

  it('send what the HTTP library refuses as ours', async () => {
    expect(await answerTo(new HTTPException(415, { message: 'Unsupported Media Type' }))).toMatchObject({
      status: 415,
      body: { status_code: 415 },
    });
    expect(await answerTo(new HTTPException(400, { message: 'Malformed JSON in request body' }))).toMatchObject({
      status: 400,
      body: { status_code: 1430, message: 'Malformed JSON in request body' },
    });
  });
});
