import { html } from 'hono/html';
import { CATEGORY_GENERATIONS } from '../../kernel/industry/industry.ts';
import { figureText } from '../../kernel/format/figure-text.ts';
import { UNIT_GROUPS } from '../../kernel/measure/unit.ts';
import { asTyped, handleForm, fieldText } from '../handle-form.ts';
import { categoryNames } from '../category-names.ts';
import { addressOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, type Visit } from '../page.ts';
import type { ListedCategory } from './choose-units.ts';
import {
  ownApi,
  whyNotChangeUnits,
  mistakesNotice,
  type ShownForm,
  selectInput,
  textInput,
  UNTOUCHED,
} from './form.ts';
import { categoriesOf } from './places.ts';
import { STANDARD_CATEGORIES } from './unit-fields.ts';

const PATH = '/app/units/categories';
/** Field of the first part's name, as the API names its mistakes. */
const FIRST_PART = 'subCategories[0].displayName';

/** The form that changes one category, which it names. */
const categoryForm = ({ generation, categoryKey }: ListedCategory, fields: Markup): Markup =>
  html`<form method="post" action="${PATH}" class="inline">
    <input type="hidden" name="ofGeneration" value="${generation}" />
    <input type="hidden" name="ofKey" value="${categoryKey}" />
    ${fields}
  </form>`;

function partRow(visit: Visit, category: ListedCategory, part: ListedCategory['subCategories'][number]): Markup {
  const t = visit.texts.unitCategories;
  const { id, displayName, units } = part;
  const chosen = html`<input type="hidden" name="partId" value="${id}" />`;
  const named = html`<span class="unseen"> ${displayName}</span>`;
  return html`<tr>
    <th scope="row">${displayName}</th>
    <td class="figure">${figureText(units.length, 0)}</td>
    <td>
      <details>
        <summary>${t.change}${named}</summary>
        ${categoryForm(
          category,
          html`${chosen}
            <label>${t.newName} <input name="name" value="${displayName}" maxlength="200" required /></label>
            <button name="act" value="renamePart">${t.rename}${named}</button>`,
        )}
        ${categoryForm(category, html`${chosen}<button name="act" value="removePart" class="quiet">${t.removePart}${named}</button>`)}
      </details>
    </td>
  </tr>`;
}

function categoryPanel(visit: Visit, category: ListedCategory, name: string): Markup {
  const t = visit.texts.unitCategories;
  const { generation, categoryKey, subCategories } = category;
  return html`<section class="panel">
    <h2>${name} <code class="muted">${generation}/${categoryKey}</code></h2>
    ${scrolledTable(
      name,
      [t.part, { figure: t.units }, t.change],
      subCategories.map((part) => partRow(visit, category, part)),
    )}
    <details>
      <summary>${t.addPart}<span class="unseen"> ${name}</span></summary>
      ${categoryForm(
        category,
        html`<label>${t.partName} <input name="name" maxlength="100" required /></label>
          <button name="act" value="addPart">${t.addPart}</button>`,
      )}
    </details>
    <details>
      <summary>${t.remove}<span class="unseen"> ${name}</span></summary>
      ${categoryForm(
        category,
        html`<p class="muted">${t.removeMeans}</p>
          <button name="act" value="remove">${t.remove}</button>`,
      )}
    </details>
  </section>`;
}

function addForm({ texts }: Visit, form: ShownForm): Markup {
  const { unitCategories: t, unitChoices, unitChanges } = texts;
  const kinds = UNIT_GROUPS.map((group) => [STANDARD_CATEGORIES[group], unitChoices[group]] as const);
  return html`<form method="post" action="${PATH}" class="panel" id="add">
    <h2>${t.add}</h2>
    ${selectInput(form, 'generation', t.generation, {
      options: CATEGORY_GENERATIONS.map((one) => [one, one] as const),
      stored: 'categoriesV2',
      hint: t.generationMeans,
    })}
    ${textInput(form, 'categoryKey', t.key, { hint: t.keyMeans, more: html`maxlength="100" required` })}
    ${selectInput(form, 'standardCategoryId', unitChanges.kind, { options: kinds, stored: STANDARD_CATEGORIES.FLOW })}
    ${textInput(form, FIRST_PART, t.firstPart, { more: html`maxlength="100" required` })}
    <button name="act" value="add">${t.add}</button>
  </form>`;
}

async function view(visit: Visit, told: Markup | '' = '', form: ShownForm = UNTOUCHED): Promise<PageContent> {
  const { texts, c } = visit;
  const t = texts.unitCategories;
  const why = whyNotChangeUnits(visit);
  if (why !== null) return { title: t.title, body: notice('high', why) };
  const categories = await categoriesOf(visit);
  const names = categoryNames(categories, texts);
  const done = c.req.query('done') === undefined ? '' : notice('stock', texts.unitChanges.stored);
  return {
    title: t.title,
    body: html`${told === '' ? done : told}
      <p>${t.lead}</p>
      ${categories.map((category, at) => categoryPanel(visit, category, names[at] ?? category.categoryKey))}
      ${addForm(visit, form)}`,
  };
}

/** Id of a new part: its name. Braces have a meaning in formulas, so the API refuses them. */
const newPart = (name: string) => ({ id: name, displayName: name, units: [] });

/** Adds a part behind the others. The whole list is sent, so that the API refuses an id that is taken. */
async function addPart(visit: Visit, path: string, name: string): Promise<void> {
  const { data, tag } = await visit.askTagged<{ data: ListedCategory }>(path);
  await visit.send('PATCH', path, { subCategories: [...data.subCategories, newPart(name)] }, { 'If-Match': tag });
}

async function act(visit: Visit, form: FormData): Promise<Response> {
  const { send, c } = visit;
  const chosen = fieldText(form, 'act');
  if (chosen === 'add') {
    const path = ownApi('categories', fieldText(form, 'generation'), fieldText(form, 'categoryKey'));
    await send('POST', path, {
      standardCategoryId: fieldText(form, 'standardCategoryId'),
      subCategories: [newPart(fieldText(form, FIRST_PART))],
    });
  } else {
    const path = ownApi('categories', fieldText(form, 'ofGeneration'), fieldText(form, 'ofKey'));
    const name = fieldText(form, 'name');
    // Ids are sent as they are stored, and never trimmed.
    const partId = asTyped(form, 'partId');
    if (chosen === 'remove') await send('DELETE', path);
    else if (chosen === 'addPart') await addPart(visit, path, name);
    else {
      const part = chosen === 'removePart' ? null : { displayName: name };
      await send('PATCH', path, { subCategories: { [partId]: part } });
    }
  }
  return c.redirect(addressOf(PATH, { done: 'yes' }), 303);
}

/** /app/units/categories: the categories of the industry and their parts, to add, rename and remove. */
export const unitCategoriesPage: Page = {
  path: PATH,
  audience: 'everybody',
  show: (visit) => view(visit),
  take: (visit, form) =>
    handleForm(
      () => act(visit, form),
      (_, problem) =>
        view(
          visit,
          mistakesNotice(visit, problem, fieldText(form, 'act') === 'add' ? [...form.keys()] : []),
          fieldText(form, 'act') === 'add' ? { typed: form, mistakes: problem.errors } : UNTOUCHED,
        ),
    ),
};
