import { describe, expect, it } from 'vitest';
import {
  errorResponse,
  parameterStatus,
  readyForQuery,
} from '../../../../src/platform/database/embedded/backend-messages.ts';
import { ResponseRelay } from '../../../../src/platform/database/embedded/response-relay.ts';

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`);
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

const row = message('D', 'some row '.repeat(50));
const listenTag = message('C', 'LISTEN\0');
const longTag = message('C', 'INSERT 0 100000\0');
const notification = message('A', '\0\0\0\x07channel\0payload\0');
const debugging = message('N', 'SWARNING\0M# 1743: aborting transaction 7\0RRecordTransactionAbort\0\0');
const notice = message('N', 'SNOTICE\0Mhello\0\0');

function relay(bytes: Buffer, chunkBytes: number): { passed: Buffer; answer: ReturnType<ResponseRelay['answer']> } {
  const passed: Buffer[] = [];
  const relaying = new ResponseRelay((part) => passed.push(part));
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    // The engine reuses its memory: what was passed on must not change afterwards.
    const view = Uint8Array.from(bytes.subarray(offset, offset + chunkBytes));
    relaying.feed(view);
    view.fill(0);
  }
  return { passed: Buffer.concat(passed), answer: relaying.answer() };
}

describe('relaying an answer', () => {
  const whole = Buffer.concat([row, listenTag, notification, row, notice, debugging, longTag, readyForQuery('T')]);
  const expected = Buffer.concat([row, listenTag, row, notice, longTag, readyForQuery('T')]);

  it.each([1, 2, 3, 5, 7, 64, 449, 1000, 100_000])(
    'takes out notifications and debugging notices and nothing else, in chunks of %i bytes',
    (chunkBytes) => {
      const { passed, answer } = relay(whole, chunkBytes);
      expect(passed.equals(expected)).toBe(true);
      expect(answer).toEqual({ status: 'T', tags: ['LISTEN'], notifications: [notification], failed: false });
    },
  );

  it('reports errors, and no status for a group without its Sync', () => {
    const { answer } = relay(
      Buffer.concat([parameterStatus('TimeZone', 'UTC'), errorResponse('ERROR', '22012', 'division by zero')]),
      10,
    );
    expect(answer).toEqual({ status: null, tags: [], notifications: [], failed: true });
  });
});
