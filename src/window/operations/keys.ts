import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { DateTime } from 'luxon';
import { figureText } from '../../kernel/format/figure-text.ts';
import { divisorOfReadings, measureOfReadings } from '../../kernel/measure/reading-scale.ts';
import { docsPath } from '../../platform/openapi/docs.ts';
import type { deviceKey, issuedKey, rotatedKey } from '../../readings/http/schemas/deviceKey.ts';
import { handleForm, fieldText } from '../handle-form.ts';
import { ApiRefusal } from '../api-client.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import { fieldWithMistakes, mistakesNotice, type ShownForm, shownText, textInput, UNTOUCHED } from '../units/form.ts';
import { firstCall, unitForCall } from './first-call.ts';
import { doneNotice, hasNoIndustry, instantMark, sectionPage, zoneNote, serviceOrigin } from './section.ts';

const PATH = '/app/operations/keys';

/** Operators see keys without a permission, on their own surface. */
const apiOf = ({ visitor }: Visit): string => (visitor.isOperator ? '/api/admin/deviceKeys' : '/api/user/deviceKeys');

type Key = z.infer<typeof deviceKey>;
type Issued = z.infer<typeof issuedKey>;
type Rotated = z.infer<typeof rotatedKey>;

function verbs({ texts: { keys: t } }: Visit, { keyId, name }: Key): Markup {
  const named = html`<span class="unseen"> ${name}</span>`;
  return html`<details>
      <summary>${t.rotate}${named}</summary>
      <form method="post" action="${PATH}" class="inline">
        <input type="hidden" name="keyId" value="${keyId}" />
        <label>${t.overlap} <input name="overlapHours" type="number" min="0" max="2160" value="24" required /></label>
        <button name="act" value="rotate">${t.rotate}${named}</button>
      </form>
    </details>
    <details>
      <summary>${t.revoke}${named}</summary>
      <form method="post" action="${PATH}" class="inline">
        <input type="hidden" name="keyId" value="${keyId}" />
        <p class="muted">${t.revokeMeans}</p>
        <button name="act" value="revoke">${t.revoke}${named}</button>
      </form>
    </details>`;
}

function rowOf(visit: Visit, key: Key): Markup {
  const { texts, visitor } = visit;
  const t = texts.keys;
  const refusals = Object.entries(key.refusals).map(([code, rows]) => `${code} ${rows}`);
  return html`<tr>
    <th scope="row">${key.name}<br /><code class="muted">${key.keyId}</code></th>
    <td>
      ${t[key.state]}${key.rotatedTo === null ? '' : html`<br /><span class="muted">${fill(t.replaced, { keyId: key.rotatedTo })}</span>`}
    </td>
    <td>${key.sourceName ?? key.units?.join(', ') ?? t.allUnits}</td>
    <td>${key.expiresAt === null ? t.never : instantMark(visit, key.expiresAt)}</td>
    <td>${instantMark(visit, key.lastUsedAt)}</td>
    <td class="figure">${figureText(key.rowsAccepted, 0)}</td>
    <td class="figure">
      ${figureText(key.rowsRefused, 0)}${refusals.length === 0 ? '' : html`<br /><span class="muted">${refusals.join(', ')}</span>`}
    </td>
    <td>${key.state === 'active' && may(visitor, 'keys:write') ? verbs(visit, key) : ''}</td>
  </tr>`;
}

/** Fields of the form for a new key, as the API names them. */
const FIELDS = ['name', 'units', 'expiresAt'] as const;

/** The form for a new key. The address may name its unit. */
function create({ texts: { keys: t }, c }: Visit, form: ShownForm): Markup {
  const units = shownText(form, 'units', c.req.query('unit') ?? '');
  return html`<form method="post" action="${PATH}" class="panel" id="create">
    <h2>${t.create}</h2>
    ${textInput(form, 'name', t.name, { more: html`maxlength="200" required` })}
    ${fieldWithMistakes(
      form,
      'units',
      t.units,
      (attributes) => html`<textarea id="units" name="units" rows="3" ${attributes}>${units}</textarea>`,
      t.unitsMean,
    )}
    ${textInput(form, 'expiresAt', t.expires, { hint: t.expiresMean, more: html`type="date"` })}
    <button name="act" value="create">${t.create}</button>
  </form>`;
}

const oldGoesOn = (visit: Visit, { keyId, worksUntil }: Rotated['oldKey']): Markup =>
  html`<p>${fill(visit.texts.keys.oldGoesOn, { keyId })} ${instantMark(visit, worksUntil)}</p>`;

/**
 * The first call with a key, to copy. Nothing where the key has no unit that sends, and for a source, whose network
 * sends its own messages.
 */
