import { html } from 'hono/html';
import type { HttpContext } from '../../platform/http/environment.ts';
import { ApiRefusal, refusalIn } from '../api-client.ts';
import { assetPath } from '../assets.ts';
import { languageOf } from '../../platform/http/page-language.ts';
import { type Markup, type Page, notice, refusalNotice, type Visit } from '../page.ts';
import type { Language } from '../../kernel/language.ts';
import { textsOf } from '../texts.ts';
import {
  REPORT_FORMATS,
  REPORT_SERVICES,
  type ReportFormat,
  type ReportService,
  type ReportType,
} from '../../reports/rules/terms.ts';
import { typesOf } from '../../reports/rules/services-of-type.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import { requestDateOf } from '../dates.ts';

/** The report that the form asks for. A type that the service does not have gives way to its first. */
export interface ReportChoice {
  readonly service: ReportService;
  readonly reportType: ReportType;
  /** As date fields have it, `2026-01-15`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly unitId: string;
  readonly layout: string;
}

/** @param given of an address or a form */
export function askedIn({ clock }: Pick<Visit, 'clock'>, given: (name: string) => string | undefined): ReportChoice {
  const service = REPORT_SERVICES.find((one) => one === given('service')) ?? 'water';
  const types = typesOf(service);
  return {
    service,
    reportType: types.find((type) => type === given('reportType')) ?? types[0] ?? 'daily',
    // The last day that is over has all its figures.
    startDate: given('startDate') || addDays(clock.today, -1),
    endDate: given('endDate') ?? '',
    unitId: given('unitId') ?? '',
    layout: given('layout') || 'v1',
  };
}

export const REPORT_FORMAT_NAMES = { html: 'HTML', pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' } as const;

export const formatIn = (text: unknown): ReportFormat => REPORT_FORMATS.find((format) => format === text) ?? 'html';

/** The parameters of GET /api/user/report. */
export const reportParameters = (
  asked: ReportChoice,
  reportFormat: ReportFormat,
  language: Language,
): Record<string, string> => ({
  language,
  service: asked.service,
  reportType: asked.reportType,
  reportFormat,
  startDate: requestDateOf(asked.startDate),
  ...(asked.endDate === '' ? {} : { endDate: requestDateOf(asked.endDate) }),
  ...(asked.unitId === '' ? {} : { unitId: asked.unitId }),
  format: asked.layout,
});

export const PREVIEW = '/app/reports/preview';
export const FILE = '/app/reports/file';

/** The API's own answer, or why there is none. */
async function fileOf(visit: Visit, format: ReturnType<typeof formatIn>): Promise<Response | ApiRefusal> {
  const asked = reportParameters(
    askedIn(visit, (name) => visit.c.req.query(name)),
    format,
    visit.language,
  );
  const answer = await visit.fetch({ path: `/api/user/report?${new URLSearchParams(asked)}` });
  if (answer.ok) return answer;
  return refusalIn(answer, visit.language);
}

/** A report that is mailed has the letters of its reader's machine. Here it has those of the pages. */
const withLetters = (report: string): string =>
  report.replace('</head>', `<link rel="stylesheet" href="${assetPath('letters.css')}"></head>`);

/** The page in the frame where there is no report. */
const inFrame = (language: Language, title: string, body: Markup): Markup =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${assetPath('letters.css')}" />
        <link rel="stylesheet" href="${assetPath('look.css')}" />
        <link rel="stylesheet" href="${assetPath('app.css')}" />
      </head>
      <body>
        <main class="plain">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;

/** The login takes the whole window, because no frame may hold it, and leads back to the page with this preview. */
function overInFrame(c: HttpContext): Markup {
  const language = languageOf(c);
  const { reports, login } = textsOf(language);
  const page = `/app/reports?${new URLSearchParams({ ...c.req.query(), show: 'yes' })}`;
  const address = `/app/login?${new URLSearchParams({ next: page })}`;
  const body = html`${notice('high', reports.sessionOver)}
    <p><a class="button" href="${address}" target="_top">${login.submit}</a></p>`;
  return inFrame(language, reports.preview, body);
}

/** /app/reports/preview: the report as a page, in the frame of the page of reports. */
export const previewPage: Page = {
  path: PREVIEW,
  audience: 'everybody',
  show: async (visit) => {
    const found = await fileOf(visit, 'html');
    const { language, texts, c } = visit;
    if (!(found instanceof ApiRefusal)) return c.html(withLetters(await found.text()));
    const body = inFrame(language, texts.frame.trouble, refusalNotice(found));
    return c.html(body, found.status as 400); // a status of the API's errors
  },
  sessionOver: overInFrame,
};

/** /app/reports/file: a report to keep. A trouble is told in the frame of the pages, and not in a file. */
export const reportFilePage: Page = {
  path: FILE,
  audience: 'everybody',
  show: async (visit) => {
    const found = await fileOf(visit, formatIn(visit.c.req.query('reportFormat')));
    if (!(found instanceof ApiRefusal)) return found;
    throw found;
  },
};
