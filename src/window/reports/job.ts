import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { instantText } from '../../kernel/format/date-text.ts';
import type { jobAnswer } from '../../reports/http/schemas/reportJob.ts';
import type { Markup } from '../page.ts';
import { notice } from '../parts.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

export type Job = z.infer<typeof jobAnswer>['data'];

function stateText({ texts: { reports }, clock }: Visit, { state, progress, problem, expiresAt }: Job): string {
  switch (state) {
    case 'waiting':
      return reports.waiting;
    case 'running':
      return fill(reports.running, { progress });
    case 'done':
      return fill(reports.done, { time: instantText(Date.parse(expiresAt), clock.timezone) });
    case 'failed':
      return fill(reports.failed, { problem: problem?.message ?? '–' });
  }
}

/** How far a report is that is made in the background; islands/report-job.ts follows it. */
export async function jobSection(visit: Visit, jobId: string): Promise<Markup> {
  const { texts, c } = visit;
  const path = `/api/user/report/jobs/${encodeURIComponent(jobId)}`;
  // A number that is none is that of no report.
  const found = await visit.askOrNull<{ data: Job }>(path, {}, [400, 404]);
  if (found === null) return notice('high', texts.reports.noJob);
  const job = found.data;
  const isOver = job.state === 'done' || job.state === 'failed';
  const { pathname, search } = new URL(c.req.url);
  return html`<section
    id="job"
    class="panel"
    data-state="${isOver ? 'over' : 'goes-on'}"
    data-silent="${texts.reports.silent}"
    data-over="${texts.frame.over}"
    data-login="${texts.login.submit}"
  >
    <h2>${texts.reports.job}</h2>
    ${job.state === 'failed' ? notice('critical', stateText(visit, job)) : html`<p role="status" class="state">${stateText(visit, job)}</p>`}
    ${job.state === 'running' ? html`<progress max="100" value="${job.progress}" aria-label="${texts.reports.job}"></progress>` : ''}
    ${
      job.file === null
        ? ''
        : html`<p>
            <a class="button" href="${job.file.replace(/^\/api\//, '/app/api/')}"
              >${job.fileName ?? texts.reports.download}</a
            >
          </p>`
    }
    ${isOver ? '' : html`<p><a href="${pathname + search}">${texts.reports.again}</a></p>`}
  </section>`;
}
