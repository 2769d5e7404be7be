import type { z } from '@hono/zod-openapi';
import type { tankObject } from '../findings/http/schemas/tanks.ts';
import { tankEndsSentence, tankPercentText } from '../findings/rules/tank-words.ts';
import { decimalsFor, durationText, figureText, neededDecimals } from '../kernel/format/figure-text.ts';
import type { ReferenceLine } from './charts/period-chart.ts';
import { momentText } from './dates.ts';
import { spanText } from './figures.ts';
import { fill, type Texts } from './texts.ts';
import type { Visit } from './page.ts';

export type StandingTank = z.infer<typeof tankObject>;
type Outlook = NonNullable<StandingTank['outlook']>;

const roundPercent = (percent: number): string => `${figureText(percent, 0)}\u00a0%`;

function courseText(
  { course, ratePerHour: { low, high }, spanMinutes }: Outlook,
  siUnit: string,
  texts: Texts,
): string {
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
  const decimals = Math.max(neededDecimals(least), neededDecimals(most));
  const rate = spanText(figureText(least, decimals), figureText(most, decimals), texts);
  return fill(texts.tanks[course], { rate: `${rate} ${siUnit}`, time: durationText(spanMinutes, texts.language) });
}

/** Level, share of capacity, rate and time to its ends; empty where nothing was measured or no capacity is declared. */
export function standingText(
  { level, capacity, percent, readAt, siUnit, outlook }: StandingTank,
  visit: Visit,
): string {
  if (level === null || capacity === null || percent === null || readAt === null) return '';
  const { texts, clock, language } = visit;
  const amount = (value: number): string => `${figureText(value, decimalsFor([value]))} ${siUnit}`;
  const standing = fill(texts.tanks.standing, {
    level: amount(level),
    capacity: amount(capacity),
    percent: roundPercent(percent),
    time: momentText(readAt, clock),
  });
  const told = outlook === null ? [] : [courseText(outlook, siUnit, texts), tankEndsSentence(outlook.ends, language)];
  return [standing, ...told].filter((text) => text !== null).join(' ');
}

/** The same in short: the share, and the ends or else the course. */
export function outlookText(
  { percent, siUnit, outlook }: StandingTank,
  { texts, language }: Pick<Visit, 'texts' | 'language'>,
): string {
  if (percent === null) return '';
  const share = fill(texts.tanks.share, { percent: roundPercent(percent) });
  if (outlook === null) return share;
  return `${share} ${tankEndsSentence(outlook.ends, language) ?? courseText(outlook, siUnit, texts)}`;
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
    return { value, name: `${name} ${tankPercentText(percent)}: ${amount(value)}` };
  };
  return [
    { value: capacity, name: `${tanks.capacity} ${amount(capacity)}` },
    atPercent(tanks.lowLine, lowPercent),
    { ...atPercent(tanks.fullLine, fullPercent), isBelow: true },
  ];
}
