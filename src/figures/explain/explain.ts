import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument } from '../../kernel/document/types.ts';
import { divisorFor } from '../rules/device-data/categories.ts';
import { figureToDisplay } from '../rules/figures/display.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { explainExclusions, type RegisterMeasure } from '../rules/explain/exclusions.ts';
import { type Industry, requireUnit, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { industryFrom } from '../../kernel/industry/retired.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import { hourCountOf } from '../rules/processors/hours.ts';
import { type DayWindow, dayWindow, ruleOn } from '../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import { isSealed, whySealed } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { type ExplainedReading, readingsToExplain } from '../store/explained-readings.ts';
import { registerOverrules } from '../store/register-events.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import {
  inTimeOrder,
  listedEvents,
  listedOverrule,
  type ListedRegisterEvent,
  listedSilences,
} from '../register-checks/listed-events.ts';
import { isUnchecked } from '../unchecked-days.ts';
import { type Derivation, derive } from './derive.ts';
import { figureOf, type DayStanding, standingOf } from './standing.ts';

interface ExplainRequest {
  readonly unitId: string;
  readonly date: BusinessDate;
  /** Elapsed hour of the business day; null: the whole day. */
  readonly hour: number | null;
  /** Divisor of shown figures, not 0; always 1 for ground water and quality. */
  readonly divisionFactor: number;
}

/** Rows of readings, and of excluded ones, that an answer holds at most. */
const MAX_LISTED_READINGS = 400;

/**
 * Explanation of a figure.
 * @throws ServiceError 404 for a unit that is not the industry's and for a day that has not begun; 1403 for an hour the
 * day does not have.
 */
export async function explainFigure({ database, clock }: DataContext, inUse: Industry, request: ExplainRequest) {
  const { date, hour } = request;
  const industry = industryFrom(inUse, date);
  const stored = requireUnit(industry, request.unitId);
  const day = dayWindow(industry.clock, date);
  const now = clock.now();
  requireBegun(day, date, now);
  requireHour(day, hour);
  const window = hour === null ? day : hourWindow(day, hour);
  const unit = unitAsOf(stored, date);
  const [allSealed, standing, derived] = await Promise.all([
    sealedDays(database, industry.industryKey),
    standingOf(database, industry, stored, date),
    derive(database, { industry, unit: stored, date, hour, now }),
  ]);
  const sealed = isSealed(allSealed, date) ? whySealed(allSealed, date) : null;
  return {
    ...identityOf(industry, stored, date),
    date: formatRequestDate(date),
    hour,
    window: {
      from: writeIso(window.startEpochMs),
      to: writeIso(window.endEpochMs),
      lengthHours: window.lengthSeconds / 3600,
    },
    sealed,
    figure: explainedFigure(standing, derived, request, unit, {
      now,
      isRunning: day.endEpochMs > now,
      hasReadings: sealed === null,
    }),
    // Removed readings no longer tell their slots.
    slots: sealed === null ? derived.slots : null,
    boundaries: sealed === null ? derived.boundaries : null,
    steps: sealed === null ? derived.steps : [],
    formula: derived.formula,
    ...(derived.readings === null
      ? { readings: null, excluded: [], registerEvents: [] }
      : await ownReadings(
          database,
          { industry, unit: stored, date, hour, window },
          derived.readings,
          silencesIn(sealed === null ? derived.document : (standing.stored?.document ?? derived.document), hour),
          { siUnit: unit.siUnit, divisor: divisorFor(unit, unit, request.divisionFactor) },
        )),
  };
}

function requireBegun({ startEpochMs }: DayWindow, date: BusinessDate, now: EpochMillis): void {
  if (startEpochMs > now) throw new ServiceError(404, `No data: business day ${formatRequestDate(date)} has not begun`);
}

function requireHour({ lengthSeconds }: DayWindow, hour: number | null): void {
  const hours = hourCountOf(lengthSeconds);
  if (hour === null || hour < hours) return;
  const problem = `'${hour}' is not an hour of this day, which has ${hours === 0 ? 'none' : `hours 0 to ${hours - 1}`}`;
  throw invalid(1403, 'hour', problem);
}

/** The last hour of a day whose clock changes by half an hour is half as long. */
function hourWindow(day: DayWindow, hour: number): DayWindow {
  const startEpochMs = day.startEpochMs + hour * HOUR_MS;
  const endEpochMs = Math.min(startEpochMs + HOUR_MS, day.endEpochMs);
  return { startEpochMs, endEpochMs, lengthSeconds: (endEpochMs - startEpochMs) / 1000 };
}

