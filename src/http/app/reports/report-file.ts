import { html } from 'hono/html';
import { ApiRefusal } from '../ask.ts';
import { assetPath } from '../assets.ts';
import type { Markup, Page } from '../page.ts';
import { refusalNotice } from '../parts.ts';
import type { Visit } from '../visit.ts';
import { askedIn, formatIn, reportParameters } from './asked.ts';

export const PREVIEW = '/app/reports/preview';
export const FILE = '/app/reports/file';

/** The API's own answer, or why there is none. */
async function fileOf(visit: Visit, format: ReturnType<typeof formatIn>): Promise<Response | ApiRefusal> {
  const asked = reportParameters(
    askedIn(visit, (name) => visit.c.req.query(name)),
    format,
  );
  const answer = await visit.fetch({ path: `/api/user/report?${new URLSearchParams(asked)}` });
  if (answer.ok) return answer;
  // The service's own answer.
  const { message, errors } = (await answer.json()) as Pick<ApiRefusal, 'message' | 'errors'>;
  return new ApiRefusal(answer.status, message, errors);
}

/** What stands in the frame where no report does. */
const troublePage = ({ texts, language }: Visit, problem: ApiRefusal): Markup =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${texts.frame.trouble}</title>
        <link rel="stylesheet" href="${assetPath('look.css')}" />
        <link rel="stylesheet" href="${assetPath('app.css')}" />
      </head>
      <body>
        <main class="plain">
          <h1>${texts.frame.trouble}</h1>
          ${refusalNotice(problem)}
        </main>
      </body>
    </html>`;

/** /app/reports/preview: the report as a page, in the frame of the page of reports. */
export const previewPage: Page = {
  path: PREVIEW,
  audience: 'everybody',
  show: async (visit) => {
    const found = await fileOf(visit, 'html');
    if (!(found instanceof ApiRefusal)) return found;
    return visit.c.html(troublePage(visit, found), found.status as 400); // a status of the API's errors
  },
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
