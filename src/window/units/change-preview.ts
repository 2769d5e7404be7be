import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { provisionResultAnswer } from '../../industries/http/schemas/industry.ts';
import { isObject } from '../../kernel/json.ts';
import { FIRST_DATE, formatRequestDate } from '../../kernel/time/business-date.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { dateOf } from '../dates.ts';
import { MISSING } from '../figures.ts';
import { type Markup, notice, scrolledTable, type Visit } from '../page.ts';
import { fill, type Texts } from '../texts.ts';
import type { ListedUnit } from './choose-units.ts';
import { type ChangedUnit, fieldAt, fieldLabel, typedText, valueAt } from './unit-fields.ts';

export type ChangeResult = z.infer<typeof provisionResultAnswer>['data'];

const BEGINNING = formatRequestDate(FIRST_DATE);

/** A date of the API for people. */
const dayName = ({ unitChanges: t, language }: Texts, date: string): string =>
  date === BEGINNING ? t.beginning : dateText(dateOf(date), language);

/** Paths of everything within an object. */
const pathsOf = (value: unknown, path: string): readonly string[] =>
  isObject(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`))
    : [path];

/** A value of a field for people. */
function valueWords({ unitChoices, unitChanges: t }: Texts, path: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  const text = typedText(fieldAt(path), value);
  const words: Readonly<Record<string, string>> = unitChoices;
  return text === ''
    ? MISSING
    : Object.hasOwn(words, text) && fieldAt(path)?.choices !== undefined
      ? (words[text] ?? text)
      : text;
}

/** Preview of a change of a unit: its fields now and then, the days that are counted again, and warnings. */
export function changePreview(
  { texts }: Visit,
  { unitId, siUnit }: Pick<ChangedUnit, 'unitId' | 'siUnit'>,
  { isChanged, changes, staleFrom, warnings }: ChangeResult,
  units: readonly ListedUnit[],
): Markup {
  const t = texts.unitChanges;
  if (!isChanged) return notice('stock', t.nothing);
  const [before, after] = [changes?.before, changes?.after].map((side) => {
    const ofUnits = side?.['units'];
    const own = isObject(ofUnits) ? ofUnits[unitId] : null;
    return isObject(own) ? own : {};
  });
  const { versions, ...fields } = after ?? {};
  const all = [...new Set([...pathsOf(fields, ''), ...pathsOf({ ...before, versions: null }, '')])];
  // An object that is new stands for its fields.
  const paths = all.filter(
    (path) => path !== '' && path !== 'versions' && !all.some((other) => other.startsWith(`${path}.`)),
  );
  const dates = isObject(versions) ? Object.keys(versions) : [];
  const nameOf = (id: string): string => units.find((unit) => unit.unitId === id)?.unitName ?? id;
  return html`<section class="panel" id="preview" role="status">
    <p>${t.wouldChange}</p>
    ${scrolledTable(
      t.wouldChange,
      [t.field, t.now, t.then],
      paths.map(
        (path) =>
          html`<tr>
            <th scope="row">${fieldLabel(texts, path, siUnit)}</th>
            <td>${valueWords(texts, path, valueAt(before, path))}</td>
            <td>${valueWords(texts, path, valueAt(after, path))}</td>
          </tr>`,
      ),
    )}
    ${dates.map((date) => html`<p>${fill(t.countsFrom, { date: dayName(texts, date) })}</p>`)}
    ${
      staleFrom.length === 0
        ? html`<p>${t.countsAtOnce}</p>`
        : html`<p>${t.countedAgain}</p>
            <ul>
              ${staleFrom.map((one) => html`<li>${fill(t.daysFrom, { unit: nameOf(one.unitId), date: dayName(texts, one.fromDate) })}</li>`)}
            </ul>`
    }
    ${warnings.map(({ field, problem }) => notice('high', `${field} ${problem}`))}
  </section>`;
}

/** Versions of a unit: from which day on what counted, where it did not always. */
export function unitHistory({ texts }: Visit, { versions, siUnit }: ChangedUnit): Markup | '' {
  const t = texts.unitChanges;
  if (versions.length < 2) return '';
  const lines = versions.map((version, at) => {
    const earlier = at === 0 ? null : versions[at - 1];
    const changed = pathsOf(version, '').filter(
      (path) =>
        path !== 'effectiveFrom'
        && (earlier === null || JSON.stringify(valueAt(version, path)) !== JSON.stringify(valueAt(earlier, path)))
        && valueWords(texts, path, valueAt(version, path)) !== MISSING,
    );
    const words = changed.map(
      (path) => `${fieldLabel(texts, path, siUnit)} ${valueWords(texts, path, valueAt(version, path))}`,
    );
    return html`<li>
      ${fill(t.since, { date: dayName(texts, String(version['effectiveFrom'])) })} ${words.join('; ')}
    </li>`;
  });
  return html`<h2>${t.history}</h2>
    <ul id="history">
      ${lines}
    </ul>`;
}
