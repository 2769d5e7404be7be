import { html } from 'hono/html';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { figureText, ownDecimals } from '../../kernel/format/figure-text.ts';
import { sum } from '../../kernel/measure/exact.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { newAnnotation } from '../annotations/annotation.ts';
import { annotationList, type ShownAnnotations } from '../annotations/list.ts';
import { addressOf, unitAddress, momentText } from '../dates.ts';
import { findingLine, type FindingRow } from '../finding/words.ts';
import { type Markup, notice, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import { unheardOfRows, unheardText, MISSING, spanText } from '../figures.ts';
import { type ListedUnit as Unit, neighboursOf } from '../units/choose-units.ts';
import { UNITS_PATH } from '../units/units.ts';
import { askedDays, SPAN_TYPES, type ShownSpan } from './span.ts';
import type { ListedRegisterEvent } from '../../figures/register-checks/listed-events.ts';

/* The parts of a unit's page around its chart and its table. */

const FORMATS = { csv: 'CSV', xlsx: 'Excel', ndjson: 'NDJSON' } as const;
export const figuresQuery = (unitId: string, span: ShownSpan, format: string, today: BusinessDate) => ({
  unitIds: unitId,
  period: span.period,
  ...askedDays(span, today),
  format,
});

export function unitFacts({ texts, clock }: Visit, unit: Unit): Markup {
  const { unitId, virtual, formula, dataUpdateFrequency, lastSeen, retiredAt } = unit;
  const minutes = figureText(dataUpdateFrequency / 60, dataUpdateFrequency % 60 === 0 ? 0 : 1);
  const sends =
    lastSeen === null
      ? fill(texts.unit.neverSent, { minutes })
      : fill(texts.unit.sends, { minutes, time: momentText(lastSeen, clock) });
  return html`<p id="facts" data-live>
    <code>${unitId}</code> · ${virtual ? fill(texts.unit.computed, { formula: formula ?? '' }) : sends}
    ${retiredAt === null ? '' : fill(texts.unit.retired, { time: momentText(retiredAt, clock) })}
  </p>`;
}

export function choice({ texts, clock }: Visit, unitId: string, span: ShownSpan): Markup {
  const { type, date, before, after } = span;
  return html`<nav class="tabs" aria-label="${texts.unit.spans}">
      ${SPAN_TYPES.map(
        (one) =>
          html`<a href="${unitAddress(unitId, one, date)}" ${one === type ? html`aria-current="true"` : ''}
            >${texts.unit[one]}</a
          >`,
      )}
    </nav>
    <form class="choice" method="get" action="/app/unit">
      <a class="button quiet" href="${unitAddress(unitId, type, before)}">‹ ${texts.figures.before}</a>
      <span>
        <input type="hidden" name="id" value="${unitId}" />
        <input type="hidden" name="type" value="${type}" />
        <label for="date">${texts.figures.date}</label>
        <input type="date" id="date" name="date" value="${date}" max="${clock.today}" required />
        <button class="quiet">${texts.figures.show}</button>
      </span>
      ${
        after > clock.today
          ? ''
          : html`<a class="button quiet" href="${unitAddress(unitId, type, after)}">${texts.figures.after} ›</a>`
      }
    </form>`;
}

export function downloads({ texts, clock }: Visit, unitId: string, span: ShownSpan): Markup {
  return html`<h2>${texts.unit.downloads}</h2>
    <p class="buttons" id="downloads" data-live>
      ${Object.entries(FORMATS).map(
        ([format, name]) =>
          html`<a
            class="button quiet"
            download
            href="${addressOf('/app/api/user/figures', figuresQuery(unitId, span, format, clock.today))}"
            >${name}</a
          >`,
      )}
    </p>`;
}

/** Ways to the units beside this one in the list. */
export function neighbours({ texts, language }: Visit, units: readonly Unit[], unitId: string): Markup {
  const { before, after } = neighboursOf(units, unitId, language);
  const to = (unit: typeof before, name: (text: string) => string): Markup | '' =>
    unit === undefined ? '' : html`<a href="${addressOf('/app/unit', { id: unit.unitId })}">${name(unit.unitName)}</a>`;
  return html`<nav class="steps" aria-label="${texts.unit.all}">
    ${to(before, (name) => `‹ ${name}`)} <a href="${UNITS_PATH}">${texts.frame.allUnits}</a>
    ${to(after, (name) => `${name} ›`)}
  </nav>`;
}

/** Open findings of the unit. */
export const openFindings = (visit: Visit, findings: readonly FindingRow[]): Markup =>
  html`<div id="findings" data-live>
    ${
      findings.length === 0
        ? ''
        : html`<div class="panel">
            <h2>${visit.texts.today.findings}</h2>
            <ul class="findings">
              ${findings.map((finding) => findingLine(visit, finding))}
            </ul>
          </div>`
    }
  </div>`;

/** The quantity that the figures of the whole span lack, although a register counted it. */
export function unheardLine(
  visit: Pick<Visit, 'texts' | 'clock'>,
  { siUnit }: Pick<Unit, 'siUnit'>,
  rows: readonly FigureRow[],
): Markup {
  // Rows of parameters, such as voltages, are no part of the amount.
  const main = rows.filter(({ parameter }) => parameter === null);
  const unheard = unheardOfRows(main);
  const amount = sum(main.map(({ value }) => value ?? 0));
  return html`<div id="unheard" data-live>
    ${unheard === null ? '' : notice('stock', unheardText(unheard, siUnit, visit, amount))}
  </div>`;
}

/** Annotations of the shown time, below the chart that marks them, and a form for another one. */
export const annotated = (visit: Visit, unit: Unit, shown: ShownAnnotations, { type, date }: ShownSpan): Markup => {
  const back = unitAddress(unit.unitId, type, date);
  const { annotations: t } = visit.texts;
  return html`<div id="annotations" data-live>
      ${
        shown.annotations.length === 0
          ? ''
          : html`<h2>${t.title}</h2>
              <p class="muted">${t.lead}</p>
              ${annotationList(visit, shown, back)}`
      }
    </div>
    ${newAnnotation(visit, unit, back)}`;
};

/** Backward steps of a register as they were judged. Registers as the meter sends them, divided. */
export function registerEventList(
  { texts, clock }: Pick<Visit, 'texts' | 'clock'>,
  events: readonly ListedRegisterEvent[],
  divisionFactor: number,
): Markup {
  if (events.length === 0) return html`<p class="muted">${texts.unit.noEvents}</p>`;
  const time = (iso: string): string => momentText(iso, clock);
  const registers = events.flatMap(({ registerBefore, registerDuring, registerAfter }) =>
    [registerBefore, registerDuring, registerAfter].flatMap((raw) => (raw === null ? [] : raw / divisionFactor)),
  );
  const decimals = ownDecimals(registers);
  const register = (raw: number | null): string =>
    raw === null ? MISSING : figureText(raw / divisionFactor, decimals);
  return html`<ul>
    ${events.map(
      ({ kind, action, from, last, readingCount, registerBefore, registerDuring, registerAfter }) =>
        html`<li>
          ${
            kind === 'silence'
              ? fill(texts.unit.unheardEvent, {
                  when: spanText(time(from), time(last), texts),
                  before: register(registerBefore),
                  after: register(registerAfter),
                })
              : fill(texts.unit.eventLine, {
                  kind: texts.unit[kind],
                  when: spanText(time(from), time(last), texts),
                  count: readingCount,
                  before: register(registerBefore),
                  during: register(registerDuring),
                  after: register(registerAfter),
                })
          }
          ${kind === 'silence' ? '' : action === 'exclude' ? texts.unit.excluded : texts.unit.kept}
        </li>`,
    )}
  </ul>`;
}
