import { html } from 'hono/html';
import { dateText } from '../../kernel/format/date-text.ts';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { MeterFileAnswer } from '../../readings/http/schemas/meterFile.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import { measureNamed, METER_FILE_MEASURES } from '../../readings/rules/measures.ts';
import { momentText, dateOf } from '../dates.ts';
import { type Markup, notice, option, scroller, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';
import type { NamedUnit } from '../units/choose-units.ts';
import type { HeldFile } from './held-file.ts';

type Understood = NonNullable<MeterFileAnswer['understood']>;
type Column = Understood['columns'][number];
type Question = Understood['questions'][number];
type SendTexts = Visit['texts']['sendReadings'];

interface MeteredUnit extends NamedUnit {
  readonly kind: UnitGroup;
  readonly siUnit: string;
}

const questionText = (t: SendTexts, { about, column }: Question): string => {
  const question = {
    dateOrder: t.askDateOrder,
    decimal: t.askDecimal,
    unit: t.askUnit,
    measure: t.askMeasure,
    kind: t.askKind,
    column: t.askColumn,
  }[about];
  return column === null ? question : fill(t.ofColumn, { number: column, question });
};

/** Questions that the file leaves open, above everything else. */
const questionsOf = (t: SendTexts, { questions }: Understood): Markup | '' =>
  questions.length === 0
    ? ''
    : html`<div class="notice high" role="alert">
        <p>${t.asked}</p>
        <ul>
          ${questions.map((question) => html`<li>${questionText(t, question)}</li>`)}
        </ul>
      </div>`;

/** A select of a column; its label is the head of the table's column and of the row. */
const columnSelect = (name: string, label: string, options: readonly Markup[]): Markup =>
  html`<select name="${name}" aria-label="${label}">
    ${options}
  </select>`;

/** Measures of units that files are not known to have, such as metres of ground water. */
const ownMeasures = (units: readonly MeteredUnit[]): readonly string[] =>
  units
    .filter(({ kind, siUnit }) => kind !== 'QUALITY' && siUnit !== '' && measureNamed(siUnit) === null)
    .map(({ siUnit }) => siUnit);

function figuresCells(t: SendTexts, column: Column, units: readonly MeteredUnit[], isLong: boolean): Markup {
  const { number, unitId, measure, kind, role } = column;
  const label = (of: string): string => `${of}, ${t.column} ${number}`;
  const isLeftOut = role === 'left out';
  const measures = new Set([...METER_FILE_MEASURES, ...ownMeasures(units), ...(measure === null ? [] : [measure])]);
  const chosen = isLeftOut ? '-' : (unitId ?? '');
  const named = units.map((unit) => option(unit.unitId, chosen, unit.unitName));
  return html`<td>
      ${columnSelect(`unitId-${number}`, label(t.unit), [
        option('', chosen, isLong ? t.roleUnit : t.choose),
        ...(isLong ? [] : named),
        option('-', chosen, t.leaveOut),
      ])}
    </td>
    <td>
      ${columnSelect(`measure-${number}`, label(t.measure), [
        option('', measure ?? '', t.choose),
        ...[...measures].map((one) => option(one, measure ?? '', one)),
      ])}
    </td>
    <td>
      ${columnSelect(`kind-${number}`, label(t.kind), [
        option('', kind ?? '', t.choose),
        option('register', kind ?? '', t.register),
        option('interval', kind ?? '', t.interval),
      ])}
    </td>`;
}

function columnRow(
  { texts: { sendReadings: t }, language }: Visit,
  column: Column,
  units: readonly MeteredUnit[],
  isLong: boolean,
): Markup {
  const { number, head, role, leftOut } = column;
  const fixed = {
    time: t.roleTime,
    'time of day': t.roleTime,
    unit: t.roleUnit,
    measure: t.roleMeasure,
    figures: null,
    field: t.roleField,
    'left out': leftOut === null ? null : t.leaveOut,
  }[role];
  const why = leftOut === null ? '' : html` <span class="muted">${serviceWords(language, leftOut)}</span>`;
  return html`<tr>
    <td class="figure">${figureText(number, 0)}</td>
    <th scope="row">${head}</th>
    ${
      fixed === null
        ? figuresCells(t, column, units, isLong)
        : html`<td colspan="3">${fixed}${role === 'left out' ? why : ''}</td>`
    }
  </tr>`;
}

function formOf({ texts: { sendReadings: t } }: Visit, found: Understood, { choices }: HeldFile): Markup {
  const { encoding, delimiter, decimal, dateOrder, timezone, headRow, rows } = found;
  const asked = (about: Question['about']): boolean => found.questions.some((question) => question.about === about);
  const row = (name: string, value: Markup | string): Markup =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  const separator = delimiter === '\t' ? t.tab : (delimiter ?? '');
  const decimals = ['point', 'comma'] as const;
  const sign = choices['decimal'] || (decimal === null ? '' : decimals[decimal === '.' ? 0 : 1]);
  const order = choices['dateOrder'] || (dateOrder ?? '');
  return html`<dl class="facts">
    ${row(t.encoding, encoding ?? t.spreadsheet)} ${delimiter === null ? '' : row(t.delimiter, separator)}
    ${row(t.head, fill(t.headRow, { row: headRow, rows }))}
    ${row(
      t.decimal,
      html`<select name="decimal" aria-label="${t.decimal}">
        ${option('', sign, asked('decimal') ? t.choose : t.asInFile)}
        ${decimals.map((one) => option(one, sign, t[one]))}
      </select>`,
    )}
    ${row(
      t.dateOrder,
      html`<select name="dateOrder" aria-label="${t.dateOrder}">
        ${option('', order, asked('dateOrder') ? t.choose : t.asInFile)} ${option('dmy', order, t.dmy)}
        ${option('mdy', order, t.mdy)} ${option('ymd', order, t.ymd)}
      </select>`,
    )}
    ${row(
      t.timezone,
      timezone === null
        ? t.withOffset
        : html`<input name="timezone" aria-label="${t.timezone}" value="${timezone}" size="20" maxlength="60" />`,
    )}
  </dl>`;
}

const factsOf = (visit: Visit, data: MeterFileAnswer): Markup => {
  const { clock } = visit;
  const t = visit.texts.sendReadings;
  const { firstReadingOn: first, lastReadingOn: last, changedDays, readings: count, verdict } = data;
  if (verdict === null || first === null || last === null) return html`<p>${t.nothingStored}</p>`;
  const { received, inserted, updated, unchanged, rejected } = verdict;
  const span = { count, first: momentText(first, clock), last: momentText(last, clock) };
  const day = (date: string | null): string => (date === null ? '' : dateText(dateOf(date), visit.language));
  const days = { count: changedDays.count, first: day(changedDays.first), last: day(changedDays.last) };
  return html`<p>${t.nothingStored} ${fill(t.wouldBe, { received, inserted, updated, unchanged, rejected })}</p>
    <dl class="facts">
      <div>
        <dt>${t.span}</dt>
        <dd>${fill(t.spanOf, span)}</dd>
      </div>
      <div>
        <dt>${t.changes}</dt>
        <dd>${days.count === 0 ? t.noChanges : fill(t.changedDays, days)}</dd>
      </div>
    </dl>`;
};

/** How a file is understood, with a field for each thing that a person may say otherwise; nothing is stored. */
export async function meterFilePreview(visit: Visit, file: HeldFile, data: MeterFileAnswer): Promise<Markup> {
  const t = visit.texts.sendReadings;
  const { understood, verdict } = data;
  const { data: units } = await visit.ask<{ data: readonly MeteredUnit[] }>('/api/user/units');
  const isLong = understood?.columns.some(({ role }) => role === 'unit') === true;
  const count = verdict === null ? 0 : verdict.received;
  return html`<form method="post" enctype="multipart/form-data" class="panel">
    <input type="hidden" name="held" value="${file.held}" />
    <h2>${t.understood}</h2>
    ${understood === null ? notice('stock', t.readingsFile) : questionsOf(t, understood)} ${factsOf(visit, data)}
    ${
      understood === null
        ? ''
        : html`${formOf(visit, understood, file)}
          ${scroller(
            t.columnsOfFile,
            html`<table>
              <caption>
                ${t.columnsOfFile}
              </caption>
              <thead>
                <tr>
                  <th scope="col" class="figure">${t.column}</th>
                  <th scope="col">${t.head}</th>
                  <th scope="col">${t.unit}</th>
                  <th scope="col">${t.measure}</th>
                  <th scope="col">${t.kind}</th>
                </tr>
              </thead>
              <tbody>
                ${understood.columns.map((column) => columnRow(visit, column, units, isLong))}
              </tbody>
            </table>`,
          )}`
    }
    <p>
      ${understood === null ? '' : html`<button name="act" value="look" class="quiet">${t.lookAgain}</button>`}
      ${count === 0 ? '' : html`<button name="act" value="store">${fill(t.store, { count })}</button>`}
    </p>
  </form>`;
}
