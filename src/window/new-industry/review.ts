import { html } from 'hono/html';
import { attachmentHeader } from '../../kernel/format/attachment-header.ts';
import { type Markup, notice, type Visit } from '../page.ts';
import { permissionWords } from '../people/fields.ts';
import { fill, type Texts } from '../texts.ts';
import { valueAt } from '../units/unit-fields.ts';
import { namesOfCategories } from './categories-form.ts';
import { isInvited, isRefused, type Mistakes, type Provisioned } from './check.ts';
import { type DraftUnit, listedParts } from './draft.ts';
import { permissionsGiven, type Step, type Typed } from './state.ts';
import { groupOfUnit, ownFieldOf, ownText } from './unit-row.ts';

/** The step that has the field of a mistake. */
export function stepOfField(field: string): Step {
  if (field.startsWith('units[')) return 'units';
  if (field.startsWith('categoriesV2')) return 'categories';
  return /^(?:admin\.|users\b)/.test(field) ? 'people' : 'industry';
}

/** Mistakes as buttons that lead to their fields. */
const mistakeList = ({ texts }: Visit, mistakes: Mistakes): Markup =>
  html`<div class="notice critical" role="alert">
    <p>${texts.newIndustry.notYet}</p>
    <ul>
      ${mistakes.map(
        ({ field, problem }) =>
          html`<li>
            <button class="quiet" name="go" value="to.${field}">${texts.newIndustry.goTo}</button>
            <code>${field}</code> ${problem}
          </li>`,
      )}
    </ul>
  </div>`;

function unitWords({ texts }: Visit, unit: DraftUnit): string {
  const group = groupOfUnit(unit);
  const kind = group === undefined ? unit.standardCategoryId : texts.unitChoices[group];
  const own = ownFieldOf(unit);
  const more = own === undefined ? '' : `: ${ownText(unit, own)}${own === 'maxCapacity' ? ` ${unit.siUnit}` : ''}`;
  const measure = unit.siUnit === '' || own === 'maxCapacity' ? '' : `, ${unit.siUnit}`;
  return `${unit.displayName} (${unit.unitId}), ${kind}${measure}${more}`;
}

const unitList = (visit: Visit, units: readonly DraftUnit[]): Markup =>
  html`<ul>
    ${units.map((unit) => html`<li>${unitWords(visit, unit)}</li>`)}
  </ul>`;

function personWords({ texts }: Visit, { admin }: Typed, words: readonly string[]): string {
  const t: Texts['newIndustry'] = texts.newIndustry;
  const told = admin['admin.by'] === 'hand' ? t.willBeShown : t.willBeMailed;
  return fill(told, {
    email: admin['admin.email'],
    username: admin['admin.username'],
    words: words.join(', '),
  });
}

/** All that will be made, in words, and what is wrong with it. */
export function reviewForm(visit: Visit, typed: Typed, answer: Provisioned | Mistakes): Markup {
  const { texts } = visit;
  const t = texts.newIndustry;
  const { industry, units } = typed.draft;
  const names = namesOfCategories(typed.draft, texts);
  const placed = new Set(listedParts(typed.draft).flatMap((part) => part.units));
  const lost = units.filter(({ unitId }) => !placed.has(unitId));
  const byId = new Map(units.map((unit) => [unit.unitId, unit]));
  const place = industry['place'];
  const clock = fill(t.willBegin, {
    startAt: String(valueAt(industry, 'meta.shift.startAt')).replace(/^(\d\d:\d\d):00$/, '$1'),
    zone: String(valueAt(industry, 'meta.timezone')),
  });
  return html`${isRefused(answer) ? mistakeList(visit, answer) : warnings(visit, answer)}
    <section class="panel">
      <h2>${industry.industryName || t.industryStep}</h2>
      <p>
        ${fill(t.willBeKey, { id: industry.industryId })} ${typeof place === 'string' ? `${t.place}: ${place}.` : ''}
        ${clock}
      </p>
    </section>
    ${[...names].map(
      ([key, name]) =>
        html`<section class="panel">
          <h2>${name}</h2>
          ${listedParts(typed.draft)
            .filter(({ categoryKey }) => categoryKey === key)
            .map(
              (part) =>
                html`<h3>${part.displayName}</h3>
                  ${part.units.length === 0 ? html`<p class="muted">${t.noUnits}</p>` : ''}
                  ${unitList(
                    visit,
                    part.units.flatMap((unitId) => byId.get(unitId) ?? []),
                  )}`,
            )}
        </section>`,
    )}
    ${
      lost.length === 0
        ? ''
        : html`<section class="panel">
            <h2>${t.noCategory}</h2>
            ${notice('high', t.noCategoryMeans)} ${unitList(visit, lost)}
          </section>`
    }
    <section class="panel">
      <h2>${texts.people.title}</h2>
      <p>
        ${
          isInvited(visit, typed)
            ? personWords(visit, typed, permissionWords(texts, permissionsGiven(visit)))
            : t.nobodyInvited
        }
      </p>
    </section>`;
}

function warnings({ texts }: Visit, { industryId, units, categories, users, warnings: found }: Provisioned): Markup {
  const said = fill(texts.industry.fine, {
    id: industryId,
    units: units.added,
    categories: categories.added,
    users: users.added,
  });
  return html`<div class="notice stock" role="status">
    <p>${said}</p>
    ${
      found.length === 0
        ? ''
        : html`<ul>
            ${found.map(({ field, problem }) => html`<li><code>${field}</code> ${problem}</li>`)}
          </ul>`
    }
  </div>`;
}

/** The bundle as the file that `npm run provision` takes. Who is invited is not in it: a file needs passwords. */
export function draftFile({ c }: Visit, { draft }: Typed): Response {
  const name = draft.industry.industryId.replaceAll(/[^\w.-]+/g, '_') || 'industry';
  return c.body(`${JSON.stringify(draft, null, 2)}\n`, 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': attachmentHeader(`${name}.json`),
    'X-Content-Type-Options': 'nosniff',
  });
}
