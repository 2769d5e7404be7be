import { DAY_MS } from '../../../kernel/time/durations.ts';
import { timeOfDayIn } from './times.ts';

/** `00:00-00:15`, which is also a time with an offset. Seconds stand in times alone. */
const INTERVAL = /(?<![\d:])(\d{1,2}:\d\d) ?[-–] ?(\d{1,2}:\d\d)$/;
const DAY_HOURS = 24;

interface Interval {
  readonly beginMs: number;
  readonly lengthMs: number;
}

/** The interval of a day with which a text ends; null: with none. */
export function intervalIn(text: string): Interval | null {
  const [, begin = '', end = ''] = INTERVAL.exec(text.trim()) ?? [];
  const [from, to] = [timeOfDayIn(begin), timeOfDayIn(end)];
  return from === null || to === null
    ? null
    : { beginMs: from.timeMs, lengthMs: (to.timeMs - from.timeMs + DAY_MS) % DAY_MS };
}

/** Whether texts end with intervals, which are equally long. Times that go on have one offset, and no such length. */
export function nameIntervals(texts: readonly string[]): boolean {
  const found = texts.map(intervalIn);
  const [begins, lengths] = [found.map((one) => one?.beginMs), found.map((one) => one?.lengthMs)];
  return !found.includes(null) && new Set(begins).size > 1 && new Set(lengths).size === 1;
}

/** The text with the end of its interval instead. An end that lies before the begin is of the next day. */
export const withEndAlone = (text: string): string =>
  text.trim().replace(INTERVAL, (_, begin: string, end: string) => {
    const [hours = '', minutes = ''] = end.split(':');
    const isNextDay = (timeOfDayIn(end)?.timeMs ?? 0) <= (timeOfDayIn(begin)?.timeMs ?? 0);
    return isNextDay ? `${Number(hours) + DAY_HOURS}:${minutes}` : end;
  });
