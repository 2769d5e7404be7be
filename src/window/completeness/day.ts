import type { z } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { dateText } from '../../kernel/format/date-text.ts';
import { decimalsApart, durationText, figureText, percentText } from '../../kernel/format/figure-text.ts';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { addDays, firstOfMonth, formatRequestDate, readRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { Explanation } from '../../figures/http/schemas/explain.ts';
import type { dayCompleteness } from '../../figures/http/user/completeness.ts';
import { ApiRefusal } from '../api-client.ts';
import { explainAddress, dateOf, momentText, asOf, monthText } from '../dates.ts';
import { spanText } from '../figures.ts';
import { type Markup, type Page, type PageContent, notice, scrolledTable, may, type Visit } from '../page.ts';
import { whyExcluded } from '../explain/in-short.ts';
import { gapAddress } from '../readings/fill.ts';
import { serviceWords } from '../service-words.ts';
import { fill, type Texts } from '../texts.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import { causesText, dayPath } from './map.ts';

type DayCompleteness = z.infer<typeof dayCompleteness>;

interface Told {
  readonly texts: Texts;
  readonly explained: Explanation;
  readonly known: DayCompleteness;
  /** Whether the reader may decide rejected readings. */
  readonly mayDecide: boolean;
  /** Whether the reader may fill gaps. */
  readonly mayEdit: boolean;
  /** An instant on the industry's clock. */
  readonly at: (iso: string) => string;
}

const whole = (count: number): string => figureText(count, 0);

const spansTable = (
  { texts: { completeness: words, language, reading }, at, explained: { unitId, sealed }, mayEdit }: Told,
  spans: readonly { from: string; to: string }[],
): Markup =>
  scrolledTable(
    words.silent,
    [words.from, words.to, { figure: words.length }, ...(mayEdit && sealed === null ? [''] : [])],
    spans.map(
      ({ from, to }) =>
        html`<tr>
          <td class="moment">${at(from)}</td>
          <td class="moment">${at(to)}</td>
          <td class="figure">${durationText((Date.parse(to) - Date.parse(from)) / MINUTE_MS, language)}</td>
          ${
            mayEdit && sealed === null
              ? html`<td>
                  <a href="${gapAddress({ unitId, from, to })}"
                    >${reading.fill}<span class="unseen"> ${at(from)}</span></a
                  >
                </td>`
              : ''
          }
        </tr>`,
    ),
  );

function measured(told: Told): Markup {
  const { texts, explained } = told;
  const words = texts.completeness;
  const { slots, figure, sealed } = explained;
  const coverage = sealed === null || figure.source === 'stored document' ? figure.coverage : null;
  // A sealed day has lost its readings and with them its slots.
  if (sealed !== null && explained.formula === null)
    return html`<p>
      ${coverage === null ? words.ofStoredUnknown : fill(words.ofStored, { share: percentText(coverage) })}
    </p>`;
  if (slots === null) {
    const sentence = coverage === null ? words.ofPartsUnknown : fill(words.ofParts, { share: percentText(coverage) });
    return html`<p>${sentence}</p>
      ${operands(told)}`;
  }
  const { expected, genuine, missing } = slots;
  const share = expected === 0 ? '–' : percentText(genuine / expected);
  return html`<p>${fill(words.slots, { genuine: whole(genuine), expected: whole(expected), share })}</p>
    <h2>${words.silent}</h2>
    ${missing.length === 0 ? html`<p>${words.notSilent}</p>` : spansTable(told, missing)}`;
}

/** Units that the formula names, each with a link to the same day. */
function operands({ texts, explained }: Told): Markup {
  const date = readRequestDate(explained.date).date;
  const units = [
    ...new Set((explained.formula?.operands ?? []).flatMap((operand) => operand.units.map((one) => one.unitId))),
  ];
  if (units.length === 0 || date === undefined) return html``;
  return html`<h2>${texts.completeness.parts}</h2>
    <ul>
      ${units.map((unitId) => html`<li><a href="${dayPath(unitId, date)}">${unitId}</a></li>`)}
    </ul>`;
}

function estimated({ texts: { completeness: words }, explained: { readings, figure, sealed } }: Told): Markup | '' {
  if (readings === null) return '';
  if (sealed !== null)
    return figure.estimatedShare === null
      ? ''
      : html`<h2>${words.estimated}</h2>
          <p>${fill(words.estimatedStored, { share: percentText(figure.estimatedShare) })}</p>`;
  const share = figure.estimatedShare ?? 0;
  return html`<h2>${words.estimated}</h2>
    <p>
      ${
        readings.estimated === 0
          ? words.noneEstimated
          : fill(words.someEstimated, {
              estimated: whole(readings.estimated),
              used: whole(readings.used),
              share: percentText(share),
            })
      }
    </p>`;
}

function rejected({ texts: { completeness: words, language }, known: { held }, mayDecide }: Told): Markup {
  return html`<h2>${words.quarantined}</h2>
    ${
      held.reasons.length === 0
        ? html`<p>${words.noneHeld}</p>`
        : scrolledTable(
            words.quarantined,
            [words.reason, { figure: words.readings }],
            held.reasons.map(
              ({ reason, readings }) =>
                html`<tr>
                  <td>${serviceWords(language, reason)}</td>
                  <td class="figure">${whole(readings)}</td>
                </tr>`,
            ),
          )
    }
    ${held.undated === 0 ? '' : html`<p>${fill(words.undated, { readings: whole(held.undated) })}</p>`}
    ${held.isComplete ? '' : html`<p>${words.onlyNewest}</p>`}
    ${mayDecide && held.reasons.length + held.undated > 0 ? html`<p><a href="/app/operations/quarantine">${words.decide}</a></p>` : ''}`;
}

function leftOut({ texts, explained: { excluded, readings, sealed }, at }: Told): Markup | '' {
  const words = texts.completeness;
  if (readings === null || sealed !== null) return '';
  if (excluded.length === 0)
    return html`<h2>${words.leftOut}</h2>
      <p>${words.noneLeftOut}</p>`;
  return html`<h2>${words.leftOut}</h2>
    <ul>
      ${excluded.map((one) => {
        const beside = one.overrule === null ? '' : `, ${words.overruled}`;
        return html`<li>${at(one.createdOn)}: ${whyExcluded(one, texts)}${beside}</li>`;
      })}
    </ul>`;
}

function late({ texts, explained: { sealed }, known, at }: Told): Markup | '' {
  const words = texts.completeness;
  if (sealed !== null) return '';
  return html`<h2>${words.late}</h2>
    <p>
      ${
        known.late.firstReceivedAt === null || known.late.lastReceivedAt === null
          ? words.noneLate
          : fill(words.someLate, {
              readings: whole(known.late.readings),
              when: spanText(at(known.late.firstReceivedAt), at(known.late.lastReceivedAt), texts),
            })
      }
    </p>`;
}

/** `29.1 KL`; means of parameters are told where figures are explained. */
const shownFigure = (figure: number | null, decimals: number, siUnit: string): string =>
  figure === null ? '–' : `${figureText(figure, decimals)}\u00a0${siUnit}`;

function healed({ texts, explained, known, at }: Told): Markup {
  const words = texts.completeness;
  const { change, edits, siUnit } = known;
  const [was = null, is = null] = [change?.oldValue, change?.newValue].map((figure) =>
    typeof figure === 'number' ? figure : null,
  );
  const decimals = decimalsApart(was, is);
  const isMean = change !== null && typeof change.newValue === 'object' && change.newValue !== null;
  const names =
    change === null
      ? null
      : {
          at: at(change.computedAt),
          causes: causesText(texts, change.causes),
          before: shownFigure(was, decimals, siUnit),
          after: isMean ? '' : shownFigure(is, decimals, siUnit),
        };
  const { stale } = explained.figure;
  const acts = { edit: words.editEdit, delete: words.editDelete, estimate: words.editEstimate };
  return html`<h2>${words.healed}</h2>
    <p>
      ${names === null ? words.neverStored : fill(change?.oldValue === null || isMean ? words.stored : words.changed, names)}
    </p>
    ${
      stale === null || !stale.concernsThisUnit
        ? ''
        : html`<p>
            ${fill(words.waits, { at: at(stale.markedAt), causes: causesText(texts, Object.keys(stale.causes)) })}
          </p>`
    }
    ${
      edits.length === 0
        ? ''
        : html`<ul>
            ${edits.map(
              ({ kind, readings, madeAt, undoneAt }) =>
                html`<li>
                  ${fill(acts[kind], { readings: whole(readings), at: at(madeAt) })}${undoneAt === null ? '' : `, ${fill(words.undone, { at: at(undoneAt) })}`}
                </li>`,
            )}
          </ul>`
    }`;
}

/** @param hasNext whether the unit still counted on the day after, and that day has begun */
const dayLinks = (texts: Texts, unitId: string, date: BusinessDate, hasNext: boolean): Markup =>
  html`<nav class="steps" aria-label="${texts.completeness.day}">
    <a href="${dayPath(unitId, addDays(date, -1))}" rel="prev"
      >${fill(texts.completeness.dayBefore, { date: dateText(addDays(date, -1), texts.language) })}</a
    >
    <a href="/app/completeness?month=${monthText(firstOfMonth(date))}">${texts.completeness.back}</a>
    ${
      hasNext
        ? html`<a href="${dayPath(unitId, addDays(date, 1))}" rel="next"
            >${fill(texts.completeness.dayAfter, { date: dateText(addDays(date, 1), texts.language) })}</a
          >`
        : ''
    }
  </nav>`;

async function show(visit: Visit): Promise<PageContent> {
  const { ask, c, texts, nowMs } = visit;
  const [unitId, dateAsked] = [c.req.query('unitId') ?? '', c.req.query('date') ?? ''];
  const { date } = readRequestDate(dateAsked);
  if (date === undefined) throw new ApiRefusal(400, fill(texts.completeness.badDay, { value: dateAsked }));
  const query = { unitId, date: formatRequestDate(date) };
  const [{ data: explained }, { data: known }, { data: units }] = await Promise.all([
    ask<{ data: Explanation }>('/api/user/explain', query),
    ask<{ data: DayCompleteness }>('/api/user/completeness', query),
    ask<{ data: Pick<ListedUnit, 'unitId' | 'lastDate'>[] }>('/api/user/units', { retired: true }),
  ]);
  const { clock, window } = explained;
  const lastDate = units.find((unit) => unit.unitId === unitId)?.lastDate ?? null;
  const hasNext = Date.parse(window.to) <= nowMs && (lastDate === null || date < dateOf(lastDate));
  const told: Told = {
    texts,
    explained,
    known,
    mayDecide: may(visit.visitor, 'quarantine:write'),
    mayEdit: may(visit.visitor, 'readings:edit'),
    at: (iso) => momentText(iso, { ...clock, language: visit.language }),
  };
  const body = html`${asOf(visit)} ${dayLinks(texts, unitId, date, hasNext)}
    <p><a href="${explainAddress(unitId, date)}">${texts.completeness.howCome}</a></p>
    <div id="day" data-live>
      ${Date.parse(window.to) > nowMs ? notice('stock', texts.completeness.cellRunning) : ''}
      ${explained.sealed === null ? '' : notice('stock', fill(texts.explain.sealed, { reason: serviceWords(visit.language, explained.sealed) }))}
      <h2>${texts.completeness.measured}</h2>
      ${measured(told)} ${estimated(told)} ${rejected(told)} ${late(told)} ${leftOut(told)} ${healed(told)}
    </div>`;
  return { title: `${explained.unitName}, ${dateText(date, visit.language)}`, body };
}

/** The reasons why a day of a unit is not complete, and its repairs. The map links here. */
export const completenessDayPage: Page = { path: '/app/completeness/day', audience: 'everybody', show };
