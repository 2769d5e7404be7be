import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { precisionObject } from '../../findings/http/schemas/insights.ts';
import type { settingsObject } from '../../findings/http/user/insights/settings.ts';
import { limitText } from '../../findings/rules/finding-sentence.ts';
import { KIND_WORDS } from '../../findings/rules/kind-words.ts';
import { FINDING_KINDS, type FindingKind, KINDS } from '../../findings/rules/kinds.ts';
import { percentText } from '../../kernel/format/figure-text.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import { MISSING_MARK } from '../figures.ts';
import { fieldText, figureOfText, typedOr } from '../handle-form.ts';
import { ApiRefusal } from '../api-client.ts';
import { requestDateOf } from '../dates.ts';
import { mutedSaid } from '../finding/words.ts';
import { folded, type Markup, option, scrolledTable, may, type Visit } from '../page.ts';
import type { NamedUnit } from '../units/choose-units.ts';
import { instantMark } from './section.ts';

/*
 * Kinds of findings: how often people agreed with each, the limits by which they are judged, and what is muted, with a
 * form to change both.
 */

type Settings = z.infer<typeof settingsObject>;
type Setting = Settings['settings'][number];
type Precision = z.infer<typeof precisionObject>;

/** A unit or sub-category that a setting may be for. The value names it in forms. */
interface Place {
  readonly value: string;
  readonly name: string;
}

const API = '/api/user/insights/settings';
const MOST_REASON = 500;

const limitSaid = ({ language, clock }: Visit, kind: FindingKind, value: number | null): string | null => {
  const { limit } = KINDS[kind];
  return limit === null || value === null ? null : limitText(value, limit.unit, { language, timezone: clock.timezone });
};

const placeOf = ({ unitId, subCategoryId }: Pick<Setting, 'unitId' | 'subCategoryId'>): string =>
  unitId !== null ? `unit:${unitId}` : subCategoryId === null ? '' : `subCategory:${subCategoryId}`;

/** A button that changes one setting, for people who may. */
const changeButton = (
  { visitor, language }: Visit,
  path: string,
  {
    act,
    name,
    kind,
    where,
  }: { readonly act: string; readonly name: string; readonly kind: FindingKind; readonly where: string },
): Markup | '' =>
  may(visitor, 'alerts:write')
    ? html`<form method="post" action="${path}" class="inline">
        <input type="hidden" name="kind" value="${kind}" /><input type="hidden" name="where" value="${where}" />
        <button class="quiet" name="act" value="${act}">
          ${name}<span class="unseen"> ${KIND_WORDS[kind].title[language]} ${where}</span>
        </button>
      </form>`
    : '';

function kindRow(visit: Visit, path: string, shown: Settings['kinds'][number], agreed: Precision | undefined): Markup {
  const { texts, language } = visit;
  const t = texts.insights;
  const { kind, limit, value, mutedUntil } = shown;
  const { title, meaning } = KIND_WORDS[kind];
  const muted = mutedSaid(visit, mutedUntil);
  const own = limit === null ? t.noLimit : t.ownRule;
  return html`<tr>
    <th scope="row">${title[language]} <br /><span class="muted">${meaning[language]}</span></th>
    <td class="figure">${agreed?.confirmed ?? 0}</td>
    <td class="figure">${agreed?.rejected ?? 0}</td>
    <td class="figure">
      ${agreed === undefined || agreed.precision === null ? MISSING_MARK : percentText(agreed.precision)}
    </td>
    <td>${limitSaid(visit, kind, value) ?? own}</td>
    <td class="told">
      ${muted ?? t.told}
      ${changeButton(visit, path, { act: muted === null ? 'switchOff' : 'tell', name: muted === null ? t.switchOffShort : t.tellAgain, kind, where: '' })}
    </td>
  </tr>`;
}

const kindTable = (visit: Visit, path: string, { kinds }: Settings, precision: readonly Precision[]): Markup => {
  const t = visit.texts.insights;
  return scrolledTable(
    t.kinds,
    [t.kind, { figure: t.confirmed }, { figure: t.rejected }, { figure: t.agreed }, visit.texts.alerts.limit, t.isTold],
    kinds.map((shown) =>
      kindRow(
        visit,
        path,
        shown,
        precision.find(({ kind }) => kind === shown.kind),
      ),
    ),
  );
};

