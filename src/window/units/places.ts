import { html } from 'hono/html';
import { handleForm, shownAgain } from '../handle-form.ts';
import { categoryNames } from '../category-names.ts';
import { addressOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { ListedCategory } from './choose-units.ts';
import { forUnit, ownApi, whyNotChangeUnits } from './form.ts';
import type { ChangedUnit } from './unit-fields.ts';

export const PLACES_PATH = '/app/unit/categories';

/** A part of a category as a form names it. */
const placeOf = ({ generation, categoryKey }: ListedCategory, partId: string): string =>
  JSON.stringify([generation, categoryKey, partId]);

export const categoriesOf = async (visit: Visit): Promise<readonly ListedCategory[]> =>
  (await visit.ask<{ data: readonly ListedCategory[] }>(ownApi('categories'), { retired: true })).data;

/** Boxes to tick for the parts of all categories. @param isIn whether the unit stands in a part. */
export function placeBoxes(
  { texts }: Visit,
  categories: readonly ListedCategory[],
  isIn: (place: string, units: readonly string[]) => boolean,
): Markup {
  const names = categoryNames(categories, texts);
  if (categories.length === 0) return html`<p class="muted">${texts.unitChanges.noCategories}</p>`;
  return html`${categories.map((category, at) => {
    const { generation, categoryKey, subCategories } = category;
    return html`<fieldset class="flags in-row">
      <legend>${names[at] ?? categoryKey} <code class="muted">${generation}/${categoryKey}</code></legend>
      ${subCategories.map(({ id, displayName, units }) => {
        const place = placeOf(category, id);
        return html`<label
          ><input type="checkbox" name="place" value="${place}" ${isIn(place, units) ? 'checked' : ''} />
          ${displayName}</label
        >`;
      })}
    </fieldset>`;
  })}`;
}

/** Puts a unit into the parts of categories that a form names, and takes it out of the others. */
export async function placeUnit(
  visit: Visit,
  unitId: string,
  categories: readonly ListedCategory[],
  form: FormData,
): Promise<void> {
  const wanted = new Set(form.getAll('place'));
  for (const category of categories) {
    const { generation, categoryKey } = category;
    const path = ownApi('categories', generation, categoryKey);
    const isMoved = category.subCategories.some(
      ({ id, units }) => units.includes(unitId) !== wanted.has(placeOf(category, id)),
    );
    if (!isMoved) continue;
    // The version just read, so that what others change meanwhile in the same category is not undone.
    const { data, tag } = await visit.askTagged<{ data: ListedCategory }>(path);
    const changed = data.subCategories
      .filter(({ id, units }) => units.includes(unitId) !== wanted.has(placeOf(category, id)))
      .map(({ id, units }) => [
        id,
        { units: units.includes(unitId) ? units.filter((one) => one !== unitId) : [...units, unitId] },
      ]);
    await visit.send('PATCH', path, { subCategories: Object.fromEntries(changed) }, { 'If-Match': tag });
  }
}

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts, c, ask, typed } = visit;
  const t = texts.unitChanges;
  const why = whyNotChangeUnits(visit);
  if (why !== null) return { title: t.places, body: notice('high', why) };
  const [{ data: unit }, categories] = await Promise.all([
    ask<{ data: ChangedUnit }>(ownApi('units', c.req.query('id') ?? '')),
    categoriesOf(visit),
  ]);
  const { unitId } = unit;
  const wanted = typed === null ? null : new Set(typed.getAll('place'));
  const done = { yes: notice('stock', t.stored), added: notice('high', t.notPlaced) }[c.req.query('done') ?? ''];
  return {
    title: fill(t.placesTitle, { unit: unit.displayName }),
    body: html`${told === '' ? done : told}
      <p><a href="${addressOf('/app/unit', { id: unitId })}">${t.back}</a> · <code>${unitId}</code></p>
      <p>${t.placesMean}</p>
      <form method="post">
        ${placeBoxes(visit, categories, (place, units) => wanted?.has(place) ?? units.includes(unitId))}
        ${categories.length === 0 ? '' : html`<button>${t.save}</button>`}
      </form>`,
  };
}

/** /app/unit/categories?id=..: the categories in which a unit stands, to move it. */
export const placesPage: Page = {
  path: PLACES_PATH,
  audience: 'everybody',
  show: (visit) => forUnit(visit, () => view(visit)),
  take: (visit, form) =>
    forUnit(visit, () =>
      handleForm(
        async () => {
          const id = visit.c.req.query('id') ?? '';
          // A unit that stands nowhere would be moved nowhere, whether there is one or not.
          await visit.ask(ownApi('units', id));
          await placeUnit(visit, id, await categoriesOf(visit), form);
          return visit.c.redirect(addressOf(PLACES_PATH, { id, done: 'yes' }), 303);
        },
        (told) => view(shownAgain(visit, form), told),
      ),
    ),
};
