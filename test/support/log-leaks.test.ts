import { describe, expect, it } from 'vitest';
import { leaksIn, watchRequest } from './log-leaks.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJBQ01FIn0.c2ln';

describe('a log line leaks', () => {
  it('when it holds a token or a part of one, a password, or a password as it stands in an address', () => {
    const clean = ['{"msg":"request","path":"/api/user/login"}', '{"msg":"pass"}'];
    const leaking = [
      `?jwt=${TOKEN}`,
      `claims ${TOKEN.split('.')[1]}`,
      'password Correct-horse-1',
      'password=with%20blank',
    ];
    expect(leaksIn([...clean, ...leaking], new Set(['Correct-horse-1', 'with blank']))).toEqual(leaking);
  });
});

describe('a watched request', () => {
  it('keeps its body for the application', async () => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"password":"Correct-horse-1"}',
    });
    await watchRequest(request);
    expect(await request.json()).toEqual({ password: 'Correct-horse-1' });
  });
});
