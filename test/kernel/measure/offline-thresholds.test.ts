import { expect, it } from 'vitest';
import { onlineAsOf, SILENT_AFTER_MINUTES } from '../../../src/kernel/measure/offline-thresholds.ts';

const END = Date.parse('2026-01-16T00:00:00Z');
const minutesBefore = (instant: number, minutes: number): number => instant - minutes * 60_000;

it('a unit is judged as of now while its day runs, and as of the last millisecond of a day that has ended', () => {
  const now = minutesBefore(END, 180);
  expect([onlineAsOf(END, now), onlineAsOf(END, END), onlineAsOf(END, END + 1)]).toEqual([now, END - 1, END - 1]);
});

it('a meter that sends each quarter of an hour is online at the end of its day, and offline a quarter after a reading', () => {
  const last = minutesBefore(END, 15);
  const isOnline = (now: number): boolean => last > minutesBefore(onlineAsOf(END, now), SILENT_AFTER_MINUTES.hour);
  expect([isOnline(END - 1), isOnline(END + 60_000)]).toEqual([true, true]);
  const runningDayEnd = END + 86_400_000;
  expect(last > minutesBefore(onlineAsOf(runningDayEnd, END), SILENT_AFTER_MINUTES.hour)).toBe(false);
});
