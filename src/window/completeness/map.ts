import { html } from 'hono/html';
import { dateText } from '../../kernel/format/date-text.ts';
import { figureText, percentText } from '../../kernel/format/figure-text.ts';
import { formatRequestDate, earlierOf, lastOfMonth } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { ownOf } from '../../kernel/own-of.ts';
import type { Markup, Visit } from '../page.ts';
import { spanText } from '../figures.ts';
import { fill, type Texts } from '../texts.ts';
import type { NamedUnit } from '../units/choose-units.ts';

/** A unit that the map shows. */
export interface MapUnit extends NamedUnit {
  /** The last day for which it counts; null: it is in use. */
  readonly lastDate: BusinessDate | null;
}

/** Fields of a line of GET /api/user/figures that the map shows. */
interface MapFigure {
  readonly unitId: string;
  readonly date: string;
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
}

/** Days of units by their unit and date. */
type MapFigures = ReadonlyMap<string, ReadonlyMap<string, MapFigure>>;

/** Figures of units over a month, by one request. */
export async function readMap(
  { lines }: Pick<Visit, 'lines'>,
  units: readonly NamedUnit[],
  month: BusinessDate,
  today: BusinessDate,
): Promise<MapFigures> {
  if (units.length === 0) return new Map();
  const unitIds = units.map(({ unitId }) => unitId);
  const told = await lines<MapFigure>('/api/user/figures', {
    from: formatRequestDate(month),
    to: formatRequestDate(earlierOf(lastOfMonth(month), today)),
    period: 'daily',
    format: 'ndjson',
    // The parameter separates ids by commas, so units with a comma in an id need the figures of all units.
    unitIds: unitIds.some((unitId) => unitId.includes(',')) ? null : unitIds.join(','),
  });
  const figures = new Map<string, Map<string, MapFigure>>();
  for (const figure of told) {
    const ofUnit = figures.get(figure.unitId) ?? new Map<string, MapFigure>();
    // Each parameter of a quality unit has a line, with the completeness of the unit.
    figures.set(figure.unitId, ofUnit.set(figure.date, figure));
  }
  return figures;
}

interface HeatMap {
  readonly texts: Texts;
  readonly units: readonly MapUnit[];
  readonly dates: readonly BusinessDate[];
  readonly figures: MapFigures;
  readonly today: BusinessDate;
  /** Days that wait for a rebuild. */
  readonly waiting: ReadonlySet<BusinessDate>;
}

/** Address of the page with the reasons. */
export const dayPath = (unitId: string, date: BusinessDate): string =>
  `/app/completeness/day?${new URLSearchParams({ unitId, date: formatRequestDate(date) })}`;

const SHADES = 5;

/** Shade of a coverage: 0 for next to nothing, 5 for a whole day. */
const shadeOf = (coverage: number): number => (coverage >= 1 ? SHADES : Math.floor(coverage * SHADES));

type Kind = 'whole' | 'part' | 'none' | 'nothing expected';

function kindOf({ figures, today }: HeatMap, { unitId, lastDate }: MapUnit, date: BusinessDate): Kind {
  if (date > today || (lastDate !== null && date > lastDate)) return 'nothing expected';
  const figure = figures.get(unitId)?.get(date);
  const coverage = figure?.coverage ?? null;
  // A day before the unit's first reading has a figure without coverage. One without a figure was not told of.
  if (coverage === null) return figure === undefined && date !== today ? 'none' : 'nothing expected';
  return coverage <= 0 ? 'none' : coverage < 1 ? 'part' : 'whole';
}

/** Per cent in a narrow cell. A day that is not whole is never shown as 100, and one with readings never as 0. */
function cellText(coverage: number): string {
  if (coverage >= 1) return '100';
  return coverage < 0.01 ? '<1' : String(Math.min(99, Math.round(coverage * 100)));
}

function cell(map: HeatMap, unit: MapUnit, date: BusinessDate): Markup {
  const { texts, figures, today } = map;
  const { unitId, unitName } = unit;
  const figure = figures.get(unitId)?.get(date);
  const kind = kindOf(map, unit, date);
  if (kind === 'nothing expected') return html`<td></td>`;
  const coverage = figure?.coverage ?? 0;
  const estimated = figure?.estimatedShare ?? 0;
  const names = { unit: unitName, date: dateText(date, texts.language), share: percentText(coverage) };
  const title = [
    fill(kind === 'none' ? texts.completeness.cellMissing : texts.completeness.cell, names),
    ...(estimated > 0 ? [fill(texts.completeness.cellEstimated, { share: percentText(estimated) })] : []),
    ...(date === today ? [texts.completeness.cellRunning] : []),
  ].join('; ');
  const look = kind === 'none' ? 'missing' : `shade-${shadeOf(coverage)}`;
  const text = kind === 'none' ? '–' : cellText(coverage);
  const signs = `${estimated > 0 ? '†' : ''}${date === today ? '…' : ''}`;
  return html`<td class="${look}">
    <a href="${dayPath(unitId, date)}" title="${title}">${estimated > 0 ? html`<i>${text}</i>` : text}${signs}</a>
  </td>`;
}

