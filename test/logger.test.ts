import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../src/logger.ts';

function logged(level: string, write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  write(
    createLogger(
      level,
      new Writable({
        write: (chunk, _, done) => {
          text += String(chunk);
          done();
        },
      }),
    ),
  );
  return text;
}

describe('the log', () => {
  it('is one line of JSON per event, with its time in UTC', () => {
    const text = logged('info', (log) => {
      log.info({ industry: 'ACME' }, 'something\nhappened');
      log.debug('not this');
    });
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        industry: 'ACME',
        msg: 'something\nhappened',
      },
    ]);
  });

  it('holds no character that moves a cursor or turns text round as it is, and says which it was', () => {
    const unseen = 'a\u0085b\u009bc\u007fd\u202ee\u2066f\u2028g';
    const text = logged('info', (log) => log.info({ path: unseen, [unseen]: 1 }, unseen));
    expect(text.trim()).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(text)).toMatchObject({ path: unseen, [unseen]: 1, msg: unseen });
  });

  it.each([
    'password',
    'token',
    'jwt',
    'authorization',
    'access_token',
    'refresh_token',
    'refreshToken',
    'secret',
    'cookie',
    'Set-Cookie',
    'x-internal-secret',
    'oldPassword',
    'newPassword',
    'passwordHash',
  ])('holds no %s, wherever it stands in what is logged', (name) => {
    const text = logged('info', (log) => {
      log.info({ [name]: 'SENSITIVE' }, 'own');
      log.info({ body: { [name]: 'SENSITIVE', kept: 1 } }, 'one deep');
      log.info({ request: { headers: { [name]: 'SENSITIVE' } } }, 'two deep');
      log.info({ a: { b: { c: { [name]: 'SENSITIVE' } } } }, 'three deep');
    });
    expect(text).not.toContain('SENSITIVE');
    expect(text.split('[removed]').length - 1).toBe(4);
    expect(text).toContain('"kept":1');
  });
});
