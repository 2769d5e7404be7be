import { html } from 'hono/html';
import { addDays, daysBetween, formatRequestDate, parseRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { mapInPieces } from '../../kernel/pieces.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import type { Overview } from '../../balance/http/user/overview.ts';
import { asOf, dateOf, addressOf, requestDateOf, weekdayText } from '../dates.ts';
import { pageWithForms } from '../handle-form.ts';
import { type Markup, type Page, type PageContent, type PageFrame, notice, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import type { Alert } from '../alerts/parts.ts';
import { annotationsOf, notedOfDay } from '../annotations/list.ts';
import { attention, handleEntry, MOST_FINDING_DAYS } from './attention.ts';
import { lackingText } from '../people/fields.ts';
import type { FindingRow } from '../finding/words.ts';
import { categoryNames } from '../category-names.ts';
import { categoryCard, untilText } from './category-card.ts';
import type { StandingTank } from '../tanks.ts';
import { atAGlance } from './at-a-glance.ts';
import { usualPicture } from './usual-picture.ts';
import { unitsToAdd } from '../units/acts.ts';

const PATH = '/app/today';
/** Open incidents that are asked for, of which the worst are shown. */
const MOST_INCIDENTS = 200;
const FINDING_DAYS = 1;

/** Findings that are open, or of a day that is over those that showed on it; null: the day is too long ago to know. */
async function findingsOf({ ask, clock: { today } }: Visit, date: BusinessDate): Promise<readonly FindingRow[] | null> {
  const days = date === today ? FINDING_DAYS : daysBetween(date, today);
  if (days > MOST_FINDING_DAYS) return null;
  const { data } = await ask<{ data: { findings: readonly FindingRow[] } }>('/api/user/insights', { days });
  return data.findings.filter((finding) =>
    date === today ? finding.isOpen : dateOf(finding.firstDay) <= date && date <= dateOf(finding.lastDay),
  );
}

/** Another day, by a link or by a field. */
function dayChoice({ texts, clock, language }: Visit, overview: Overview): Markup {
  const date = dateOf(overview.date);
  const to = (days: number) => addressOf(PATH, { date: formatRequestDate(addDays(date, days)) });
  return html`<form class="choice" id="day-choice" data-live method="get" action="${PATH}">
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
            <a href="${PATH}">${texts.today.toToday}</a>`
    }
  </form>`;
}

function comparedText(visit: Visit, overview: Overview): string {
  const { texts, language } = visit;
  const { comparedHours, dayBefore, weekBefore } = overview;
  const { alike, alikeNone, alikeWhole } = texts.today;
  const until = untilText(visit, overview);
  return fill(comparedHours === null ? alikeWhole : until === '' ? alikeNone : alike, {
    until,
    before: weekdayText(dateOf(dayBefore), language),
    week: weekdayText(dateOf(weekBefore), language),
  });
}

/** An industry whose categories list no unit, and where to go from here. */
function nothingToShow(visit: Visit): Markup {
  const { texts, visitor, industryId, industryName } = visit;
  const { today } = texts;
  const adding = unitsToAdd(visit);
  const isHome = industryId === visitor.industryId;
  const ways = [
    visitor.isOperator ? html`<a class="button" href="/app/operations">${today.otherIndustry}</a>` : '',
    !isHome && may(visitor, 'industries:write')
      ? html`<a class="button quiet" href="/app/operations/add">${today.sendBundle}</a>`
      : '',
  ];
  return html`${notice('stock', fill(today.noUnits, { industry: industryName }))} ${adding}
    <p class="buttons">
      ${visitor.isOperator ? ways : adding === '' ? lackingText(texts, ['industries:write']) : ''}
    </p>`;
}

async function view(visit: Visit, told: Markup | '' = ''): Promise<PageContent> {
  const { ask, texts, c, clock } = visit;
  const date = requestDateOf(c.req.query('date') || formatRequestDate(clock.today));
  const day = parseRequestDate(date);
  // Of several questions the first refusal would be told, and this one names the field.
  if (day === null || day > clock.today) await ask('/api/user/overview', { date });
  const isToday = date === formatRequestDate(clock.today);
  const asked = day ?? clock.today;
  const [{ data: overview }, { data: incidents }, findings, tanks, noted] = await Promise.all([
    ask<{ data: Overview }>('/api/user/overview', { date, usual: true }),
    ask<{ data: { alerts: readonly Alert[]; total: number } }>('/api/user/alerts', {
      ...(isToday ? { status: 'active' } : { startDate: date, endDate: date }),
      limit: MOST_INCIDENTS,
    }),
    findingsOf(visit, asked),
    // A tank stands as it does now, so a day that is over has nothing of it.
    isToday ? ask<{ data: { tanks: readonly StandingTank[] } }>('/api/user/tanks') : null,
    annotationsOf(visit, { startDate: date, endDate: date }),
  ]);
  const { stale, usual = null, usualBefore = null } = overview;
  const names = categoryNames(
    overview.categories.map((category) => ({ ...category, categoryKey: category.categoryId })),
    texts,
  );
  const categories = overview.categories.map((category, at) => ({ category, name: names[at] ?? '' }));
  const isEmpty = categories.length === 0;
  const judged = categories.find(({ category }) => category.categoryId === usual?.categoryId);
  // A card may have a thousand rows.
  const cards = await mapInPieces(categories.entries(), ([at, category]) =>
    categoryCard(visit, overview, at, category),
  );
  const body = html`${told} ${isEmpty ? nothingToShow(visit) : dayChoice(visit, overview)}
    <div id="stale" data-live>${stale ? notice('high', texts.today.stale) : ''}</div>
    <div class="first-look">
      ${attention(visit, { overview, incidents, findings })}
      ${usual === null || judged === undefined ? '' : usualPicture(visit, { name: judged.name, usual })}
    </div>
    ${atAGlance(visit, overview, categories, { before: usualBefore, standing: tanks?.data.tanks ?? [] })}
    ${notedOfDay(visit, noted, addressOf(PATH, { date }))}
    <div class="cards">${cards}</div>
    ${isEmpty ? '' : html`<p class="muted" id="compared" data-live>${comparedText(visit, overview)} ${texts.figures.signs}</p>`}
    ${asOf(visit)}`;
  return { ...(frameOf(visit) ?? { title: texts.today.title }), body };
}

/** Titled "Today", or by the date of a day that is over; null: no day, or one that has not begun, which is refused. */
function frameOf({ c, texts, language, clock: { today } }: Visit): PageFrame | null {
  const asked = c.req.query('date') || formatRequestDate(today);
  const day = parseRequestDate(requestDateOf(asked));
  if (day === null || day > today) return null;
  return { title: day === today ? texts.today.title : dateText(day, language), islands: ['chart-mark'] };
}

async function act(visit: Visit, form: FormData): Promise<Response> {
  await handleEntry(visit, form);
  return visit.c.redirect(PATH, 303);
}

/** Inflow, outflow and stock, compared with the day before and the same weekday, and whatever needs somebody. */
export const todayPage: Page = {
  path: PATH,
  name: (texts) => texts.frame.today,
  audience: 'everybody',
  frameAhead: frameOf,
  isKeptOffline: true,
  ...pageWithForms(view, act),
};