async function callOf(visit: Visit, { key, units, sourceId }: Issued | Rotated): Promise<Markup | ''> {
  if (sourceId !== null) return '';
  const { ask, nowMs, clock, texts } = visit;
  const t = texts.keys;
  const unit = unitForCall((await ask<{ data: readonly ListedUnit[] }>('/api/user/units')).data, units);
  if (unit === undefined) return '';
  const now = DateTime.fromMillis(nowMs, { zone: clock.timezone }).startOf('second');
  const createdOn = now.toISO({ suppressMilliseconds: true }) ?? '';
  const call = firstCall({ service: serviceOrigin(visit), key, unit, createdOn });
  const ofValue = divisorOfReadings(unit.kind) === 1 ? t.callMeansLevel : t.callMeans;
  const measure = measureOfReadings({ group: unit.kind, siUnit: unit.siUnit });
  const means = unit.kind === 'QUALITY' ? t.callMeansParameters : fill(ofValue, { unit: measure });
  return html`<h2>${fill(t.call, { unit: unit.unitName })}</h2>
    <pre class="secret" id="call"><code>${call}</code></pre>
    <p>${means}</p>
    <p><a href="${docsPath('external')}">${t.otherWays}</a></p>`;
}

const issued = async (visit: Visit, made: Issued | Rotated): Promise<Markup> => {
  const { keys: t } = visit.texts;
  return html`<div class="notice stock" role="status">
    <p>${fill(t.issued, { name: made.name })}</p>
    <p><code class="secret">${made.key}</code></p>
    <p>${t.once}</p>
    ${'oldKey' in made ? oldGoesOn(visit, made.oldKey) : ''} ${await callOf(visit, made)}
  </div>`;
};

async function view(visit: Visit, told: Markup | '' = '', form: ShownForm = UNTOUCHED): Promise<PageContent> {
  const { texts, ask, visitor } = visit;
  const t = texts.keys;
  if (hasNoIndustry(visit))
    return sectionPage(visit, PATH, { title: t.title, body: notice('high', texts.operations.chooseFirst) });
  const { data } = await ask<{ data: { keys: Key[] } }>(apiOf(visit));
  const body = html`${told}
    <p>${t.lead}</p>
    ${
      data.keys.length === 0
        ? html`<p>${t.none}</p>`
        : scrolledTable(
            t.title,
            [
              t.key,
              t.state,
              t.mayFor,
              t.expires,
              t.lastUsed,
              { figure: t.accepted },
              { figure: t.refused },
              texts.operations.change,
            ],
            data.keys.map((key) => rowOf(visit, key)),
          )
    }
    ${may(visitor, 'keys:write') ? create(visit, form) : ''} ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: t.title, body });
}

/** End of a day by the clocks of the industry's zone. The API explains a text that is no day. */
function expiryOf({ clock }: Visit, date: string): string | null {
  if (date === '') return null;
  return DateTime.fromISO(date, { zone: clock.timezone }).endOf('day').toUTC().toISO() ?? date;
}

async function act(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const { send, c } = visit;
  const one = `${apiOf(visit)}/${encodeURIComponent(fieldText(form, 'keyId'))}`;
  switch (fieldText(form, 'act')) {
    case 'revoke':
      await send('DELETE', one);
      return c.redirect(`${PATH}?done=yes`, 303);
    case 'rotate': {
      const text = fieldText(form, 'overlapHours');
      // An empty overlap is sent on, because the API refuses it. As 0 it would end the old key at once.
      const hours = { overlapHours: text === '' ? null : Number(text) };
      const { data } = await send<{ data: Rotated }>('POST', `${one}/rotate`, hours);
      return view(visit, await issued(visit, data));
    }
    default: {
      const units = fieldText(form, 'units')
        .split(/[\n,]/)
        .map((unit) => unit.trim())
        .filter((unit) => unit !== '');
      const { data } = await send<{ data: Issued }>('POST', apiOf(visit), {
        name: fieldText(form, 'name'),
        units: units.length === 0 ? null : units,
        expiresAt: expiryOf(visit, fieldText(form, 'expiresAt')),
      });
      // The page is the answer to the POST, because an address would keep the key.
      return view(visit, await issued(visit, data));
    }
  }
}

/** The page after a refusal: mistakes stand at their fields, that of a row of units at the units. */
function refused(visit: Visit, typed: FormData, { status, message, errors }: ApiRefusal): Promise<PageContent> {
  const mistakes = errors.map((one) => ({ ...one, field: one.field.replace(/\[\d+\]$/, '') }));
  const told = mistakesNotice(visit, new ApiRefusal(status, message, mistakes), FIELDS);
  return view(visit, told, { typed, mistakes });
}

/** /app/operations/keys: keys of devices with their counts, and forms to issue, rotate and end one. */
export const keysPage: Page = {
  path: PATH,
  audience: 'everybody',
  show: async (visit) => view(visit, doneNotice(visit)),
  take: async (visit, form) =>
    handleForm(
      async () => act(visit, form),
      (_, problem) => refused(visit, form, problem),
    ),
};
