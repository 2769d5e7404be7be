import { describe, expect, it } from 'vitest';
import {
  MessageReader,
  ProtocolViolation,
  queryMessage,
  readStartupParameters,
  sqlText,
  syncMessage,
} from '../../../../src/platform/database/embedded/frontend-messages.ts';
import { StatementNames, unnamedStatementUse } from '../../../../src/platform/database/embedded/statement-names.ts';

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`);
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

describe('reading what clients send', () => {
  it.each([1, 3, 6, 1000])('finds the same messages in chunks of %i bytes', (chunkBytes) => {
    const sent = [queryMessage('SELECT 1'), syncMessage, queryMessage('x'.repeat(500)), syncMessage];
    const stream = Buffer.concat(sent);
    const reader = new MessageReader();
    const read: Buffer[] = [];
    for (let offset = 0; offset < stream.length; offset += chunkBytes) {
      reader.push(stream.subarray(offset, offset + chunkBytes));
      for (let next = reader.next('typed'); next !== null; next = reader.next('typed')) read.push(next);
    }
    expect(read).toEqual(sent);
  });

  it('ends with an error at a length no client would send', () => {
    for (const length of [0, 3, 0x7fff_ffff]) {
      const reader = new MessageReader();
      const bytes = Buffer.from('Q\0\0\0\0');
      bytes.writeUInt32BE(length, 1);
      reader.push(bytes);
      expect(() => reader.next('typed')).toThrow(ProtocolViolation);
    }
  });

  it('reads start-up parameters and SQL', () => {
    expect([...readStartupParameters(Buffer.from('\0\0\0\0\0\x03\0\0user\0a\0database\0b\0\0'))]).toEqual([
      ['user', 'a'],
      ['database', 'b'],
    ]);
    expect(sqlText(queryMessage('SELECT 1'))).toBe('SELECT 1');
    expect(sqlText(message('P', 'name\0SELECT 2\0\0\0'))).toBe('SELECT 2');
    expect(sqlText(syncMessage)).toBe(null);
  });
});

describe('names of prepared statements', () => {
  it("get the connection's prefix wherever they stand, and unnamed ones stay unnamed", () => {
    const names = new StatementNames(7);
    expect(names.translate(message('P', 's\0SELECT 1\0\0\0'))).toEqual(message('P', 'c7.s\0SELECT 1\0\0\0'));
    expect(names.translate(message('B', 'portal\0s\0\0\0'))).toEqual(message('B', 'portal\0c7.s\0\0\0'));
    expect(names.translate(message('D', 'Ss\0'))).toEqual(message('D', 'Sc7.s\0'));
    expect(names.closeMessages()).toEqual([message('C', 'Sc7.s\0')]);
    expect(names.translate(message('C', 'Ss\0'))).toEqual(message('C', 'Sc7.s\0'));
    expect(names.closeMessages()).toEqual([]);
    for (const untouched of [
      message('P', '\0SELECT 1\0\0\0'),
      message('D', 'Pportal\0'),
      message('E', 's\0\0\0\0\0'),
      syncMessage,
    ]) {
      expect(names.translate(untouched)).toBe(untouched);
    }
  });

  it('tell whether a message defines or needs the unnamed statement', () => {
    expect(
      [
        message('P', '\0SELECT 1\0\0\0'),
        message('B', '\0\0\0\0'),
        message('B', '\0s\0\0\0'),
        message('D', 'S\0'),
        message('D', 'P\0'),
      ].map(unnamedStatementUse),
    ).toEqual(['defines', 'needs', 'none', 'needs', 'none']);
  });
});
