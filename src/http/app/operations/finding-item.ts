import { html } from 'hono/html';
import type { z } from 'zod';
import { dateText } from '../../../domain/look/date-text.ts';
import { decimalsFor, figureText, percentText } from '../../../domain/look/figure-text.ts';
import { swapOf } from '../../../domain/insights/swapped-says.ts';
import { parseRequestDate } from '../../../domain/time/business-date.ts';
import type { findingObject } from '../../schemas/insights.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts/texts.ts';
import { may, type Visit } from '../visit.ts';
import { instantMark } from './section.ts';

export type FindingRow = z.infer<typeof findingObject>;

const dayText = (text: string): string => {
  const date = parseRequestDate(text);
  return date === null ? text : dateText(date);
};

/** A figure of the evidence as it came; lists and texts as they are. */
const evidenceText = (value: unknown): string => {
  if (typeof value === 'number') return figureText(value, decimalsFor([value]));
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function amounts({ texts: { insights: t } }: Visit, { litres, litresPerDay, money, currency }: FindingRow): Markup {
  if (litres === null) return html`<span class="muted">${t.noAmount}</span>`;
  const cubicMetres = [litres, litresPerDay ?? litres].map((amount) => amount / 1000);
  const decimals = decimalsFor(cubicMetres);
  const [all = 0, perDay = 0] = cubicMetres;
  return html`<span
    >${fill(t.amount, { all: figureText(all, decimals), perDay: litresPerDay === null ? '–' : figureText(perDay, decimals) })}${
      money === null ? '' : ` · ${figureText(money, 2)} ${currency ?? ''}`
    }</span
  >`;
}

/** Whoever may write alert rules says whether a finding was right. */
function verdict({ texts: { insights: t }, c }: Visit, { id, fate, unitName }: FindingRow): Markup {
  const name = html`<span class="unseen"> ${unitName ?? ''}</span>`;
  const hidden = html`<input type="hidden" name="id" value="${id}" />`;
  if (fate === 'confirmed' || fate === 'rejected')
    return html`<form method="post" action="${c.req.path}" class="buttons">
      ${hidden}<button class="quiet" name="verdict" value="none">${t.takeBack}${name}</button>
    </form>`;
  return html`<details id="judge-${id}">
    <summary>${t.judge}${name}</summary>
    <form method="post" action="${c.req.path}">
      ${hidden}
      <label>${t.why} <input name="reason" maxlength="500" /></label>
      <div class="buttons">
        <button name="verdict" value="confirmed">${t.confirm}</button>
        <button class="quiet" name="verdict" value="rejected">${t.reject}</button>
      </div>
      <p class="muted">${t.rejectMeans}</p>
    </form>
  </details>`;
}

/** What the kind means, or of a swapped pair which units were exchanged. */
export function findingSays({ texts: { insights: t } }: Visit, finding: FindingRow): string {
  const swap = swapOf(finding);
  return swap === null ? t[finding.kind] : fill(t.swapped, swap);
}

/** A finding: what it says, where, since when, how much, what it rests on, and what people said of it. */
export function findingItem(visit: Visit, finding: FindingRow): Markup {
  const { texts, visitor } = visit;
  const t = texts.insights;
  const days = { first: dayText(finding.firstDay), last: dayText(finding.lastDay) };
  return html`<li class="panel finding">
    <h2>
      ${finding.rank}.
      ${
        finding.unitId === null
          ? t.wholeIndustry
          : html`<a href="/app/unit?${new URLSearchParams({ id: finding.unitId })}"
              >${finding.unitName ?? finding.unitId}</a
            >`
      }
    </h2>
    <p>
      <strong>${findingSays(visit, finding)}</strong>
      <span class="muted">${fill(finding.isOpen ? t.stillOpen : t.over, days)}</span>
    </p>
    <p>${amounts(visit, finding)} · ${fill(t.confidence, { share: percentText(finding.confidence) })}</p>
    ${
      finding.fate === null
        ? ''
        : html`<p>
            ${t[finding.fate]} ${finding.fateBy ?? ''} ${instantMark(visit, finding.fateAt)} ${finding.fateReason ?? ''}
          </p>`
    }
    <details id="evidence-${finding.id}">
      <summary>${t.evidence}<span class="unseen"> ${finding.rank}</span></summary>
      <dl class="facts">
        ${Object.entries(finding.evidence).map(
          ([name, value]) =>
            html`<div>
              <dt><code>${name}</code></dt>
              <dd>${evidenceText(value)}</dd>
            </div>`,
        )}
      </dl>
      <p class="muted">${t.evidenceMeans}</p>
      ${
        finding.explain === null
          ? ''
          : html`<p><a href="${finding.explain.replace(/^\/api\/user\//, '/app/')}">${t.explain}</a></p>`
      }
    </details>
    ${may(visitor, 'alerts:write') ? verdict(visit, finding) : ''}
  </li>`;
}
