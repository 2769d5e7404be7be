import { html } from 'hono/html';
import { decimalsFor, figureText, ownDecimals } from '../../kernel/format/figure-text.ts';
import { clockText, dayText, instantText } from '../../kernel/format/date-text.ts';
import { LEVEL_GROUPS, type UnitGroup } from '../../kernel/measure/unit.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import { type DrawnReading, readingsPicture } from '../charts/readings-picture.ts';
import type { ChartAnnotation } from '../charts/annotation-marks.ts';
import { MISSING, spanText } from '../figures.ts';
import { type Markup, option, scrolledTable, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { gapAddress } from '../readings/fill.ts';
import { momentText } from '../dates.ts';
import { type ReadingsWindow, windowAddress, windowsAround } from './readings-window.ts';

interface ChartedUnit {
  readonly unitId: string;
  readonly kind: UnitGroup;
  readonly dataUpdateFrequency: number;
  readonly retiredAt: string | null;
  readonly params: Readonly<Record<string, { readonly displayName: string }>>;
}

interface Span {
  readonly from: string;
  readonly to: string;
}
/** Readings of GET /api/user/readings/thinned. */
interface Thinned {
  readonly siUnit: string;
  readonly readings: number;
  readonly estimated: number;
  readonly bucketSeconds: number;
  readonly points: readonly { readonly x: string; readonly y: number | null }[];
  readonly gaps: readonly Span[];
  readonly estimatedSpans: readonly Span[];
  readonly removed: readonly Span[];
}

/** Slots up to which each reading is drawn: a day of five minutes. Beyond them a picture has as many points. */
const MOST_POINTS = 400;
/** The API keeps four readings of a stretch. */
const OF_A_STRETCH = 4;
/** Readings up to which the page has them as a table, too. */
const MOST_LISTED = 300;
/** Gaps that are listed, the first ones. */
const MOST_GAPS = 50;

/** Names of the quantities of a unit that can be drawn: `value`, `register`, or `parameter:NAME`. */
function measuresOf({ kind, params }: ChartedUnit, { unit }: Visit['texts']): readonly (readonly [string, string])[] {
  const parameters = Object.entries(params).map(
    ([name, { displayName }]) => [`parameter:${name}`, displayName] as const,
  );
  if (kind === 'QUALITY') return parameters;
  if (LEVEL_GROUPS.includes(kind)) return [['value', unit.level], ...parameters];
  return [['value', unit.intervalValue], ['register', unit.register], ...parameters];
}

const measureOf = ({ c, texts }: Pick<Visit, 'c' | 'texts'>, unit: ChartedUnit): string => {
  const measures = measuresOf(unit, texts).map(([name]) => name);
  return measures.find((name) => name === c.req.query('measure')) ?? measures[0] ?? 'value';
};

/** The readings of a window, each one where they are few. */
export async function readingsOf(visit: Visit, unit: ChartedUnit, { fromMs, toMs }: ReadingsWindow): Promise<Thinned> {
  const measure = measureOf(visit, unit);
  const isEach = (toMs - fromMs) / 1000 / unit.dataUpdateFrequency <= MOST_POINTS;
  const { data } = await visit.ask<{ data: Thinned }>('/api/user/readings/thinned', {
    unitId: unit.unitId,
    from: writeIso(fromMs),
    to: writeIso(toMs),
    points: isEach ? MOST_POINTS * OF_A_STRETCH : MOST_POINTS,
    ...(measure.startsWith('parameter:') ? { parameter: measure.slice('parameter:'.length) } : { measure }),
  });
  return data;
}

const drawnSpan = ({ from, to }: Span) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) });

/** Evenly spread instants below the axis. Those of a day are its hours. */
const labelsOf =
  ({ fromMs, toMs }: ReadingsWindow, { timezone, language }: Visit['clock']) =>
  (most: number): readonly { atMs: number; text: string }[] =>
    Array.from({ length: most }, (_, at) => {
      const atMs = fromMs + ((toMs - fromMs) * at) / most;
      const clock = clockText(atMs, timezone).slice(0, 5);
      const text = toMs - fromMs <= 1.5 * DAY_MS ? clock : dayText(atMs, timezone, language);
      return { atMs, text };
    }).filter(({ text }, at, all) => text !== all[at - 1]?.text);

interface ToldReading extends DrawnReading {
  readonly time: string;
  readonly value: string;
  readonly isEstimated: boolean;
}

function toldReadings(visit: Visit, thinned: Thinned, measure: string): readonly ToldReading[] {
  const values = thinned.points.flatMap(({ y }) => y ?? []);
  const decimals = measure === 'register' ? ownDecimals(values) : decimalsFor(values);
  const estimated = thinned.estimatedSpans.map(drawnSpan);
  return thinned.points.map(({ x, y }) => {
    const atMs = Date.parse(x);
    return {
      atMs,
      y,
      time: instantText(atMs, visit.clock.timezone, visit.language),
      value: y === null ? MISSING : figureText(y, decimals),
      isEstimated: estimated.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs),
    };
  });
}

interface Shown {
  readonly unit: ChartedUnit;
  readonly window: ReadingsWindow;
  readonly thinned: Thinned;
  /** Positions are instants. */
  readonly annotations: readonly ChartAnnotation[];
}

