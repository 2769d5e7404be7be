import { html } from 'hono/html';
import type { z } from 'zod';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText, neededDecimals, percentText } from '../../kernel/format/figure-text.ts';
import { findingSentence } from '../../findings/rules/finding-sentence.ts';
import { businessDate, parseRequestDate } from '../../kernel/time/business-date.ts';
import type { findingObject } from '../../findings/http/schemas/insights.ts';
import { spanText } from '../figures.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts/texts.ts';
import { may, type Visit } from '../visit.ts';
import { instantMark } from './section.ts';

export type FindingRow = z.infer<typeof findingObject>;

const dayText = (text: string): string => {
  const date = parseRequestDate(text);
  return date === null ? text : dateText(date);
};

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Evidence of a finding in words: null as an en dash, dates and lists in the usual form. */
export function evidenceText(value: unknown): string {
  if (Array.isArray(value)) return value.map(evidenceText).join(', ');
  if (typeof value === 'number') return figureText(value, neededDecimals(value));
  if (typeof value !== 'string') return JSON.stringify(value);
  return ISO_DATE.test(value) ? dateText(businessDate(value)) : value;
}

/** First and last day of a finding; one date when they are equal. */
export function daysSaid({ texts }: Pick<Visit, 'texts'>, finding: FindingRow): string {
  const { insights: t, today } = texts;
  const [first, last] = [dayText(finding.firstDay), dayText(finding.lastDay)];
  if (!finding.isOpen) return spanText(first, last, texts);
  if (first === last) return fill(today.since, { time: first });
  return fill(t.stillOpen, { first, last });
}

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

/** Buttons for the verdict, for people who may write alert rules. */
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

/** The finding in a sentence, in the language of the page. */
const findingSays = ({ language, clock }: Pick<Visit, 'language' | 'clock'>, finding: FindingRow): string =>
  findingSentence(finding, { language, timezone: clock.timezone });

/** The sentence with its place before it. A swapped pair names its units itself. */
export function placedSays(visit: Pick<Visit, 'texts' | 'language' | 'clock'>, finding: FindingRow): string {
  const says = findingSays(visit, finding);
  const place = finding.unitId === null ? visit.texts.insights.wholeIndustry : (finding.unitName ?? finding.unitId);
  return finding.kind === 'swapped-meters' ? says : `${place}: ${says}`;
}

/** A finding: meaning, place, days, amount, evidence and verdict. */
export function findingItem(visit: Visit, finding: FindingRow): Markup {
  const { texts, visitor } = visit;
  const t = texts.insights;
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
    <p><strong>${findingSays(visit, finding)}</strong></p>
    <p>
      <span class="muted">${daysSaid(visit, finding)}</span> · ${amounts(visit, finding)} ·
      ${fill(t.confidence, { share: percentText(finding.confidence) })}
    </p>
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
