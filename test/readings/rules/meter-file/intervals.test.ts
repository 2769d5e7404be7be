import { describe, expect, it } from 'vitest';
import { rowsOfFile, understandLines } from './support.ts';

describe('intervals of a day in a column of times', () => {
  const instantsIn = (lines: readonly string[]) =>
    rowsOfFile(understandLines(lines)).map((one) => ('row' in one ? one.row['createdOn'] : one.problem));

  it('count at their end, as the blocks of Indian grids are written', () => {
    for (const sign of ['-', ' - ', '–'])
      expect(
        instantsIn([
          'Date|Time|INLET usage L',
          ...['00:00-00:15', '00:15-00:30', '23:45-24:00'].map((time) => `13/01/2026|${time.replace('-', sign)}|1`),
        ]),
      ).toEqual(['2026-01-12T18:45:00.000Z', '2026-01-12T19:00:00.000Z', '2026-01-13T18:30:00.000Z']);
    expect(instantsIn(['Time|INLET usage L', '13/01/2026 22:00-23:00|1', '13/01/2026 23:00-00:00|1'])).toEqual([
      '2026-01-13T17:30:00.000Z',
      '2026-01-13T18:30:00.000Z',
    ]);
  });

  it('that pass midnight are refused, because their date is that of neither end', () => {
    const lines = ['Date|Time|INLET usage L', '13/01/2026|22:30-23:30|1', '13/01/2026|23:30-00:30|1'];
    expect(instantsIn(lines)).toEqual(['2026-01-13T18:00:00.000Z', expect.stringContaining('cannot be read')]);
  });

  it('are told from times with an offset', () => {
    const head = 'Date|Time|INLET usage L';
    for (const [one, two] of [
      ['06:05-07:00', '06:10-07:00'],
      ['06:05:00-07:00', '06:10:00-07:00'],
    ])
      expect(instantsIn([head, `2026-01-13|${one}|1`, `2026-01-13|${two}|1`])).toEqual([
        '2026-01-13T13:05:00.000Z',
        '2026-01-13T13:10:00.000Z',
      ]);
  });
});
