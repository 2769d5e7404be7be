import { describe, expect, it } from 'vitest';
import { byNearestEnd, outlookText, type StandingTank, tankLines } from '../../src/window/tanks.ts';
import { textsOf } from '../../src/window/texts.ts';

type Ends = NonNullable<StandingTank['outlook']>['ends'];

const TEXTS = textsOf('en');
const tankOf = (course: 'falling' | 'rising' | 'steady' | null, ends: Ends = []): StandingTank => ({
  unitId: 'T',
  unitName: 'Tank',
  siUnit: 'KL',
  capacity: 200,
  lowPercent: 10,
  fullPercent: 98,
  level: 62,
  percent: 31,
  readAt: '2026-06-11T06:00:00Z',
  outlook:
    course === null
      ? null
      : { course, ratePerHour: { value: -8, low: -9, high: -7 }, since: '', spanMinutes: 180, readings: 37, ends },
});
const end = (fromMinutes: number, toMinutes: number | null): Ends => [
  { end: 'empty', atPercent: 0, fromMinutes, toMinutes },
];
const told = (tank: StandingTank): string =>
  outlookText(tank, { texts: TEXTS, language: 'en' }).replaceAll('\u00a0', ' ');

describe('what a tank says', () => {
  it.each([
    [end(303, 478), 'At this rate empty in 5 to 8 hours.'],
    [end(32, 56), 'At this rate empty in 30 to 60 minutes.'],
    [end(3000, 4000), 'At this rate empty in 2 to 3 days.'],
    [end(300, 300), 'At this rate empty in about 5 hours.'],
    [end(20, 200), 'At this rate empty within 4 hours.'],
    [end(303, null), 'At this rate empty in 5 hours at the earliest.'],
  ])('rounds its time outwards: %j', (ends, text) => {
    expect(told(tankOf('falling', ends))).toBe(`31 % full. ${text}`);
  });

  it('tells the course without an end, and the share alone where nothing can be said', () => {
    expect(told(tankOf('steady'))).toBe('31 % full. The level hardly changes (last 3 h).');
    expect(told(tankOf('falling'))).toBe('31 % full. The level falls by 7 to 9 KL an hour (last 3 h).');
    expect(told(tankOf(null))).toBe('31 % full.');
  });

  it('names the tank that comes to its end first before others, and draws capacity and limits in its unit', () => {
    const [soon, later, never] = [tankOf('falling', end(60, 90)), tankOf('falling', end(600, 900)), tankOf('steady')];
    expect(byNearestEnd([never, later, soon])).toEqual([soon, later, never]);
    expect(tankLines(soon, TEXTS).map(({ value }) => value)).toEqual([200, 20, 196]);
  });
});
