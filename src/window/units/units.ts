import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import { categoryNames } from '../category-names.ts';
import { addressOf, asOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, option, scroller, type Visit } from '../page.ts';
import { hasNoIndustry, instantMark } from '../operations/section.ts';
import { fill } from '../texts.ts';
import { unitsToAdd } from './acts.ts';
import {
  chosenUnits,
  inListOrder,
  isSilent,
  latestCategories,
  type ListedCategory,
  type ListedUnit,
  partName,
  UNIT_STATES,
  type UnitChoice,
} from './choose-units.ts';

export const UNITS_PATH = '/app/units';
/** Rows of a page, so that the list of a thousand units is drawn as fast as one of fifty. */
const ROWS = 50;

/** A line of the list: a card on a phone, a row of a table where there is room. */
function rowOf(visit: Visit, unit: ListedUnit): Markup {
  const { unitId, unitName, siUnit, virtual, lastSeen, retiredAt } = unit;
  const { unit: t } = visit.texts;
  const state =
    retiredAt !== null
      ? html`${t.outOfUse} ${instantMark(visit, retiredAt)}`
      : isSilent(unit, visit.nowMs)
        ? html`<span class="severity high">${lastSeen === null ? t.neverHeard : t.silent}</span>`
        : t.inUse;
  return html`<tr>
    <th scope="row">
      <a href="${addressOf('/app/unit', { id: unitId })}">${unitName}</a> <code class="muted">${unitId}</code>
    </th>
    <td>${virtual ? t.computedShort : instantMark(visit, lastSeen)}</td>
    <td>${siUnit}</td>
    <td>${state}</td>
  </tr>`;
}

const table = (visit: Visit, units: readonly ListedUnit[]): Markup => {
  const { unit: t } = visit.texts;
  return scroller(
    t.all,
    html`<table class="stacked">
      <thead>
        <tr>
          <th scope="col">${t.title}</th>
          <th scope="col">${t.lastHeard}</th>
          <th scope="col">${t.measuredIn}</th>
          <th scope="col">${t.state}</th>
        </tr>
      </thead>
      <tbody id="units" data-live>
        ${units.map((unit) => rowOf(visit, unit))}
      </tbody>
    </table>`,
  );
};

function filterForm({ texts }: Visit, categories: readonly ListedCategory[], choice: UnitChoice): Markup {
  const { unit: t, alerts } = texts;
  const names = categoryNames(categories, texts);
  const stateNames = { inUse: t.inUse, silent: t.silent, retired: t.retiredShort };
  return html`<form method="get" action="${UNITS_PATH}" class="filter in-pairs">
    <label>${t.search} <input type="search" name="search" value="${choice.search}" maxlength="100" /></label>
    <label
      >${t.category}
      <select name="category">
        ${option('', choice.category, alerts.all)}
        ${categories.map(
          ({ categoryKey, subCategories }, at) =>
            html`<optgroup label="${names[at] ?? categoryKey}">
              ${option(categoryKey, choice.category, names[at] ?? categoryKey)}
              ${subCategories.map(({ id, displayName }) =>
                option(partName(categoryKey, id), choice.category, displayName),
              )}
            </optgroup>`,
        )}
      </select></label
    >
    <label
      >${t.state}
      <select name="state">
        ${option('', choice.state, alerts.all)}
        ${UNIT_STATES.map((state) => option(state, choice.state, stateNames[state]))}
      </select></label
    >
    <button class="quiet">${texts.operations.find}</button>
  </form>`;
}

async function show(visit: Visit): Promise<PageContent> {
  const { ask, texts, c, language, nowMs } = visit;
  const { unit: t, operations } = texts;
  if (hasNoIndustry(visit)) return { title: t.all, body: notice('high', operations.chooseFirst) };
  const [{ data: units }, { data: all }] = await Promise.all([
    ask<{ data: readonly ListedUnit[] }>('/api/user/units', { retired: true }),
    ask<{ data: readonly ListedCategory[] }>('/api/user/categories', { retired: true }),
  ]);
  const toAdd = unitsToAdd(visit);
  if (units.length === 0)
    return {
      title: t.all,
      body: html`<p>${t.none}</p>
        ${toAdd}`,
    };
  const categories = latestCategories(all);
  const { search = '', category = '', state = '', from = '' } = c.req.query();
  const choice = { search: search.trim(), category, state };
  const chosen = inListOrder(chosenUnits(units, categories, choice, nowMs), language);
  const first = Math.min(Math.max(0, Number.parseInt(from, 10) || 0), Math.max(0, chosen.length - 1));
  const shown = chosen.slice(first, first + ROWS);
  const page = (at: number): string => addressOf(UNITS_PATH, { ...choice, from: at });
  const counts = {
    first: figureText(first + 1, 0),
    last: figureText(first + shown.length, 0),
    total: figureText(chosen.length, 0),
  };
  return {
    title: t.all,
    body: html`${toAdd} ${filterForm(visit, categories, choice)} ${asOf(visit)}
      <p id="count" data-live>${chosen.length === 0 ? t.noneChosen : fill(t.range, counts)}</p>
      ${chosen.length === 0 ? '' : table(visit, shown)}
      <p class="buttons below">
        ${first > 0 ? html`<a class="button quiet" href="${page(Math.max(0, first - ROWS))}">‹ ${operations.before}</a>` : ''}
        ${first + ROWS < chosen.length ? html`<a class="button quiet" href="${page(first + ROWS)}">${operations.next} ›</a>` : ''}
      </p>`,
  };
}

/** /app/units: every unit of the industry, by name, category and state. */
export const unitsPage: Page = {
  path: UNITS_PATH,
  name: (texts) => texts.unit.all,
  audience: 'everybody',
  show,
};
