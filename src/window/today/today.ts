import { roundedBand } from '../../balance/rules/status.ts';
import { html } from 'hono/html';
import { addDays, daysBetween, formatRequestDate, parseRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import type { Overview } from '../../balance/http/user/overview.ts';
import { asOf, dateOf } from '../day-clock.ts';
import { addressOf, requestDateOf, weekdayText } from '../dates.ts';
import type { Markup, Page } from '../page.ts';
import { notice } from '../parts.ts';
import { fill } from '../texts/texts.ts';
import { may, type Visit } from '../visit.ts';
import type { Alert } from '../alerts/parts.ts';
import { attention } from './attention.ts';
import type { FindingRow } from '../finding/words.ts';
import { categoryNames } from '../category-names.ts';
import { categoryCard } from './category-card.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { verdictOf } from '../balance/words.ts';
import { MISSING } from '../figures.ts';

/** The water balance of the day in a line: inflow, outflow and the difference, in the words of the page Balance. */
function balanceLine({ texts }: Visit, balance: Overview['balance']): Markup | '' {
  const { inflow, outflow, stockChange, unaccounted } = balance;
  if (inflow.value === null && outflow.value === null) return '';
  const known = [inflow, outflow, stockChange, unaccounted].map(({ value }) => value).filter((value) => value !== null);
  const decimals = decimalsFor(known);
  const text = (value: number | null): string => (value === null ? MISSING : figureText(value, decimals));
  const { value, band, status } = unaccounted;
  const unit = balance.balance.siUnit ?? inflow.siUnit ?? '';
  const sums = fill(stockChange.value === null ? texts.today.balanceLine : texts.today.balanceLineWithTanks, {
    inflow: text(inflow.value),
    outflow: text(outflow.value),
    kept: text(stockChange.value),
    unit,
  });
  const size = status === 'balanced' || value === null ? value : Math.abs(value);
  const plusMinus = band === null ? '' : ` ± ${figureText(roundedBand(band).plusMinus, decimals)}`;
  const words = fill(verdictOf(texts, { unaccounted, stockChange }), {
    difference: `${text(size)}${plusMinus} ${unit}`.trim(),
  });
  return html`<section class="panel" id="balance" data-live>
    <h2>${texts.today.balance}</h2>
    <p>${sums} ${words} <a href="/app/balance">${texts.today.toBalance}</a></p>
  </section>`;
}

/** Open incidents that are asked for, of which the worst are shown. */
const MOST_INCIDENTS = 200;
const FINDING_DAYS = 1;
/** Most days ago of which findings can be asked for. */
const MOST_FINDING_DAYS = 366;

/** Findings that are open, or of a day that is over those that showed on it. */
async function findingsOf({ ask, clock: { today } }: Visit, date: BusinessDate): Promise<readonly FindingRow[]> {
  const days = date === today ? FINDING_DAYS : daysBetween(date, today);
  if (days > MOST_FINDING_DAYS) return [];
  const { data } = await ask<{ data: { findings: readonly FindingRow[] } }>('/api/user/insights', { days });
  return data.findings.filter((finding) =>
    date === today ? finding.isOpen : dateOf(finding.firstDay) <= date && date <= dateOf(finding.lastDay),
  );
}

/** Another day, by a link or by a field. */
function dayChoice({ texts, clock, language }: Visit, overview: Overview): Markup {
  const date = dateOf(overview.date);
  const to = (days: number) => addressOf('/app/today', { date: formatRequestDate(addDays(date, days)) });
  return html`<form class="choice" id="day-choice" data-live method="get" action="/app/today">
    <a class="button quiet" href="${to(-1)}">‹ ${weekdayText(addDays(date, -1), language)}</a>
    <span>
      <label for="date">${texts.today.choose}</label>
      <input type="date" id="date" name="date" value="${date}" max="${clock.today}" required />
      <button class="quiet">${texts.figures.show}</button>
    </span>
    ${
      overview.running
        ? ''
        : html`<a class="button quiet" href="${to(1)}">${weekdayText(addDays(date, 1), language)} ›</a>
            <a href="/app/today">${texts.today.toToday}</a>`
    }
  </form>`;
}

function comparedText({ texts, language }: Visit, { comparedHours, dayBefore, weekBefore }: Overview): string {
  const { alike, alikeHour, alikeNone, alikeWhole } = texts.today;
  const few: Readonly<Record<number, string>> = { 0: alikeNone, 1: alikeHour };
  return fill(comparedHours === null ? alikeWhole : (few[comparedHours] ?? alike), {
    hours: comparedHours ?? 0,
    before: weekdayText(dateOf(dayBefore), language),
    week: weekdayText(dateOf(weekBefore), language),
  });
}

/** An industry whose categories list no unit, and where to go from here. */
function nothingToShow({ texts: { today }, visitor, industryId, industryName }: Visit): Markup {
  const isHome = industryId === visitor.industryId;
  const ways = [
    visitor.isOperator ? html`<a class="button" href="/app/operations">${today.otherIndustry}</a>` : '',
    !isHome && may(visitor, 'industries:write')
      ? html`<a class="button quiet" href="/app/operations/add">${today.sendBundle}</a>`
      : '',
  ];
  return html`${notice('stock', fill(today.noUnits, { industry: industryName }))}
    <p class="buttons">${visitor.isOperator ? ways : today.whoAdds}</p>`;
}

/** Inflow, outflow and stock, compared with the day before and the same weekday. */
export const todayPage: Page = {
  path: '/app/today',
  name: (texts) => texts.frame.today,
  audience: 'everybody',
  show: async (visit) => {
    const { ask, texts, c, clock } = visit;
    const date = requestDateOf(c.req.query('date') || formatRequestDate(clock.today));
    const day = parseRequestDate(date);
    // Of several questions the first refusal would be told, and this one names the field.
    if (day === null) await ask('/api/user/overview', { date });
    const isToday = date === formatRequestDate(clock.today);
    const [{ data: overview }, { data: incidents }, findings] = await Promise.all([
      ask<{ data: Overview }>('/api/user/overview', { date }),
      ask<{ data: { alerts: readonly Alert[]; total: number } }>('/api/user/alerts', {
        ...(isToday ? { status: 'active' } : { startDate: date, endDate: date }),
        limit: MOST_INCIDENTS,
      }),
      findingsOf(visit, day ?? clock.today),
    ]);
    const { running, stale, categories } = overview;
    const names = categoryNames(
      categories.map((category) => ({ ...category, categoryKey: category.categoryId })),
      texts,
    );
    const isEmpty = categories.length === 0;
    const body = html`${asOf(visit)} ${isEmpty ? nothingToShow(visit) : dayChoice(visit, overview)}
      <div id="stale" data-live>${stale ? notice('high', texts.today.stale) : ''}</div>
      ${attention(visit, { overview, incidents, findings })} ${balanceLine(visit, overview.balance)}
      ${
        isEmpty
          ? ''
          : html`<p class="muted" id="compared" data-live>${comparedText(visit, overview)} ${texts.figures.signs}</p>`
      }
      <div class="cards">${names.map((name, at) => categoryCard(visit, overview, at, name))}</div>`;
    return { title: running ? texts.today.title : dateText(dateOf(overview.date)), body };
  },
};
