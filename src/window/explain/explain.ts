import { html } from 'hono/html';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { clockText, dateText } from '../../kernel/format/date-text.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { AnnotatedExplanation, Explanation } from '../../figures/http/schemas/explain.ts';
import { explainAddress, requestDateOf, unitAddress, momentText, dateOf } from '../dates.ts';
import { boundText, measuredText, MISSING } from '../figures.ts';
import { type Markup, type Page, scrolledTable, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { registerEventList } from '../unit/parts.ts';
import { readingAddress } from '../readings/correct.ts';
import { arithmetic } from './arithmetic.ts';
import { notedOfDay } from '../annotations/list.ts';
import { inShort, figureWords } from './in-short.ts';
import { decimalsFor, figureText, ownDecimals } from '../../kernel/format/figure-text.ts';
import { divisorOfReadings } from '../../kernel/measure/reading-scale.ts';

/** Readings of a figure as they were sent. Levels and parameters have units of measure of their own. */
function readingList(explanation: Explanation, { texts, visitor, clock: { timezone, language } }: Visit): Markup | '' {
  const { readings, group, siUnit, figure, configuration } = explanation;
  if (readings === null || readings.list.length === 0) return '';
  const { explain } = texts;
  const divisor = divisorOfReadings(group);
  const values = readings.list.flatMap(({ value }) => (value === null ? [] : value / divisor));
  const decimals = decimalsFor(values);
  const registers = readings.list.flatMap(({ register }) => (register === null ? [] : register / divisor));
  const ofRegister = ownDecimals(registers);
  const hasRegister = registers.length > 0;
  const names = [...new Set(readings.list.flatMap(({ parameters }) => Object.keys(parameters ?? {})))];
  const ofSamples = new Map(
    names.map((name) => [name, decimalsFor(readings.list.flatMap(({ parameters }) => parameters?.[name] ?? []))]),
  );
  const text = (raw: number | null, by: number, digits: number): string =>
    raw === null ? MISSING : figureText(raw / by, digits);
  const mayCorrect = may(visitor, 'readings:edit') && figure.state !== 'sealed';
  const title = readings.isComplete
    ? fill(explain.readings, { count: readings.used })
    : fill(explain.readingsFirst, { listed: readings.list.length, count: readings.used });
  return html`<h2>${title}</h2>
    ${scrolledTable(
      title,
      [
        explain.at,
        ...(values.length === 0
          ? []
          : [group === 'STOCK' ? { figure: explain.percentOfTank } : { figure: explain.intervalValue, unit: siUnit }]),
        ...(hasRegister ? [{ figure: explain.register, unit: siUnit }] : []),
        ...names.map((name) => ({
          figure: configuration.params[name]?.displayName ?? name,
          unit: configuration.params[name]?.siUnit ?? '',
        })),
        explain.received,
        explain.note,
        ...(mayCorrect ? [''] : []),
      ],
      readings.list.map(({ createdOn, receivedAt, value, register, parameters, estimated, registerExcluded }) => {
        const notes = [...(estimated ? [explain.isEstimated] : []), ...(registerExcluded ? [explain.isExcluded] : [])];
        return html`<tr>
          <th scope="row">${momentText(createdOn, { timezone, language })}</th>
          ${
            values.length === 0
              ? ''
              : html`<td class="figure ${estimated ? 'estimated' : ''}">${text(value, divisor, decimals)}</td>`
          }
          ${hasRegister ? html`<td class="figure">${text(register, divisor, ofRegister)}</td>` : ''}
          ${names.map((name) => {
            const sample = parameters?.[name] ?? null;
            return html`<td class="figure">${text(sample, 1, ofSamples.get(name) ?? 0)}</td>`;
          })}
          <td class="moment">${momentText(receivedAt, { timezone, language })}</td>
          <td>${notes.join(', ')}</td>
          ${
            mayCorrect
              ? html`<td>
                  <a href="${readingAddress(explanation, createdOn)}"
                    >${texts.reading.correct}<span class="unseen">
                      ${momentText(createdOn, { timezone, language })}</span
                    ></a
                  >
                </td>`
              : ''
          }
        </tr>`;
      }),
      html`id="list" data-live`,
    )}`;
}

/** Links: the day of an hour, the hours beside it, the unit, the month. */
function ways({ unitId, unitName, date: text, hour, window, clock }: Explanation, { texts, nowMs }: Visit): Markup {
  const date = dateOf(text);
  const { explain } = texts;
  const isLast = Date.parse(window.to) >= dayWindow(clock, date).endEpochMs;
  return html`<p class="buttons">
    <a class="button quiet" href="${unitAddress(unitId, 'HOUR', date)}">${explain.hours}</a>
    ${hour === null ? '' : html`<a class="button quiet" href="${explainAddress(unitId, date)}">${explain.wholeDayLink}</a>`}
    ${
      hour === null || hour === 0
        ? ''
        : html`<a class="button quiet" href="${explainAddress(unitId, date, hour - 1)}">‹ ${explain.hourBefore}</a>`
    }
    ${
      hour === null || isLast || Date.parse(window.to) > nowMs
        ? ''
        : html`<a class="button quiet" href="${explainAddress(unitId, date, hour + 1)}">${explain.hourAfter} ›</a>`
    }
    <a class="button quiet" href="${unitAddress(unitId, 'DAY', date)}">${fill(explain.toUnit, { unit: unitName })}</a>
  </p>`;
}

function place({ unitName, date, hour, window, clock }: Explanation, { texts }: Visit): string {
  const day = dateText(dateOf(date), texts.language);
  if (hour === null) return fill(texts.explain.wholeDay, { unit: unitName, date: day });
  const from = Date.parse(window.from);
  const to = Math.min(Date.parse(window.to), from + HOUR_MS);
  return fill(texts.explain.hour, {
    unit: unitName,
    date: day,
    from: clockText(from, clock.timezone),
    to: clockText(to, clock.timezone),
  });
}

/** /app/explain: the origin of an hour's or day's figure in plain words. */
export const explainPage: Page = {
  path: '/app/explain',
  audience: 'everybody',
  show: async (visit) => {
    const { ask, texts, c, clock } = visit;
    if (!c.req.query('unitId')) return c.redirect('/app/units', 303);
    const { data: explanation } = await ask<{ data: AnnotatedExplanation }>('/api/user/explain', {
      unitId: c.req.query('unitId') ?? '',
      date: requestDateOf(c.req.query('date') || formatRequestDate(clock.today)),
      hour: c.req.query('hour') || null,
    });
    const { figure, registerEvents, unitId, date, annotations } = explanation;
    const noted = { annotations: annotations.list, isComplete: annotations.isComplete };
    const shown = figureWords(figure.shown, explanation);
    return {
      title: shown === null ? texts.explain.titleMissing : fill(texts.explain.title, { value: shown }),
      body: html`<p class="lead" id="place" data-live>
          ${place(explanation, visit)}:
          ${shown === null ? '' : boundText(figure.bound, texts)}${shown ?? html`<span class="missing">${texts.explain.noFigure}</span>`}
          <span class="muted">(${measuredText(figure, texts)})</span>
        </p>
        ${ways(explanation, visit)} ${inShort(explanation, visit)} ${arithmetic(explanation, visit)}
        ${
          registerEvents.length === 0
            ? ''
            : html`<h2>${texts.explain.events}</h2>
                ${registerEventList(visit, registerEvents, figure.divisionFactor)}`
        }
        ${notedOfDay(visit, noted, explainAddress(unitId, dateOf(date)))} ${readingList(explanation, visit)}`,
    };
  },
};
