import { html } from 'hono/html';
import { UNIT_GROUPS, type UnitGroup } from '../../kernel/measure/unit.ts';
import { ApiRefusal } from '../api-client.ts';
import { fieldText } from '../handle-form.ts';
import { addressOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice } from '../page.ts';
import { fill } from '../texts.ts';
import type { Visit } from '../visit.ts';
import type { ListedUnit } from './choose-units.ts';
import { CHANGE_UNIT_PATH } from './change.ts';
import { giveToUnit, unitOfDevice, type WaitingDevice, waitingDevice } from './from-device.ts';
import { ownApi, mayChangeUnits, takingMistakes, type ShownForm, textInput, unitInput, UNTOUCHED } from './form.ts';
import { categoriesOf, placeBoxes, placeUnit, PLACES_PATH } from './places.ts';
import { STANDARD_CATEGORIES, fieldsFor, fieldLabel, typedFields, USUAL_UNITS } from './unit-fields.ts';
import { UNITS_PATH } from './units.ts';

export const ADD_UNIT_PATH = '/app/units/add';

/** Values that the API takes for fields that a unit leaves out. */
const DEFAULTS = { dataUpdateFrequency: 300, flowFactor: 1, minNonZeroThreshold: 0 };

const kindOf = ({ c }: Visit): UnitGroup => UNIT_GROUPS.find((one) => one === c.req.query('kind')) ?? 'FLOW';

const kindTabs = ({ texts }: Visit, kind: UnitGroup, waiting: WaitingDevice | null): Markup => {
  const about = waiting === null ? {} : { source: waiting.source.sourceId, device: waiting.device.deviceId };
  // What no device sends is no unit for a device.
  const kinds = UNIT_GROUPS.filter((one) => waiting === null || one !== 'VIRTUAL');
  return html`<nav class="tabs" aria-label="${texts.unitChanges.kind}">
    ${kinds.map(
      (one) =>
        html`<a
          href="${addressOf(ADD_UNIT_PATH, { kind: one, ...about })}"
          ${one === kind ? html`aria-current="page"` : ''}
          >${texts.unitChoices[one]}</a
        >`,
    )}
  </nav>`;
};

/** Which device the form is for, and where its figures come from. */
function deviceNotice({ texts: { sources: t } }: Visit, { source, device }: WaitingDevice): Markup {
  const told = fill(t.forDevice, { device: device.deviceId, source: source.name });
  return notice('stock', device.messages < 2 ? `${told} ${t.heardOnce}` : told);
}

async function view(visit: Visit, told: Markup | '' = '', form: ShownForm = UNTOUCHED): Promise<PageContent> {
  const { texts, ask } = visit;
  const t = texts.unitChanges;
  if (!mayChangeUnits(visit)) return { title: t.add, body: notice('high', t.mayNot) };
  const kind = kindOf(visit);
  const standardCategoryId = STANDARD_CATEGORIES[kind];
  const siUnit = USUAL_UNITS[kind];
  const [{ data: units }, categories, waiting] = await Promise.all([
    ask<{ data: readonly ListedUnit[] }>('/api/user/units'),
    categoriesOf(visit),
    waitingDevice(visit),
  ]);
  const unit = { unitId: '', ...DEFAULTS, siUnit, ...(waiting === null ? {} : unitOfDevice(waiting)) };
  const wanted = new Set(form.typed?.getAll('place') ?? []);
  return {
    title: t.add,
    body: html`${told} ${waiting === null ? '' : deviceNotice(visit, waiting)} ${kindTabs(visit, kind, waiting)}
      <form method="post" class="rule-form" id="add">
        <div class="panel">
          ${textInput(form, 'unitId', fieldLabel(texts, 'unitId', siUnit), {
            stored: unit.unitId,
            hint: texts.unitFieldHints.unitId,
            more: html`maxlength="64" autocapitalize="none" required`,
          })}
          ${fieldsFor(standardCategoryId, unit).map((one) => unitInput(visit, form, one, { unit, units, siUnit }))}
        </div>
        <div class="panel">
          <h2>${t.places}</h2>
          ${placeBoxes(visit, categories, (place) => wanted.has(place))}
          <p class="buttons">
            <button>${t.add}</button>
            <a class="button quiet" href="${UNITS_PATH}">${texts.frame.allUnits}</a>
          </p>
        </div>
      </form>`,
  };
}

async function act(visit: Visit, form: FormData): Promise<Response> {
  const standardCategoryId = STANDARD_CATEGORIES[kindOf(visit)];
  const id = fieldText(form, 'unitId');
  const { body } = typedFields(form, fieldsFor(standardCategoryId, {}), {}, visit);
  const waiting = await waitingDevice(visit);
  await visit.send('POST', ownApi('units'), {
    unitId: id,
    standardCategoryId,
    ...body,
    siUnit: fieldText(form, 'siUnit'),
  });
  const source = waiting === null ? null : await giveToUnit(visit, waiting, id);
  try {
    await placeUnit(visit, id, await categoriesOf(visit), form);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    // The unit is there, and its categories can be chosen again.
    return visit.c.redirect(addressOf(PLACES_PATH, { id, done: 'added' }), 303);
  }
  return visit.c.redirect(source ?? addressOf(CHANGE_UNIT_PATH, { id, done: 'added' }), 303);
}

/** /app/units/add?kind=..: a new unit of a kind, with its place in the categories; with `source`, `device` for that. */
export const addUnitPage: Page = {
  path: ADD_UNIT_PATH,
  audience: 'everybody',
  show: (visit) => view(visit),
  take: takingMistakes(view, act),
};
