import { describe, expect, it } from 'vitest';
import { parseConfig } from '../src/config.ts';

describe('the configuration of the archive', () => {
  it('keeps archives beside an embedded database, and on a server where it is told to', () => {
    const server = { DATABASE_URL: 'postgres://u:p@db/water', JWT_SECRET: 'x'.repeat(32) };
    expect(parseConfig(server).archive).toBeNull();
    expect(parseConfig({ ...server, ARCHIVE_URL: 'file:/mnt/archive' }).archive).toEqual({
      kind: 'directory',
      path: '/mnt/archive',
    });
    const keys = { ARCHIVE_ACCESS_KEY_ID: 'ID', ARCHIVE_SECRET_ACCESS_KEY: 'SECRET' };
    expect(parseConfig({ ARCHIVE_URL: 's3://bucket', ...keys }).archive).toMatchObject({
      bucket: 'bucket',
      accessKeyId: 'ID',
      secretAccessKey: 'SECRET',
    });
    expect(() => parseConfig({ ARCHIVE_URL: 's3://bucket', ARCHIVE_ACCESS_KEY_ID: 'ID' })).toThrow(
      'ARCHIVE_URL: a bucket needs ARCHIVE_ACCESS_KEY_ID and ARCHIVE_SECRET_ACCESS_KEY, too.',
    );
    expect(() => parseConfig({ ARCHIVE_URL: 'ftp://x' })).toThrow(
      /^ARCHIVE_URL: the value given is not allowed, it must be/,
    );
  });
});
