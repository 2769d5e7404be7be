import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from '../../../src/kernel/document/ids.ts';

describe('a position in the feed of changes', () => {
  it('is read as it was written, whatever the id of the industry', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.constantFrom('all', 'daily', 'monthly', 'yearly'),
        fc.integer({ min: 0, max: 999_999_999_999_999 }),
        (industryId, period, changeNo) => {
          expect(readCursor(writeCursor({ industryId, period, changeNo }))).toEqual({ industryId, period, changeNo });
        },
      ),
    );
  });

  it('is text of letters, digits, - and _ alone, so that it needs no escaping in an address', () => {
    expect(writeCursor({ industryId: 'ACME/ä ?', period: 'all', changeNo: 42 })).toMatch(/^[\w-]+$/);
  });

  it.each([
    '',
    'x',
    '42',
    '1:42:all:ACME',
    `${writeCursor({ industryId: 'ACME', period: 'all', changeNo: 42 })}=`,
    Buffer.from('2:42:all:ACME').toString('base64url'),
    Buffer.from('1:042:all:ACME').toString('base64url'),
    Buffer.from('1:-1:all:ACME').toString('base64url'),
    Buffer.from('1:42:all:').toString('base64url'),
  ])('%j is none', (text) => {
    expect(readCursor(text)).toBeNull();
  });
});
