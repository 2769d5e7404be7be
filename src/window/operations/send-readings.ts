import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { MeterFileAnswer } from '../../readings/http/schemas/meterFile.ts';
import { handleForm, fieldText, pageWithForms } from '../handle-form.ts';
import {
  type Markup,
  type Page,
  type PageContent,
  field,
  notice,
  scrolledTable,
  scroller,
  may,
  type Visit,
} from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';
import { askOfFile, type HeldFile, heldFileOf, MOST_HELD_CHARACTERS } from './held-file.ts';
import { meterFilePreview } from './meter-file.ts';
import { hindranceOf, sectionPage, SEND_PATH } from './section.ts';

type Verdict = NonNullable<MeterFileAnswer['verdict']>;
/** The number by which a person finds a refused row. */
type RowNumber = (index: number) => number;

/** Rows of a readings file are counted below its header; those of any other as the file has them. */
const rowOf =
  ({ understood }: MeterFileAnswer): RowNumber =>
  (index) =>
    understood === null ? index + 1 : index;

const EXAMPLE = `unitId,createdOn,value,summedValue
INLET,2026-01-15T06:05:00+05:30,120,5000120
INLET,2026-01-15T06:10:00+05:30,80,5000200`;

/** Refused rows, by the number that a person counts below the header. */
function refusedRows(
  { texts: { sendReadings: t }, visitor, language }: Visit,
  { rejected, errors }: Verdict,
  numberOf: RowNumber,
): Markup {
  return html`<h2>${fill(t.refused, { count: rejected })}</h2>
    <p>
      ${t.refusedMeans}
      ${may(visitor, 'quarantine:write') ? html`<a href="/app/operations/quarantine">${t.toQuarantine}</a>` : ''}
    </p>
    ${scrolledTable(
      fill(t.refused, { count: rejected }),
      [{ figure: t.row }, t.unit, t.reason],
      errors.map(
        ({ index, unitId, reason }) =>
          html`<tr>
            <th scope="row" class="figure">${figureText(numberOf(index), 0)}</th>
            <td>${unitId ?? '–'}</td>
            <td>${serviceWords(language, reason)}</td>
          </tr>`,
      ),
    )}
    ${rejected > errors.length ? html`<p>${fill(t.moreRefused, { count: rejected - errors.length })}</p>` : ''}`;
}

function verdictOf(visit: Visit, verdict: Verdict, numberOf: RowNumber): Markup {
  const { sendReadings: t } = visit.texts;
  const { received, inserted, updated, unchanged, rejected } = verdict;
  const counts = { received, inserted, updated, unchanged, rejected };
  return html`<section id="verdict" role="status">
    ${notice(rejected === 0 ? 'stock' : 'high', fill(t.verdict, counts))}
    ${rejected === 0 ? '' : refusedRows(visit, verdict, numberOf)}
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
        accept=".csv,.txt,.xlsx,.gz,text/csv"
        required
        aria-describedby="file-hint"
      />`,
      t.fileMeans,
    )}
    <p><button>${t.look}</button></p>
    <h2>${t.columns}</h2>
    <p>${t.columnsMean}</p>
    ${scroller(t.columns, html`<pre>${EXAMPLE}</pre>`)}
  </form>`;

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const t = visit.texts.sendReadings;
  const why = hindranceOf(visit, 'readings:write');
  const body = html`${told}
    <p>${t.lead}</p>
    ${why === null ? sendForm(visit) : notice('high', why)}`;
  return sectionPage(visit, SEND_PATH, { title: t.title, body });
}

/** The page with the file as it is understood, and the form that stores it. */
async function previewed(visit: Visit, file: HeldFile, told: Markup | '' = ''): Promise<PageContent> {
  const data = await askOfFile(visit, file, { preview: true });
  const { verdict } = data;
  const refused = verdict === null || verdict.rejected === 0 ? '' : refusedRows(visit, verdict, rowOf(data));
  const body = html`${told}${await meterFilePreview(visit, file, data)}${refused}`;
  return sectionPage(visit, SEND_PATH, { title: visit.texts.sendReadings.title, body });
}

async function act(visit: Visit, form: FormData): Promise<PageContent | Response> {
  const { texts } = visit;
  const file = await heldFileOf(form);
  if (file === null || file.bytes.length === 0)
    return { ...(await view(visit, notice('critical', texts.sendReadings.noFile))), status: 400 };
  if (file.held.length > MOST_HELD_CHARACTERS)
    return { ...(await view(visit, notice('critical', texts.sendReadings.tooLong))), status: 400 };
  // A choice that is refused leaves the file in the form, read without choices.
  if (fieldText(form, 'act') !== 'store')
    return handleForm(
      () => previewed(visit, file),
      (told) => previewed(visit, { ...file, choices: {} }, told),
    );
  const data = await askOfFile(visit, file, { preview: false });
  return view(visit, data.verdict === null ? '' : verdictOf(visit, data.verdict, rowOf(data)));
}

/** /app/operations/send: a file of readings, how it is understood, and the verdict on each row that was refused. */
export const sendReadingsPage: Page = { path: SEND_PATH, audience: 'everybody', ...pageWithForms(view, act) };
