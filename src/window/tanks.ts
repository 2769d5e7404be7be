import type { z } from '@hono/zod-openapi';
import type { tankObject } from '../findings/http/schemas/tanks.ts';
import { decimalsFor, durationText, figureText, neededDecimals } from '../kernel/format/figure-text.ts';
import type { ReferenceLine } from './charts/period-chart.ts';
import { momentText } from './dates.ts';
import { spanText } from './figures.ts';
import { fill, type Texts } from './texts/texts.ts';
import type { Visit } from './visit.ts';

export type StandingTank = z.infer<typeof tankObject>;
type Outlook = NonNullable<StandingTank['outlook']>;
type End = Outlook['ends'][number];

const percentOf = (percent: number): string => `${figureText(percent, neededDecimals(percent))}\u00a0%`;
const roundPercent = (percent: number): string => `${figureText(percent, 0)}\u00a0%`;

const STEPS = [
  { name: 'minutes', minutes: 5, until: 2 * 60 },
  { name: 'hours', minutes: 60, until: 48 * 60 },
  { name: 'days', minutes: 24 * 60, until: Infinity },
] as const;

/** `in 5 to 8 hours`: rounded outwards, so that a band never looks more certain than it is. */
function whenText({ fromMinutes, toMinutes }: End, texts: Texts): string {
  const { tanks } = texts;
  const { name, minutes } = STEPS.find(({ until }) => (toMinutes ?? fromMinutes) < until) ?? STEPS[2];
  const size = name === 'minutes' ? minutes : 1;
  const [from, to] = [Math.floor(fromMinutes / minutes) * size, Math.ceil((toMinutes ?? 0) / minutes) * size];
  const timeOf = (span: string): string => fill(tanks[name], { span });
  if (toMinutes === null) return fill(tanks.earliest, { time: timeOf(figureText(from, 0)) });
  if (from === 0) return fill(tanks.within, { time: timeOf(figureText(to, 0)) });
  const time = timeOf(spanText(figureText(from, 0), figureText(to, 0), texts));
  return fill(from === to ? tanks.about : tanks.between, { time });
}

/** `At this rate low (10 %) in 5 to 8 hours, empty in 7 to 11 hours.`; null: no end is told. */
function endsText({ ends }: Outlook, texts: Texts): string | null {
  if (ends.length === 0) return null;
  const told = ends.map((end) =>
    fill(texts.tanks[end.end], { percent: percentOf(end.atPercent), when: whenText(end, texts) }),
  );
  return fill(texts.tanks.ends, { ends: told.join(', ') });
}

function courseText(
  { course, ratePerHour: { low, high }, spanMinutes }: Outlook,
  siUnit: string,
  texts: Texts,
): string {
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
  const decimals = Math.max(neededDecimals(least), neededDecimals(most));
  const rate = spanText(figureText(least, decimals), figureText(most, decimals), texts);
  return fill(texts.tanks[course], { rate: `${rate} ${siUnit}`, time: durationText(spanMinutes) });
}

/** Level, share of capacity, rate and time to its ends; empty where nothing was measured or no capacity is declared. */
export function standingText(
  { level, capacity, percent, readAt, siUnit, outlook }: StandingTank,
  visit: Visit,
): string {
  if (level === null || capacity === null || percent === null || readAt === null) return '';
  const { texts, clock } = visit;
  const amount = (value: number): string => `${figureText(value, decimalsFor([value]))} ${siUnit}`;
  const standing = fill(texts.tanks.standing, {
    level: amount(level),
    capacity: amount(capacity),
    percent: roundPercent(percent),
    time: momentText(readAt, clock),
  });
  const told = outlook === null ? [] : [courseText(outlook, siUnit, texts), endsText(outlook, texts)];
  return [standing, ...told].filter((text) => text !== null).join(' ');
}

/** The same in short: the share, and the ends or else the course. */
export function outlookText({ percent, siUnit, outlook }: StandingTank, texts: Texts): string {
  if (percent === null) return '';
  const share = fill(texts.tanks.share, { percent: roundPercent(percent) });
  return outlook === null ? share : `${share} ${endsText(outlook, texts) ?? courseText(outlook, siUnit, texts)}`;
}

/** Tanks that have something to tell, those that come to an end first before the others. */
export const byNearestEnd = (tanks: readonly StandingTank[]): readonly StandingTank[] => {
  const minutesOf = ({ outlook }: StandingTank): number => outlook?.ends[0]?.fromMinutes ?? Number.MAX_SAFE_INTEGER;
  return tanks.filter(({ percent }) => percent !== null).toSorted((a, b) => minutesOf(a) - minutesOf(b));
};

/** Lines of the capacity and of the limits of findings across a chart of levels. */
export function tankLines(
  { capacity, lowPercent, fullPercent }: StandingTank,
  { tanks }: Texts,
): readonly ReferenceLine[] {
  if (capacity === null) return [];
  const amount = (value: number): string => figureText(value, neededDecimals(value));
  const atPercent = (name: string, percent: number): ReferenceLine => {
    const value = (capacity * percent) / 100;
    return { value, name: `${name} ${percentOf(percent)}: ${amount(value)}` };
  };
  return [
    { value: capacity, name: `${tanks.capacity} ${amount(capacity)}` },
    atPercent(tanks.lowLine, lowPercent),
    { ...atPercent(tanks.fullLine, fullPercent), isBelow: true },
  ];
}
