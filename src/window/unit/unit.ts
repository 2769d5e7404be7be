import { html } from 'hono/html';
import type { FigureRow } from '../../figures/rules/figures/figure-rows.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { REGISTER_GROUPS } from '../../kernel/measure/unit.ts';
import { formatRequestDate, readRequestDate } from '../../kernel/time/business-date.ts';
import type { ListedRegisterEvent } from '../../figures/register-checks/listed-events.ts';
import { annotationsOf } from '../annotations/list.ts';
import { chartMarks, annotationMarksOf, windowMarks } from '../charts/annotation-marks.ts';
import { handleForm } from '../handle-form.ts';
import type { FindingRow } from '../finding/words.ts';
import { asOf, dateOf, addressOf, requestDateOf, unitAddress } from '../dates.ts';
import { yearAddress } from '../compare/asked.ts';
import { type Markup, type Page, type PageContent, notice, type Visit } from '../page.ts';
import { fill } from '../texts.ts';
import {
  annotated,
  choice,
  downloads,
  figuresQuery,
  neighbours,
  openFindings,
  unheardLine,
  unitFacts,
  registerEventList,
} from './parts.ts';
import { periodTable } from './period-table.ts';
import { periodsOf } from './periods.ts';
import { readingsChart, readingsOf } from './readings-chart.ts';
import { askedWindow, daysOfBoth, windowAddress, windowOfSpan } from './readings-window.ts';
import { askedDays, SPAN_TYPES, type ShownSpan, shownSpanOf, spanTitle, type SpanType } from './span.ts';
import { standingText, type StandingTank, tankLines } from '../tanks.ts';
import { unitChart } from './unit-chart.ts';
import { unitActs } from '../units/acts.ts';
import type { ListedUnit as Unit } from '../units/choose-units.ts';
import { UNITS_PATH } from '../units/units.ts';
import { laidNotice, layAgain, noneLaidNotice, type WithdrawnEstimates, withdrawnNotices } from './withdrawn.ts';

/** Figures are shown in thousandths of what readings count in, as everywhere. */
const DIVISION_FACTOR = 1000;

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

interface AskedUnit {
  readonly unit: Unit;
  readonly units: readonly Unit[];
  readonly span: ShownSpan;
}

/** The unit and the span of time of the address, or what is wrong with it. */
async function askedUnit(visit: Visit): Promise<AskedUnit | { readonly trouble: PageContent }> {
  const { c, ask, texts, clock, language } = visit;
  const unitId = c.req.query('id') ?? '';
  const wanted = c.req.query('type') ?? 'HOUR';
  const type = SPAN_TYPES.find((one): one is SpanType => one === wanted);
  if (type === undefined)
    return { trouble: trouble(visit, fill(texts.unit.wrongType, { type: wanted }), toUnit(visit, unitId)) };
  const units = (await ask<{ data: readonly Unit[] }>('/api/user/units', { retired: true })).data;
  const unit = units.find((one) => one.unitId === unitId);
  // A unit that is out of use has figures up to its last day, so its page opens there.
  const typed = c.req.query('date') || unit?.lastDate || formatRequestDate(clock.today);
  const { date } = readRequestDate(requestDateOf(typed));
  if (date === undefined) {
    const badDay = fill(texts.completeness.badDay, { value: typed });
    return { trouble: trouble(visit, badDay, toUnit(visit, unitId), 400) };
  }
  const span = shownSpanOf(type, date);
  if (span.from > clock.today) {
    const days = { date: dateText(span.from, language), today: dateText(clock.today, language) };
    return { trouble: trouble(visit, fill(texts.unit.notBegun, days), toUnit(visit, unitId)) };
  }
  return unit === undefined
    ? { trouble: trouble(visit, fill(texts.unit.noSuch, { unit: unitId }), toUnits(visit)) }
    : { unit, units, span };
}

/** Days back from now in which a finding that is still open has shown. */
const FINDING_DAYS = 1;

/** Figures, events and findings of the unit in this span, as the endpoints answer; null: its kind has none. */
async function toldOf({ ask, lines, clock }: Visit, unit: Unit, span: ShownSpan) {
  const { unitId, kind, virtual, retiredAt } = unit;
  const days = askedDays(span, clock.today);
  const [rows, events, withdrawn, findings, tanks] = await Promise.all([
    lines<FigureRow>('/api/user/figures', figuresQuery(unitId, span, 'ndjson', clock.today)),
    REGISTER_GROUPS.includes(kind) && span.type !== 'YEAR'
      ? ask<{ data: { events: readonly ListedRegisterEvent[] } }>('/api/user/registerEvents', {
          unitId,
          startDate: days.from,
          endDate: days.to,
        })
      : null,
    virtual || retiredAt !== null
      ? null
      : ask<{ data: { withdrawn: readonly WithdrawnEstimates[] } }>('/api/user/readings/withdrawn', { unitId }),
    ask<{ data: { findings: readonly FindingRow[] } }>('/api/user/insights', {
      days: FINDING_DAYS,
      open: true,
      unitId,
    }),
    kind === 'STOCK' && retiredAt === null
      ? ask<{ data: { tanks: readonly StandingTank[] } }>('/api/user/tanks', { unitId })
      : null,
  ]);
  return {
    rows,
    events: events?.data.events ?? null,
    withdrawn: withdrawn?.data.withdrawn ?? [],
    findings: findings.data.findings,
    tank: tanks?.data.tanks[0] ?? null,
  };
}

