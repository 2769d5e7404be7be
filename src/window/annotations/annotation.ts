import { html } from 'hono/html';
import { fieldText } from '../handle-form.ts';
import { typedInstant, addressOf, fieldTime } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice, option, type Visit } from '../page.ts';
import {
  takingMistakes,
  type ShownForm,
  UNTOUCHED,
  fieldWithMistakes,
  shownInstant,
  shownText,
} from '../units/form.ts';
import type { ListedUnit, NamedUnit } from '../units/choose-units.ts';
import { ANNOTATION_PATH, mayAnnotate, type ShownAnnotation } from './list.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { MOST_CHARACTERS } from '../../annotations/rules/annotation.ts';
import { fill } from '../texts.ts';

const API = '/api/user/annotations';
const apiPath = (annotationId: string): string => `${API}/${encodeURIComponent(annotationId)}`;

/** The page that led here. An address of another place leads to Today. */
const backOf = ({ c }: Pick<Visit, 'c'>): string => {
  const back = c.req.query('back') ?? '';
  return /^\/app\/[a-z]+(?:\?[^\s\\]*)?$/.test(back) ? back : '/app/today';
};

async function view(visit: Visit, told: Markup | '' = '', form: ShownForm = UNTOUCHED): Promise<PageContent> {
  const { c, ask, askTagged, texts } = visit;
  const t = texts.annotations;
  const id = c.req.query('id') ?? '';
  if (!mayAnnotate(visit)) return { title: t.title, body: notice('high', t.mayNot) };
  const found = id === '' ? null : await askTagged<{ data: ShownAnnotation }>(apiPath(id));
  const { data: units } = await ask<{ data: readonly ListedUnit[] }>('/api/user/units', { retired: true });
  const unitId = found?.data.unitId ?? c.req.query('unit');
  const back = backOf(visit);
  // A refused form keeps the version that its reader saw, because the typed fields change that one.
  const tag = form.typed === null ? (found?.tag ?? '') : fieldText(form.typed, 'tag');
  const stored = found === null ? null : { annotation: found.data, tag };
  return {
    title: stored === null ? t.add : t.changeTitle,
    body: html`${told}
      <p><a href="${back}">${t.back}</a></p>
      ${annotationForm(visit, { stored, unit: units.find((one) => one.unitId === unitId) ?? null, back }, form)}
      ${
        stored === null
          ? ''
          : html`<details class="panel">
              <summary>${t.withdraw}</summary>
              <form method="post">
                <input type="hidden" name="tag" value="${tag}" />
                <p>${t.withdrawMeans}</p>
                <button name="act" value="withdraw">${t.withdraw}</button>
              </form>
            </details>`
      }`,
  };
}

async function act(visit: Visit, form: FormData): Promise<Response> {
  const { c, send, clock } = visit;
  const id = c.req.query('id') ?? '';
  const version: Record<string, string> = id === '' ? {} : { 'If-Match': fieldText(form, 'tag') };
  if (fieldText(form, 'act') === 'withdraw') await send('DELETE', apiPath(id), undefined, version);
  else {
    const to = fieldText(form, 'to');
    const instantAt = (name: 'from' | 'to'): string =>
      typedInstant(fieldText(form, name), clock, fieldText(form, `${name}Shown`));
    const body = {
      unitId: fieldText(form, 'unitId') || null,
      from: instantAt('from'),
      to: to === '' ? null : instantAt('to'),
      text: fieldText(form, 'text'),
    };
    await (id === '' ? send('POST', API, body) : send('PUT', apiPath(id), body, version));
  }
  return c.redirect(backOf(visit), 303);
}

/** /app/annotation: what happened to a unit or to the whole site, to write, to change and to withdraw. */
export const annotationPage: Page = {
  path: ANNOTATION_PATH,
  audience: 'everybody',
  show: (visit) => view(visit),
  take: takingMistakes(view, act),
};

interface Annotated {
  /** The stored annotation with the ETag of its version; null: a new one. */
  readonly stored: { readonly annotation: ShownAnnotation; readonly tag: string } | null;
  /** The unit that it may be about; null: the whole site alone. */
  readonly unit: NamedUnit | null;
  /** The address to which the form leads. */
  readonly back: string;
}

/** Form of an annotation, new or stored. */
function annotationForm(visit: Visit, { stored, unit, back }: Annotated, form: ShownForm = UNTOUCHED): Markup {
  const { texts, clock, nowMs } = visit;
  const t = texts.annotations;
  const [annotation, tag] = [stored?.annotation ?? null, stored?.tag ?? ''];
  const instantOf = (iso: string | null | undefined): number | null =>
    iso === null || iso === undefined ? null : Date.parse(iso);
  const time = (name: 'from' | 'to', instantMs: number | null, hint: string): Markup =>
    fieldWithMistakes(
      form,
      name,
      t[name],
      (attributes) =>
        html`${shownInstant(form, `${name}Shown`, instantMs)}<input
            id="${name}"
            name="${name}"
            type="datetime-local"
            step="1"
            value="${shownText(form, name, instantMs === null ? '' : fieldTime(instantMs, clock))}"
            ${name === 'from' ? 'required' : ''}
            ${attributes}
          />`,
      hint,
    );
  const about = shownText(form, 'unitId', annotation === null ? (unit?.unitId ?? '') : (annotation.unitId ?? ''));
  return html`<form
    method="post"
    class="panel"
    action="${addressOf(ANNOTATION_PATH, { id: annotation?.annotationId ?? null, unit: unit?.unitId ?? null, back })}"
  >
    <input type="hidden" name="tag" value="${tag}" />
    ${fieldWithMistakes(
      form,
      'unitId',
      t.about,
      (attributes) =>
        html`<select id="unitId" name="unitId" ${attributes}>
          ${unit === null ? '' : option(unit.unitId, about, unit.unitName)} ${option('', about, t.wholeSite)}
        </select>`,
    )}
    ${time('from', annotation === null ? nowMs - (nowMs % MINUTE_MS) : instantOf(annotation.from), fill(t.fromMeans, { zone: clock.timezone }))}
    ${time('to', instantOf(annotation?.to), t.toMeans)}
    ${fieldWithMistakes(
      form,
      'text',
      t.text,
      (attributes) =>
        html`<textarea id="text" name="text" rows="3" maxlength="${MOST_CHARACTERS}" required ${attributes}>
${shownText(form, 'text', annotation?.text ?? '')}</textarea>`,
      fill(t.textMeans, { count: MOST_CHARACTERS }),
    )}
    <button name="act" value="save">${t.save}</button>
  </form>`;
}

/** A form for a new annotation that opens on a page; nothing for people whom the API would refuse. */
export const newAnnotation = (visit: Visit, unit: Annotated['unit'], back: string): Markup | '' =>
  mayAnnotate(visit)
    ? html`<details>
        <summary>${visit.texts.annotations.add}</summary>
        ${annotationForm(visit, { stored: null, unit, back })}
      </details>`
    : '';
