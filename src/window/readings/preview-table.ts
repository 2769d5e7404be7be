import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { ReadingPreview } from '../../figures/http/user/readings/preview.ts';
import { numberOrNull } from '../../figures/rules/processors/numbers.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsApart, decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { dateOf } from '../dates.ts';
import { MISSING } from '../figures.ts';
import { type Markup, notice, scrolledTable, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { ListedUnit } from '../units/choose-units.ts';

type Told = ReadingPreview['days'][number]['before'];

type Day = ReadingPreview['days'][number];
type UnitWithParameters = Pick<ListedUnit, 'unitId' | 'params'>;

/** Means of the parameters of a quality unit; null: the figure is a number, or there is none. */
const parametersOf = ({ figure }: Told): Readonly<Record<string, number | null>> | null =>
  typeof figure === 'object' ? figure : null;

const hasParameters = ({ before, after }: Day): boolean =>
  parametersOf(before) !== null || parametersOf(after) !== null;

interface Sides {
  readonly before: number | null;
  readonly after: number | null;
}

/** Decimals of figures now and then, so many that each change shows. */
function decimalsOf(sides: readonly Sides[], others: readonly number[] = []): number {
  const known = sides.flatMap(({ before, after }) => [before, after]).filter((figure) => figure !== null);
  const least = decimalsFor([...known, ...others]);
  return Math.max(least, ...sides.map(({ before, after }) => decimalsApart(before, after, least)));
}

/** Now and then of a parameter, on all days of its unit. */
const sidesOf = (days: readonly Day[], unitId: string, parameter: string): readonly Sides[] =>
  days
    .filter((day) => day.unitId === unitId)
    .map(({ before, after }) => ({
      before: parametersOf(before)?.[parameter] ?? null,
      after: parametersOf(after)?.[parameter] ?? null,
    }));

/** Each parameter of a quality unit by the name that it has for people. */
function parameterWords(
  told: Told,
  { unitId }: Day,
  days: readonly Day[],
  units: readonly UnitWithParameters[],
): string {
  const params = units.find((unit) => unit.unitId === unitId)?.params ?? {};
  return Object.entries(parametersOf(told) ?? {})
    .map(([key, mean]) => {
      const { displayName = key, siUnit = '' } = params[key] ?? {};
      const figure = mean === null ? MISSING : figureText(mean, decimalsOf(sidesOf(days, unitId, key)));
      return `${displayName} ${figure} ${siUnit}`.trim();
    })
    .join(', ');
}

/** Days of which something else would be told: their figures, and what would be in no hour. */
export async function previewTable(
  { texts: { reading: t }, language, ask }: Visit,
  { days }: Pick<ReadingPreview, 'days'>,
): Promise<HtmlEscapedString> {
  if (days.length === 0) return notice('stock', t.nothing);
  const units = days.some(hasParameters)
    ? (await ask<{ data: readonly UnitWithParameters[] }>('/api/user/units', { retired: true })).data
    : [];
  const decimals = decimalsOf(
    days.map(({ before, after }) => ({ before: numberOrNull(before.figure), after: numberOrNull(after.figure) })),
    days.flatMap(({ before, after }) => [before.unheard, after.unheard]),
  );
  const figureWords = (told: Told, day: Day): string => {
    if (typeof told.figure === 'number') return `${figureText(told.figure, decimals)} ${day.siUnit}`;
    return parameterWords(told, day, days, units) || `${MISSING} ${day.siUnit}`;
  };
  const cell = (told: Told, day: Day): Markup => {
    const beside = fill(t.unheard, { value: `${figureText(told.unheard, decimals)} ${day.siUnit}` });
    return html`<td class="figure">
      ${figureWords(told, day)} ${told.unheard === 0 ? '' : html`<br /><small>${beside}</small>`}
    </td>`;
  };
  return html`<section class="panel" id="preview" role="status">
    <p>${t.wouldChange}</p>
    ${scrolledTable(
      t.wouldChange,
      [t.unit, t.day, { figure: t.now }, { figure: t.then }],
      days.map(
        (day) =>
          html`<tr>
            <th scope="row">${day.unitName}</th>
            <td>${dateText(dateOf(day.date), language)}</td>
            ${cell(day.before, day)} ${cell(day.after, day)}
          </tr>`,
      ),
    )}
  </section>`;
}
