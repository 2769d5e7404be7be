import { SEVERITIES, type Severity, SEVERITY_COLOURS } from '../../../kernel/severity.ts';
import { calendarDate, dateText } from '../../../kernel/format/date-text.ts';
import { dayWindow } from '../../../kernel/time/business-clock.ts';
import { eachDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../../kernel/time/types.ts';
import { countCell, durationCell, missingCell, plainHeadline, textCell } from '../cells.ts';
import { composeDocument } from '../compose-document.ts';
import type { ChartSection, ReportDocument, TableSection } from '../document.ts';
import type { ReportBuilder, ReportIncident, ReportInput } from '../input.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { incidentsTable, isOpen, minutesOf, openAttention, placeOf } from '../sections/incidents.ts';
import { columnOf } from '../sections/meter-table.ts';
import { type ReportTexts, severityIn, reportTextsOf } from '../report-texts.ts';

/**
 * Report for the shift leader who takes over, and for the review of a bad week: incidents, their duration, and the ones
 * still open.
 */
export const alertReport: ReportBuilder = {
  unitsOf: ({ units }) => [...units.keys()],
  needs: () => ['incidents'],
  build,
};

function build(input: ReportInput): ReportDocument {
  const t = reportTextsOf(input);
  const chosen = new Set(input.units.map(({ unitId }) => unitId));
  const incidents = (input.incidents ?? []).filter(
    ({ unitId }) => unitId === null || chosen.has(unitId) || !input.industry.units.has(unitId),
  );
  const counted = incidents.filter(({ state }) => state !== 'withdrawn');
  const open = counted.filter(isOpen);
  const lasted = counted.map((incident) => minutesOf(input, incident));
  return composeDocument(input, {
    title: t('alerts'),
    question: t('alertsQuestion'),
    headlines:
      incidents.length === 0
        ? []
        : [
            plainHeadline(t('incidents'), countCell(counted.length)),
            plainHeadline(t('stillOpen'), countCell(open.length)),
            plainHeadline(t('criticalOrHigh'), countCell(counted.filter(isSevere).length)),
            plainHeadline(t('longest'), counted.length === 0 ? missingCell() : durationCell(Math.max(...lasted))),
          ],
    attention: exceptionsOf(input, [], openAttention(input, counted)),
    sections:
      incidents.length === 0
        ? []
        : [
            ...daysChart(input, counted),
            incidentsTable(input, incidents, t('everyIncident')),
            ...placesTable(input, counted),
          ],
    method: [t('incidentMethod'), t('withdrawnMethod')],
    empty: input.plan.days === null ? t('noPeriod') : incidents.length === 0 ? t('noRuleBroken') : null,
  });
}

const isSevere = ({ severity }: ReportIncident): boolean => severity === 'critical' || severity === 'high';

/** Bars with the number of incidents that began on each day. */
function daysChart(input: ReportInput, incidents: readonly ReportIncident[]): readonly ChartSection[] {
  const { days } = input.plan;
  if (days === null || incidents.length === 0) return [];
  const { clock } = input.industry;
  const [first, last] = [dayWindow(clock, days.from), dayWindow(clock, days.to)];
  // Days are those of the calendar, as in the table of incidents.
  const dayOf = (epochMs: EpochMillis): BusinessDate => calendarDate(epochMs, clock.timezone);
  const dates = [...eachDate(dayOf(first.startEpochMs), dayOf(last.endEpochMs - 1))];
  // An incident that has long been open began on a day that the clock may not cover.
  const begun = incidents
    .filter(({ fromEpochMs }) => fromEpochMs >= first.startEpochMs && fromEpochMs < last.endEpochMs)
    .map(({ severity, fromEpochMs }) => ({ severity, date: dayOf(fromEpochMs) }));
  const countOf = (date: BusinessDate, severity?: Severity): number =>
    begun.filter((one) => one.date === date && (severity === undefined || one.severity === severity)).length;
  const worst = dates.reduce((best, date) => (countOf(date) > countOf(best) ? date : best));
  const total = begun.length;
  if (total === 0 || dates.length === 1) return [];
  const t = reportTextsOf(input);
  const title = daysMessage(
    t,
    dates.map((date) => countOf(date)),
    total,
    worst,
  );
  return [
    {
      kind: 'chart',
      id: 'days',
      title,
      chart: {
        form: 'stacked-bar',
        unit: t('number'),
        x: dates.map((date) => ({ date })),
        series: SEVERITIES.filter((severity) => begun.some((one) => one.severity === severity)).map((severity) => ({
          name: severityIn(t, severity),
          token: SEVERITY_COLOURS[severity],
          values: dates.map((date) => countOf(date, severity)),
          estimated: dates.map(() => false),
        })),
        limits: [],
        zeroLine: true,
      },
      alternative: t('barsIncidents', { title }),
    },
  ];
}

/** Message of the bars. No day is named where none is higher than the others. */
function daysMessage(t: ReportTexts, counts: readonly number[], total: number, worst: BusinessDate): string {
  const begun = counts.filter((count) => count > 0);
  const most = Math.max(...begun);
  const values = { total, most, days: begun.length, day: dateText(worst, t.language) };
  if (begun.length === 1) return t('allBegan', values);
  if (begun.every((count) => count === most)) return t(most === 1 ? 'beganOneEach' : 'beganEach', values);
  const alike = begun.filter((count) => count === most).length;
  return t(alike === 1 ? 'mostBegan' : 'beganAtMost', values);
}

/** Units with several incidents. */
function placesTable(input: ReportInput, incidents: readonly ReportIncident[]): readonly TableSection[] {
  const t = reportTextsOf(input);
  const places = Map.groupBy(incidents, (incident) => placeOf(t, incident));
  if (places.size < 2) return [];
  const rows = [...places]
    .map(([place, found]) => ({
      place,
      count: found.length,
      open: found.filter(isOpen).length,
      minutes: found.reduce((sum, incident) => sum + minutesOf(input, incident), 0),
    }))
    .toSorted((a, b) => b.count - a.count || b.minutes - a.minutes);
  return [
    {
      kind: 'table',
      id: 'places',
      title: t('byPlace'),
      columns: [
        columnOf('place', t('place'), { kind: 'text' }),
        columnOf('count', t('incidents'), { kind: 'count', total: 'sum' }),
        columnOf('open', t('open'), { kind: 'count', total: 'sum' }),
        columnOf('lasted', t('together'), { kind: 'duration' }),
      ],
      rows: [
        ...rows.map(({ place, count, open, minutes }) => ({
          role: 'row' as const,
          severity: null,
          cells: [textCell(place), countCell(count), countCell(open), durationCell(minutes)],
        })),
        {
          role: 'total' as const,
          severity: null,
          cells: [
            textCell(t('allPlaces')),
            countCell(incidents.length),
            countCell(incidents.filter(isOpen).length),
            textCell(''),
          ],
        },
      ],
      note: null,
    },
  ];
}