/** Readings and annotations of the window that was asked for; without one, the readings of a day alone. */
async function readingsAndAnnotations(visit: Visit, unit: Unit, span: ShownSpan, rows: readonly FigureRow[]) {
  // Hours have the date of their day, which begins with the first one.
  const known = (span.type === 'HOUR' ? rows[0] : rows.at(-1)) ?? null;
  // Of a day the readings are few enough to be shown unasked.
  const whole = windowOfSpan(span, known, visit);
  const asked = unit.virtual ? null : askedWindow(visit);
  const window = asked ?? (span.type === 'HOUR' && !unit.virtual ? whole : null);
  const [noted, thinned] = await Promise.all([
    annotationsOf(visit, { unitId: unit.unitId, ...daysOfBoth(span, asked, visit.clock) }),
    window === null ? null : readingsOf(visit, unit, window),
  ]);
  const marked = annotationMarksOf(noted.annotations, visit);
  const readings =
    window === null || thinned === null
      ? html`<p class="buttons">
          <a class="button quiet" href="${windowAddress(visit, whole)}">${visit.texts.unit.showReadings}</a>
        </p>`
      : readingsChart(visit, { unit, window, thinned, annotations: windowMarks(marked, window) });
  return { noted, marked, readings };
}

const parametersOf = ({ params }: Unit) =>
  Object.entries(params).map(([name, { displayName, siUnit }]) => ({ name, displayName, siUnit }));

/** A chart of the unit's figures; of a unit of quality one for each parameter. */
function chartsOf(
  { texts }: Visit,
  unit: Unit,
  periods: ReturnType<typeof periodsOf>,
  annotations: ReturnType<typeof chartMarks>,
  tank: StandingTank | null,
): (Markup | '')[] {
  const { kind } = unit;
  if (kind === 'QUALITY')
    return parametersOf(unit).map((parameter, at) =>
      unitChart(periods, { kind, siUnit: parameter.siUnit, parameter, annotations }, at, texts),
    );
  const about =
    tank === null || tank.capacity === null
      ? {}
      : { about: { isMarked: () => false, references: tankLines(tank, texts), said: texts.tanks.lines } };
  return [unitChart(periods, { kind, siUnit: unit.siUnit, parameter: null, annotations, ...about }, 0, texts)];
}

async function view(visit: Visit, told: Markup | ''): Promise<PageContent> {
  const asked = await askedUnit(visit);
  if ('trouble' in asked) return asked.trouble;
  const { unit, units, span } = asked;
  const { unitId } = unit;
  const { texts } = visit;
  // The API gives no figures of days behind the last one of a unit.
  if (unit.lastDate !== null && span.from > dateOf(unit.lastDate))
    return {
      title: unit.unitName,
      body: html`${unitFacts(visit, unit)} ${unitActs(visit, unit)}
        <div id="span" data-live>${choice(visit, unitId, span)}</div>`,
    };
  const { rows, events, withdrawn, findings, tank } = await toldOf(visit, unit, span);
  const { noted, marked, readings } = await readingsAndAnnotations(visit, unit, span, rows);
  const periods = periodsOf(rows, span, visit);
  const title = spanTitle(span, texts);
  const columns = { title, siUnit: unit.siUnit, hasMain: unit.kind !== 'QUALITY', parameters: parametersOf(unit) };
  return {
    title: unit.unitName,
    islands: ['chart-mark'],
    body: html`${neighbours(visit, units, unitId)} ${told} ${unitFacts(visit, unit)} ${unitActs(visit, unit)}
      <p id="tank" data-live>${tank === null ? '' : standingText(tank, visit)}</p>
      ${withdrawnNotices(visit, unit, withdrawn)} ${openFindings(visit, findings)}
      <div id="span" data-live>
        ${choice(visit, unitId, span)}
        <h2>${title}</h2>
        <p><a href="${yearAddress(unitId, span.date)}">${texts.compare.title}</a></p>
      </div>
      <div class="panel" id="chart" data-live>${chartsOf(visit, unit, periods, chartMarks(marked, periods), tank)}</div>
      ${annotated(visit, unit, noted, span)} ${asOf(visit)} ${unheardLine(visit, unit, rows)}
      <p class="muted">${texts.figures.signs}</p>
      ${periodTable(visit, periods, columns)}
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
              <div id="events" data-live>${registerEventList(visit, events, DIVISION_FACTOR)}</div>`
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
        if (id === '') return visit.c.redirect(UNITS_PATH, 303);
        const laid = await layAgain(visit, id, form);
        return laid.readings === 0
          ? view(visit, noneLaidNotice(visit, laid))
          : visit.c.redirect(addressOf('/app/unit', { id, type, date, laid: laid.readings }), 303);
      },
      (told) => view(visit, told),
    ),
};
