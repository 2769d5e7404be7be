import { nextTurn } from '../kernel/pieces.ts';
import type { DataContext } from '../context.ts';
import { invalid, ServiceError } from '../kernel/errors.ts';
import { calendarClockOf } from '../figures/rules/figures/calendar-day.ts';
import type { UnitSpan } from '../figures/rules/figures/unit-span.ts';
import { inBatches } from '../kernel/in-batches.ts';
import { type Industry, requireUnit } from '../kernel/industry/industry.ts';
import { industryFrom, withRetired } from '../kernel/industry/retired.ts';
import type { Language } from '../kernel/language.ts';
import type { Unit } from '../kernel/measure/unit.ts';
import type {
  Bucket,
  DayRange,
  ReportAnnotations,
  ReportBuilder,
  ReportFinding,
  ReportIncident,
  ReportInput,
  ReportPlan,
  ReportRegisterEvent,
  ReportRequest,
  SpanSet,
} from './rules/input.ts';
import { BUILDERS } from './rules/builders.ts';
import { choosesUnits } from './rules/custom-groups.ts';
import { clockOfPeriod, yearUpTo } from './rules/progress.ts';
import { zoneGroupings } from './rules/service-units.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { daysBetween, eachDate } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { registerEvents } from '../figures/store/register-events.ts';
import { readCalendarSpans } from '../figures/read-calendar-days.ts';
import { readToDate } from '../figures/read-to-date.ts';
import { readHoursOfDays, readSpans } from '../figures/read-spans.ts';
import { readAnnotations } from '../annotations/annotations.ts';
import { readBalance } from '../balance/read-balance.ts';
import { readGranules } from './read-granules.ts';
import { claimWords, titleIn } from '../alerts/rules/content/title.ts';
import { reportOf, spanOfIncident } from '../alerts/rules/incident-facts.ts';
import { hasExpired } from '../alerts/rules/occurrences.ts';
import { atInstant } from '../alerts/rules/silence-length.ts';
import { incidentsDuring } from '../alerts/store/incidents.ts';
import { byRank } from '../findings/rules/loss-estimate.ts';
import { listFindings } from '../findings/store/insights.ts';
import { findingSentence } from '../findings/rules/finding-sentence.ts';

/**
 * Incidents that were open on a day of the period, in the form of reports. Each is as long as its messages say. One
 * that somebody reported says so, and whether the readings deny it.
 * @param clock that of the days, where they are not the industry's
 */
export async function incidentsOfReport(
  { database, clock: present }: Pick<DataContext, 'database' | 'clock'>,
  { industryKey, clock: ownClock }: Pick<Industry, 'industryKey' | 'clock'>,
  { from, to }: DayRange,
  { clock = ownClock, language = 'en' }: { readonly clock?: Industry['clock']; readonly language?: Language } = {},
): Promise<readonly ReportIncident[]> {
  const span = { from: dayWindow(clock, from).startEpochMs, to: dayWindow(clock, to).endEpochMs };
  const found = await incidentsDuring(database, industryKey, span);
  const now = present.now();
  return found.map((one): ReportIncident => {
    const incident = atInstant(one, now);
    const of = (value: number | null) => (value === null ? null : { value, unit: incident.unitText ?? '' });
    const { since, until } = spanOfIncident(incident, ownClock, one.lastedMinutes);
    const { parameter } = incident;
    const title = titleIn(language, incident.title, incident);
    const fact = parameter === null ? title : `${title} (${parameter})`;
    return {
      alertId: incident.incidentId,
      alertType: incident.alertType,
      title: incident.title,
      severity: incident.severity,
      state: hasExpired(incident) ? 'expired' : incident.state,
      isAcknowledged: incident.acknowledgedAt !== null,
      unitId: incident.unit?.unitId ?? null,
      place: incident.unit?.displayName ?? null,
      fromEpochMs: since,
      toEpochMs: until ?? incident.closedAt,
      fact: claimWords(fact, reportOf(incident), language),
      amount: of(incident.peak ?? incident.value),
      limit: of(incident.threshold),
    };
  });
}

