import { describe, expect, it } from 'vitest';
import { errorResponse, readyForQuery } from '../../../../../src/platform/database/embedded/backend-messages.ts';
import { FRONTEND_TYPE, queryMessage } from '../../../../../src/platform/database/embedded/frontend-messages.ts';
import { LoginSession } from '../../../../../src/platform/database/embedded/logins/login-session.ts';
import type { DatabaseSession } from '../../../../../src/platform/database/embedded/session.ts';

const MEBIBYTE = 1024 * 1024;
const NOTICE = 'the answer to what a login sends at once has at most 128 MiB';

function rowOf(bytes: number): Buffer {
  const row = Buffer.alloc(bytes, 'x');
  row.write('D');
  row.writeUInt32BE(bytes - 1, 1);
  return row;
}

/**
 * A login at an engine that answers every query with so many rows of a MiB, until it is asked to end, as the real one
 * does between rows.
 */
function loginAt(rows: number) {
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const asked = (): boolean => flags.some((flag) => flag !== 0);
  const session = {
    interrupts: { memory: flags.buffer, address: 0 },
    command: () => [['greedy', 'greedy', 'on']],
    execute: () => undefined,
    lockRole: () => undefined,
    unlockRole: () => undefined,
  } as unknown as DatabaseSession; // what a login needs of it
  const row = rowOf(MEBIBYTE);
  const answer: Buffer[] = [];
  let given = 0;
  const login = new LoginSession({
    role: 'greedy',
    session,
    connectionId: 1,
    settings: new Map(),
    refusal: () => null,
    output: (bytes) => {
      answer.push(bytes);
    },
    execute: (messages, sink) => {
      const executes = messages.some(([type]) => type === FRONTEND_TYPE.execute);
      for (let n = 0; executes && n < rows && !asked(); n += 1) {
        sink(row);
        given += 1;
      }
      if (asked()) sink(errorResponse('ERROR', '57014', 'canceling statement due to user request'));
      sink(readyForQuery(asked() ? 'E' : 'T'));
      return false;
    },
  });
  return {
    asked,
    login,
    /** Rows of the engine, and what was told beside them. */
    ask: (sql: string): { rows: number; told: string } => {
      [given, answer.length] = [0, 0];
      login.run([queryMessage(sql)]);
      return { rows: given, told: Buffer.concat(answer.filter((bytes) => bytes.length < MEBIBYTE)).toString('latin1') };
    },
  };
}

describe('an answer that would fill the memory', () => {
  it('is ended at 128 MiB, which the login is told, and the login is not cut off', () => {
    const { ask, asked, login } = loginAt(1000);
    const { rows, told } = ask('SELECT 1');
    expect(rows).toBeLessThanOrEqual(129);
    expect(told).toContain('57014');
    expect(told).toContain(NOTICE);
    // The next statement of whoever is next would be ended by a request that stands.
    expect([asked(), login.takeCutOff()]).toEqual([false, null]);
  });

  it('is that to all that is sent at once', () => {
    const { ask } = loginAt(100);
    const { rows, told } = ask('SELECT 1; SELECT 2; SELECT 3');
    expect(rows).toBeLessThanOrEqual(129);
    expect(told).toContain(NOTICE);
  });

  it('is not one of 120 MiB, sent again and again', () => {
    const { ask } = loginAt(120);
    for (let time = 0; time < 3; time += 1) {
      const { rows, told } = ask('SELECT 1');
      expect(rows).toBe(120);
      expect(told).not.toContain(NOTICE);
    }
  });
});
