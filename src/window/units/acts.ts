import { html } from 'hono/html';
import { REGISTER_GROUPS } from '../../kernel/measure/unit.ts';
import { addressOf } from '../dates.ts';
import { type Markup, may, type Visit } from '../page.ts';
import type { ListedUnit } from './choose-units.ts';
import { CHANGE_UNIT_PATH } from './change.ts';
import { mayChangeUnits } from './form.ts';
import { METERS_PATH } from './meters.ts';
import { PLACES_PATH } from './places.ts';

const KEYS = '/app/operations/keys';

/** Ways from the page of a unit to what changes it, folded on a phone. Nothing for people whom the API would refuse. */
export function unitActs(visit: Visit, { unitId, retiredAt, virtual, kind }: ListedUnit): Markup | '' {
  if (!mayChangeUnits(visit)) return '';
  const { unitChanges: t, unitMeters } = visit.texts;
  const link = (path: string, name: string, place = ''): Markup =>
    html`<a class="button quiet" href="${addressOf(path, { id: unitId })}${place}">${name}</a>`;
  const places = link(PLACES_PATH, t.places);
  if (retiredAt !== null) return html`<p class="buttons">${link(CHANGE_UNIT_PATH, unitMeters.restore)} ${places}</p>`;
  const hasKey = !virtual && may(visit.visitor, 'keys:write');
  return html`<details class="open-from-tablet">
    <summary>${t.acts}</summary>
    <p class="buttons">
      ${link(CHANGE_UNIT_PATH, t.change)} ${places}
      ${REGISTER_GROUPS.includes(kind) ? link(METERS_PATH, unitMeters.replaced) : ''}
      ${hasKey ? html`<a class="button quiet" href="${addressOf(KEYS, { unit: unitId })}">${t.newKey}</a>` : ''}
      ${link(CHANGE_UNIT_PATH, unitMeters.retire, '#retire')}
    </p>
  </details>`;
}

/** Ways to add units and to put them into categories. Nothing for people whom the API would refuse. */
export const unitsToAdd = (visit: Visit): Markup | '' =>
  mayChangeUnits(visit)
    ? html`<p class="buttons">
        <a class="button" href="/app/units/add">${visit.texts.unitChanges.add}</a>
        <a class="button quiet" href="/app/units/categories">${visit.texts.unitCategories.title}</a>
      </p>`
    : '';
