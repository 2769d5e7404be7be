import { html } from 'hono/html';
import { categoryNames } from '../category-names.ts';
import { type Markup, field, option, type Visit } from '../page.ts';
import type { Texts } from '../texts.ts';
import { type ShownForm, textInput } from '../units/form.ts';
import { STANDARD_CATEGORIES } from '../units/unit-fields.ts';
import { type IndustryDraft, listedParts, placeName } from './draft.ts';
import { partField, type Typed } from './state.ts';
import { CATEGORY_KINDS } from './templates.ts';

/** Names of the categories of a draft by their keys, as the pages will show them. */
export function namesOfCategories({ categoriesV2 }: IndustryDraft, texts: Texts): ReadonlyMap<string, string> {
  const listed = Object.entries(categoriesV2).map(([categoryKey, category]) => ({ categoryKey, ...category }));
  const names = categoryNames(listed, texts);
  return new Map(listed.map(({ categoryKey }, at) => [categoryKey, names[at] ?? categoryKey]));
}

/** Categories to which a part can be added, by name. */
function offeredCategories(texts: Texts): readonly (readonly [string, string])[] {
  const offered = Object.entries(CATEGORY_KINDS).map(([categoryKey, kind]) => ({
    categoryKey,
    standardCategoryId: STANDARD_CATEGORIES[kind],
    subCategories: [],
  }));
  const names = categoryNames(offered, texts);
  return offered.map(({ categoryKey }, at) => [categoryKey, names[at] ?? categoryKey]);
}

/** The parts of the categories, each to rename and remove, and one to add. */
export function categoriesForm({ texts }: Visit, { draft }: Typed, form: ShownForm): Markup {
  const t = texts.newIndustry;
  const names = namesOfCategories(draft, texts);
  const parts = listedParts(draft);
  return html`<p>${t.categoriesMean}</p>
    ${[...names].map(
      ([key, name]) =>
        html`<section class="panel">
          <h2>${name}</h2>
          ${parts
            .filter(({ categoryKey }) => categoryKey === key)
            .map(
              (part) =>
                html`<div class="draft-row">
                  ${textInput(form, partField(part), t.partName, {
                    stored: part.displayName,
                    more: html`maxlength="200"`,
                  })}
                  <button class="quiet" name="go" value="remove.${placeName(part)}">
                    ${t.remove}<span class="unseen"> ${part.displayName}</span>
                  </button>
                </div>`,
            )}
        </section>`,
    )}
    <section class="panel">
      <h2>${t.addPart}</h2>
      <div class="draft-row">
        ${field(
          'newPart.category',
          t.partOf,
          html`<select id="newPart.category" name="newPart.category">
            ${offeredCategories(texts).map(([key, name]) => option(key, '', name))}
          </select>`,
        )}
        ${field(
          'newPart.name',
          t.partName,
          html`<input id="newPart.name" name="newPart.name" maxlength="100" autocomplete="off" />`,
        )}
        <button class="quiet" name="go" value="addPart">${t.add}</button>
      </div>
    </section>`;
}