/** Readings of a window as a picture and as a table, and ways to other windows. */
export function readingsChart(visit: Visit, { unit, window, thinned, annotations }: Shown): Markup {
  const { texts, clock, nowMs } = visit;
  const { unit: words, figures } = texts;
  const measure = measureOf(visit, unit);
  const told = toldReadings(visit, thinned, measure);
  const known = told.filter(({ y }) => y !== null);
  // A stretch holds several readings where there are many, and some of them may be measured.
  const mark = thinned.bucketSeconds > unit.dataUpdateFrequency ? words.nearEstimates : words.isEstimated;
  const spanWords = ({ from, to }: Span, why: string): string => {
    const [start, end] = [from, to].map((at) => instantText(Date.parse(at), clock.timezone, clock.language));
    return `${spanText(start ?? '', end ?? '', texts)}: ${MISSING}, ${why}`;
  };
  const empty = [
    ...thinned.gaps.map((gap) => ({ ...drawnSpan(gap), words: spanWords(gap, figures.nothingSent) })),
    ...thinned.removed.map((gone) => ({ ...drawnSpan(gone), words: spanWords(gone, words.gone) })),
  ];
  return html`<p class="muted">${caption(visit, window, thinned)}</p>
    ${
      known.length === 0
        ? ''
        : html`<figure class="chart panel">
            ${readingsPicture({
              ...window,
              points: told,
              words: known.map(({ time, value, isEstimated }) =>
                [`${time}: ${value} ${thinned.siUnit}`.trim(), ...(isEstimated ? [mark] : [])].join(', '),
              ),
              empty,
              estimated: thinned.estimatedSpans.map(drawnSpan),
              unit: thinned.siUnit,
              isSteps: measure === 'register',
              hasZero: measure === 'value' && !LEVEL_GROUPS.includes(unit.kind),
              labels: labelsOf(window, clock),
              annotations,
              keys: figures.chartKeys,
            })}
          </figure>`
    }
    ${gapList(visit, unit, thinned)} ${ways(visit, unit, window, nowMs)}
    ${known.length === 0 || known.length > MOST_LISTED ? '' : readingsTable(visit, known, thinned.siUnit, mark)}`;
}

function caption({ texts: { unit: words }, clock }: Visit, { fromMs, toMs }: ReadingsWindow, thinned: Thinned): string {
  const instant = (at: number): string => instantText(at, clock.timezone, clock.language);
  const shown = fill(thinned.readings === 0 ? words.noReadings : words.shown, {
    from: instant(fromMs),
    to: instant(toMs),
    readings: figureText(thinned.readings, 0),
    gaps: figureText(thinned.gaps.length, 0),
    estimated: figureText(thinned.estimated, 0),
  });
  const spans = thinned.removed.map(({ from, to }) => `${instant(Date.parse(from))} – ${instant(Date.parse(to))}`);
  return spans.length === 0 ? shown : `${shown} ${fill(words.removed, { spans: spans.join('; ') })}`;
}

/** Gaps of the picture, each with a way to fill it, for those who may. */
function gapList({ texts, clock, visitor }: Visit, { unitId, retiredAt }: ChartedUnit, { gaps }: Thinned): Markup | '' {
  if (gaps.length === 0 || retiredAt !== null || !may(visitor, 'readings:edit')) return '';
  const { unit: words, reading } = texts;
  return html`<details>
    <summary>${fill(words.gaps, { count: gaps.length })}</summary>
    <ul>
      ${gaps.slice(0, MOST_GAPS).map(({ from, to }) => {
        const time = spanText(momentText(from, clock), momentText(to, clock), texts);
        return html`<li>
          ${time}
          <a href="${gapAddress({ unitId, from, to })}">${reading.fill}<span class="unseen"> ${time}</span></a>
        </li>`;
      })}
    </ul>
  </details>`;
}

/** Links to other windows, and the choice of what is drawn. */
function ways(visit: Visit, unit: ChartedUnit, window: ReadingsWindow, nowMs: number): Markup {
  const { unit: words, figures } = visit.texts;
  const { earlier, longer, shorter, later } = windowsAround(window, nowMs);
  const way = (to: ReadingsWindow | null, text: string): Markup | '' =>
    to === null ? '' : html`<a class="button quiet" href="${windowAddress(visit, to)}">${text}</a>`;
  const measures = measuresOf(unit, visit.texts);
  const { id = '', type = 'HOUR', date = '' } = visit.c.req.query();
  const kept = { id, type, date, from: writeIso(window.fromMs), to: writeIso(window.toMs) };
  return html`<p class="buttons">
      ${way(earlier, `‹ ${words.earlier}`)} ${way(longer, words.zoomOut)} ${way(shorter, words.zoomIn)}
      ${way(later, `${words.later} ›`)}
    </p>
    ${
      measures.length < 2
        ? ''
        : html`<form class="choice" method="get" action="/app/unit#readings">
            ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
            <span>
              <label for="measure">${words.measure}</label>
              <select id="measure" name="measure">
                ${measures.map(([value, name]) => option(value, measureOf(visit, unit), name))}
              </select>
              <button class="quiet">${figures.show}</button>
            </span>
          </form>`
    }`;
}

/** The drawn readings in the same words. */
function readingsTable({ texts }: Visit, told: readonly ToldReading[], siUnit: string, mark: string): Markup {
  const { unit: words, figures, explain } = texts;
  return html`<details>
    <summary>${words.readingsTable}</summary>
    ${scrolledTable(
      words.readingsTable,
      [explain.at, { figure: figures.value, unit: siUnit }, explain.note],
      told.map(
        ({ time, value, isEstimated }) =>
          html`<tr>
            <th scope="row">${time}</th>
            <td class="figure ${isEstimated ? 'estimated' : ''}">${value}</td>
            <td>${isEstimated ? mark : ''}</td>
          </tr>`,
      ),
      html`id="readings-table"`,
    )}
  </details>`;
}
