import { html } from 'hono/html';
import type { Overview } from '../../balance/http/user/overview.ts';
import { type Alert, incidentAddress, severityMark, inOrderOfWeight } from '../alerts/parts.ts';
import { momentText } from '../dates.ts';
import { findingLine, type FindingRow } from '../finding/words.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

interface Attention {
  readonly overview: Overview;
  readonly incidents: { readonly alerts: readonly Alert[]; readonly total: number };
  /** Open findings; of a day that is over, the findings that showed on it. Worst first. */
  readonly findings: readonly FindingRow[];
}

const MOST = 5;

const rest = (count: number, texts: Visit['texts']): Markup | '' =>
  count > 0 ? html`<li class="muted">${fill(texts.today.more, { count })}</li>` : '';

function incidentList(
  { texts, clock }: Visit,
  { overview: { running }, incidents: { alerts, total } }: Attention,
): Markup | '' {
  if (total === 0) return '';
  const [one, many] = running
    ? [texts.today.incident, texts.today.incidents]
    : [texts.today.incidentThen, texts.today.incidentsThen];
  const text = total === 1 ? one : fill(many, { count: total });
  return html`<h3>${text}</h3>
    <ul>
      ${inOrderOfWeight(alerts)
        .slice(0, MOST)
        .map(
          ({ alertId, title, severity, triggeredAt, unitName }) =>
            html`<li>
              ${severityMark(texts, severity)}
              <a href="${incidentAddress(alertId)}">${unitName === null ? title : `${unitName}: ${title}`}</a>
              <span class="muted">${fill(texts.today.since, { time: momentText(triggeredAt, clock) })}</span>
            </li>`,
        )}
      ${rest(total - Math.min(MOST, alerts.length), texts)}
    </ul>
    <p><a href="/app/alerts">${texts.today.allAlerts}</a></p>`;
}

function findingList(visit: Visit, { overview, findings }: Attention): Markup | '' {
  const { today } = visit.texts;
  if (findings.length === 0) return '';
  return html`<h3>${overview.running ? today.findings : today.findingsThen}</h3>
    <ul>
      ${findings.slice(0, MOST).map((finding) => findingLine(visit, finding))}
      ${rest(findings.length - MOST, visit.texts)}
    </ul>
    <p><a href="/app/operations/insights">${today.allFindings}</a></p>`;
}

/** Open incidents and findings, each with the way to it. Where nothing is measured, nothing is quiet. */
export function attention(visit: Visit, shown: Attention): Markup | '' {
  const { today } = visit.texts;
  const { running, categories } = shown.overview;
  const parts = [incidentList(visit, shown), findingList(visit, shown)].filter((part) => part !== '');
  if (parts.length === 0 && categories.length === 0) return '';
  return html`<section class="panel attention" id="attention" data-live>
    <h2>${today.attention}</h2>
    ${parts.length === 0 ? html`<p>${running ? today.quiet : today.quietThen}</p>` : html`<div class="side-by-side">${parts.map((part) => html`<div>${part}</div>`)}</div>`}
  </section>`;
}