const instantOf = (time: unknown): number | null => (typeof time === 'string' ? Date.parse(time) : null);

/** Findings of the period, of the report's units and, where none are chosen, of the industry as a whole. */
async function findingsOfReport(
  { database, clock: present }: DataContext,
  industry: Industry,
  { from, to }: DayRange,
  { units, request }: { readonly units: readonly Unit[]; readonly request: ReportRequest },
): Promise<readonly ReportFinding[]> {
  const { industryKey, clock } = industry;
  const { language = 'en' } = request;
  const isOfSite = !choosesUnits(industry, request);
  const today = businessDateOf(clock, present.now());
  const found = await listFindings(database, { industryKey, from, to, withSettled: false, today });
  const reported = new Set(units.map(({ unitId }) => unitId));
  return found
    .filter(({ unitId, swappedWith }) =>
      unitId === null ? isOfSite : reported.has(unitId) || reported.has(swappedWith ?? ''),
    )
    .toSorted(byRank)
    .map((finding) => ({
      kind: finding.kind,
      unitId: finding.unitId,
      place: finding.unitName,
      severity: finding.severity,
      // The stored sentence is English.
      sentence: language === 'en' ? finding.sentence : findingSentence(finding, { language, timezone: clock.timezone }),
      firstDay: finding.firstDay,
      silentSinceEpochMs: instantOf(finding.evidence['silentSince']),
    }));
}

/** Annotations of the report's units and of the whole site in its period. */
async function annotationsOfReport(
  context: Pick<DataContext, 'database'>,
  industry: Industry,
  { days, units }: { readonly days: DayRange | null; readonly units: readonly Unit[] },
): Promise<ReportAnnotations> {
  if (days === null) return { listed: [], isComplete: true };
  const unitIds = units.map(({ unitId }) => unitId);
  const { annotations, isComplete } = await readAnnotations(context, industry, { unitIds, ...days });
  const listed = annotations.map(({ fromEpochMs, toEpochMs, unitId, unitName, text }) => ({
    fromEpochMs,
    toEpochMs,
    place: unitName ?? unitId,
    text,
  }));
  return { listed, isComplete };
}

/**
 * Spec gap: units times days of one report. The specification has no bound. More figures than that are for the export,
 * because nobody reads them on paper.
 */
const MOST_UNIT_DAYS: Readonly<Record<Bucket, number>> = {
  granule: 1_000,
  hour: 10_000,
  day: 200_000,
  month: 1_000_000,
};
/** Units times days when days begin at midnight, because they are added up from hours. */
const MOST_CALENDAR_UNIT_DAYS = 40_000;

interface ToLoad {
  readonly industry: Industry;
  readonly request: ReportRequest;
  readonly plan: ReportPlan;
  readonly builder: ReportBuilder;
}

/**
 * Figures that a builder needs: those of the period, and of the compared periods that it asks for, by one read per
 * kind.
 * @throws ServiceError 404 for a unit that is not the industry's, 1401 when no unit is left to report on, 1403 for more
 * than a report holds.
 */
