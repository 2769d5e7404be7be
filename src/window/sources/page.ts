import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import { handleForm, fieldText } from '../handle-form.ts';
import { addressOf } from '../dates.ts';
import {
  doneNotice,
  hindranceOf,
  instantMark,
  sectionPage,
  serviceOrigin,
  SOURCES_PATH,
  zoneNote,
} from '../operations/section.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, type Visit } from '../page.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import { type ShownForm, takingMistakes, UNTOUCHED } from '../units/form.ts';
import { FORMAT_NAMES, type ShownSource, sourceForm, typedSource, type Tried } from './form.ts';
import { problemOf, sourceView } from './source.ts';

const API = '/api/user/sources';
const apiPath = (sourceId: string): string => `${API}/${encodeURIComponent(sourceId)}`;
const idOf = ({ c }: Visit): string => c.req.query('id') ?? '';

function sourcesTable(visit: Visit, sources: readonly Omit<ShownSource, 'devices'>[]): Markup {
  const { sources: t } = visit.texts;
  if (sources.length === 0) return html`<p>${t.none}</p>`;
  return scrolledTable(
    t.title,
    [t.source, t.lastHeard, { figure: t.devices }, { figure: t.waiting }, t.problem],
    sources.map(
      (source) =>
        html`<tr>
          <th scope="row">
            <a href="${addressOf(SOURCES_PATH, { id: source.sourceId })}">${source.name}</a><br /><span class="muted"
              >${source.format === 'json' ? t.json : FORMAT_NAMES[source.format]}</span
            >
          </th>
          <td>${instantMark(visit, source.lastHeardAt)}</td>
          <td class="figure">${figureText(source.deviceCount, 0)}</td>
          <td class="figure">${figureText(source.waitingCount, 0)}</td>
          <td>${problemOf(visit, source.problem)}</td>
        </tr>`,
    ),
  );
}

/** A message that was tried, with what it would become. */
interface TriedText {
  readonly sent: string;
  readonly messages: readonly Tried[];
}

/** A refused form as it was typed. A page has several, and the others stand as they are stored. */
const formWith = (form: ShownForm, field: string): ShownForm => (form.typed?.has(field) === true ? form : UNTOUCHED);

async function view(
  visit: Visit,
  told: Markup | '' = '',
  form: ShownForm = UNTOUCHED,
  tried: TriedText | null = null,
): Promise<PageContent> {
  const { ask, askTagged, texts } = visit;
  const t = texts.sources;
  const why = hindranceOf(visit, 'keys:write');
  if (why !== null) return sectionPage(visit, SOURCES_PATH, { title: t.title, body: notice('high', why) });
  const id = idOf(visit);
  if (id === '') {
    const { data } = await ask<{ data: { sources: Omit<ShownSource, 'devices'>[] } }>(API);
    const body = html`${told}
      <p>${t.lead}</p>
      ${sourcesTable(visit, data.sources)}
      <h2>${t.add}</h2>
      ${sourceForm(visit, null, '', form)} ${zoneNote(visit)}`;
    return sectionPage(visit, SOURCES_PATH, { title: t.title, body });
  }
  const { data: source, tag } = await askTagged<{ data: ShownSource }>(apiPath(id));
  const { data: units } = await ask<{ data: readonly ListedUnit[] }>('/api/user/units');
  // A refused form keeps the version that its reader saw, because the typed fields change that one.
  const reading = formWith(form, 'format');
  const seen = reading.typed === null ? '' : fieldText(reading.typed, 'tag');
  const address = `${serviceOrigin(visit)}/api/external/sources/${source.sourceId}`;
  const parts = { source, tag: seen === '' ? tag : seen, units, address, tried: tried?.messages ?? null };
  const trying = formWith(form, 'sent');
  return sectionPage(visit, SOURCES_PATH, {
    title: source.name,
    body: html`${told} ${sourceView(visit, { ...parts, sent: tried?.sent ?? '', trying }, reading)} ${zoneNote(visit)}`,
  });
}

async function act(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const { c, ask, send, texts } = visit;
  const id = idOf(visit);
  const version = { 'If-Match': fieldText(form, 'tag') };
  const done = (sourceId: string): Response =>
    c.redirect(addressOf(SOURCES_PATH, { id: sourceId === '' ? null : sourceId, done: 'yes' }), 303);
  const device = { deviceId: fieldText(form, 'deviceId') };
  switch (fieldText(form, 'act')) {
    case 'place':
      await send('POST', `${apiPath(id)}/devices`, { ...device, unitId: fieldText(form, 'unitId') });
      return done(id);
    case 'forget':
      await send('POST', `${apiPath(id)}/devices`, { ...device, unitId: null });
      return done(id);
    case 'remove':
      await send('DELETE', apiPath(id), undefined, version);
      return done('');
    case 'try': {
      const sent = fieldText(form, 'sent');
      const { data } = await send<{ data: { messages: Tried[] } }>('POST', `${apiPath(id)}/try`, { sent });
      return view(visit, '', UNTOUCHED, { sent, messages: data.messages });
    }
    case 'key': {
      const { name } = (await ask<{ data: ShownSource }>(apiPath(id))).data;
      const body = { name, sourceId: id };
      const { data } = await send<{ data: { key: string } }>('POST', '/api/user/deviceKeys', body);
      // The page is the answer to the POST, because an address would keep the key.
      return view(
        visit,
        html`<div class="notice stock" role="status">
          <p>${texts.sources.keyOnce}</p>
          <p><code class="secret">Bearer ${data.key}</code></p>
        </div>`,
      );
    }
    default: {
      if (id === '') {
        const { data } = await send<{ data: ShownSource }>('POST', API, typedSource(visit, form, null));
        return done(data.sourceId);
      }
      const { data: source } = await ask<{ data: ShownSource }>(apiPath(id));
      await send('PUT', apiPath(id), typedSource(visit, form, source), version);
      return done(id);
    }
  }
}

/** /app/sources: sources with what was heard of them; with `id` one of them, its devices, and a message to try. */
export const sourcesPage: Page = {
  path: SOURCES_PATH,
  audience: 'everybody',
  show: (visit) => view(visit, doneNotice(visit)),
  take: (visit, form) =>
    form.has('format') || form.has('sent')
      ? takingMistakes(view, act)(visit, form)
      : handleForm(
          () => act(visit, form),
          (told) => view(visit, told),
        ),
};
