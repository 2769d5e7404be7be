import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import type { usualHours } from '../../figures/http/user/usualHours.ts';
import { clockText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { periodChart } from '../charts/period-chart.ts';
import { weekdayName, dateOf } from '../dates.ts';
import { isEstimated, markedText, measuredOrSilent, measuredShare, MISSING, spanText } from '../figures.ts';
import { type Markup, scrolledTable, type Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';

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
  const value = markedText(`${figureText(total.y, decimalsFor([total.y]))} ${siUnit ?? ''}`.trim(), total, texts);
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

/** An hour in words that the picture and the table share. */
interface ToldHour {
  readonly time: string;
  /** Its figure, or a dash. */
  readonly value: string;
  /** Where it usually lies; empty: too few days are known. */
  readonly usually: string;
  /** How much of it was measured; empty: the hour is not over, or nothing was expected. */
  readonly measured: string;
  /** The same below a heading that names it. */
  readonly share: string;
}

function toldHours({ clock, texts }: Visit, { hours, wholeHours }: UsualHours): readonly ToldHour[] {
  const { unit } = texts;
  const decimals = decimalsFor(hours.flatMap(({ y }) => y ?? []));
  const ofBand = decimalsFor(hours.flatMap(({ low, high }) => [low, high].filter((one) => one !== null)));
  return hours.map((hour, at) => {
    const { x, y, low, high, coverage } = hour;
    const isOver = wholeHours === null || at < wholeHours;
    return {
      time: clockText(Date.parse(x), clock.timezone),
      value: y !== null ? markedText(figureText(y, decimals), hour, texts) : isOver ? MISSING : unit.notYet,
      usually: low === null || high === null ? '' : spanText(figureText(low, ofBand), figureText(high, ofBand), texts),
      measured: coverage === null ? '' : measuredOrSilent(hour, texts),
      share: coverage === null ? '' : measuredShare(hour, texts),
    };
  });
}

function hourTitle(
  { time, value, usually, measured }: ToldHour,
  unit: string,
  isKnown: boolean,
  { today }: Texts,
): string {
  const own = isKnown ? `${value} ${unit}`.trim() : value;
  const usual = usually === '' ? '' : fill(today.usually, { span: `${usually} ${unit}`.trim() });
  return `${time}: ${[own, measured, usual].filter((words) => words !== '').join(', ')}`;
}

/** The hours of the picture as a table, for whoever reads rather than looks. */
function hoursTable(told: readonly ToldHour[], unit: string, { figures, today, unit: words }: Texts): Markup {
  return html`<details>
    <summary>${today.usualTable}</summary>
    ${scrolledTable(
      today.usualTable,
      [words.time, { figure: figures.value, unit }, { figure: today.usualHead, unit }, figures.measuredHead],
      told.map(
        ({ time, value, usually, share }) =>
          html`<tr>
            <th scope="row">${time}</th>
            <td class="figure ${value === MISSING ? 'missing' : ''}">${value}</td>
            <td class="figure">${usually}</td>
            <td>${share}</td>
          </tr>`,
      ),
      html`id="usual-hours"`,
    )}
  </details>`;
}

/** The day by the hour before the band of the same weekday. Its title says what one sees. */
export function usualPicture(visit: Visit, judged: Judged): Markup {
  const { texts } = visit;
  const { usual } = judged;
  const unit = usual.siUnit ?? '';
  const told = toldHours(visit, usual);
  const isOver = (hour: number): boolean => usual.wholeHours === null || hour < usual.wholeHours;
  const periods = usual.hours.map((hour, at) => {
    const words = told[at];
    return {
      label: words?.time ?? '',
      title: words === undefined ? '' : hourTitle(words, unit, hour.y !== null, texts),
      value: hour.y,
      isMissing: hour.y === null && isOver(at),
      isPartial: hour.y !== null && hour.bound !== null,
      isEstimated: isEstimated(hour),
      isRunning: false,
      isMarked: false,
      address: null,
      usual: bandOf(hour),
    };
  });
  const hatched = periods.filter(({ isMissing, isPartial }) => isMissing || isPartial).length;
  const legends = [
    texts.today.legend,
    ...(periods.some((period) => period.usual !== null) ? [texts.today.legendOfBand] : []),
    ...(hatched === 0 ? [] : [fill(texts.today.hatched, { count: hatched })]),
  ];
  const chart = periodChart(periods, {
    id: 'usual',
    kind: 'bars',
    unit,
    caption: legends.join(' '),
    keys: texts.figures.chartKeys,
    references: [],
  });
  return html`<section class="panel" id="usual" data-live>
    <h2>${usualTitle(visit, judged)}</h2>
    <p class="muted">${usualLine(visit, judged)}</p>
    ${chart} ${hoursTable(told, unit, texts)}
  </section>`;
}
