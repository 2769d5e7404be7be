import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { dateText, instantText } from '../../../domain/look/date-text.ts';
import { changeText, decimalsFor, figureText } from '../../../domain/look/figure-text.ts';
import type { ownSentReport } from '../../schemas/automatedReport.ts';
import { dateOf } from '../day-clock.ts';
import { addressOf } from '../dates.ts';
import type { Markup } from '../page.ts';
import { scroller } from '../parts.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

type Sent = z.infer<typeof ownSentReport>;
type Restatement = Sent['restatements'][number];

const ROWS = 20;

const dayText = (date: string): string => dateText(dateOf(date));
const periodText = ({ startDate, endDate }: Sent): string =>
  startDate === endDate ? dayText(startDate) : `${dayText(startDate)} – ${dayText(endDate)}`;

function recipientsText({ texts: { reports } }: Visit, { recipients }: Sent): string {
  const told: readonly (readonly [text: string, count: number])[] = [
    [reports.onTheWay, recipients.waiting],
    [reports.notReached, recipients.failed],
    [reports.unconfirmed, recipients.unconfirmed],
  ];
  const rest = told.flatMap(([text, count]) => (count === 0 ? [] : [fill(text, { count })]));
  return [fill(reports.reached, { sent: recipients.sent }), ...rest].join(', ');
}

const LOCALE = 'und';

function changes({ texts: { reports } }: Visit, restatement: Restatement): Markup {
  const rows = restatement.changes.map(({ name, unit, was, is }) => {
    const decimals = decimalsFor([was, is].filter((figure) => figure !== null));
    const figure = (value: number | null): Markup =>
      value === null
        ? html`<td class="figure missing">–</td>`
        : html`<td class="figure">${figureText(value, decimals)}</td>`;
    const share = was === null || is === null || was === 0 ? null : (is - was) / Math.abs(was);
    return html`<tr>
      <td>${name}</td>
      ${figure(was)} ${figure(is)}
      ${share === null ? html`<td class="figure missing">–</td>` : html`<td class="figure">${changeText(share, 1, LOCALE)}</td>`}
      <td>${unit}</td>
    </tr>`;
  });
  return scroller(
    reports.restated,
    html`<table>
      <thead>
        <tr>
          <th>${reports.figure}</th>
          <th class="figure">${reports.was}</th>
          <th class="figure">${reports.is}</th>
          <th class="figure">${reports.change}</th>
          <th>${reports.measure}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
  );
}

function restated(visit: Visit, restatement: Restatement): Markup {
  const { reports } = visit.texts;
  const { days, causes, decidedAt } = restatement;
  return html`<div class="restated">
    <p>
      <strong>${reports.restated}.</strong>
      ${fill(reports.changed, { days: days.map(dayText).join(', '), causes: causes.join(', ') })}
      ${
        decidedAt === null
          ? reports.notQuiet
          : fill(reports.toldAt, { time: instantText(Date.parse(decidedAt), visit.clock.timezone) })
      }
    </p>
    ${restatement.changes.length === 0 ? '' : changes(visit, restatement)}
  </div>`;
}

const sentReport = (visit: Visit, sent: Sent): Markup =>
  html`<li>
    <p><strong>${sent.subject}</strong></p>
    <p class="muted">
      ${visit.texts.reports.days}: ${periodText(sent)} · ${visit.texts.reports.made}:
      ${instantText(Date.parse(sent.createdAt), visit.clock.timezone)} · ${recipientsText(visit, sent)}
    </p>
    ${sent.provisional ? html`<p class="muted">${visit.texts.reports.provisional}</p>` : ''}
    ${sent.restatements.map((restatement) => restated(visit, restatement))}
  </li>`;

/** Reports that were mailed, the newest first, with what has been restated since. */
export async function sentSection(visit: Visit, path: string): Promise<Markup> {
  const { reports: texts } = visit.texts;
  const { data } = await visit.ask<{ data: { reports: Sent[]; next: string | null } }>('/api/user/report/history', {
    before: visit.c.req.query('before'),
    limit: ROWS,
  });
  return html`<section id="history" data-live>
    <h2>${texts.history}</h2>
    ${
      data.reports.length === 0
        ? html`<p>${texts.none}</p>`
        : html`<ul class="notifications">
            ${data.reports.map((sent) => sentReport(visit, sent))}
          </ul>`
    }
    ${
      data.next === null
        ? ''
        : html`<p><a href="${addressOf(path, { before: data.next })}#history">${texts.older}</a></p>`
    }
  </section>`;
}
