import { describe, expect, it } from 'vitest';
import { createSeries, type Recording } from '../../../scripts/demo/series.ts';

const DAY_MS = 86_400_000;
const at = (text: string): number => Date.parse(text);
/** Recorded until the end of February; 05/01 to 02/02 is the season that is repeated. */
const recording: Recording = {
  recordedUntil: '2026-03-01T00:00:00Z',
  season: { from: '2026-01-05T00:00:00Z', to: '2026-02-02T00:00:00Z' },
};
/** One reading a day at noon from 01/01 to 10/02, the register counting by one. */
const daily = Array.from({ length: 41 }, (_, day) => ({
  epochMs: at('2026-01-01T12:00:00Z') + day * DAY_MS,
  fields: { value: '1', summedValue: String(100 + day) },
}));

describe('what a unit of the demo sends', () => {
  it('is the recording as it stands, up to its end', () => {
    const series = createSeries(daily, recording);
    expect(series(at('2026-01-01T12:00:00Z'), at('2026-01-03T12:00:00Z'))).toEqual([
      { createdOn: '2026-01-02T12:00:00.000Z', value: '1', summedValue: '101' },
      { createdOn: '2026-01-03T12:00:00.000Z', value: '1', summedValue: '102' },
    ]);
    expect(series(at('2026-02-11T00:00:00Z'), at(recording.recordedUntil))).toEqual([]);
  });

  it('afterwards is the season again and again, on the same days of the week, for any number of years', () => {
    const series = createSeries(daily, recording);
    const sent = series(at(recording.recordedUntil), at('2028-03-01T00:00:00Z'));
    expect(sent.length).toBe(731);
    expect(sent.map(({ createdOn }) => Date.parse(createdOn))).toEqual(
      Array.from({ length: 731 }, (_, day) => at('2026-03-01T12:00:00Z') + day * DAY_MS),
    );
  });

  it('lets a register count on by what passed, lap after lap, and a dropout to 0 stay one', () => {
    const dropout = daily.map((reading, index) =>
      index === 10 ? { ...reading, fields: { ...reading.fields, summedValue: '0' } } : reading,
    );
    const registers = createSeries(dropout, recording)(at(recording.recordedUntil), at('2026-06-01T00:00:00Z')).map(
      ({ summedValue }) => Number(summedValue),
    );
    // 11/01 is the dropout. 01/03 is 28 days after 01/02: the 28th day of the lap that begins on 02/02.
    const dropouts = registers.flatMap((register, index) => (register === 0 ? [index] : []));
    expect(dropouts).toEqual([7, 35, 63, 91]);
    expect(registers[0]).toBe(140 + 28);
    expect(registers.filter((register) => register !== 0)).toEqual(
      registers.flatMap((register, index) => (register === 0 ? [] : [140 + 28 + index])),
    );
  });

  it('is nothing for a unit that never sent, and only its day a lap for one that sent a day', () => {
    expect(createSeries([], recording)(0, at('2027-01-01T00:00:00Z'))).toEqual([]);
    const once = createSeries(daily.slice(10, 11), recording)(at(recording.recordedUntil), at('2026-06-01T00:00:00Z'));
    expect(once.map(({ createdOn }) => createdOn.slice(0, 10))).toEqual([
      '2026-03-08',
      '2026-04-05',
      '2026-05-03',
      '2026-05-31',
    ]);
  });
});
