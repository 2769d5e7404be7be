import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { findingObject } from '../../findings/http/schemas/insights.ts';
import type { Overview } from '../../balance/http/user/overview.ts';
import { type Alert, incidentAddress, severityMark, inOrderOfWeight } from '../alerts/parts.ts';
import { explainAddress, unitAddress, momentText } from '../dates.ts';
import { dateOf } from '../day-clock.ts';
import { placedSays } from '../operations/finding-item.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts/texts.ts';
import type { Visit } from '../visit.ts';

export type OpenFinding = z.infer<typeof findingObject>;

interface Attention {
  readonly overview: Overview;
  readonly incidents: { readonly alerts: readonly Alert[]; readonly total: number };
  readonly findings: readonly OpenFinding[];
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

function silentList({ texts, clock }: Visit, { silent, running, date }: Overview): Markup | '' {
  if (silent.length === 0) return '';
  const [one, many] = running
    ? [texts.today.silentOne, texts.today.silent]
    : [texts.today.silentThenOne, texts.today.silentThen];
  return html`<h3>${silent.length === 1 ? one : fill(many, { count: silent.length })}</h3>
    <ul>
      ${silent.slice(0, MOST).map(
        ({ unitId, unitName, lastSeen }) =>
          html`<li>
            <a href="${unitAddress(unitId, 'HOUR', dateOf(date))}">${unitName}</a>
            <span class="muted"
              >${
                lastSeen === null
                  ? texts.today.neverHeard
                  : fill(texts.today.lastHeard, { time: momentText(lastSeen, clock) })
              }</span
            >
          </li>`,
      )}
      ${rest(silent.length - MOST, texts)}
    </ul>`;
}

function findingList(visit: Visit, findings: readonly OpenFinding[]): Markup | '' {
  const { texts } = visit;
  const open = findings.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return '';
  return html`<h3>${texts.today.findings}</h3>
    <ul>
      ${open.slice(0, MOST).map((finding) => {
        const { unitId, lastDay, litresPerDay } = finding;
        const says = placedSays(visit, finding);
        return html`<li>
          ${
            unitId === null
              ? says
              : html`<a href="${unitAddress(unitId, 'HOUR', dateOf(lastDay))}">${says}</a> (<a
                    href="${explainAddress(unitId, dateOf(lastDay))}"
                    >${texts.today.why}</a
                  >)`
          }
          ${
            litresPerDay === null
              ? ''
              : html`<span class="muted"
                  >${fill(texts.today.litresPerDay, { figure: figureText(litresPerDay, 0) })}</span
                >`
          }
        </li>`;
      })}
      ${rest(open.length - MOST, texts)}
    </ul>`;
}

/** Open incidents, silent units and findings, each with the way to it. Where nothing is measured, nothing is quiet. */
export function attention(visit: Visit, shown: Attention): Markup | '' {
  const { overview, findings } = shown;
  const parts = [incidentList(visit, shown), silentList(visit, overview), findingList(visit, findings)].filter(
    (part) => part !== '',
  );
  if (parts.length === 0 && overview.categories.length === 0) return '';
  return html`<section class="panel attention" id="attention" data-live>
    <h2>${visit.texts.today.attention}</h2>
    ${parts.length === 0 ? html`<p>${overview.running ? visit.texts.today.quiet : visit.texts.today.quietThen}</p>` : html`<div class="side-by-side">${parts.map((part) => html`<div>${part}</div>`)}</div>`}
  </section>`;
}
