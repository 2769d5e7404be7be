import { html } from 'hono/html';
import { DateTime } from 'luxon';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import { addDays, daysBetween, firstOfYear } from '../../kernel/time/business-date.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { assetPath } from '../assets.ts';
import type { Markup } from '../page.ts';
import type { Visit } from '../visit.ts';

interface ChartedUnit {
  readonly unitId: string;
  readonly kind: UnitGroup;
  readonly params: Readonly<Record<string, { readonly displayName: string }>>;
}

/** Names of the quantities of a unit that can be drawn: `value`, `register`, or `parameter:NAME`. */
function measuresOf({ kind, params }: ChartedUnit, { unit }: Visit['texts']): readonly (readonly [string, string])[] {
  const parameters = Object.entries(params).map(
    ([name, { displayName }]) => [`parameter:${name}`, displayName] as const,
  );
  if (kind === 'QUALITY') return parameters;
  if (kind === 'STOCK' || kind === 'GROUND_WATER_LEVEL') return [['value', unit.level], ...parameters];
  return [['value', unit.intervalValue], ['register', unit.register], ...parameters];
}

/** A day and when it begins. */
type BegunDay = Pick<FigureRow, 'date' | 'start'>;

/** When another day begins: by the same local time as a known one, else by the clock of today. */
function startOf(day: BusinessDate, known: BegunDay | null, { timezone, startAt }: Visit['clock']): string {
  const zone = { zone: timezone };
  const start =
    known === null
      ? DateTime.fromISO(`${day}T${startAt}`, zone)
      : DateTime.fromISO(known.start, zone).plus({ days: daysBetween(known.date, day) });
  return writeIso(start.toMillis());
}

/**
 * A chart of readings that is drawn once somebody opens it: its library alone is larger than a page.
 * @param to the last day that it shows at first, beginning with that year
 * @param known a day as near as possible whose start is known; null: none is
 */
export function readingsChart(
  { texts, clock, nowMs }: Visit,
  unit: ChartedUnit,
  to: BusinessDate,
  known: BegunDay | null,
): Markup {
  const { unit: words } = texts;
  const told = {
    shown: words.shown,
    removed: words.removed,
    none: words.noReadings,
    failed: words.failed,
    loading: words.loading,
  };
  return html`<details class="panel readings" id="readings">
    <summary>${words.readings}</summary>
    <noscript><p>${words.needsScript}</p></noscript>
    <div
      data-readings="${unit.unitId}"
      data-echarts="${assetPath('echarts.js')}"
      data-from="${startOf(firstOfYear(to), known, clock)}"
      data-to="${startOf(addDays(to, 1), known, clock)}"
      data-now="${nowMs}"
      data-timezone="${clock.timezone}"
      data-texts="${JSON.stringify(told)}"
    >
      <p class="muted">${words.readingsHint}</p>
      <p class="buttons">
        <span>
          <label for="measure">${words.measure}</label>
          <select id="measure">
            ${measuresOf(unit, texts).map(([value, name]) => html`<option value="${value}">${name}</option>`)}
          </select>
        </span>
        <button type="button" class="quiet" data-zoom="earlier">‹ ${words.earlier}</button>
        <button type="button" class="quiet" data-zoom="out">${words.zoomOut}</button>
        <button type="button" class="quiet" data-zoom="in">${words.zoomIn}</button>
        <button type="button" class="quiet" data-zoom="later">${words.later} ›</button>
      </p>
      <div class="plot"></div>
      <p class="told" aria-live="polite"></p>
    </div>
  </details>`;
}
