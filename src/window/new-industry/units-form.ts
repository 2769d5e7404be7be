import { html } from 'hono/html';
import { UNIT_GROUPS } from '../../kernel/measure/unit.ts';
import { type Markup, field, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { selectInput, type ShownForm, textInput } from '../units/form.ts';
import { fieldLabel, STANDARD_CATEGORIES, USUAL_UNITS } from '../units/unit-fields.ts';
import { namesOfCategories } from './categories-form.ts';
import { type DraftUnit, listedParts, OFFERED_VOLUMES, placeName, placeOfUnit } from './draft.ts';
import { PASTED_COLUMNS } from './pasted.ts';
import type { Typed } from './state.ts';
import { groupOfUnit, ownFieldOf, ownText, rowField } from './unit-row.ts';

/** Rows of one form: its fields are fewer than a form may have. */
const ROWS = 25;

/** The page of rows on which a unit stands, by the index of its first. */
export const pageOfRow = (at: number): number => Math.max(0, Math.floor(at / ROWS) * ROWS);

const MEASURES = [...new Set([...OFFERED_VOLUMES, ...Object.values(USUAL_UNITS)])].filter((one) => one !== '');

/** Attributes of the field that only some kinds of units have. */
const MORE = {
  maxCapacity: html`inputmode="decimal"`,
  params: html`placeholder="pH, chlorine (mg/L)"`,
  'meta.calculations': '',
} as const;

interface Shown {
  readonly form: ShownForm;
  readonly typed: Typed;
  /** Parts to choose from, by the names that forms have for them. */
  readonly places: readonly (readonly [string, string])[];
}

function row({ texts }: Visit, { form, typed, places }: Shown, unit: DraftUnit, at: number): Markup {
  const { newIndustry: t, unitChoices } = texts;
  const path = (name: string): string => rowField(at, name);
  const label = (name: string): string => fieldLabel(texts, name, unit.siUnit);
  const group = groupOfUnit(unit);
  const own = ownFieldOf(unit);
  const kinds = UNIT_GROUPS.map((one) => {
    // A file may have another name of the same kind.
    const value = one === group ? unit.standardCategoryId : STANDARD_CATEGORIES[one];
    return [value, unitChoices[one]] as const;
  });
  return html`<fieldset class="draft-row unit-row" id="row-${at}">
    <legend class="unseen">${unit.displayName || fill(t.newUnit, { number: at + 1 })}</legend>
    ${textInput(form, path('displayName'), label('displayName'), {
      stored: unit.displayName,
      more: html`maxlength="200"`,
    })}
    ${textInput(form, path('unitId'), label('unitId'), {
      stored: unit.unitId,
      more: html`maxlength="64" spellcheck="false" data-key-of="${path('displayName')}"`,
    })}
    ${selectInput(form, path('standardCategoryId'), label('standardCategoryId'), {
      options: kinds,
      stored: unit.standardCategoryId,
    })}
    ${textInput(form, path('siUnit'), label('siUnit'), {
      stored: unit.siUnit,
      more: html`maxlength="50" list="measures"`,
    })}
    ${selectInput(form, path('place'), t.category, {
      options: places,
      stored: typed.places.get(at) ?? placeOfUnit(typed.draft, unit.unitId),
    })}
    ${
      own === undefined
        ? html`<p class="field"></p>`
        : textInput(form, path(own), label(own), {
            stored: ownText(unit, own),
            more: MORE[own],
          })
    }
    <button class="quiet" name="go" value="remove.${at}">
      ${t.remove}<span class="unseen"> ${unit.displayName}</span>
    </button>
  </fieldset>`;
}

/** Buttons from page to page of the rows. */
function paging({ texts }: Visit, { draft, from }: Typed): Markup | '' {
  const t = texts.newIndustry;
  const count = draft.units.length;
  if (count <= ROWS) return '';
  return html`<p class="buttons">
    ${fill(t.rows, { from: from + 1, to: Math.min(count, from + ROWS), count })}
    ${from > 0 ? html`<button class="quiet" name="go" value="rows.${from - ROWS}">${t.rowsBefore}</button>` : ''}
    ${from + ROWS < count ? html`<button class="quiet" name="go" value="rows.${from + ROWS}">${t.rowsAfter}</button>` : ''}
  </p>`;
}

/** The units, a row each, and a field for the rows of a spreadsheet. */
export function unitsForm(visit: Visit, typed: Typed, form: ShownForm): Markup {
  const { texts, language } = visit;
  const t = texts.newIndustry;
  const { draft, from } = typed;
  const names = namesOfCategories(draft, texts);
  const places = [
    ['', t.noCategory] as const,
    ...listedParts(draft).map((part) => {
      return [placeName(part), `${names.get(part.categoryKey) ?? ''}: ${part.displayName}`] as const;
    }),
  ];
  const shown = { form, typed, places };
  const columns = PASTED_COLUMNS.map((name) => name[language]).join(' · ');
  return html`<p>${t.unitsMean}</p>
    <datalist id="measures">${MEASURES.map((one) => html`<option value="${one}"></option>`)}</datalist>
    ${draft.units.slice(from, from + ROWS).map((unit, index) => row(visit, shown, unit, from + index))}
    ${paging(visit, typed)}
    <p class="buttons">
      <button class="quiet" name="go" value="addUnit">${texts.unitChanges.add}</button>
      ${draft.units.length === 0 ? '' : html`<button class="quiet" name="go" value="clear">${t.clear}</button>`}
    </p>
    <details class="panel">
      <summary>${t.paste}</summary>
      ${field(
        'pasted',
        t.pasteRows,
        html`<textarea
          id="pasted"
          name="pasted"
          rows="6"
          spellcheck="false"
          aria-describedby="pasted-hint"
        ></textarea>`,
        fill(t.pasteMeans, { columns }),
      )}
      <p><button class="quiet" name="go" value="paste">${t.pasteAdd}</button></p>
    </details>`;
}
