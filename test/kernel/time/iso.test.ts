import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeIso } from '../../../src/kernel/time/iso.ts';

describe('instants of a document', () => {
  it('are written as Date.toISOString writes them, in any order of days', () => {
    const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(fc.array(instant), (instants) => {
        expect(instants.map(writeIso)).toEqual(instants.map((epochMs) => new Date(epochMs).toISOString()));
      }),
    );
  });

  it('are written in years beyond those of documents, too', () => {
    const far = ['0001-01-01T00:00:00.000Z', '1899-12-31T23:59:59.999Z', '2201-01-01T00:00:00.000Z'];
    expect(far.map((text) => writeIso(Date.parse(text)))).toEqual(far);
  });

  it('turn the date at midnight', () => {
    const midnight = Date.UTC(2028, 1, 29);
    expect([midnight - 1, midnight, midnight + 86_400_000].map(writeIso)).toEqual([
      '2028-02-28T23:59:59.999Z',
      '2028-02-29T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
    ]);
  });
});