/** Settings that people made for units and sub-categories, and limits of the industry. */
function setTable(visit: Visit, path: string, settings: readonly Setting[], places: readonly Place[]): Markup | '' {
  const { texts, language } = visit;
  const t = texts.insights;
  if (settings.length === 0) return '';
  const nameOf = (place: string): string =>
    place === '' ? texts.alerts.wholeSite : (places.find(({ value }) => value === place)?.name ?? place);
  return html`<h3>${t.whatIsSet}</h3>
    ${scrolledTable(
      t.whatIsSet,
      [t.kind, texts.alerts.place, texts.alerts.limit, t.isTold, t.why, t.setBy],
      settings.map((set) => {
        const { kind, limit, mutedUntil, reason, setBy, setAt } = set;
        const where = placeOf(set);
        const muted = mutedSaid(visit, mutedUntil);
        const said = limitSaid(visit, kind, limit);
        return html`<tr>
          <th scope="row">${KIND_WORDS[kind].title[language]}</th>
          <td>${nameOf(where)}</td>
          <td>
            ${said === null ? MISSING_MARK : html`${said} ${changeButton(visit, path, { act: 'takeLimit', name: t.takeBack, kind, where })}`}
          </td>
          <td>
            ${muted === null ? t.told : html`${muted} ${changeButton(visit, path, { act: 'tell', name: t.tellAgain, kind, where })}`}
          </td>
          <td>${reason ?? ''}</td>
          <td>${setBy}, ${instantMark(visit, setAt)}</td>
        </tr>`;
      }),
    )}`;
}

function changeForm(visit: Visit, path: string, places: readonly Place[]): Markup | '' {
  const { texts, language, clock, visitor } = visit;
  const t = texts.insights;
  if (!may(visitor, 'alerts:write')) return '';
  const typed = (name: string): string => typedOr(visit, name, '', 'set', 'switchOff');
  return html`<h3>${t.changeSetting}</h3>
    <form method="post" action="${path}" class="filter panel">
      <label
        >${t.kind}
        <select name="kind">
          ${FINDING_KINDS.map((kind) => option(kind, typed('kind'), KIND_WORDS[kind].title[language]))}
        </select></label
      >
      <label
        >${texts.alerts.place}
        <select name="where">
          ${option('', typed('where'), texts.alerts.wholeSite)}
          ${places.map(({ value, name }) => option(value, typed('where'), name))}
        </select></label
      >
      <label>${t.limitField} <input name="limit" type="number" step="any" min="0" value="${typed('limit')}" /></label>
      <label
        >${t.muteUntilField} <input name="until" type="date" min="${addDays(clock.today, 1)}" value="${typed('until')}"
      /></label>
      <label>${t.why} <input name="reason" maxlength="${MOST_REASON}" value="${typed('reason')}" /></label>
      <button name="act" value="set">${t.set}</button>
      <button class="quiet" name="act" value="switchOff">${t.switchOffShort}</button>
    </form>
    <p class="muted">${t.setMeans}</p>`;
}

/** All kinds with their settings, and forms for people who may change them. */
export async function settingsSection(
  visit: Visit,
  path: string,
  precision: readonly Precision[],
  units: readonly NamedUnit[],
): Promise<Markup> {
  const { ask, texts } = visit;
  const [{ data }, { data: categories }] = await Promise.all([
    ask<{ data: Settings }>(API),
    ask<{ data: readonly { readonly subCategories: readonly { id: string; displayName: string }[] }[] }>(
      '/api/user/categories',
    ),
  ]);
  const subCategories = new Map(categories.flatMap(({ subCategories: own }) => own).map((one) => [one.id, one]));
  const places: readonly Place[] = [
    ...units.map(({ unitId, unitName }) => ({ value: `unit:${unitId}`, name: unitName })),
    ...[...subCategories.values()].map(({ id, displayName }) => ({ value: `subCategory:${id}`, name: displayName })),
  ];
  return html`<h2 id="kinds">${texts.insights.kinds}</h2>
    ${folded(
      texts.insights.showKinds,
      html`${kindTable(visit, path, data, precision)} ${setTable(visit, path, data.settings, places)}
      ${changeForm(visit, path, places)}`,
      visit.typed !== null || visit.c.req.query('done') !== undefined,
    )}`;
}

/** The change that a form asks for. A field that is left empty changes nothing. */
function changeOf(form: FormData): Record<string, unknown> {
  const [limit = '', until = '', reason = ''] = ['limit', 'until', 'reason'].map((name) => fieldText(form, name));
  const because = reason === '' ? {} : { reason };
  switch (fieldText(form, 'act')) {
    case 'switchOff':
      return { mutedUntil: 'never', ...because };
    case 'tell':
      return { mutedUntil: null };
    case 'takeLimit':
      return { limit: null };
    case 'set':
      return {
        // A text that is no number is sent on, because the API refuses it. As null it would take the limit back.
        ...(limit === '' ? {} : { limit: figureOfText(limit, 1) }),
        ...(until === '' ? {} : { mutedUntil: requestDateOf(until) }),
        ...because,
      };
    default:
      throw new ApiRefusal(400, "'act' is none of switchOff, tell, takeLimit, set");
  }
}

/**
 * Does what a form of {@link settingsSection} asks.
 * @throws ApiRefusal
 */
export function changeKindSetting({ send }: Visit, form: FormData): Promise<unknown> {
  const [scope = '', ...id] = fieldText(form, 'where').split(':');
  const where = scope === '' ? {} : { [scope === 'unit' ? 'unitId' : 'subCategoryId']: id.join(':') };
  return send('PUT', API, { kind: fieldText(form, 'kind'), ...where, ...changeOf(form) });
}
