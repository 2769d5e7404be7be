import { describe, expect, it } from 'vitest';
import { crossingsOf, withReadingOf } from '../../../src/alerts/rules/crossing.ts';
import type { TotalsInput, WatchedReading } from '../../../src/alerts/rules/types.ts';
import { DAY_START, unitOf } from '../../figures/rules/processors/builders.ts';
import { every, reading } from './watch.ts';

const MINUTE = 60_000;
const METER = unitOf({ dataUpdateFrequencySeconds: 600 });
const minute = (minutes: number): number => DAY_START + minutes * MINUTE;

/** A day of which three hours are known: 6, 12 and 24 kilolitres by their last readings. */
const DAY: TotalsInput = {
  kind: 'totals',
  unit: METER,
  periods: [
    {
      startEpochMs: DAY_START,
      endEpochMs: minute(1440),
      points: [
        { epochMs: minute(50), total: 6 },
        { epochMs: minute(110), total: 18 },
        { epochMs: minute(170), total: 42 },
      ],
    },
  ],
  until: minute(180),
};
/** 1, 2 and 4 kilolitres every ten minutes of an hour. */
const READINGS: readonly WatchedReading[] = every(
  10,
  [1, 2, 4].flatMap((kilolitres) => Array.from({ length: 6 }, () => kilolitres * 1000)),
);

const refined = (input: TotalsInput, limit: number, readings = READINGS, seen = -Infinity) => {
  const [crossing] = crossingsOf(input, limit, seen);
  return crossing === undefined ? null : withReadingOf(crossing, () => METER, readings, limit).points;
};

describe('the reading that passes a limit', () => {
  it('is found among those of the hour whose last one is above it', () => {
    // 18 by 01:50, and 4 with each reading from 02:00 on: 22, 26, 30.
    expect(refined(DAY, 25)).toEqual([
      { epochMs: minute(50), total: 6 },
      { epochMs: minute(110), total: 18 },
      { epochMs: minute(130), total: 26 },
      { epochMs: minute(170), total: 42 },
    ]);
  });

  it('is that of the hour where only its last reading passes', () => {
    expect(refined(DAY, 41.9)).toEqual(DAY.periods[0]?.points);
  });

  it('shares out what the hour came to, whatever its registers say besides', () => {
    // The readings add up to 24, of which the hour counts 12: half of each.
    const [day] = DAY.periods;
    const points = [...(day?.points.slice(0, 2) ?? []), { epochMs: minute(170), total: 30 }];
    const halved = day === undefined ? [] : [{ ...day, points }];
    expect(refined({ ...DAY, periods: halved }, 25)?.[2]).toEqual({ epochMs: minute(150), total: 26 });
  });

  it('is not looked for where nothing is above the limit, where it was seen, and where readings do not tell', () => {
    expect(refined(DAY, 42)).toBeNull();
    expect(refined(DAY, 25, READINGS, minute(170))).toBeNull();
    expect(refined(DAY, 25, [])).toEqual(DAY.periods[0]?.points);
    expect(refined(DAY, 25, [reading(110, 2000), reading(170, null)])).toEqual(DAY.periods[0]?.points);
  });
});