/** The map in one sentence. */
export function mapSentence(map: HeatMap): string {
  const { texts, units, dates, figures, today } = map;
  const counts = { whole: 0, part: 0, none: 0, estimated: 0 };
  for (const unit of units)
    for (const date of dates) {
      const figure = figures.get(unit.unitId)?.get(date);
      const kind = kindOf(map, unit, date);
      if (kind !== 'nothing expected') counts[kind] += 1;
      if ((figure?.estimatedShare ?? 0) > 0) counts.estimated += 1;
    }
  const text = (count: number): string => figureText(count, 0);
  return fill(texts.completeness.caption, {
    units: text(units.length),
    when: spanText(
      dateText(dates[0] ?? today, texts.language),
      dateText(dates.findLast((date) => date <= today) ?? today, texts.language),
      texts,
    ),
    whole: text(counts.whole),
    part: text(counts.part),
    none: text(counts.none),
    estimated: text(counts.estimated),
  });
}

/** Units of the newest day that are named. */
const MOST_NAMED = 5;

/**
 * Units that were not measured whole on the newest ended day, the least measured first; '' where no day of the map has
 * ended.
 */
export function newestDay(map: HeatMap): Markup | '' {
  const { texts, units, dates, figures, today } = map;
  const words = texts.completeness;
  const date = dates.findLast((one) => one < today);
  if (date === undefined) return '';
  const coverageOf = (unitId: string): number => figures.get(unitId)?.get(date)?.coverage ?? 0;
  const lacking = units
    .filter((unit) => ['part', 'none'].includes(kindOf(map, unit, date)))
    .toSorted((one, other) => coverageOf(one.unitId) - coverageOf(other.unitId));
  const day = dateText(date, texts.language);
  if (lacking.length === 0) return html`<p>${fill(words.newestWhole, { date: day })}</p>`;
  const more = lacking.length - MOST_NAMED;
  return html`<h2>${fill(words.newestLacks, { date: day })}</h2>
    <ul class="findings">
      ${lacking
        .slice(0, MOST_NAMED)
        .map(
          ({ unitId, unitName }) =>
            html`<li>
              <a href="${dayPath(unitId, date)}">${unitName}</a>:
              ${fill(texts.figures.measured, { share: percentText(coverageOf(unitId)) })}
            </li>`,
        )}
      ${more > 0 ? html`<li>${fill(texts.today.more, { count: more })}</li>` : ''}
    </ul>`;
}

/** Units by days as a table, which eyes, keyboards and screen readers read alike. */
export const heatMap = (map: HeatMap): Markup =>
  html`<table class="heat" data-grid aria-describedby="map-says">
    <thead id="map-days" data-live>
      <tr>
        <th scope="col">${map.texts.completeness.unit}</th>
        ${map.dates.map((date) =>
          map.waiting.has(date)
            ? html`<th scope="col" title="${map.texts.completeness.legendWaiting}">${Number(date.slice(8))}*</th>`
            : html`<th scope="col">${Number(date.slice(8))}</th>`,
        )}
      </tr>
    </thead>
    <tbody id="map" data-live>
      ${map.units.map(
        (unit) =>
          html`<tr>
            <th scope="row">${unit.unitName}</th>
            ${map.dates.map((date) => cell(map, unit, date))}
          </tr> `,
      )}
    </tbody>
  </table>`;

/** Meanings of shades and signs. */
export const mapLegend = ({ completeness }: Texts): Markup =>
  html`<ul class="legend">
      <li>
        <span class="swatch shade-1"></span><span class="swatch shade-3"></span
        ><span class="swatch shade-5"></span> ${completeness.legendShade}
      </li>
      <li><span class="swatch missing">–</span> ${completeness.legendMissing}</li>
      <li><span class="swatch">†</span> ${completeness.legendEstimated}</li>
      <li><span class="swatch">…</span> ${completeness.legendRunning}</li>
      <li><span class="swatch">*</span> ${completeness.legendWaiting}</li>
    </ul>
    <p class="muted">${completeness.keys}</p>`;

/** Causes of the ledger in the reader's words. An unknown cause keeps the service's name. */
export const causesText = ({ causes: words }: Pick<Texts, 'causes'>, causes: readonly string[]): string =>
  causes.map((cause) => ownOf(words, cause) ?? cause).join(', ');
