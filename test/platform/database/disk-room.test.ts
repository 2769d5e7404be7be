import { expect, it } from 'vitest';
import { DiskRoom } from '../../../src/platform/database/database.ts';
import { statement } from '../../../src/platform/database/statements.ts';
import { testDatabase } from '../../support/database.ts';

const refused = (code: string) => Object.assign(new Error('refused'), { code });
const mustNotBeAsked = () => Promise.reject(new Error('nobody asked'));

it('as long as no statement was refused for want of room, nobody fills a file', async () => {
  const room = new DiskRoom();
  room.notice(refused('23505'));
  room.notice(new Error('no code at all'));
  expect(await room.isFull(mustNotBeAsked)).toBe(false);
});

it('a disk is full from the refusal on until a file can be filled again', async () => {
  const room = new DiskRoom();
  room.notice(refused('53100'));
  expect(await room.isFull(() => Promise.reject(refused('53100')))).toBe(true);
  expect(await room.isFull(() => Promise.reject(refused('ECONNRESET')))).toBe(true);
  expect(await room.isFull(async () => {})).toBe(false);
  expect(await room.isFull(mustNotBeAsked)).toBe(false);
});

it('a refusal for another reason is not taken for a full disk', async () => {
  const room = new DiskRoom();
  room.notice(refused('53100'));
  expect(await room.isFull(() => Promise.reject(refused('53400')))).toBe(false);
});

it('the probe writes to a temporary file at least as much as two segments of the log', async () => {
  const { database } = await testDatabase();
  const plan = await database.transaction(async ({ many, execute }) => {
    await many('disk-room.limit_memory');
    return execute<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING off) ${statement('disk-room.fill').text}`,
    );
  });
  const written = /Sort Method: external \w+\s+Disk: (\d+)kB/.exec(plan.map((row) => row['QUERY PLAN']).join('\n'));
  expect(Number(written?.[1])).toBeGreaterThanOrEqual(32 * 1000);
});
