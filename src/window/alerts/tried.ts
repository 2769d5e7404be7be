import { html } from 'hono/html';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsFor, durationText, figureText } from '../../kernel/format/figure-text.ts';
import type { Backtested } from '../../alerts/http/user/alerts/backtest.ts';
import { ApiRefusal } from '../api-client.ts';
import { lookedChart } from '../charts/backtest-chart.ts';
import { dateOf, requestDateOf, momentText } from '../dates.ts';
import { exactText, MISSING_CELL } from '../figures.ts';
import { type Markup, notice, scrolledTable, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { incidentPlace, inUnit } from './parts.ts';
import type { Draft } from './rule-fields.ts';

/** Result of a back-test, or the reason why the draft cannot be tried. */
export interface Trial {
  readonly found: Backtested | null;
  readonly problem: ApiRefusal | null;
  /** The suggested value, which is put into the draft; null: none fits; undefined: none was requested. */
  readonly suggested: number | null | undefined;
}

/** The rule without an empty title, because a draft without title can be tried. */
const untitled = ({ title, ...rule }: Record<string, unknown>): Record<string, unknown> =>
  title === '' ? rule : { title, ...rule };

/** Tries the draft over its days. A suggestion is put into the draft and tried, too. */
export async function trial(visit: Visit, draft: Draft, rule: Record<string, unknown>): Promise<Trial> {
  const ask = async (asked: Record<string, unknown>, suggest: boolean): Promise<Backtested> =>
    (
      await visit.send<{ data: Backtested }>('POST', '/api/user/alerts/backtest', {
        rule: untitled(asked),
        from: requestDateOf(draft.get('from') ?? ''),
        to: requestDateOf(draft.get('to') ?? ''),
        suggest,
        series: true,
      })
    ).data;
  try {
    const found = await ask(rule, draft.get('act') === 'suggest');
    const { suggestion } = found;
    if (suggestion === null) return { found, problem: null, suggested: undefined };
    if (suggestion.value === null) return { found, problem: null, suggested: null };
    draft.set(`settings.${suggestion.parameter}`, String(suggestion.value));
    const tried = await ask({ ...rule, settings: suggestion.settings }, false);
    return { found: tried, problem: null, suggested: suggestion.value };
  } catch (error) {
    if (error instanceof ApiRefusal) return { found: null, problem: error, suggested: undefined };
    throw error;
  }
}

const MOST_LISTED = 50;

function firedTable({ texts, clock }: Visit, { incidents }: Backtested): Markup | '' {
  if (incidents.length === 0) return '';
  const { alertRules, alerts } = texts;
  const listed = incidents.slice(-MOST_LISTED).toReversed();
  const decimals = decimalsFor(listed.flatMap(({ peak }) => peak ?? []));
  const rows = listed.map(
    ({ unitId, unitName, from, begunBefore, to, durationMinutes, peak, siUnit }) =>
      html`<tr>
        <th scope="row" class="moment">${begunBefore ? alertRules.wasBefore : momentText(from, clock)}</th>
        <td>${incidentPlace(texts, { unitId, unitName })}</td>
        <td class="moment">${to === null ? alertRules.stillOpen : momentText(to, clock)}</td>
        <td class="figure">${durationText(durationMinutes, texts.language)}</td>
        ${peak === null ? MISSING_CELL : html`<td class="figure">${inUnit(figureText(peak, decimals), siUnit)}</td>`}
      </tr>`,
  );
  return html`${incidents.length > MOST_LISTED ? html`<p>${fill(alertRules.moreFired, { count: MOST_LISTED })}</p>` : ''}
  ${scrolledTable(
    alertRules.firedAt,
    [alertRules.firedAt, alerts.place, alertRules.overAt, { figure: alerts.lasted }, { figure: alerts.worst }],
    rows,
  )}`;
}

function summary(
  { alertRules, language }: Visit['texts'],
  { count, perWeek, totalDurationMinutes, ...days }: Backtested,
): string {
  const [from, to] = [dateText(dateOf(days.from), language), dateText(dateOf(days.to), language)];
  if (count === 0) return fill(days.units === 0 ? alertRules.noUnits : alertRules.never, { from, to });
  const said = fill(alertRules.count, {
    from,
    to,
    count,
    perWeek: perWeek ?? '–',
    duration: durationText(totalDurationMinutes, language),
  });
  const before = days.countBegunBefore;
  return before === 0 ? said : `${said} ${fill(alertRules.fromBefore, { count: before, all: count })}`;
}

/** The back-test: how often the rule would have fired, over a chart of its figures. */
export function trialSection(visit: Visit, { found, problem, suggested }: Trial): Markup {
  const { alertRules } = visit.texts;
  if (problem !== null)
    return html`${notice('high', alertRules.notTried)}
      <p>${problem.message}</p>`;
  if (found === null) return html``;
  const series = found.series ?? [];
  const isDrawn = found.threshold !== null && series.some(({ points }) => points.length > 0);
  return html`${
      suggested === undefined
        ? ''
        : notice(
            'stock',
            suggested === null ? alertRules.noSuggestion : fill(alertRules.suggested, { value: exactText(suggested) }),
          )
    }
    <p role="status">${summary(visit.texts, found)}</p>
    ${found.units !== null && found.units > series.length && series.length > 0 ? html`<p class="muted">${fill(alertRules.firstUnits, { units: found.units, drawn: series.length })}</p>` : ''}
    ${isDrawn ? html`<p class="muted">${alertRules.dragHint}</p>` : ''}
    ${series.map((one) => lookedChart(visit, found, one))} ${firedTable(visit, found)}`;
}
