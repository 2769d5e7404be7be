import { nextTurn } from '../kernel/pieces.ts';
import type { DataContext } from '../context.ts';
import {
  type ReplayedIncident,
  replayedIncidents,
  type ReplaySpan,
  drawnLooks,
  lastSeenIn,
  looksAtReadings,
  withLastSeen,
  addToSeries,
  type BacktestSeries,
  emptySeries,
} from './rules/backtest.ts';
import { CONDITIONS } from './rules/conditions.ts';
import { INITIAL_STATE, type MachineState, type MachineTransition, step } from './rules/incident.ts';
import type { RuleDefinition } from './rules/rule.ts';
import { unitsOfRule } from './rules/subjects.ts';
import { addStrengths, type Strengths, thresholdFor, type Tuning, tuningOf } from './rules/suggest.ts';
import { siUnitOfInput } from './rules/inputs.ts';
import type { AlertInput, AlertType, ConditionSettings } from './rules/types.ts';
import { inBatches } from '../kernel/in-batches.ts';
import { invalid } from '../kernel/errors.ts';
import type { Industry, StoredUnit } from '../kernel/industry/industry.ts';
import { industryFrom } from '../kernel/industry/retired.ts';
import { sumOrNull } from '../figures/rules/processors/numbers.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import { daysBetween, formatRequestDate } from '../kernel/time/business-date.ts';
import { DAY_MS, DAYS_OF_WEEK, MINUTE_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { withEarlierReadings, readHistory } from './read-history.ts';
import { withCrossings } from './read-crossings.ts';
import { WHOLE_INDUSTRY } from './read-inputs.ts';

/** The fields of a rule that decide when it fires. */
export type ReplayedRule = Pick<RuleDefinition, 'alertType' | 'scope' | 'settings' | 'holdMinutes' | 'recoverMinutes'>;

export interface BacktestRequest {
  readonly from: BusinessDate;
  /** The last business day, included. */
  readonly to: BusinessDate;
  /** True to suggest a threshold outside the usual that would have fired about once a week at most. */
  readonly suggest: boolean;
  /** True to return the values that the condition looked at, for the first units. */
  readonly series: boolean;
}

interface FoundIncident extends ReplayedIncident {
  readonly unit: StoredUnit | null;
  readonly siUnit: string;
}

/** Number and total duration of a rule's firings. */
interface Found {
  readonly incidents: readonly FoundIncident[];
  readonly count: number;
  /** Number of these firings that had begun before the span. */
  readonly countBegunBefore: number;
  readonly totalMinutes: number;
  readonly series: readonly FoundSeries[];
}

/** The series of one unit that the rule looked at. */
interface FoundSeries extends BacktestSeries {
  readonly unit: StoredUnit | null;
  readonly siUnit: string;
}

export interface Backtest extends Found {
  readonly span: ReplaySpan;
  readonly weeks: number;
  /** Units that counted on some day of the span; null: the industry as a whole was looked at. */
  readonly unitCount: number | null;
  /** The parameter that alone says how often it fires; null: there is none. */
  readonly tuning: Tuning | null;
  /** null: none was asked for. `value` null: nothing would fire so often. */
  readonly suggestion: Suggestion | null;
}
interface Suggestion {
  readonly parameter: string;
  readonly value: number | null;
  /** Settings of the rule with a suggested threshold, and the firings they would have had. */
  readonly settings: ConditionSettings;
  readonly count: number | null;
}

const MOST_DAYS = 400;
const MOST_UNIT_DAYS = 60_000;
/** Unit-days read at a time, so that neither memory nor the pauses of this process grow with the history. */
const UNIT_DAYS_PER_READ = 1500;
/** Units whose series are told: as many as are drawn below each other. */
const MOST_SERIES = 4;

/**
 * Replays a rule over stored history by the machine that watches. A unit that was retired since counts up to then.
 * @throws ServiceError 1403 for a range that is too long or ends before it begins, and for a type without a threshold.
 */
export async function backtest(
  context: DataContext,
  today: Industry,
  rule: ReplayedRule,
  { from, to, suggest, series }: BacktestRequest,
): Promise<Backtest> {
  const industry = industryFrom(today, from);
  const tuning = suggest ? requireTuning(rule) : tuningOf(rule.alertType, rule.settings);
  const isOfIndustry = CONDITIONS[rule.alertType].needs(rule.scope.kind) === 'balance';
  const units = isOfIndustry ? [] : unitsOfRule(rule, industry);
  const span = spanOf(context, industry, { from, to }, Math.max(1, units.length));
  const weeks = (span.untilEpochMs - span.fromEpochMs) / (DAYS_OF_WEEK * DAY_MS);
  if (!isOfIndustry && units.length === 0) return { ...NOTHING, span, weeks, unitCount: 0, tuning, suggestion: null };
  const replayed = { rule, units, span, isTold: false };
  const { strengths, ...found } = await replayAll(context, industry, replayed, suggest ? tuning : null);
  // Units that fired are not known before, and those of a large industry would not be kept all.
  const drawn = series
    ? await replayAll(context, industry, { ...replayed, units: mostFired(units, found.incidents), isTold: true }, null)
    : found;
  const suggestion =
    tuning === null || !suggest
      ? null
      : await suggestionOf(tuning, rule, thresholdFor(strengths, Math.max(1, Math.round(weeks)), tuning), (settings) =>
          replayAll(context, industry, { ...replayed, rule: { ...rule, settings } }, null),
        );
  return {
    ...found,
    series: drawn.series,
    span,
    weeks,
    unitCount: isOfIndustry ? null : units.length,
    tuning,
    suggestion,
  };
}

const NOTHING: Found = { incidents: [], count: 0, countBegunBefore: 0, totalMinutes: 0, series: [] };

/** The units that are drawn: first those that fired most often, then longest. */
function mostFired(units: readonly StoredUnit[], incidents: readonly FoundIncident[]): readonly StoredUnit[] {
  const ofUnit = Map.groupBy(incidents, ({ unit }) => unit?.unitKey ?? WHOLE_INDUSTRY);
  const firedOf = (one: StoredUnit) => {
    const fired = ofUnit.get(one.unitKey) ?? [];
    return { one, count: fired.length, minutes: sumOrNull(fired.map(({ durationMinutes }) => durationMinutes)) ?? 0 };
  };
  return units
    .map(firedOf)
    .toSorted((a, b) => b.count - a.count || b.minutes - a.minutes)
    .slice(0, MOST_SERIES)
    .map(({ one }) => one);
}

async function suggestionOf(
  { parameter }: Tuning,
  { alertType, settings }: ReplayedRule,
  value: number | null,
  replayed: (settings: ConditionSettings) => Promise<Found>,
): Promise<Suggestion> {
  if (value === null) return { parameter, value, settings, count: null };
  const suggested = withThreshold(settings, parameter, value);
  // A value that a rule would refuse is not suggested.
  if (!CONDITIONS[alertType].settings.safeParse(suggested).success)
    return { parameter, value: null, settings, count: null };
  return { parameter, value, settings: suggested, count: (await replayed(suggested)).count };
}

/** The margin of the old threshold says nothing about the new one, so it becomes the default again. */
function withThreshold(settings: ConditionSettings, parameter: string, value: number): ConditionSettings {
  const leave = `leave${parameter.charAt(0).toUpperCase()}${parameter.slice(1)}`;
  return { ...settings, [parameter]: value, ...(leave in settings ? { [leave]: null } : {}) };
}

function requireTuning({ alertType, settings }: ReplayedRule): Tuning {
  const tuning = tuningOf(alertType, settings);
  if (tuning !== null) return tuning;
  const problem = `is true, but a ${alertType} rule of these settings has no single threshold; allowed is false`;
  throw invalid(1403, 'suggest', problem);
}

function spanOf(
  { clock }: Pick<DataContext, 'clock'>,
  industry: Industry,
  { from, to }: Pick<BacktestRequest, 'from' | 'to'>,
  units: number,
): ReplaySpan {
  const days = daysBetween(from, to) + 1;
  if (days < 1) throw invalid(1403, 'to', `'${formatRequestDate(to)}' is before from, '${formatRequestDate(from)}'`);
  if (days > MOST_DAYS)
    throw invalid(1403, 'to', `'${formatRequestDate(to)}' is ${days} days from from, allowed are ${MOST_DAYS}`);
  if (days * units > MOST_UNIT_DAYS)
    throw invalid(
      1403,
      'to',
      `${days} days of ${units} units are ${days * units} unit-days, allowed are ${MOST_UNIT_DAYS}`,
    );
  const fromEpochMs = dayWindow(industry.clock, from).startEpochMs;
  const untilEpochMs = Math.max(fromEpochMs, Math.min(dayWindow(industry.clock, to).endEpochMs, clock.now()));
  return { fromEpochMs, untilEpochMs };
}

interface Replayed {
  readonly rule: ReplayedRule;
  /** Empty: the whole industry. */
  readonly units: readonly StoredUnit[];
  readonly span: ReplaySpan;
  readonly isTold: boolean;
}

/** One subject of a rule, followed up to some point. */
interface Series {
  readonly unit: StoredUnit | null;
  /** Unit of measure of its inputs. */
  siUnit: string;
  state: MachineState;
  readonly transitions: MachineTransition[];
  readonly strengths: Strengths;
  /** Time of the last genuine reading so far; null: none is known. */
  lastSeen: EpochMillis | null;
  /** null: nobody asked for the values. */
  readonly series: BacktestSeries | null;
}

/** The series of a rule's subjects before anything is judged, by unit key. */
const newSeries = (units: readonly StoredUnit[], isTold: boolean): ReadonlyMap<number, Series> =>
  new Map(
    (units.length === 0 ? [null] : units).map((unit) => [
      unit?.unitKey ?? WHOLE_INDUSTRY,
      {
        unit,
        siUnit: '',
        state: INITIAL_STATE,
        transitions: [],
        strengths: new Map(),
        lastSeen: null,
        series: isTold ? emptySeries() : null,
      },
    ]),
  );

/** Evaluates the rule over the span, chunk by chunk. The next chunk is read while one is judged. */
async function replayAll(
  context: DataContext,
  industry: Industry,
  { rule, units, span, isTold }: Replayed,
  tuning: Tuning | null,
): Promise<Found & { readonly strengths: readonly (readonly number[])[] }> {
  const { judge, lookBackMinutes } = CONDITIONS[rule.alertType];
  const settings = tuning === null ? [rule.settings] : [rule.settings, tuning.probe];
  const lookBackMs = (Math.max(...settings.map(lookBackMinutes)) + rule.holdMinutes + rule.recoverMinutes) * MINUTE_MS;
  const series = newSeries(units, isTold);
  const parts = partsOf(rule, units, span);
  const read = async (part: Part | undefined) => {
    if (part === undefined) return null;
    const readFromMs = part.fromEpochMs - lookBackMs;
    const wanted = { units: part.units, fromEpochMs: readFromMs, until: part.untilEpochMs };
    const inputs = await readHistory(context, industry, rule, wanted);
    if (part === parts[0])
      return withEarlierReadings(context, industry, inputs, { ...part, rule, readFromMs, lookBackMs });
    return inputs;
  };
  const withExactCrossings = async (
    inputs: ReadonlyMap<number, AlertInput> | null,
  ): Promise<[number, AlertInput][]> => {
    const looking = [...(inputs ?? [])].map(([unitKey, input]) => {
      const stored = series.get(unitKey)?.unit ?? null;
      return { rule, stored, input, seen: -Infinity, unitKey };
    });
    const looked = await withCrossings(context, industry, looking);
    return looking.map(({ unitKey, input }, place) => [unitKey, looked[place] ?? input]);
  };
  let next = read(parts[0]);
  for (const index of parts.keys()) {
    const inputs = await withExactCrossings(await next);
    next = read(parts[index + 1]);
    // The promise is awaited when the loop comes round; until then a failure would count as unhandled.
    next.catch(() => {});
    const part = parts[index] ?? span;
    for (const [key, input] of inputs) {
      const one = series.get(key);
      if (one === undefined || part.fromEpochMs >= endOf(one.unit)) continue;
      const continued = withLastSeen(input, one.lastSeen);
      one.lastSeen = lastSeenIn(continued) ?? one.lastSeen;
      one.siUnit = siUnitOfInput(continued);
      // Other requests are answered between two units.
      await nextTurn();
      const looks = judge(continued, rule.settings);
      if (one.series !== null) addToSeries(one.series, drawnLooks(continued, looks, part), span, part);
      const stepped = step(one.state, looks, rule);
      one.state = stepped.state;
      one.transitions.push(...stepped.transitions);
      // A told death fires whatever the threshold is.
      const withoutDeaths = continued.kind === 'readings' ? { ...continued, deaths: [] } : continued;
      if (tuning !== null)
        addStrengths(one.strengths, looksAtReadings(judge(withoutDeaths, tuning.probe)), tuning, rule);
    }
  }
  return {
    ...foundIn(rule.alertType, [...series.values()], span),
    strengths: [...series.values()].map((one) => [...one.strengths.values()]),
  };
}

/** The instant at which a unit was retired, and a lasting incident ends with it; Infinity: the unit is in use. */
const endOf = (unit: StoredUnit | null): EpochMillis => unit?.retirement?.atEpochMs ?? Infinity;

/** The firings of the series within the span, in time order. */
function foundIn(alertType: AlertType, series: readonly Series[], span: ReplaySpan): Found {
  const incidents = series
    .flatMap(({ unit, siUnit, state, transitions }) =>
      replayedIncidents(alertType, transitions, state, span, endOf(unit)).map((incident) => ({
        ...incident,
        unit,
        siUnit,
      })),
    )
    .sort((a, b) => a.firedEpochMs - b.firedEpochMs);
  return {
    incidents,
    count: incidents.length,
    countBegunBefore: incidents.filter(({ isBegunBefore }) => isBegunBefore).length,
    totalMinutes: sumOrNull(incidents.map(({ durationMinutes }) => durationMinutes)) ?? 0,
    series: series.flatMap(({ unit, siUnit, series: own }) => (own === null ? [] : [{ unit, siUnit, ...own }])),
  };
}

interface Part extends ReplaySpan {
  readonly units: readonly StoredUnit[];
}

/**
 * Parts of a replay. Readings lie side by side by time, so readings of all units are read some days at a time.
 * Documents lie by unit, so documents of all days are read some units at a time.
 */
function partsOf({ alertType, scope }: ReplayedRule, units: readonly StoredUnit[], span: ReplaySpan): Part[] {
  const { fromEpochMs, untilEpochMs } = span;
  const days = Math.max(1, Math.ceil((untilEpochMs - fromEpochMs) / DAY_MS));
  if (units.length === 0) return [{ units, ...span }];
  if (CONDITIONS[alertType].needs(scope.kind) === 'readings') {
    const starts = Array.from({ length: days }, (_, day) => fromEpochMs + day * DAY_MS);
    return [...inBatches(starts, UNIT_DAYS_PER_READ, units.length)].map((some) => {
      const from = some[0] ?? fromEpochMs;
      return { units, fromEpochMs: from, untilEpochMs: Math.min(untilEpochMs, from + some.length * DAY_MS) };
    });
  }
  return [...inBatches(units, UNIT_DAYS_PER_READ, days)].map((some) => ({ units: some, ...span }));
}
