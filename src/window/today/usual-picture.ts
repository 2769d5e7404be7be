import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import type { usualHours } from '../../figures/http/user/usualHours.ts';
import { LEAST_MEASURED_SHARE } from '../../figures/rules/device-data/usual-hours.ts';
import { clockText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { periodChart } from '../charts/period-chart.ts';
import { weekdayName } from '../dates.ts';
import { dateOf } from '../day-clock.ts';
import { boundText } from '../figures.ts';
import type { Markup } from '../page.ts';
import { fill, type Texts } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

export type UsualHours = z.infer<typeof usualHours>;
type Total = UsualHours['total'];

/** Whether a figure lies in the usual band; null: too few days are known, or it is unknown itself. */
function placeOf({ y, low, high, bound }: Total): 'more' | 'less' | 'within' | 'partly' | null {
  if (y === null || low === null || high === null) return null;
  if (y > high) return 'more';
  // A figure that may be higher is not told as low.
  if (y < low) return bound === 'at least' ? 'partly' : 'less';
  return 'within';
}

interface Judged {
  readonly name: string;
  readonly usual: UsualHours;
}

/** The message of a day in one line: how much it was, and whether that is usual. */
export function usualTitle({ clock, texts }: Visit, { name, usual }: Judged): string {
  const { total, siUnit, wholeHours, hours } = usual;
  if (total.y === null) return fill(texts.today.usualNone, { name });
  const value = `${boundText(total.bound, texts)}${figureText(total.y, decimalsFor([total.y]))} ${siUnit ?? ''}`.trim();
  const last = hours[(wholeHours ?? 0) - 1];
  const by =
    last === undefined
      ? value
      : fill(texts.today.by, { value, time: clockText(Date.parse(last.x) + HOUR_MS, clock.timezone) });
  const words = {
    more: texts.today.usualMore,
    less: texts.today.usualLess,
    within: texts.today.usualWithin,
    partly: texts.today.usualPartly,
    unknown: texts.today.usualUnknown,
  };
  return fill(words[placeOf(total) ?? 'unknown'], { name, value: by });
}

const bandOf = ({ low, middle, high }: UsualHours['hours'][number]) =>
  low === null || middle === null || high === null ? null : { low, middle, high };

/** The usual band in words; empty where too few days are known. */
export function usualLine({ language, texts }: Visit, { usual }: Pick<Judged, 'usual'>): string {
  const { low, middle, high, days } = usual.total;
  if (low === null || middle === null || high === null) return '';
  const decimals = decimalsFor([low, middle, high]);
  return fill(usual.running ? texts.today.usualByThen : texts.today.usualOfDay, {
    days,
    weekday: weekdayName(dateOf(usual.date), language),
    low: figureText(low, decimals),
    middle: figureText(middle, decimals),
    high: figureText(high, decimals),
    unit: usual.siUnit ?? '',
  });
}

function hourTitle(hour: UsualHours['hours'][number], time: string, unit: string, { figures, today }: Texts): string {
  const { y, low, high } = hour;
  const decimals = decimalsFor([y, low, high].filter((figure) => figure !== null));
  const own = y === null ? '' : `${time}: ${figureText(y, decimals)} ${unit}`;
  if (low === null || high === null) return own === '' ? time : own;
  const span = fill(figures.span, { from: figureText(low, decimals), to: figureText(high, decimals) });
  return `${own === '' ? `${time}:` : `${own},`} ${fill(today.usually, { span: `${span} ${unit}`.trim() })}`;
}

/** The day by the hour before the band of the same weekday. Its title says what one sees. */
export function usualPicture(visit: Visit, judged: Judged): Markup {
  const { clock, texts } = visit;
  const { usual } = judged;
  const unit = usual.siUnit ?? '';
  const isOver = (hour: number): boolean => usual.wholeHours === null || hour < usual.wholeHours;
  const periods = usual.hours.map((hour, at) => {
    const time = clockText(Date.parse(hour.x), clock.timezone);
    return {
      label: time,
      title: hourTitle(hour, time, unit, texts),
      value: hour.y,
      isMissing: hour.y === null && isOver(at),
      isPartial: hour.y !== null && (hour.measuredShare ?? 1) < LEAST_MEASURED_SHARE,
      isEstimated: false,
      isRunning: false,
      isMarked: false,
      address: null,
      usual: bandOf(hour),
    };
  });
  const hatched = periods.filter(({ isMissing, isPartial }) => isMissing || isPartial).length;
  const chart = periodChart(periods, {
    id: 'usual',
    kind: 'bars',
    unit,
    caption: [texts.today.legend, hatched === 0 ? '' : fill(texts.today.hatched, { count: hatched })].join(' '),
    references: [],
  });
  return html`<section class="panel" id="usual" data-live>
    <h2>${usualTitle(visit, judged)}</h2>
    <p class="muted">${usualLine(visit, judged)}</p>
    ${chart}
  </section>`;
}
