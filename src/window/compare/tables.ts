import { html } from 'hono/html';
import { changeText, decimalsFor, differenceText, figureText, isTelling } from '../../kernel/format/figure-text.ts';
import { explainAddress, weekdayName, dateOf } from '../dates.ts';
import { figureMark, measuredShare, MISSING } from '../figures.ts';
import { addDays, businessDate } from '../../kernel/time/business-date.ts';
import { type Markup, scrolledTable, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { AskedComparison } from './asked.ts';
import { type ComparisonAnswer, type Side, sideName } from './series.ts';
import { valueDecimals } from './words.ts';

const LOCALE = 'und';

/** The head of a side's means. */
const meanHead = (visit: Visit, side: Side, asked: AskedComparison) => ({
  figure: fill(visit.texts.compare.meanOf, { name: sideName(visit, side, asked) }),
  unit: side.siUnit,
});

function differenceCell({ difference, siUnit }: Side): string {
  if (difference === null) return '';
  const { amount, share } = difference;
  if (amount === null) return MISSING;
  const told = `${differenceText(amount, decimalsFor([amount]), LOCALE)} ${siUnit}`.trim();
  return share !== null && isTelling(share) ? `${told} (${changeText(share, 0, LOCALE)})` : told;
}

/** The figure of each side, how much of it was measured, and the difference. */
export function totalsTable(visit: Visit, { sides }: ComparisonAnswer, asked: AskedComparison): Markup {
  const { texts } = visit;
  const t = texts.compare;
  return scrolledTable(
    t.totals,
    [t.side, { figure: texts.figures.value }, texts.figures.measuredHead, { figure: t.difference }],
    sides.map((side) => {
      const decimals = valueDecimals(sides.filter(({ siUnit }) => siUnit === side.siUnit));
      return html`<tr>
        <th scope="row">${sideName(visit, side, asked)}</th>
        <td class="figure ${side.value === null ? 'missing' : ''}">
          ${figureMark(side.value, decimals, side, texts)} ${side.value === null ? '' : side.siUnit}
        </td>
        <td>${measuredShare(side, texts)}</td>
        <td class="figure">${differenceCell(side)}</td>
      </tr>`;
    }),
    html`id="totals"`,
  );
}

/** Decimals of the days or hours of each side. */
export const rowDecimals = ({ sides, rows }: Pick<ComparisonAnswer, 'sides' | 'rows'>): readonly number[] =>
  sides.map((_, at) => decimalsFor(rows.flatMap(({ points }) => points[at]?.y ?? [])));

/** Days or hours side by side, each figure a link to how it came about. */
export function rowsTable(visit: Visit, { sides, rows, by }: ComparisonAnswer, asked: AskedComparison): Markup {
  const { texts } = visit;
  const t = texts.compare;
  const title = by === 'hour' ? t.byHour : t.byDay;
  const decimals = rowDecimals({ sides, rows });
  const hours = sides.map(() => -1);
  return scrolledTable(
    title,
    [
      by === 'hour' ? t.hour : t.day,
      ...sides.map((side) => ({ figure: sideName(visit, side, asked), unit: side.siUnit })),
    ],
    rows.map(
      ({ name, points }) =>
        html`<tr>
          <th scope="row">${name}</th>
          ${points.map((point, at) => {
            const side = sides[at];
            if (point === null || side === undefined) return html`<td class="figure muted"></td>`;
            hours[at] = (hours[at] ?? -1) + 1;
            const address = explainAddress(side.unitId, dateOf(point.date), by === 'hour' ? hours[at] : null);
            return html`<td class="figure ${point.y === null ? 'missing' : ''}">
              <a href="${address}">${figureMark(point.y, decimals[at] ?? 0, point, texts)}</a>
            </td>`;
          })}
        </tr>`,
    ),
    html`id="rows"`,
  );
}

/** Decimals of the means by the hour of each side. */
export const profileDecimals = ({ sides, profile }: Pick<ComparisonAnswer, 'sides' | 'profile'>): readonly number[] =>
  sides.map((_, at) => decimalsFor((profile ?? []).flatMap((row) => row.sides[at]?.mean ?? [])));

/** How many of the hours of a name are behind a mean: `28 of 30`. */
export const hoursText = ({ hours, expectedHours }: ProfiledSide, { compare }: Visit['texts']): string =>
  expectedHours === 0 ? '' : fill(compare.hoursMeasured, { hours, expected: expectedHours });

type ProfiledSide = NonNullable<ComparisonAnswer['profile']>[number]['sides'][number];

/** Means by the hour of the business day, with the hours behind each. */
export function profileTable(visit: Visit, found: ComparisonAnswer, asked: AskedComparison): Markup | '' {
  const { texts } = visit;
  const t = texts.compare;
  const { sides, profile } = found;
  if (profile === null) return '';
  const decimals = profileDecimals(found);
  return scrolledTable(
    t.profile,
    [t.hour, ...sides.flatMap((side) => [meanHead(visit, side, asked), { figure: texts.figures.measuredHead }])],
    profile.map(
      ({ name, sides: of }) =>
        html`<tr>
          <th scope="row">${name}</th>
          ${of.map(
            (one, at) =>
              html`<td class="figure ${one.mean === null ? 'missing' : ''}">
                  ${one.mean === null ? MISSING : figureText(one.mean, decimals[at] ?? 0)}
                </td>
                <td class="figure">${hoursText(one, texts)}</td>`,
          )}
        </tr>`,
    ),
    html`id="profile-hours"`,
  );
}

/** A Monday, from which weekdays are named. */
const MONDAY = businessDate('2024-01-01');

/** Means by weekday, with the days behind each. */
export function weekdayTable(visit: Visit, { sides }: ComparisonAnswer, asked: AskedComparison): Markup | '' {
  const { texts, language } = visit;
  const t = texts.compare;
  const [first] = sides;
  if (first === undefined || sides.every(({ weekdays }) => weekdays.every(({ days }) => days === 0))) return '';
  const decimals = sides.map(({ weekdays }) => decimalsFor(weekdays.flatMap(({ mean }) => mean ?? [])));
  return html`<h2>${t.weekdays}</h2>
    <p class="muted">${t.weekdaysSaid}</p>
    ${scrolledTable(
      t.weekdays,
      [t.weekday, ...sides.flatMap((side) => [meanHead(visit, side, asked), { figure: t.days }])],
      first.weekdays.map(
        ({ weekday }, at) =>
          html`<tr>
            <th scope="row">${weekdayName(addDays(MONDAY, weekday - 1), language)}</th>
            ${sides.map(({ weekdays }, side) => {
              const { mean = null, days = 0 } = weekdays[at] ?? {};
              return html`<td class="figure ${mean === null ? 'missing' : ''}">
                  ${mean === null ? MISSING : figureText(mean, decimals[side] ?? 0)}
                </td>
                <td class="figure">${days}</td>`;
            })}
          </tr>`,
      ),
      html`id="weekdays"`,
    )}`;
}
