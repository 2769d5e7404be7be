import { html } from 'hono/html';
import { type Page, isNamedTo, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { ranked, type Named } from './rank.ts';
import { type Alert, incidentAddress, incidentPlace, incidentTitle, RULES } from '../alerts/parts.ts';
import { COMPARE_PATH } from '../compare/asked.ts';
import { categoryNames, partsOf } from '../category-names.ts';
import { addressOf } from '../dates.ts';
import { hasNoIndustry, sectionsFor } from '../operations/section.ts';
import { PERSON_PATH } from '../people/fields.ts';
import { peopleOf } from '../people/list.ts';
import { REPORTS_PATH } from '../reports/history.ts';
import type { ReportService } from '../../reports/rules/terms.ts';
import {
  inListOrder,
  latestCategories,
  type ListedCategory,
  type ListedUnit,
  partName,
} from '../units/choose-units.ts';
import { UNITS_PATH } from '../units/units.ts';

export const FIND_PATH = '/app/find';
/** Results that a reader can take in. More letters leave fewer. */
const MOST = 20;

/**
 * /app/find: units, categories, incidents, reports, people and pages by a few letters of their names. islands/find.ts
 * asks for the same as JSON while somebody types.
 */
export const findPageOver = (pages: readonly Page[]): Page => ({
  path: FIND_PATH,
  audience: 'everybody',
  show: async (visit) => {
    const { c, texts } = visit;
    const wanted = (c.req.query('q') ?? '').trim().slice(0, 100);
    const found = ranked(await findables(visit, pages), wanted);
    const shown = found.slice(0, MOST).map(({ kind, name, note, address }) => ({ kind, name, note, address }));
    if (c.req.header('accept')?.includes('application/json') === true)
      return c.json({ found: shown, more: found.length - shown.length });
    return {
      title: texts.find.title,
      body: html`<form method="get" action="${FIND_PATH}" class="filter" role="search">
          <label>${texts.find.label} <input type="search" name="q" value="${wanted}" maxlength="100" /></label>
          <button class="quiet">${texts.operations.find}</button>
        </form>
        ${shown.length === 0 ? html`<p>${fill(texts.find.none, { wanted })}</p>` : ''}
        <ul class="found plain-list">
          ${shown.map(
            ({ kind, name, note, address }) =>
              html`<li>
                <a href="${address}">${name}</a> <span class="muted">${[kind, note].filter(Boolean).join(' · ')}</span>
              </li>`,
          )}
        </ul>
        ${found.length > MOST ? html`<p class="muted">${fill(texts.today.more, { count: found.length - MOST })}</p>` : ''}`,
    };
  },
});

/** A thing that can be found, and the page that it leads to. `kind` and `note` are words beside its name. */
interface Findable extends Named {
  readonly kind: string;
  readonly note: string;
  readonly address: string;
}

/** Pages that the visitor may open, those of the navigation first. */
function pagesFor({ texts, visitor }: Visit, pages: readonly Page[]): readonly Findable[] {
  const named = pages
    .filter((page) => isNamedTo(page, visitor))
    .map(({ path, name }) => ({ name: name?.(texts) ?? '', address: path }));
  const others = [
    ...sectionsFor(visitor).map(({ path, name }) => ({ name: name(texts), address: path })),
    { name: texts.compare.title, address: COMPARE_PATH },
    { name: texts.alerts.rules, address: RULES },
    { name: texts.alerts.notifications, address: '/app/alerts/notifications' },
    { name: texts.mails.title, address: '/app/mails' },
    { name: texts.graphEditor.title, address: '/app/balance/edit' },
  ];
  const seen = new Set(named.map(({ address }) => address));
  return [...named, ...others.filter(({ address }) => !seen.has(address))].map((page) => ({
    ...page,
    kind: texts.find.page,
    note: '',
  }));
}

async function unitsAndCategories({ ask, texts, language }: Visit): Promise<readonly Findable[]> {
  const [{ data: units }, { data: all }] = await Promise.all([
    ask<{ data: readonly ListedUnit[] }>('/api/user/units', { retired: true }),
    ask<{ data: readonly ListedCategory[] }>('/api/user/categories'),
  ]);
  const categories = latestCategories(all);
  const names = categoryNames(categories, texts);
  return [
    ...inListOrder(units, language).map(({ unitId, unitName, retiredAt }) => ({
      kind: texts.find.unit,
      name: unitName,
      id: unitId,
      note: retiredAt === null ? unitId : `${unitId}, ${texts.unit.retiredShort}`,
      address: addressOf('/app/unit', { id: unitId }),
    })),
    ...categories.flatMap((category, at) => [
      {
        kind: texts.find.category,
        name: names[at] ?? category.categoryKey,
        id: category.categoryKey,
        note: partsOf(category),
        address: addressOf(UNITS_PATH, { category: category.categoryKey }),
      },
      ...category.subCategories.map(({ id, displayName }) => ({
        kind: texts.find.category,
        name: displayName,
        id,
        note: names[at] ?? category.categoryKey,
        address: addressOf(UNITS_PATH, { category: partName(category.categoryKey, id) }),
      })),
    ]),
  ];
}

async function incidents({ ask, texts }: Visit): Promise<readonly Findable[]> {
  const { data } = await ask<{ data: { alerts: readonly Alert[] } }>('/api/user/alerts', {
    status: 'active',
    limit: MOST_INCIDENTS,
  });
  return data.alerts.map((alert) => ({
    kind: texts.find.incident,
    name: incidentTitle(texts, alert),
    id: incidentPlace(texts, alert),
    note: incidentPlace(texts, alert),
    address: incidentAddress(alert.alertId),
  }));
}
const MOST_INCIDENTS = 200;

async function reports({ ask, texts }: Visit): Promise<readonly Findable[]> {
  const { data } = await ask<{ data: { services: readonly { service: ReportService; units: number }[] } }>(
    '/api/user/report/services',
  );
  return data.services
    .filter(({ units }) => units > 0)
    .map(({ service }) => ({
      kind: texts.find.report,
      name: texts.reportServices[service],
      id: service,
      note: '',
      address: addressOf(REPORTS_PATH, { service }),
    }));
}

/** People of the industry, each with the page of its rights. */
const people = async (visit: Visit): Promise<readonly Findable[]> =>
  (await peopleOf(visit)).map(({ userId, username, email }) => ({
    kind: visit.texts.find.person,
    name: username,
    id: userId,
    note: email,
    address: addressOf(PERSON_PATH, { userId }),
  }));

/** Everything of the industry that the visitor may see by its name. */
async function findables(visit: Visit, named: readonly Page[]): Promise<readonly Findable[]> {
  const { visitor } = visit;
  const pages = pagesFor(visit, named);
  if (hasNoIndustry(visit)) return pages;
  const asked = await Promise.all([
    unitsAndCategories(visit),
    incidents(visit),
    may(visitor, 'reports:read') ? reports(visit) : [],
    may(visitor, 'accounts:write') ? people(visit) : [],
  ]);
  return [...pages, ...asked.flat()];
}
