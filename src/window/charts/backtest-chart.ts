import { html } from 'hono/html';
import { DateTime } from 'luxon';
import { dayText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import type { Backtested } from '../../alerts/http/user/alerts/backtest.ts';
import type { Markup, Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { axisBetween } from './axis.ts';

/*
 * Chart of a rule's figures with its threshold and the days on which it would have fired. islands/threshold.ts moves
 * the threshold.
 */

type Series = NonNullable<Backtested['series']>[number];

const [WIDTH, HEIGHT] = [720, 206];
/** Right of it the threshold is named. */
const PLOT = { left: 60, right: 630, top: 26, bottom: 180 };
const HEADROOM = 1.15;
const MOST_DATES = 6;

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  readonly xOf: (at: string) => number;
  readonly yOf: (value: number) => number;
}

/** Scale of the chart. Quantities stand on a zero line, levels do not. */
function scaleOf(
  { points, limit, form }: Series,
  { begins, ends }: Backtested,
  threshold: number | null,
  isLevel: boolean,
): Scale {
  const figures = points.flatMap(({ lowest, highest }) => [lowest, highest]).filter((one) => one !== null);
  const shown = [...figures, ...[threshold ?? limit].filter((one) => one !== null)];
  const largest = Math.max(...shown, 0);
  const least = isLevel && form === 'line' ? Math.min(...shown) : Math.min(0, ...shown);
  const most = isLevel && form === 'line' ? Math.max(...shown) : largest;
  const room = (most - least || 1) * (HEADROOM - 1);
  const { low, high, ticks } = axisBetween(isLevel && form === 'line' ? least - room : least, most + room);
  // The chart covers all tried days, measured or not. A month may reach beyond them.
  const start = Date.parse(begins);
  const length = Date.parse(ends) - start || 1;
  const shareOf = (at: string): number => Math.max(0, Math.min(1, (Date.parse(at) - start) / length));
  return {
    low,
    high,
    ticks,
    xOf: (at) => round(PLOT.left + shareOf(at) * (PLOT.right - PLOT.left)),
    yOf: (value) => round(PLOT.bottom - ((value - low) / (high - low)) * (PLOT.bottom - PLOT.top)),
  };
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/**
 * Bars for amounts, with a hatch for missing ones; otherwise a line with its lowest and highest values and its gaps.
 */
function marks({ points, form }: Series, { xOf, yOf, low }: Scale, limit: number | null, isAbove: boolean): Markup[] {
  if (form === 'bars') {
    const ground = yOf(Math.max(low, 0));
    return points.map(({ from, to, highest }) => {
      const [x, width] = [xOf(from), Math.max(0.8, round(xOf(to) - xOf(from) - 1))];
      if (highest === null)
        return html`<rect class="unknown" x="${x}" y="${PLOT.top}" width="${width}" height="${ground - PLOT.top}" />`;
      const isBeyond = limit !== null && (isAbove ? highest > limit : highest < limit);
      const [top, bottom] = [Math.min(yOf(highest), ground), Math.max(yOf(highest), ground)];
      return html`<rect
        class="${isBeyond ? 'bar beyond' : 'bar'}"
        x="${x}"
        y="${top}"
        width="${width}"
        height="${round(bottom - top)}"
      />`;
    });
  }
  const path = points.flatMap(({ from, to, lowest, highest, falling, afterGap }, index) => {
    if (lowest === null || highest === null) return [];
    const start = index === 0 || afterGap ? 'M' : 'L';
    const first = `${start}${xOf(from)} ${yOf(falling ? highest : lowest)}`;
    return lowest === highest ? [first] : [first, `L${xOf(to)} ${yOf(falling ? lowest : highest)}`];
  });
  return [html`<path class="line" d="${path.join('')}" />`];
}

/** Labels of days, as many as have room, each once. */
function namedDays({ begins, ends }: Backtested, timezone: string): DateTime[] {
  const [start, end] = [begins, ends].map((at) => DateTime.fromISO(at, { zone: timezone }));
  if (start === undefined || end === undefined) return [];
  const days = Math.max(1, Math.ceil(end.diff(start, 'days').days));
  const every = Math.max(1, Math.ceil(days / MOST_DATES));
  return Array.from({ length: Math.ceil(days / every) }, (_, index) => start.plus({ days: index * every }));
}

function axes({ ticks, yOf, xOf }: Scale, found: Backtested, { timezone, language }: Visit['clock']): Markup {
  const decimals = decimalsFor(ticks);
  const dates = namedDays(found, timezone).map((day) => ({
    x: xOf(day.toUTC().toISO() ?? ''),
    text: dayText(day.toMillis(), timezone, language),
  }));
  return html`${ticks.map(
    (value) =>
      html`<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${yOf(value)}" y2="${yOf(value)}" /><text
          x="${PLOT.left - 6}"
          y="${yOf(value) + 4}"
          text-anchor="end"
        >
          ${figureText(value, decimals)}
        </text>`,
  )}
  ${dates.map(({ x, text }) => html`<text x="${x}" y="${PLOT.bottom + 18}">${text}</text>`)}`;
}

/** The threshold that people move, or the limit of a rule without a single threshold. */
function thresholdLine(
  { texts: { alertRules } }: Visit,
  found: Backtested,
  { value, unit, place }: { readonly value: number; readonly unit: string; readonly place: string },
  { yOf, low, high }: Scale,
): Markup {
  const y = yOf(value);
  const text = `${figureText(value, decimalsFor([value]))}\u00a0${unit}`;
  const line = html`<line class="limit" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y}" y2="${y}" />
    <text class="limit" x="${PLOT.right + 6}" y="${y + 4}">${text}</text>`;
  if (found.threshold === null) return html`<g>${line}</g>`;
  return html`<g
    class="threshold"
    data-field="settings.${found.threshold.parameter}"
    data-name="${fill(alertRules.threshold, { place })}"
    data-value="${value}"
    data-low="${low}"
    data-high="${high}"
    data-top="${PLOT.top}"
    data-bottom="${PLOT.bottom}"
    data-unit="${unit}"
    >${line} <rect class="handle" x="${PLOT.left}" y="${y - 12}" width="${PLOT.right - PLOT.left}" height="24"
  /></g>`;
}

const firedText = ({ alertRules }: Visit['texts'], count: number): string =>
  count === 0 ? alertRules.firedNever : fill(alertRules.firedTimes, { count });

/** The series of one unit. Of a rule with two bounds each bar stands for itself. */
export function lookedChart(visit: Visit, found: Backtested, series: Series): Markup {
  const { texts, clock } = visit;
  const { alerts, alertRules } = texts;
  const place = series.unitName ?? series.unitId ?? alerts.wholeSite;
  const figures = series.points.flatMap(({ lowest, highest }) => [lowest, highest]).filter((one) => one !== null);
  if (figures.length === 0) return html`<p>${fill(alertRules.chartEmpty, { place })}</p>`;
  const set = found.threshold === null ? null : found.settings[found.threshold.parameter];
  const threshold = typeof set === 'number' ? set : series.limit;
  const isLevel = found.alertType === 'level_exceed' || found.alertType === 'no_level_variation_n_days';
  const scale = scaleOf(series, found, threshold, isLevel);
  const fired = found.incidents.filter(({ unitId }) => unitId === series.unitId);
  const decimals = decimalsFor(figures);
  const [lowest, highest] = [Math.min(...figures), Math.max(...figures)].map((one) => figureText(one, decimals));
  const said = fill(alertRules.chart, {
    place,
    lowest: lowest ?? '',
    highest: highest ?? '',
    unit: series.siUnit,
    fired: firedText(texts, fired.length),
  });
  const hasGaps = series.points.some(({ afterGap, highest: top }, index) => top === null || (afterGap && index > 0));
  return html`<figure class="looked-figure">
    <figcaption>${said} ${hasGaps ? alertRules.gaps : ''}</figcaption>
    <div class="scroll" tabindex="0" role="group" aria-label="${place}">
      <svg class="looked" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${said}">
        <text x="${PLOT.left - 6}" y="12" text-anchor="end">${series.siUnit}</text>
        ${axes(scale, found, clock)} ${marks(series, scale, threshold, found.threshold?.fires !== 'below')}
        ${fired.map(({ from }) => {
          const x = scale.xOf(from);
          return html`<path class="fired" d="M${x - 5} ${PLOT.top - 12}h10l-5 9z" />`;
        })}
        ${threshold === null ? '' : thresholdLine(visit, found, { value: threshold, unit: series.siUnit, place }, scale)}
      </svg>
    </div>
  </figure>`;
}
