import { html } from 'hono/html';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { figureText } from '../../kernel/format/figure-text.ts';
import { REGISTER_GROUPS } from '../../kernel/measure/unit.ts';
import { formatRequestDate, readRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { ListedRegisterEvent } from '../../figures/register-checks/listed.ts';
import { newAnnotation } from '../annotations/form.ts';
import { annotationList, annotationsOf, type ShownAnnotations } from '../annotations/list.ts';
import { chartMarks, annotationMarksOf, windowMarks } from '../annotations/marks.ts';
import { handleForm } from '../handle-form.ts';
import { findingLine, type FindingRow } from '../finding/words.ts';
import { asOf, dateOf } from '../day-clock.ts';
import { yearAddress } from '../compare/asked.ts';
import { addressOf, requestDateOf, unitAddress, momentText } from '../dates.ts';
import type { Markup, Page, PageContent } from '../page.ts';
import { notice } from '../parts.ts';
import { sum } from '../../kernel/measure/exact.ts';
import { fill } from '../texts.ts';
import { unheardOfRows, unheardText } from '../unheard.ts';
import type { Visit } from '../visit.ts';
import { periodTable } from './period-table.ts';
import { periodsOf } from './periods.ts';
import { readingsChart, readingsOf } from './readings-chart.ts';
import { askedWindow, daysOfBoth, windowAddress, windowOfSpan } from './readings-window.ts';
import { registerEventList } from './register-events.ts';
import { askedDays, SPAN_TYPES, type ShownSpan, shownSpanOf, spanTitle, type SpanType } from './span.ts';
import { standingText, type StandingTank, tankLines } from '../tanks.ts';
import { unitChart } from './unit-chart.ts';
import { unitActs } from '../units/acts.ts';
import { type ListedUnit as Unit, neighboursOf } from '../units/choose-units.ts';
import { UNITS_PATH } from '../units/units.ts';
import { laidNotice, layAgain, noneLaidNotice, type WithdrawnEstimates, withdrawnNotices } from './withdrawn.ts';

const FORMATS = { csv: 'CSV', xlsx: 'Excel', ndjson: 'NDJSON' } as const;
/** Figures are shown in thousandths of what readings count in, as everywhere. */
const DIVISION_FACTOR = 1000;

const figuresQuery = (unitId: string, span: ShownSpan, format: string, today: BusinessDate) => ({
  unitIds: unitId,
  period: span.period,
  ...askedDays(span, today),
  format,
});

function unitFacts({ texts, clock }: Visit, unit: Unit): Markup {
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

function choice({ texts, clock }: Visit, unitId: string, span: ShownSpan): Markup {
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

function downloads({ texts, clock }: Visit, unitId: string, span: ShownSpan): Markup {
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

/** A notice that the request cannot be shown, with a page that can. */
const trouble = (visit: Visit, text: string, wayOn: Markup, status: 400 | 404 = 404): PageContent => ({
  title: visit.texts.unit.title,
  body: html`${notice('critical', text)} ${wayOn}`,
  status,
});

const toUnit = ({ texts, clock }: Visit, unitId: string): Markup =>
  html`<p class="buttons">
    <a class="button quiet" href="${unitAddress(unitId, 'HOUR', clock.today)}">${texts.unit.toUnit}</a>
  </p>`;

const toUnits = ({ texts }: Visit): Markup =>
  html`<p class="buttons"><a class="button quiet" href="${UNITS_PATH}">${texts.frame.allUnits}</a></p>`;

/** Ways to the units beside this one in the list. */
function neighbours({ texts, language }: Visit, units: readonly Unit[], unitId: string): Markup {
  const { before, after } = neighboursOf(units, unitId, language);
  const to = (unit: typeof before, name: (text: string) => string): Markup | '' =>
    unit === undefined ? '' : html`<a href="${addressOf('/app/unit', { id: unit.unitId })}">${name(unit.unitName)}</a>`;
  return html`<nav class="steps" aria-label="${texts.unit.all}">
    ${to(before, (name) => `‹ ${name}`)} <a href="${UNITS_PATH}">${texts.frame.allUnits}</a>
    ${to(after, (name) => `${name} ›`)}
  </nav>`;
}

/** Days back from now in which a finding that is still open has shown. */
const FINDING_DAYS = 1;

/** Open findings of the unit. */
const openFindings = (visit: Visit, findings: readonly FindingRow[]): Markup =>
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
function unheardLine(visit: Visit, { siUnit }: Unit, rows: readonly FigureRow[]): Markup {
  const unheard = unheardOfRows(rows);
  return html`<div id="unheard" data-live>
    ${unheard === null ? '' : notice('stock', unheardText(unheard, siUnit, visit, sum(rows.map(({ value }) => value ?? 0))))}
  </div>`;
}

/** Annotations of the shown time, below the chart that marks them, and a form for another one. */
const annotated = (visit: Visit, unit: Unit, shown: ShownAnnotations, { type, date }: ShownSpan): Markup => {
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

async function view(visit: Visit, told: Markup | ''): Promise<PageContent> {
  const { c, ask, lines, texts, clock, language } = visit;
  const unitId = c.req.query('id') ?? '';
  const unitsOfIndustry = async () => (await ask<{ data: readonly Unit[] }>('/api/user/units', { retired: true })).data;
  const wanted = c.req.query('type') ?? 'HOUR';
  const type = SPAN_TYPES.find((one): one is SpanType => one === wanted);
  if (type === undefined) return trouble(visit, fill(texts.unit.wrongType, { type: wanted }), toUnit(visit, unitId));
  const units = await unitsOfIndustry();
  const unit = units.find((one) => one.unitId === unitId);
  // A unit that is out of use has figures up to its last day, so its page opens there.
  const typed = c.req.query('date') || unit?.lastDate || formatRequestDate(clock.today);
  const { date } = readRequestDate(requestDateOf(typed));
  if (date === undefined)
    return trouble(visit, fill(texts.completeness.badDay, { value: typed }), toUnit(visit, unitId), 400);
  const span = shownSpanOf(type, date);
  if (span.from > clock.today)
    return trouble(
      visit,
      fill(texts.unit.notBegun, {
        date: dateText(span.from, visit.language),
        today: dateText(clock.today, visit.language),
      }),
      toUnit(visit, unitId),
    );
  if (unit === undefined) return trouble(visit, fill(texts.unit.noSuch, { unit: unitId }), toUnits(visit));
  // The API gives no figures of days behind the last one of a unit.
  if (unit.lastDate !== null && span.from > dateOf(unit.lastDate))
    return {
      title: unit.unitName,
      body: html`${unitFacts(visit, unit)} ${unitActs(visit, unit)}
        <div id="span" data-live>${choice(visit, unitId, span)}</div>`,
    };
  const days = askedDays(span, clock.today);
  const [rows, events, withdrawn, wrong, tanks] = await Promise.all([
    lines<FigureRow>('/api/user/figures', figuresQuery(unitId, span, 'ndjson', clock.today)),
    REGISTER_GROUPS.includes(unit.kind) && span.type !== 'YEAR'
      ? ask<{ data: { events: readonly ListedRegisterEvent[] } }>('/api/user/registerEvents', {
          unitId,
          startDate: days.from,
          endDate: days.to,
        })
      : null,
    unit.virtual || unit.retiredAt !== null
      ? null
      : ask<{ data: { withdrawn: readonly WithdrawnEstimates[] } }>('/api/user/readings/withdrawn', { unitId }),
    ask<{ data: { findings: readonly FindingRow[] } }>('/api/user/insights', {
      days: FINDING_DAYS,
      open: true,
      unitId,
    }),
    unit.kind === 'STOCK' && unit.retiredAt === null
      ? ask<{ data: { tanks: readonly StandingTank[] } }>('/api/user/tanks', { unitId })
      : null,
  ]);
  const tank = tanks?.data.tanks[0] ?? null;
  const periods = periodsOf(rows, span, visit);
  const parameters = Object.entries(unit.params).map(([name, { displayName, siUnit }]) => ({
    name,
    displayName,
    siUnit,
  }));
  const title = spanTitle(span, texts, language);
  // Hours have the date of their day, which begins with the first one.
  const known = (type === 'HOUR' ? rows[0] : rows.at(-1)) ?? null;
  // Of a day the readings are few enough to be shown unasked.
  const whole = windowOfSpan(span, known, visit);
  const asked = unit.virtual ? null : askedWindow(visit);
  const window = asked ?? (type === 'HOUR' && !unit.virtual ? whole : null);
  const [noted, thinned] = await Promise.all([
    annotationsOf(visit, { unitId, ...daysOfBoth(span, asked, clock) }),
    window === null ? null : readingsOf(visit, unit, window),
  ]);
  const marked = annotationMarksOf(noted.annotations, visit);
  const annotations = chartMarks(marked, periods);
  const readings =
    window === null || thinned === null
      ? html`<p class="buttons">
          <a class="button quiet" href="${windowAddress(visit, whole)}">${texts.unit.showReadings}</a>
        </p>`
      : readingsChart(visit, { unit, window, thinned, annotations: windowMarks(marked, window) });
  const charts =
    unit.kind === 'QUALITY'
      ? parameters.map((parameter, at) =>
          unitChart(periods, { kind: unit.kind, siUnit: parameter.siUnit, parameter, annotations }, at, texts),
        )
      : [
          unitChart(
            periods,
            {
              kind: unit.kind,
              siUnit: unit.siUnit,
              parameter: null,
              annotations,
              ...(tank === null || tank.capacity === null
                ? {}
                : {
                    about: {
                      isMarked: () => false,
                      references: tankLines(tank, texts),
                      said: texts.tanks.lines,
                    },
                  }),
            },
            0,
            texts,
          ),
        ];
  return {
    title: unit.unitName,
    islands: ['chart-mark'],
    body: html`${neighbours(visit, units, unitId)} ${told} ${unitFacts(visit, unit)} ${unitActs(visit, unit)}
      <p id="tank" data-live>${tank === null ? '' : standingText(tank, visit)}</p>
      ${withdrawnNotices(visit, unit, withdrawn?.data.withdrawn ?? [])} ${openFindings(visit, wrong.data.findings)}
      <div id="span" data-live>
        ${choice(visit, unitId, span)}
        <h2>${title}</h2>
        <p><a href="${yearAddress(unitId, span.date)}">${texts.compare.title}</a></p>
      </div>
      <div class="panel" id="chart" data-live>${charts}</div>
      ${annotated(visit, unit, noted, span)} ${asOf(visit)} ${unheardLine(visit, unit, rows)}
      <p class="muted">${texts.figures.signs}</p>
      ${periodTable(visit, periods, { title, siUnit: unit.siUnit, hasMain: unit.kind !== 'QUALITY', parameters })}
      ${
        unit.virtual
          ? ''
          : html`<section id="readings" data-live>
              <h2>${texts.unit.readingsTitle}</h2>
              ${readings}
            </section>`
      }
      ${
        events === null
          ? ''
          : html`<h2>${texts.unit.events}</h2>
              <div id="events" data-live>${registerEventList(visit, events.data.events, DIVISION_FACTOR)}</div>`
      }
      ${downloads(visit, unitId, span)}`,
  };
}

/** A unit by hour, day, month and year, down to each reading. Without a unit the list of all leads to one. */
export const unitPage: Page = {
  path: '/app/unit',
  audience: 'everybody',
  isKeptOffline: true,
  show: async (visit) => (visit.c.req.query('id') ? view(visit, laidNotice(visit)) : visit.c.redirect(UNITS_PATH, 303)),
  take: (visit, form) =>
    handleForm(
      async () => {
        const { id = '', type = 'HOUR', date = '' } = visit.c.req.query();
        const laid = await layAgain(visit, id, form);
        return laid.readings === 0
          ? view(visit, noneLaidNotice(visit, laid))
          : visit.c.redirect(addressOf('/app/unit', { id, type, date, laid: laid.readings }), 303);
      },
      (told) => view(visit, told),
    ),
};
