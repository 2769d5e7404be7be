import { html } from 'hono/html';
import { GROUP_OF_STANDARD_CATEGORY } from '../../kernel/measure/unit.ts';
import { FIRST_DATE, formatRequestDate } from '../../kernel/time/business-date.ts';
import { fieldText } from '../handle-form.ts';
import { addressOf, requestDateOf } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { ListedUnit } from './choose-units.ts';
import { changePreview, type ChangeResult, unitHistory } from './change-preview.ts';
import {
  ownApi,
  whyNotChangeUnits,
  takingMistakes,
  type ShownForm,
  textInput,
  unitInput,
  UNTOUCHED,
  forUnit,
} from './form.ts';
import { type ChangedUnit, fieldsFor, typedFields } from './unit-fields.ts';

export const CHANGE_UNIT_PATH = '/app/unit/change';
const FROM = 'meta.effectiveFrom';

interface Stored {
  readonly unit: ChangedUnit;
  readonly tag: string;
  readonly units: readonly ListedUnit[];
}

async function storedUnit(visit: Visit): Promise<Stored> {
  const unitId = visit.c.req.query('id') ?? '';
  const [{ data: unit, tag }, { data: units }] = await Promise.all([
    visit.askTagged<{ data: ChangedUnit }>(ownApi('units', unitId)),
    visit.ask<{ data: readonly ListedUnit[] }>('/api/user/units', { retired: true }),
  ]);
  return { unit, tag, units };
}

function fromFields({ texts: { unitChanges: t }, clock }: Visit, form: ShownForm): Markup {
  const isFromBeginning = form.typed !== null && fieldText(form.typed, 'fromBeginning') !== '';
  return html`${textInput(form, FROM, t.from, { stored: clock.today, hint: t.fromMeans, more: html`type="date"` })}
    <p class="field flag">
      <input id="fromBeginning" name="fromBeginning" type="checkbox" value="on" ${isFromBeginning ? 'checked' : ''} />
      <label for="fromBeginning">${t.fromBeginning}</label>
    </p>`;
}

function changeForm(visit: Visit, { unit, tag, units }: Stored, form: ShownForm): Markup {
  const { unitChanges: t } = visit.texts;
  const { siUnit } = unit;
  const fields = fieldsFor(unit.standardCategoryId, unit);
  const inputs = (isDated: boolean): Markup[] =>
    fields.filter((one) => one.isDated === isDated).map((one) => unitInput(visit, form, one, { unit, units, siUnit }));
  return html`<form method="post" class="rule-form" id="change">
    <input type="hidden" name="tag" value="${tag}" />
    <div class="panel">
      <h2>${t.atOnce}</h2>
      <p class="muted">${t.atOnceMeans}</p>
      ${inputs(false)}
    </div>
    <div class="panel">
      <h2>${t.dated}</h2>
      <p class="muted">${t.datedMeans}</p>
      ${inputs(true)} ${fromFields(visit, form)}
      ${textInput(form, 'reason', t.reason, { hint: t.reasonMeans, more: html`maxlength="500"` })}
      <p class="buttons">
        <button name="act" value="preview" class="quiet">${t.preview}</button>
        <button name="act" value="save">${t.save}</button>
      </p>
    </div>
  </form>`;
}

async function view(visit: Visit, told: Markup | '' = '', form: ShownForm = UNTOUCHED): Promise<PageContent> {
  const { texts, c } = visit;
  const t = texts.unitChanges;
  const why = whyNotChangeUnits(visit);
  if (why !== null) return { title: t.change, body: notice('high', why) };
  const stored = await storedUnit(visit);
  const { unit } = stored;
  const kind = GROUP_OF_STANDARD_CATEGORY[unit.standardCategoryId];
  const back = html`<p>
    <a href="${addressOf('/app/unit', { id: unit.unitId })}">${t.back}</a> · <code>${unit.unitId}</code>
    ${kind === undefined ? '' : html`· ${texts.unitChoices[kind]}`}
  </p>`;
  if (unit.retired)
    return { title: unit.displayName, body: html`${told} ${back} ${retirementForm(visit, unit, stored.tag)}` };
  const done = { yes: t.saved, added: t.added }[c.req.query('done') ?? ''];
  return {
    title: fill(t.title, { unit: unit.displayName }),
    body: html`${told === '' && done !== undefined ? notice('stock', done) : told} ${back}
    ${changeForm(visit, stored, form)} ${retirementForm(visit, unit, stored.tag)} ${unitHistory(visit, unit)}`,
  };
}