export async function loadFigures(
  context: DataContext,
  { industry: inUse, request, plan, builder }: ToLoad,
): Promise<ReportInput> {
  const firstDay = firstBusinessDate(inUse, request, plan);
  const industry = industryFrom(inUse, firstDay);
  const nowEpochMs = context.clock.now();
  const units = requireReportable(industry, request, plan);
  // Compared periods include units that were retired since, because they are whole only with them.
  const unitIds = requireReportUnits(withRetired(inUse), request).map(({ unitId }) => unitId);
  const needs = new Set(builder.needs(request));
  const load = (days: DayRange | null) => readSet(context, industry, { unitIds, days, plan, request });
  const period = await load(plan.days);
  const clock = request.useShift ? industry.clock : calendarClockOf(industry.clock);
  const shown: Industry = { ...industry, clock: clockOfPeriod(clock, plan.days, nowEpochMs) };
  return {
    request,
    plan,
    industry: shown,
    nowEpochMs,
    today: businessDateOf(shown.clock, nowEpochMs),
    units,
    period,
    previous: needs.has('previous') ? await load(plan.previous) : null,
    lastYear: needs.has('lastYear') ? await load(plan.lastYear) : null,
    yearToDate:
      needs.has('yearToDate') && plan.days !== null
        ? {
            ...yearUpTo(industry.clock, plan.days.to, nowEpochMs),
            spans: (await readToDate(context, industry, unitIds, plan.days.to)).year,
          }
        : null,
    registerEvents:
      needs.has('registerEvents') && plan.days !== null
        ? await readRegisterEvents(context, industry, shown, unitIds, plan.days)
        : null,
    balance:
      needs.has('balance') && plan.days !== null
        ? await readBalance(context, industry, {
            startDate: plan.days.from,
            endDate: plan.days.to,
            divisionFactor: request.divisionFactor,
          })
        : null,
    incidents:
      needs.has('incidents') && plan.days !== null
        ? (
            await incidentsOfReport(context, industry, plan.days, {
              clock: shown.clock,
              language: request.language ?? 'en',
            })
          ).filter(isAskedFor(request))
        : null,
    findings:
      firstDay === undefined || plan.days === null
        ? []
        : await findingsOfReport(context, industry, { from: firstDay, to: plan.days.to }, { units, request }),
    annotations: await annotationsOfReport(context, shown, { days: plan.days, units }),
  };
}

/** The first business day of a report; undefined: it covers no days. */
export const firstBusinessDate = (
  { clock }: Industry,
  { useShift }: Pick<ReportRequest, 'useShift'>,
  { days }: ReportPlan,
): BusinessDate | undefined =>
  days === null || useShift
    ? days?.from
    : businessDateOf(clock, dayWindow(calendarClockOf(clock), days.from).startEpochMs);

/**
 * True when a report may tell about a unit. A caller who chooses units gets neither the whole site nor removed units.
 */
const isAskedFor =
  ({ unitIds }: ReportRequest) =>
  ({ unitId }: ReportIncident): boolean =>
    unitIds === null || (unitId !== null && unitIds.includes(unitId));

/**
 * The units of a report, which holds all of them over its days.
 * @throws ServiceError 404, 1401 and 1403 as {@link loadFigures} says, 1403 for a zone, and 1430 for a body that does
 * not fit.
 */
export function requireReportable(industry: Industry, request: ReportRequest, plan: ReportPlan): readonly Unit[] {
  const units = requireReportUnits(industry, request);
  requireSize(units.length, plan, request);
  return units;
}

function requireReportUnits(industry: Industry, request: ReportRequest): readonly Unit[] {
  for (const unitId of request.unitIds ?? []) requireUnit(industry, unitId);
  if (request.service === 'smart_city') requireZones(industry, request.subCategories);
  const ofService = BUILDERS[request.service].unitsOf(industry, request);
  const wanted = request.unitIds === null ? null : new Set(request.unitIds);
  const units = ofService.flatMap((unitId) =>
    wanted === null || wanted.has(unitId) ? (industry.units.get(unitId)?.current ?? []) : [],
  );
  if (units.length > 0) return units;
  const problem =
    wanted === null || ofService.length === 0
      ? `'${request.service}' has no unit in your industry`
      : `'${[...wanted].slice(0, 5).join(', ')}' is no unit of the service '${request.service}'`;
  const field = wanted === null ? 'service' : 'unitIds';
  throw new ServiceError(1401, `No data found: ${problem}`, [{ field, problem }]);
}

