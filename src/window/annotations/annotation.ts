import { html } from 'hono/html';
import { fieldText } from '../handle-form.ts';
import { typedInstant } from '../dates.ts';
import { type Markup, type Page, type PageContent, notice } from '../page.ts';
import { takingMistakes, type ShownForm, UNTOUCHED } from '../units/form.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import type { Visit } from '../visit.ts';
import { annotationForm } from './form.ts';
import { ANNOTATION_PATH, mayAnnotate, type ShownAnnotation } from './list.ts';

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
