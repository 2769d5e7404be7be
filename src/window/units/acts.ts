import { html } from 'hono/html';
import { addressOf } from '../dates.ts';
import type { Markup } from '../page.ts';
import { may, type Visit } from '../visit.ts';
import type { ListedUnit } from './choose-units.ts';
import { CHANGE_UNIT_PATH } from './change.ts';
import { mayChangeUnits } from './form.ts';
import { PLACES_PATH } from './places.ts';

/** Ways from the page of a unit to what changes it. Nothing for people whom the API would refuse. */
export function unitActs(visit: Visit, { unitId, retiredAt, virtual }: ListedUnit): Markup | '' {
  if (!mayChangeUnits(visit)) return '';
  const { unitChanges: t } = visit.texts;
  const link = (path: string, name: string): Markup =>
    html`<a class="button quiet" href="${addressOf(path, { id: unitId })}">${name}</a>`;
  return html`<p class="buttons">
    ${retiredAt === null ? link(CHANGE_UNIT_PATH, t.change) : ''} ${link(PLACES_PATH, t.places)}
    ${retiredAt === null && !virtual && may(visit.visitor, 'keys:write') ? html`<a class="button quiet" href="${addressOf('/app/operations/keys', { unit: unitId })}">${t.newKey}</a>` : ''}
  </p>`;
}
