import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { listedArchiveObject } from '../../keeping/http/schemas/archive.ts';
import { fieldText, typedOr } from '../handle-form.ts';
import { type Markup, type Page, type PageContent, scrolledTable, may, type Visit } from '../page.ts';
import { formPage, hasNoIndustry, instantMark, sectionPage, zoneNote } from './section.ts';

const PATH = '/app/operations/archive';
const KILOBYTE = 1000;

type Archived = z.infer<typeof listedArchiveObject>;

const placeOf = ({ files, location }: Archived): Markup | string =>
  files.length === 0
    ? location
    : html`<ul class="plain-list">
        ${files.map((file) => html`<li>${file}</li>`)}
      </ul>`;

const mayAct = (visit: Visit): boolean => !hasNoIndustry(visit) && may(visit.visitor, 'archive:write');

const restoreForm = ({ texts: { archive: t } }: Visit, { month }: Archived): Markup =>
  html`<details>
    <summary>${t.restore}<span class="unseen"> ${month}</span></summary>
    <form method="post" action="${PATH}" class="inline">
      <input type="hidden" name="month" value="${month}" />
      <p>
        <label><input type="checkbox" name="deleteBlob" value="true" /> ${t.deleteFiles}</label>
      </p>
      <button name="act" value="restore">${t.restore}</button>
    </form>
  </details>`;

const writeForm = (visit: Visit): Markup => {
  const { archive: t } = visit.texts;
  return html`<form method="post" action="${PATH}" class="panel below">
    <h2>${t.write}</h2>
    <label for="month">${t.which}</label>
    <p>
      <input
        id="month"
        name="month"
        value="${typedOr(visit, 'month', '', 'write')}"
        placeholder="01/2026"
        inputmode="numeric"
        size="8"
        required
      />
    </p>
    <p>
      <label><input type="checkbox" name="deleteData" value="true" /> ${t.seal}</label>
    </p>
    <button name="act" value="write">${t.write}</button>
  </form>`;
};

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { texts } = visit;
  const t = texts.archive;
  const ask = hasNoIndustry(visit) ? visit.askOfAll : visit.ask;
  const { data } = await ask<{ data: Archived[] }>('/api/admin/archivedata');
  const body = html`${told}
    <p>${t.lead}</p>
    ${
      data.length === 0
        ? html`<p>${t.none}</p>`
        : scrolledTable(
            t.title,
            [
              t.month,
              texts.operations.industry,
              t.state,
              { figure: t.rows },
              { figure: t.size },
              t.writtenAt,
              t.location,
              texts.operations.change,
            ],
            data.map(
              (archived) =>
                html`<tr>
                  <th scope="row">${archived.month}</th>
                  <td>${archived.industryId}</td>
                  <td>${archived.removalBeganAt === null ? t[archived.state] : t.removing}</td>
                  <td class="figure">${figureText(archived.rows, 0)}</td>
                  <td class="figure">${figureText(archived.bytes / KILOBYTE, 1)}</td>
                  <td>${instantMark(visit, archived.writtenAt)}</td>
                  <td>${placeOf(archived)}</td>
                  <td>${mayAct(visit) ? restoreForm(visit, archived) : ''}</td>
                </tr>`,
            ),
          )
    }
    ${hasNoIndustry(visit) ? html`<p class="muted">${texts.operations.chooseFirst}</p>` : ''}
    ${mayAct(visit) ? writeForm(visit) : ''} ${zoneNote(visit)}`;
  return sectionPage(visit, PATH, { title: t.title, body });
}

async function act({ send }: Visit, form: FormData): Promise<void> {
  const given = fieldText(form, 'month');
  if (fieldText(form, 'act') === 'write') {
    const query = new URLSearchParams({ fromMonthYear: given, deleteData: String(form.get('deleteData') === 'true') });
    await send('POST', `/api/admin/archivedata/to_blob?${query}`);
    return;
  }
  const [month = '', year = ''] = given.split('/');
  const query = new URLSearchParams({ deleteBlob: String(form.get('deleteBlob') === 'true') });
  await send('POST', `/api/admin/archivedata/to_db?${query}`, undefined, { month, year });
}

/** /app/operations/archive: months of readings in files, to write and to restore. */
export const archivePage: Page = {
  path: PATH,
  audience: 'operators',
  ...formPage(PATH, view, act),
};
