import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { listedMeter, meterAnswer } from '../../industries/http/schemas/meter.ts';
import { figureText } from '../../kernel/format/figure-text.ts';
import { dividedBy, MILLI } from '../../kernel/measure/exact.ts';
import { REGISTER_GROUPS } from '../../kernel/measure/unit.ts';
import { fieldText, typedFigure } from '../handle-form.ts';
import { addressOf, fieldTime, typedInstant } from '../dates.ts';
import { MISSING } from '../figures.ts';
import { instantMark } from '../operations/section.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { ListedUnit } from './choose-units.ts';
import {
  fieldWithMistakes,
  forUnit,
  whyNotChangeUnits,
  ownApi,
  shownInstant,
  takingMistakes,
  type ShownForm,
  shownText,
  textInput,
  UNTOUCHED,
} from './form.ts';

export const METERS_PATH = '/app/unit/meters';
const REGISTER_DECIMALS = 3;

type Meter = z.infer<typeof listedMeter>;
type Result = Pick<z.infer<typeof meterAnswer>['data'], 'changedDates' | 'warnings'>;

const apiPath = (unitId: string, ...meterId: readonly string[]): string =>
  ownApi('units', unitId, 'meters', ...meterId);

const registerText = (raw: number | null): string =>
  raw === null ? MISSING : figureText(dividedBy(raw, MILLI), REGISTER_DECIMALS);

function meterRow(visit: Visit, meter: Meter): Markup {
  const { unitMeters: t } = visit.texts;
  const { meterId, serial, installedAt, removedAt, version } = meter;
  const first = meter.initialRegister ?? meter.firstSentRegister;
  const last = meter.finalRegister ?? meter.lastSentRegister;
  const name = serial ?? (meterId === null ? t.firstMeter : t.unnumbered);
  const named = html`<span class="unseen"> ${name}</span>`;
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${instantMark(visit, installedAt)}</td>
    <td>${instantMark(visit, removedAt)}</td>
    <td class="figure">${registerText(first)}</td>
    <td class="figure">${registerText(last)}</td>
    <td>
      ${
        meterId === null
          ? ''
          : html`<details>
              <summary>${t.withdraw}${named}</summary>
              <form method="post" class="inline">
                <input type="hidden" name="meterId" value="${meterId}" />
                <input type="hidden" name="version" value="${version ?? 1}" />
                <p class="muted">${t.withdrawMeans}</p>
                <button name="act" value="withdraw">${t.withdraw}${named}</button>
              </form>
            </details>`
      }
    </td>
  </tr>`;
}

const meterTable = (visit: Visit, meters: readonly Meter[]): Markup => {
  const { unitMeters: t } = visit.texts;
  return html`<h2>${t.meters}</h2>
    ${scrolledTable(
      t.meters,
      [t.meter, t.from, t.until, { figure: t.first }, { figure: t.last }, visit.texts.operations.change],
      meters.map((meter) => meterRow(visit, meter)),
    )}`;
};

function exchangeForm(visit: Visit, form: ShownForm, { siUnit }: ListedUnit, tag: string): Markup {
  const { texts, clock, nowMs } = visit;
  const t = texts.unitMeters;
  const now = nowMs - (nowMs % MINUTE_MS);
  const figure = { hint: t.registerMeans, more: html`inputmode="decimal"` };
  return html`<form method="post" class="panel" id="exchange">
    <input type="hidden" name="tag" value="${tag}" />
    ${fieldWithMistakes(
      form,
      'installedAt',
      t.when,
      (attributes) =>
        html`${shownInstant(form, 'installedAtShown', now)}<input
            id="installedAt"
            name="installedAt"
            type="datetime-local"
            value="${shownText(form, 'installedAt', fieldTime(now, clock))}"
            required
            ${attributes}
          />`,
      fill(t.whenMeans, { zone: clock.timezone }),
    )}
    ${textInput(form, 'finalRegisterOfOld', `${t.lastOfOld}, ${siUnit}`, figure)}
    ${textInput(form, 'initialRegister', `${t.firstOfNew}, ${siUnit}`, figure)}
    ${textInput(form, 'serial', t.serial, { more: html`maxlength="100"` })}
    <button name="act" value="register">${t.register}</button>
  </form>`;
}

async function view(visit: Visit, told: Markup | '' = '', form: ShownForm = UNTOUCHED): Promise<PageContent> {
  const { texts, c, ask } = visit;
  const { unitMeters: t, unitChanges } = texts;
  const why = whyNotChangeUnits(visit);
  if (why !== null) return { title: t.replaced, body: notice('high', why) };
  const unitId = c.req.query('id') ?? '';
  const [{ data, tag }, { data: units }] = await Promise.all([
    visit.askTagged<{ data: { meters: readonly Meter[] } }>(apiPath(unitId)),
    ask<{ data: readonly ListedUnit[] }>('/api/user/units'),
  ]);
  const unit = units.find((one) => one.unitId === unitId);
  const hasRegister = unit !== undefined && REGISTER_GROUPS.includes(unit.kind);
  return {
    title: fill(t.title, { unit: unit?.unitName ?? unitId }),
    body: html`${told}
      <p><a href="${addressOf('/app/unit', { id: unitId })}">${unitChanges.back}</a> · <code>${unitId}</code></p>
      ${
        hasRegister
          ? html`<p>${t.lead}</p>
              ${exchangeForm(visit, form, unit, tag)} ${meterTable(visit, data.meters)}`
          : notice('stock', t.noRegister)
      }`,
  };
}

const resultNotice = (text: string, { changedDates, warnings }: Result): Markup =>
  html`${notice('stock', fill(text, { days: changedDates.length }))} ${warnings.map((one) => notice('high', one))}`;

/** The page is the answer to the form, because an address would not keep the warnings. */
async function act(visit: Visit, form: FormData): Promise<PageContent> {
  const { c, send, texts } = visit;
  const t = texts.unitMeters;
  const unitId = c.req.query('id') ?? '';
  if (fieldText(form, 'act') === 'withdraw') {
    const version = { 'If-Match': `"${fieldText(form, 'version')}"` };
    const path = apiPath(unitId, fieldText(form, 'meterId'));
    const { data } = await send<{ data: Result }>('DELETE', path, undefined, version);
    return view(visit, resultNotice(t.withdrawn, data));
  }
  const register = { divisor: MILLI, texts };
  const meter = {
    installedAt: typedInstant(fieldText(form, 'installedAt'), visit.clock, fieldText(form, 'installedAtShown')),
    serial: fieldText(form, 'serial') || null,
    finalRegisterOfOld: typedFigure(form, 'finalRegisterOfOld', register),
    initialRegister: typedFigure(form, 'initialRegister', register),
  };
  const { data } = await send<{ data: Result }>('POST', apiPath(unitId), meter, { 'If-Match': fieldText(form, 'tag') });
  return view(visit, resultNotice(t.registered, data));
}

/** /app/unit/meters?id=..: the meters of a unit one after another, and a form for an exchange. */
export const metersPage: Page = {
  path: METERS_PATH,
  audience: 'everybody',
  show: (visit) => forUnit(visit, () => view(visit)),
  take: (visit, form) => forUnit(visit, () => takingMistakes(view, act)(visit, form)),
};
