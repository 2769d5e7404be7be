import { html } from 'hono/html';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import type { Overview } from '../../balance/http/user/overview.ts';
import { clockText } from '../../kernel/format/date-text.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { unitAddress, momentText, dateOf } from '../dates.ts';
import { changeAgainst } from './at-a-glance.ts';
import { partsInUse } from '../../balance/rules/flow-sides.ts';
import { partsOf } from '../category-names.ts';
import { boundText, figureMark, markedText, measuredShare, MISSING_MARK } from '../figures.ts';
import { type Markup, scrolledTable, type Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import { courseLine } from '../../kernel/format/svg-text.ts';

const [WIDTH, HEIGHT] = [240, 44];

interface Course {
  /** True for amounts, whose line stands above 0. */
  readonly zeroLine: boolean;
  /** The picture in one sentence. */
  readonly label: string;
  /** When its first and its last value are. */
  readonly ends: readonly [string, string];
}

/**
 * A figure over time in one small line, with marks on the last value and the extremes, and its ends below. Empty for
 * less than two values.
 */
function courseChart(values: readonly (number | null)[], { zeroLine, label, ends }: Course): Markup | '' {
  const line = courseLine(values, { width: WIDTH, height: HEIGHT, room: 5, zeroLine });
  if (line === null) return '';
  const dot = ({ x, y }: typeof line.last, radius: number, kind: string): Markup =>
    html`<circle cx="${x}" cy="${y}" r="${radius}" class="${kind}" />`;
  return html`<div class="course">
    <svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
      <path d="${line.path}" />
      ${line.extremes.map((extreme) => dot(extreme, 2, 'extreme'))} ${dot(line.last, 3.2, 'last')}
    </svg>
    <p class="ends muted">${ends.map((end) => html`<span>${end}</span>`)}</p>
  </div>`;
}

type Category = Overview['categories'][number];
type UnitOfDay = Category['subCategories'][number]['units'][number];

const numbersOf = (units: readonly UnitOfDay[]): number[] =>
  units.map(({ value }) => value).filter((value) => typeof value === 'number');

/** `+12 % against the day before (43.1)`, with a sign and the figure it is compared with, or why it is not compared. */
function change(before: Category['dayBefore'], against: string, decimals: number, texts: Texts): Markup {
  const { value, changePercent, why } = before;
  const told = changePercent === null ? against : changeAgainst(changePercent, against, texts.today);
  const reasons = { 'little measured': texts.today.littleMeasured, 'other meters': texts.today.otherMeters };
  return html`<li>
    ${told}
    (${figureMark(value, decimals, before, texts)})${why === null || why === 'missing' ? '' : `, ${reasons[why]}`}
  </li>`;
}

/**
 * A quality unit has a row for each of its parameters below its own.
 * @param headUnit what stands in the head of the column and therefore not in each cell; null: units differ
 */
function unitRows(
  unit: UnitOfDay,
  decimals: number,
  headUnit: string | null,
  { date, running }: Overview,
  texts: Texts,
): Markup {
  const { unitId, unitName, siUnit, value, params } = unit;
  const isOne = value === null || typeof value === 'number';
  const row = html`<tr>
    <th scope="row"><a href="${unitAddress(unitId, 'HOUR', dateOf(date))}">${unitName}</a></th>
    <td class="figure">
      ${isOne ? figureMark(value, decimals, { ...unit, running }, texts) : ''}
      ${value === null || siUnit === headUnit ? '' : siUnit}
    </td>
    <td>${measuredShare(unit, texts)}</td>
  </tr>`;
  if (isOne) return row;
  return html`${row}${Object.entries(value).map(([name, mean]) => {
    const shown = params?.[name]?.displayName ?? name;
    const measure = params?.[name]?.siUnit ?? '';
    return html`<tr class="parameter">
      <th scope="row">${measure === '' ? shown : `${shown}, ${measure}`}</th>
      <td class="figure">${figureMark(mean, mean === null ? 0 : decimalsFor([mean]), { ...unit, running }, texts)}</td>
      <td></td>
    </tr>`;
  })}`;
}

const unitsTitle = (count: number, { today }: Texts): string => fill(today.units, { count });

/** Units of a category stay folded where there are many, and on a phone. They can be read without a script. */
const MOST_OPEN = 8;

function unitTable(listed: readonly UnitOfDay[], id: string, overview: Overview, texts: Texts): Markup {
  const decimals = new Map(
    [...Map.groupBy(listed, ({ siUnit }) => siUnit)].map(([unit, of]) => [unit, decimalsFor(numbersOf(of))]),
  );
  const title = unitsTitle(listed.length, texts);
  const measures = [...new Set(listed.map(({ siUnit }) => siUnit))];
  const headUnit = measures.length === 1 && measures[0] !== '' ? (measures[0] ?? null) : null;
  const table = scrolledTable(
    title,
    [texts.figures.unit, { figure: texts.figures.value, unit: headUnit ?? '' }, texts.figures.measuredHead],
    listed.map((unit) => unitRows(unit, decimals.get(unit.siUnit) ?? 0, headUnit, overview, texts)),
    html`id="${id}-units" data-live`,
  );
  if (listed.length <= MOST_OPEN) return table;
  return html`<details>
    <summary>${title}</summary>
    ${table}
  </details>`;
}

/**
 * A course of hours in words. The lowest is told where some were measured in full, and is one of them: in the others
 * there may have been more.
 */
export function courseWords({ hours, siUnit }: Pick<Category, 'hours' | 'siUnit'>, from: string, texts: Texts): string {
  const known = hours.flatMap(({ y, bound }) => (y === null ? [] : [{ y, bound }]));
  const rising = known.toSorted((a, b) => a.y - b.y);
  const whole = rising.filter(({ bound }) => bound === null);
  const decimals = decimalsFor(known.map(({ y }) => y));
  const text = (hour: (typeof known)[number] | undefined): string =>
    hour === undefined ? '' : `${boundText(hour.bound, texts)}${figureText(hour.y, decimals)} ${siUnit ?? ''}`.trim();
  return fill(whole.length < 2 ? texts.today.courseParts : texts.today.course, {
    from,
    low: text(whole[0]),
    high: text(rising.at(-1)),
    last: text(known.at(-1)),
  });
}

function course(category: Category, { texts, clock }: Visit): Markup | '' {
  const { hours } = category;
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return '';
  const ends = [momentText(first.x, clock), momentText(last.x, clock)] as const;
  return courseChart(
    hours.map(({ y }) => y),
    {
      zeroLine: category.side !== 'stock' && category.side !== 'level',
      label: courseWords(category, ends[0], texts),
      ends,
    },
  );
}

function headline(category: Category, decimals: number, running: boolean, texts: Texts): Markup {
  const { value, siUnit, side } = category;
  if (side === 'quality') return html``;
  if (siUnit === null) return html`<p class="muted">${texts.today.notAdded}</p>`;
  if (value === null)
    return html`<p class="big">${MISSING_MARK} ${siUnit}</p>
      <p>${texts.today.nothing}</p>`;
  return html`<p class="big">
    ${figureMark(value, decimals, { ...category, running }, texts)}
    <span class="siunit">${siUnit}</span>
  </p>`;
}

/** End of the hours of a running day that are compared with other days, `14:00`; empty for a day that is over. */
export function untilText({ clock }: Pick<Visit, 'clock'>, { categories, comparedHours }: Overview): string {
  const last = categories.map(({ hours }) => hours.at(-1)).find((hour) => hour !== undefined);
  return comparedHours === null || comparedHours === 0 || last === undefined
    ? ''
    : clockText(Date.parse(last.x) + HOUR_MS, clock.timezone);
}

/** A category: its figure beside two earlier ones, its hours, how whole it is, and its units. */
export function categoryCard(
  visit: Visit,
  overview: Overview,
  at: number,
  { name, category }: { readonly name: string; readonly category: Category },
): Markup {
  const { texts } = visit;
  const id = `category-${at}`;
  const { value, comparedValue, dayBefore, weekBefore, slotsExpected, slotsGenuine, siUnit, side } = category;
  const figures = [value, comparedValue, dayBefore.value, weekBefore.value].filter((figure) => figure !== null);
  const decimals = decimalsFor(figures);
  const parts = partsOf({ subCategories: partsInUse(category.subCategories) });
  const until = untilText(visit, overview);
  const missing = slotsExpected - slotsGenuine;
  const headText = value === null ? '' : figureText(value, decimals);
  const compared =
    overview.comparedHours === null || comparedValue === null ? headText : figureText(comparedValue, decimals);
  const untilThen = fill(texts.today.until, { time: until, value: markedText(compared, category.compared, texts) });
  const units = new Map(
    category.subCategories.flatMap(({ units: of }) => of.map((unit) => [unit.unitId, unit] as const)),
  );
  const counts = { missing: figureText(missing, 0), expected: figureText(slotsExpected, 0) };
  const whole =
    slotsExpected === 0 ? texts.figures.notExpected : missing > 0 ? fill(texts.today.missingReadings, counts) : '';
  return html`<section class="panel category ${side}">
    <h2>${name} ${name.endsWith(parts) ? '' : html`<small>${parts}</small>`}</h2>
    <div id="${id}" data-live>
      ${headline(category, decimals, overview.running, texts)}
      ${whole === '' ? '' : html`<p class="${missing > 0 ? 'incomplete' : 'muted'}">${whole}</p>`}
    </div>
    <details class="open-from-tablet">
      <summary>${unitsTitle(units.size, texts)}<span class="unseen"> ${name}</span></summary>
      <div id="${id}-day" data-live>
        ${
          siUnit === null || side === 'quality'
            ? ''
            : html`<ul class="changes">
                ${compared === headText || until === '' ? '' : html`<li>${untilThen}</li>`}
                ${change(dayBefore, texts.today.againstDay, decimals, texts)}
                ${change(weekBefore, texts.today.againstWeek, decimals, texts)}
              </ul>`
        }
        ${course(category, visit)}
      </div>
      ${unitTable([...units.values()], id, overview, texts)}
    </details>
  </section>`;
}