/** The patch of the API that the form stands for. */
function patchOf(visit: Visit, { unit }: Stored, form: FormData): Readonly<Record<string, unknown>> {
  const { body, isDated } = typedFields(form, fieldsFor(unit.standardCategoryId, unit), unit, visit);
  const day = fieldText(form, FROM);
  const from = fieldText(form, 'fromBeginning') === '' ? requestDateOf(day) : formatRequestDate(FIRST_DATE);
  if (!isDated || from === '') return body;
  return { ...body, meta: { ...Object(body['meta']), effectiveFrom: from } };
}

/** Path of the API for an act of the form; absent: the change of fields. */
const ACT_PATHS: Readonly<Record<string, 'retire' | 'restore'>> = {
  retire: 'retire',
  previewRetire: 'retire',
  restore: 'restore',
};

async function act(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const stored = await storedUnit(visit);
  const { unit, units } = stored;
  const chosen = fieldText(form, 'act');
  const isPreview = chosen.startsWith('preview');
  const verb = ACT_PATHS[chosen];
  const path = addressOf(ownApi('units', unit.unitId, ...(verb === undefined ? [] : [verb])), {
    dryRun: String(isPreview),
    reason: fieldText(form, 'reason') || null,
  });
  // The version that the form was shown of.
  const version = { 'If-Match': fieldText(form, 'tag') };
  const { data } =
    verb === undefined
      ? await visit.send<{ data: ChangeResult }>('PATCH', path, patchOf(visit, stored, form), version)
      : await visit.send<{ data: ChangeResult }>('POST', path, undefined, version);
  if (isPreview) {
    const shown = verb === undefined ? { typed: form, mistakes: [] } : UNTOUCHED;
    return view(visit, changePreview(visit, unit, data, units), shown);
  }
  return verb === 'retire'
    ? visit.c.redirect(addressOf('/app/unit', { id: unit.unitId }), 303)
    : visit.c.redirect(addressOf(CHANGE_UNIT_PATH, { id: unit.unitId, done: 'yes' }), 303);
}

/** /app/unit/change?id=..: the fields of a unit, from when they count, and what a change would change. */
export const changeUnitPage: Page = {
  path: CHANGE_UNIT_PATH,
  audience: 'everybody',
  show: (visit) => forUnit(visit, () => view(visit)),
  take: (visit, form) => forUnit(visit, () => takingMistakes(view, act)(visit, form)),
};

/** Form that takes a unit out of use, or brings it back. @param tag the version that it is shown of. */
function retirementForm(visit: Visit, { retired }: ChangedUnit, tag: string): Markup {
  const { unitMeters: t } = visit.texts;
  const version = html`<input type="hidden" name="tag" value="${tag}" />`;
  if (retired)
    return html`<form method="post" class="panel">
      ${version}
      <p>${t.restoreMeans}</p>
      <button name="act" value="restore">${t.restore}</button>
    </form>`;
  // A link to what is folded unfolds it.
  return html`<details class="panel">
    <summary>${t.retire}</summary>
    <form method="post" id="retire">
      ${version}
      <p>${t.retireMeans}</p>
      <p class="buttons">
        <button name="act" value="previewRetire" class="quiet">${t.previewRetire}</button>
        <button name="act" value="retire">${t.retire}</button>
      </p>
    </form>
  </details>`;
}