/** @throws ServiceError 1403 naming an unknown sub-category, and those of the source. */
function requireZones(industry: Industry, asked: readonly string[]): void {
  const zones = zoneGroupings(industry, []).flatMap(({ category }) => category.subCategories.map(({ id }) => id));
  const unknown = asked.find((id) => !zones.includes(id));
  if (unknown === undefined || zones.length === 0) return;
  const problem = `'${unknown}' is no sub-category of the source, allowed are ${zones.join(', ')}`;
  throw invalid(1403, 'subCategories', problem);
}

function requireSize(unitCount: number, { days, bucket }: ReportPlan, { useShift }: ReportRequest): void {
  if (days === null) return;
  const unitDays = unitCount * (daysBetween(days.from, days.to) + 1);
  const most = useShift ? MOST_UNIT_DAYS[bucket] : Math.min(MOST_UNIT_DAYS[bucket], MOST_CALENDAR_UNIT_DAYS);
  if (unitDays <= most) return;
  const problem = `${unitCount} units make ${unitDays} unit days, allowed are ${most}: name fewer units or days`;
  throw invalid(1403, 'unitIds', problem);
}

interface SetToRead {
  readonly unitIds: readonly string[];
  readonly days: DayRange | null;
  readonly plan: ReportPlan;
  readonly request: ReportRequest;
}

async function readSet(
  context: DataContext,
  industry: Industry,
  { unitIds, days, plan, request }: SetToRead,
): Promise<SpanSet | null> {
  if (days === null) return null;
  const { bucket } = plan;
  const read = (): Promise<ReadonlyMap<string, UnitSpan>> => {
    if (bucket === 'granule') return readGranules(context, industry, unitIds, days, request.useShift);
    if (!request.useShift) return readCalendarSpans(context, industry, unitIds, { ...days, bucket });
    const dates = [...eachDate(days.from, days.to)];
    if (bucket === 'hour') return readHoursOfDays(context, industry, unitIds, dates);
    if (bucket === 'day')
      return readInParts(unitIds, dates.length, (some) => readSpans(context, industry, some, { kind: 'DAYS', dates }));
    const months = dates.filter((date) => date.endsWith('-01'));
    return readInParts(unitIds, months.length, (some) =>
      readSpans(context, industry, some, { kind: 'MONTHS', months }),
    );
  };
  return { days, bucket, spans: await read() };
}

/** Documents of one read. Processing them keeps other requests waiting for some milliseconds. */
const DOCUMENTS_PER_READ = 1_000;

/** Reads units in parts, each with the same number of periods. */
async function readInParts(
  unitIds: readonly string[],
  periods: number,
  read: (unitIds: readonly string[]) => Promise<ReadonlyMap<string, UnitSpan>>,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const spans = new Map<string, UnitSpan>();
  for (const some of inBatches(unitIds, DOCUMENTS_PER_READ, periods)) {
    for (const [unitId, span] of await read(some)) spans.set(unitId, span);
    await nextTurn();
  }
  return spans;
}

async function readRegisterEvents(
  { database }: DataContext,
  { units }: Industry,
  { clock }: Industry,
  unitIds: readonly string[],
  { from, to }: DayRange,
): Promise<ReadonlyMap<string, readonly ReportRegisterEvent[]>> {
  const byKey = new Map(
    unitIds.flatMap((unitId) => {
      const stored = units.get(unitId);
      return stored === undefined ? [] : [[stored.unitKey, unitId] as const];
    }),
  );
  const stored = await registerEvents(
    database,
    [...byKey.keys()],
    dayWindow(clock, from).startEpochMs,
    dayWindow(clock, to).endEpochMs,
  );
  return new Map(
    [...Map.groupBy(stored, ({ unitKey }) => byKey.get(unitKey) ?? '')].map(([unitId, events]) => [
      unitId,
      events.map(({ kind, action, fromEpochMs, toEpochMs, evidence }) => ({
        kind,
        action,
        fromEpochMs,
        toEpochMs,
        registerBefore: evidence.registerBefore,
        registerAfter: evidence.registerAfter,
      })),
    ]),
  );
}
