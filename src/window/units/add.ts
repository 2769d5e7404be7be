import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import { UNIT_GROUPS, type UnitGroup } from '../../kernel/measure/unit.ts';
import { ApiRefusal } from '../api-client.ts';
import { fieldText } from '../handle-form.ts';
import { addressOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, type Visit, may } from '../page.ts';
import { fill } from '../texts.ts';
import type { ListedUnit } from './choose-units.ts';
import { CHANGE_UNIT_PATH } from './change.ts';
import { ownApi, whyNotChangeUnits, takingMistakes, type ShownForm, textInput, unitInput, UNTOUCHED } from './form.ts';
import { categoriesOf, placeBoxes, placeUnit, PLACES_PATH } from './places.ts';
import { STANDARD_CATEGORIES, fieldsFor, fieldLabel, typedFields, USUAL_UNITS } from './unit-fields.ts';
import { UNITS_PATH } from './units.ts';
import type { sourceWithDevices } from '../../readings/http/schemas/source.ts';
import { thousandthsIn } from '../../readings/rules/measures.ts';
import { valueAtPlace } from '../../readings/rules/sources/place.ts';
import { SOURCES_PATH } from '../operations/section.ts';

export const ADD_UNIT_PATH = '/app/units/add';

/** Values that the API takes for fields that a unit leaves out. */
const DEFAULTS = { dataUpdateFrequency: 300, flowFactor: 1, minNonZeroThreshold: 0 };

const kindOf = ({ c }: Visit): UnitGroup => UNIT_GROUPS.find((one) => one === c.req.query('kind')) ?? 'FLOW';

const kindTabs = ({ texts }: Visit, kind: UnitGroup, waiting: WaitingDevice | null): Markup => {
  const about = waiting === null ? {} : { source: waiting.source.sourceId, device: waiting.device.deviceId };
  // A kind that no device sends is no unit for a device.
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
  const why = whyNotChangeUnits(visit);
  if (why !== null) return { title: t.add, body: notice('high', why) };
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

/*
 * A new unit for a device that a source has heard and that waits for one. The address of the form names both, and the
 * form begins with what the device has sent.
 */

type ShownSource = z.infer<typeof sourceWithDevices>;
type Device = ShownSource['devices'][number];

interface WaitingDevice {
  readonly source: ShownSource;
  readonly device: Device;
}

/** Intervals at which meters are set to send, in seconds. */
const USUAL_INTERVALS = [60, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400];

/** Where a network tells the name that a person gave to the device. */
const NAME_PLACES: Readonly<Partial<Record<ShownSource['format'], string>>> = {
  chirpstack: '$.deviceInfo.deviceName',
  'things-stack': '$.end_device_ids.device_id',
};

/** The newest message; undefined: none is kept, or a long one was cut. */
function messageOf({ example }: Device): unknown {
  try {
    return JSON.parse(example ?? '');
  } catch {
    return undefined;
  }
}

/** The kind of unit by the figure of the mapping that the device has sent. A person may choose another one. */
export function kindOfDevice({ source: { fields }, device }: WaitingDevice): UnitGroup {
  const message = messageOf(device);
  const sent = fields.filter(({ place }) => valueAtPlace(message, place) !== undefined);
  const known = sent.length === 0 ? fields : sent;
  const figure = known.find(({ to }) => to !== 'parameter');
  if (figure === undefined) return 'QUALITY';
  const measure = figure.pulse?.unit ?? figure.unit;
  return measure !== null && thousandthsIn(measure, 'kWh') !== null ? 'ENERGY' : 'FLOW';
}

/** Seconds between its messages, as meters are set; null: it was heard once. */
function intervalOf({ firstHeardAt, lastHeardAt, messages }: Device): number | null {
  if (firstHeardAt === null || lastHeardAt === null || messages < 2) return null;
  const mean = (Date.parse(lastHeardAt) - Date.parse(firstHeardAt)) / 1000 / (messages - 1);
  const farFrom = (interval: number): number => Math.abs(Math.log(interval / mean));
  return mean <= 0 ? null : USUAL_INTERVALS.reduce((best, one) => (farFrom(one) < farFrom(best) ? one : best));
}

/** Fields of a new unit before anybody has typed. */
function unitOfDevice({ source, device }: WaitingDevice) {
  const place = NAME_PLACES[source.format];
  const told = place === undefined ? undefined : valueAtPlace(messageOf(device), place);
  const interval = intervalOf(device);
  return {
    unitId: device.deviceId.replaceAll(/[^\w.-]+/g, '-').slice(0, 64),
    displayName: typeof told === 'string' && told.trim() !== '' ? told.trim() : device.deviceId,
    ...(interval === null ? {} : { dataUpdateFrequency: interval }),
  };
}

/** The device that the address names; null: none that waits, or none that the visitor may give. */
async function waitingDevice(visit: Visit): Promise<WaitingDevice | null> {
  const { c, ask, visitor } = visit;
  const sourceId = c.req.query('source') ?? '';
  if (/^\.*$/.test(sourceId) || !may(visitor, 'keys:write')) return null;
  const { data: source } = await ask<{ data: ShownSource }>(ownApi('sources', sourceId));
  const device = source.devices.find(({ deviceId, unitId }) => deviceId === c.req.query('device') && unitId === null);
  return device === undefined ? null : { source, device };
}

/** Gives the device to its new unit. @returns the page of the source, where a refused device can be given again */
async function giveToUnit(visit: Visit, { source, device }: WaitingDevice, unitId: string): Promise<string> {
  const id = source.sourceId;
  try {
    await visit.send('POST', ownApi('sources', id, 'devices'), { deviceId: device.deviceId, unitId });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return addressOf(SOURCES_PATH, { id });
  }
  return addressOf(SOURCES_PATH, { id, done: 'yes' });
}
