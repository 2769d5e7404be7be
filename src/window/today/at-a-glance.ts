import { html } from 'hono/html';
import type { Overview } from '../../balance/http/user/overview.ts';
import { balanceDecimals } from '../../balance/rules/node-figure.ts';
import { roundedBand } from '../../balance/rules/status.ts';
import { changeText, decimalsFor, figureText, roundedDecimals, sentenceCase } from '../../kernel/format/figure-text.ts';
import { addDays } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { verdictDifference, verdictOf } from '../balance/words.ts';
import { balanceAddress, unitAddress, weekdayText, dateOf } from '../dates.ts';
import { figureMark, markedText, MISSING } from '../figures.ts';
import type { Markup, Visit } from '../page.ts';
import { byNearestEnd, outlookText, type StandingTank } from '../tanks.ts';
import { fill } from '../texts.ts';
import { type UsualHours, usualLine, usualTitle } from './usual-picture.ts';

type Category = Overview['categories'][number];

/** A category of the overview with its name on the page. */
interface NamedCategory {
  readonly name: string;
  readonly category: Category;
}

const card = (id: string, title: string, body: Markup): Markup =>
  html`<section class="panel" id="${id}">
    <h2>${title}</h2>
    ${body}
  </section>`;

/** The water balance of the day in a line: inflow, outflow and the difference, in the words of the page Balance. */
function balanceCard({ texts }: Visit, balance: Overview['balance'], day: BusinessDate): Markup | '' {
  const { inflow, outflow, stockChange, unaccounted } = balance;
  if (inflow.value === null && outflow.value === null) return '';
  const known = [inflow, outflow, stockChange, unaccounted].map(({ value }) => value).filter((value) => value !== null);
  const decimals = balanceDecimals(known);
  const text = (value: number | null): string => (value === null ? MISSING : figureText(value, decimals));
  const marked = (figure: typeof inflow): string =>
    figure.value === null ? MISSING : markedText(text(figure.value), figure, texts);
  const { band } = unaccounted;
  const unit = balance.balance.siUnit ?? inflow.siUnit ?? '';
  const sums = fill(stockChange.value === null ? texts.today.balanceLine : texts.today.balanceLineWithTanks, {
    inflow: marked(inflow),
    outflow: marked(outflow),
    kept: marked(stockChange),
    unit,
  });
  const widthText = (width: number): string => ` ± ${figureText(width, Math.min(decimals, roundedDecimals([width])))}`;
  const plusMinus = band === null ? '' : widthText(roundedBand(band).plusMinus);
  const words = fill(verdictOf(texts, { unaccounted, stockChange }), {
    difference: `${verdictDifference(texts, unaccounted, text)}${plusMinus} ${unit}`.trim(),
  });
  return card(
    'balance',
    texts.today.balance,
    html`<p>${sums} ${sentenceCase(words)} <a href="${balanceAddress(day, day)}">${texts.today.toBalance}</a></p>`,
  );
}

/** Figures of some categories, a line each, with the change that is told of them. */
function figureLines(
  { texts }: Visit,
  overview: Overview,
  categories: readonly NamedCategory[],
  comparedWith: 'dayBefore' | 'weekBefore',
): Markup {
  const against = comparedWith === 'dayBefore' ? texts.today.againstDay : texts.today.againstWeek;
  return html`<ul class="plain-list figures">
    ${categories.map(({ name, category }) => {
      const { value, siUnit, [comparedWith]: before } = category;
      const decimals = value === null ? 0 : decimalsFor([value]);
      const change = changeAgainst(before.changePercent, against, texts.today);
      return html`<li>
        ${name}: <strong>${figureMark(value, decimals, { ...category, running: overview.running }, texts)}</strong>
        ${value === null ? '' : siUnit} ${change === '' ? '' : html`<span class="muted">${change}</span>`}
      </li>`;
    })}
  </ul>`;
}

/** From there on a change in per cent says nothing that anybody can imagine. */
const TENFOLD_PERCENT = 900;
/** Below it a figure is told as the same. */
const LEAST_PERCENT = 0.5;

/** `+12 % against the day before`, `hardly any the day before`; empty where the change is not known. */
export function changeAgainst(
  changePercent: number | null,
  against: string,
  words: Pick<Visit['texts']['today'], 'hardlyAny' | 'sameAs' | 'against'>,
): string {
  if (changePercent === null) return '';
  if (changePercent > TENFOLD_PERCENT) return `${words.hardlyAny} ${against}`;
  if (Math.abs(changePercent) < LEAST_PERCENT) return `${words.sameAs} ${against}`;
  return `${changeText(changePercent / 100, 0, 'und')} ${words.against} ${against}`;
}

/** Tanks that a card names: those that come to an end first. */
const MOST_TANKS = 5;

/** How full tanks are, and when they will be low, empty or full. */
function tankList(visit: Visit, standing: readonly StandingTank[]): Markup | '' {
  const { texts, clock } = visit;
  const tanks = byNearestEnd(standing);
  if (tanks.length === 0) return '';
  return html`<ul class="plain-list">
    ${tanks
      .slice(0, MOST_TANKS)
      .map(
        (tank) =>
          html`<li>
            <a href="${unitAddress(tank.unitId, 'HOUR', clock.today)}">${tank.unitName}</a>: ${outlookText(tank, visit)}
          </li>`,
      )}
    ${tanks.length > MOST_TANKS ? html`<li class="muted">${fill(texts.today.more, { count: tanks.length - MOST_TANKS })}</li>` : ''}
  </ul>`;
}

/**
 * Answers at a glance: the day before, the day so far, the tanks and the balance. They are renewed together, because an
 * open page gets cards that its day did not have in the morning.
 */
export function atAGlance(
  visit: Visit,
  overview: Overview,
  categories: readonly NamedCategory[],
  { before, standing }: { readonly before: UsualHours | null; readonly standing: readonly StandingTank[] },
): Markup {
  const { texts, language } = visit;
  const ofSides = (...sides: readonly Category['side'][]): readonly NamedCategory[] =>
    categories.filter(({ category: { side, siUnit } }) => sides.includes(side) && siUnit !== null);
  const [flows, tanks] = [ofSides('in', 'out'), ofSides('stock')];
  const judged = categories.find(({ category }) => category.categoryId === before?.categoryId);
  const dayBefore = weekdayText(addDays(dateOf(overview.date), -1), language);
  return html`<div class="in-short" id="at-a-glance" data-live>
    ${
      before === null || judged === undefined
        ? ''
        : card(
            'day-before',
            fill(overview.running ? texts.today.yesterday : texts.today.dayBefore, { date: dayBefore }),
            html`<p>${usualTitle(visit, { name: judged.name, usual: before })}.</p>
              <p class="muted">${usualLine(visit, { usual: before })}</p>`,
          )
    }
    ${
      flows.length === 0
        ? ''
        : card(
            'so-far',
            overview.running ? texts.today.todaySoFar : texts.today.wholeDay,
            figureLines(visit, overview, flows, 'weekBefore'),
          )
    }
    ${
      tanks.length === 0
        ? ''
        : card(
            'tanks',
            texts.today.tanks,
            html`${figureLines(visit, overview, tanks, 'dayBefore')} ${tankList(visit, standing)}`,
          )
    }
    ${balanceCard(visit, overview.balance, dateOf(overview.date))}
  </div>`;
}
