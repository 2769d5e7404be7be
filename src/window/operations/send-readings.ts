import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { ingestAnswer } from '../../readings/http/schemas/readings.ts';
import { pageWithForms } from '../answering.ts';
import type { Markup, Page, PageContent } from '../page.ts';
import { field, notice, scroller } from '../parts.ts';
import { fill } from '../texts.ts';
import { may, type Visit } from '../visit.ts';
import { hasNoIndustry, sectionPage, SEND_PATH } from './section.ts';

type Verdict = z.infer<typeof ingestAnswer>['data'];

/** A gzip file begins so, whatever its name. */
const GZIP = [0x1f, 0x8b];

const EXAMPLE = `unitId,createdOn,value,summedValue
INLET,2026-01-15T06:05:00+05:30,120,5000120
INLET,2026-01-15T06:10:00+05:30,80,5000200`;

/** Refused rows, by the number that a person counts below the header. */
function refusedRows({ texts: { sendReadings: t } }: Visit, { rejected, errors }: Verdict): Markup {
  return html`<h2>${fill(t.refused, { count: rejected })}</h2>
    <p>${t.refusedMeans} <a href="/app/operations/quarantine">${t.toQuarantine}</a></p>
    ${scroller(
      fill(t.refused, { count: rejected }),
      html`<table>
        <thead>
          <tr>
            <th scope="col" class="figure">${t.row}</th>
            <th scope="col">${t.unit}</th>
            <th scope="col">${t.reason}</th>
          </tr>
        </thead>
        <tbody>
          ${errors.map(
            ({ index, unitId, reason }) =>
              html`<tr>
                <th scope="row" class="figure">${figureText(index + 1, 0)}</th>
                <td>${unitId ?? '–'}</td>
                <td>${reason}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}
    ${rejected > errors.length ? html`<p>${fill(t.moreRefused, { count: rejected - errors.length })}</p>` : ''}`;
}

function verdictOf(visit: Visit, verdict: Verdict): Markup {
  const { sendReadings: t } = visit.texts;
  const { received, inserted, updated, unchanged, rejected } = verdict;
  const counts = { received, inserted, updated, unchanged, rejected };
  return html`<section id="verdict" role="status">
    ${notice(rejected === 0 ? 'stock' : 'high', fill(t.verdict, counts))}
    ${rejected === 0 ? '' : refusedRows(visit, verdict)}
  </section>`;
}

const sendForm = ({ texts: { sendReadings: t } }: Visit): Markup =>
  html`<form method="post" enctype="multipart/form-data" class="panel">
    ${field(
      'file',
      t.file,
      html`<input
        id="file"
        name="file"
        type="file"
        accept=".csv,.gz,text/csv"
        required
        aria-describedby="file-hint"
      />`,
      t.fileMeans,
    )}
    <p><button>${t.send}</button></p>
    <h2>${t.columns}</h2>
    <p>${t.columnsMean}</p>
    ${scroller(t.columns, html`<pre>${EXAMPLE}</pre>`)}
  </form>`;

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { sendReadings: t, operations } = visit.texts;
  const form = may(visit.visitor, 'readings:write') ? sendForm(visit) : notice('high', t.mayNot);
  const body = hasNoIndustry(visit)
    ? notice('high', operations.chooseFirst)
    : html`${told}
        <p>${t.lead}</p>
        ${form}`;
  return sectionPage(visit, SEND_PATH, { title: t.title, body });
}

async function act(visit: Visit, form: FormData): Promise<PageContent> {
  const file = form.get('file');
  const isFile = file instanceof File && file.size > 0;
  if (!isFile) return { ...(await view(visit, notice('critical', visit.texts.sendReadings.noFile))), status: 400 };
  const bytes = await file.arrayBuffer();
  const isGzip = GZIP.every((byte, at) => new Uint8Array(bytes)[at] === byte);
  const { data } = await visit.sendFile<{ data: Verdict }>('/api/external/readings', bytes, {
    'Content-Type': 'text/csv',
    ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  return view(visit, verdictOf(visit, data));
}

/** /app/operations/send: a file of readings, with the verdict on each row that was refused. */
export const sendReadingsPage: Page = { path: SEND_PATH, audience: 'everybody', ...pageWithForms(view, act) };