function identityOf(industry: Industry, stored: StoredUnit, date: BusinessDate) {
  const version = stored.versions.findLast(({ effectiveFrom }) => effectiveFrom <= date) ?? stored.versions[0];
  const unit = unitAsOf(stored, date);
  const { timezone, shiftStartAt, daysOffset } = ruleOn(industry.clock, date);
  return {
    unitId: unit.unitId,
    unitName: unit.displayName,
    siUnit: unit.siUnit,
    standardCategoryId: unit.standardCategoryId,
    group: unit.group,
    clock: { timezone, shiftStartAt, daysOffset },
    configuration: {
      effectiveFrom: formatRequestDate(version?.effectiveFrom ?? date),
      flowFactor: unit.flowFactor,
      minNonZeroThreshold: unit.minNonZeroThreshold,
      maxCapacity: unit.maxCapacity,
      pRef: unit.pRefKilowatts,
      calculations: unit.calculations,
      dataUpdateFrequency: unit.dataUpdateFrequencySeconds,
      params: unit.params,
      registerChecks: unit.registerChecks,
      ...(unit.volumeCurve === undefined ? {} : { volumeCurve: unit.volumeCurve }),
    },
  };
}

function explainedFigure(
  standing: DayStanding,
  derived: Derivation,
  { date, hour, divisionFactor }: ExplainRequest,
  unit: Unit,
  { now, isRunning, hasReadings }: { now: EpochMillis; isRunning: boolean; hasReadings: boolean },
) {
  const unchecked = derived.concernedUnits.some((concerned) =>
    isUnchecked(concerned, date, standing.isProcessed, standing.stale),
  );
  const figure = figureOf(standing, derived.document, {
    hour,
    now,
    isRunning,
    hasReadings,
    isUnchecked: unchecked && derived.document.provenance.readingsUsed > 0,
  });
  const factor = divisorFor(unit, unit, divisionFactor);
  const { stale, stored, lastChange } = standing;
  const value =
    stored === null ? null : hour === null ? stored.document.value : (stored.document.hourly[hour]?.y ?? null);
  return {
    ...figure,
    shown: figureToDisplay(figure.value, factor),
    divisionFactor: factor,
    stale:
      stale === null
        ? null
        : {
            causes: stale.causes,
            markedAt: stale.markedAt.toISOString(),
            concernsThisUnit: derived.concernedUnits.some(({ unitKey }) => stale.unitKeys.includes(unitKey)),
          },
    stored:
      stored === null
        ? null
        : {
            value,
            computedAt: stored.computedAt.toISOString(),
            algorithmVersion: stored.document.provenance.algorithmVersion,
          },
    lastChange:
      lastChange === null
        ? null
        : { at: lastChange.computedAt.toISOString(), causes: lastChange.causes, dayBefore: lastChange.oldValue },
  };
}

const silencesIn = (document: DailyDocument, hour: number | null): readonly ListedRegisterEvent[] =>
  listedSilences([{ ...document, hourly: document.hourly.filter((_, index) => hour === null || index === hour) }]);

interface ExplainedPart {
  readonly industry: Industry;
  readonly unit: StoredUnit;
  readonly date: BusinessDate;
  /** null: the whole day. */
  readonly hour: number | null;
  /** The window of the hour or the day. */
  readonly window: DayWindow;
}

async function ownReadings(
  db: Querier,
  { industry, unit, date, hour, window }: ExplainedPart,
  counts: { readonly used: number; readonly estimated: number },
  silences: readonly ListedRegisterEvent[],
  measure: RegisterMeasure,
) {
  const of = {
    unitKey: unit.unitKey,
    date,
    limit: MAX_LISTED_READINGS + 1,
    window: hour === null ? null : { fromEpochMs: window.startEpochMs, toEpochMs: window.endEpochMs },
  };
  const [listed, events, overrules] = await Promise.all([
    readingsToExplain(db, { ...of, onlyExcluded: false }),
    listedEvents(db, industry, unit, window.startEpochMs, window.endEpochMs),
    registerOverrules(db, [unit.unitKey], window.startEpochMs, window.endEpochMs),
  ]);
  const readings = {
    ...counts,
    list: listed.slice(0, MAX_LISTED_READINGS).map(listedReading),
    isComplete: listed.length <= MAX_LISTED_READINGS,
  };
  const excluded = readings.isComplete
    ? listed.filter((reading) => reading.registerExcluded)
    : await readingsToExplain(db, { ...of, limit: MAX_LISTED_READINGS, onlyExcluded: true });
  return {
    readings,
    registerEvents: inTimeOrder([...events, ...silences]),
    excluded: explainExclusions(excluded.map(listedReading), events, overrules.map(listedOverrule), measure),
  };
}

const listedReading = ({
  createdOnEpochMs,
  receivedAt,
  value,
  register,
  estimated,
  offlineMinutes,
  registerExcluded,
  parameters,
}: ExplainedReading) => ({
  createdOn: writeIso(createdOnEpochMs),
  receivedAt: receivedAt.toISOString(),
  value,
  register,
  estimated,
  offlineMinutes,
  registerExcluded,
  parameters,
});
