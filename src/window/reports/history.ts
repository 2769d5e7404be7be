import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import type { Bound } from '../../kernel/document/types.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsApart, figureText } from '../../kernel/format/figure-text.ts';
import type { ownSentReport, sentReportObject } from '../../reports/http/schemas/automatedReport.ts';
import { restatedChange } from '../../reports/rules/printed-figures.ts';
import { causesText } from '../completeness/map.ts';
import { dateOf, addressOf, momentText } from '../dates.ts';
import { boundText, MISSING_CELL } from '../figures.ts';
import { type Markup, notice, scrolledTable, may, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';

type Sent = z.infer<typeof ownSentReport>;
type Restatement = Sent['restatements'][number];
type Lacking = z.infer<typeof sentReportObject>['lacking'][number];

export const REPORTS_PATH = '/app/reports';
const MOST_NAMED = 5;

const firstOf = (names: readonly string[]): string =>
  names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} …` : names.join(', ');

const ROWS = 20;

export function sentDaysText({ language }: Visit, { startDate, endDate }: Sent): string {
  const [first, last] = [startDate, endDate].map((date) => dateText(dateOf(date), language));
  return first === last ? `${first}` : `${first} – ${last}`;
}

export function recipientsText({ texts: { reports } }: Visit, { recipients }: Sent): string {
  const told: readonly (readonly [text: string, count: number])[] = [
    [reports.onTheWay, recipients.waiting],
    [reports.notReached, recipients.failed],
    [reports.unconfirmed, recipients.unconfirmed],
  ];
  const rest = told.flatMap(([text, count]) => (count === 0 ? [] : [fill(text, { count })]));
  return [fill(reports.reached, { sent: recipients.sent }), ...rest].join(', ');
}

function changes({ texts, language }: Visit, restatement: Restatement): Markup {
  const { reports } = texts;
  const rows = restatement.changes.map((change) => {
    const { name, unit, was, is, wasBound, isBound } = change;
    const decimals = decimalsApart(was, is);
    const figure = (value: number | null, bound: Bound | null): Markup =>
      value === null
        ? MISSING_CELL
        : html`<td class="figure">${boundText(bound, texts)}${figureText(value, decimals)}</td>`;
    const by = restatedChange(change, decimals, language);
    return html`<tr>
      <td>${name}</td>
      ${figure(was, wasBound)} ${figure(is, isBound)}
      ${by === null ? MISSING_CELL : html`<td class="figure">${by}</td>`}
      <td>${unit}</td>
    </tr>`;
  });
  return scrolledTable(
    reports.restated,
    [reports.figure, { figure: reports.was }, { figure: reports.is }, { figure: reports.change }, reports.measure],
    rows,
  );
}

export function restated(visit: Visit, restatement: Restatement): Markup {
  const { reports } = visit.texts;
  const { days, causes, units, decidedAt } = restatement;
  return html`<div class="restated">
    <p>
      <strong>${reports.restated}.</strong>
      ${fill(reports.changed, { days: days.map((day) => dateText(dateOf(day), visit.language)).join(', '), causes: causesText(visit.texts, causes) })}
      ${units.length === 0 ? '' : fill(reports.changedAt, { places: firstOf(units.map(({ unitName }) => unitName)) })}
      ${decidedAt === null ? reports.notQuiet : fill(reports.toldAt, { time: momentText(decidedAt, visit.clock) })}
    </p>
    ${restatement.changes.length === 0 ? '' : changes(visit, restatement)}
  </div>`;
}

/** Who does not have a report, and the way to send it again: for operators, who may know addresses. */
const lackingOf = (
  { texts: { reports }, language }: Visit,
  { reportId }: Sent,
  lacking: readonly Lacking[],
): Markup | '' =>
  lacking.length === 0
    ? ''
    : html`<form method="post" action="${REPORTS_PATH}" class="panel">
        <p><strong>${reports.lacking}</strong></p>
        <ul class="plain-list">
          ${lacking.map(
            ({ recipient, state, problem }) =>
              html`<li>
                ${fill(state === 'failed' ? reports.lost : reports.maybe, {
                  recipient,
                  problem: problem === null ? '–' : serviceWords(language, problem),
                })}
              </li>`,
          )}
        </ul>
        <input type="hidden" name="reportId" value="${reportId}" />
        <p class="buttons"><button name="act" value="sendAgain">${reports.sendAgain}</button></p>
      </form>`;

const sentReport = (visit: Visit, sent: Sent, lacking: readonly Lacking[]): Markup =>
  html`<li>
    <p><strong>${sent.subject}</strong></p>
    <p class="muted">
      ${visit.texts.reports.days}: ${sentDaysText(visit, sent)} · ${visit.texts.reports.made}:
      ${momentText(sent.createdAt, visit.clock)} · ${recipientsText(visit, sent)}
    </p>
    ${lackingOf(visit, sent, lacking)}
    ${sent.provisional ? html`<p class="muted">${visit.texts.reports.provisional}</p>` : ''}
    ${sent.restatements.map((restatement) => restated(visit, restatement))}
  </li>`;

/** Operators who look at an industry of their choice. */
const maySend = (visit: Visit): boolean =>
  visit.visitor.isOperator && visit.industryId !== visit.visitor.industryId && may(visit.visitor, 'reports:send');

async function readLacking(visit: Visit, page: Parameters<Visit['ask']>[1]): Promise<Map<string, readonly Lacking[]>> {
  const { data } = await visit.ask<{ data: { reports: z.infer<typeof sentReportObject>[] } }>(
    '/api/admin/automated/report/history',
    page,
  );
  return new Map(data.reports.map(({ reportId, lacking }) => [reportId, lacking]));
}

/** Sends a report again to those who do not have it. */
export async function sendAgain({ send, c }: Visit, reportId: string): Promise<Response> {
  const { data } = await send<{ data: { recipients: Lacking[] } }>('POST', '/api/admin/automated/report/resend', {
    reportId,
  });
  const isThere = data.recipients.every(({ state }) => state === 'sent');
  return c.redirect(`${addressOf(REPORTS_PATH, { sent: isThere ? 'again' : 'lacking' })}#history`, 303);
}

/** That a form has sent a report again, after the address has led back. */
export function sentAgainNotice({ c, texts: { reports } }: Visit): Markup | '' {
  const sent = c.req.query('sent');
  if (sent === 'again') return notice('stock', reports.sentAgain);
  return sent === 'lacking' ? notice('high', reports.stillLacking) : '';
}

/** Reports that were mailed, the newest first, with what has been restated since. */
export async function sentSection(visit: Visit): Promise<Markup> {
  const { reports: texts } = visit.texts;
  const page = { before: visit.c.req.query('before'), limit: ROWS };
  const { data } = await visit.ask<{ data: { reports: Sent[]; next: string | null } }>(
    '/api/user/report/history',
    page,
  );
  const lacking = maySend(visit) ? await readLacking(visit, page) : null;
  return html`<section id="history" data-live>
    <h2>${texts.history}</h2>
    ${
      data.reports.length === 0
        ? html`<p>${texts.none}</p>`
        : html`<ul class="notifications">
            ${data.reports.map((sent) => sentReport(visit, sent, lacking?.get(sent.reportId) ?? []))}
          </ul>`
    }
    ${
      data.next === null
        ? ''
        : html`<p><a href="${addressOf(REPORTS_PATH, { before: data.next })}#history">${texts.older}</a></p>`
    }
  </section>`;
}
