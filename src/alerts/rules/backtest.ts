import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { MachineState, MachineTransition } from './incident.ts';
import { peakOfEnded } from './silence-length.ts';
import type { AlertType, AlertInput, Judged, ReadingsInput } from './types.ts';
import { lookAt } from './conditions/condition.ts';

/* Input of a replay in one of its parts, which is read without those before. */

/** The last genuine reading or birth that the input knows; null: none. */
export function lastSeenIn(input: AlertInput): EpochMillis | null {
  if (input.kind !== 'readings') return null;
  const seen = lastGenuine(input, Infinity) ?? input.lastSeenBefore;
  const { until } = input;
  const born = input.deaths?.findLast(({ endedAt }) => endedAt !== null && endedAt <= until)?.endedAt ?? null;
  return seen === null || born === null ? (seen ?? born) : Math.max(seen, born);
}

const lastGenuine = ({ readings }: ReadingsInput, before: EpochMillis): EpochMillis | null =>
  readings.findLast(({ epochMs, estimated }) => !estimated && epochMs < before)?.epochMs ?? null;

/** The input of a part, with when the unit was heard last in those before. */
export function withLastSeen(input: AlertInput, lastSeen: EpochMillis | null): AlertInput {
  if (input.kind !== 'readings' || input.lastSeenBefore !== null || lastSeen === null) return input;
  const [first] = input.readings;
  return first === undefined || lastSeen < first.epochMs ? { ...input, lastSeenBefore: lastSeen } : input;
}

/** Looks at readings alone. A look that only says that a breach lasts to the end of the read is left out. */
export const looksAtReadings = (looks: readonly Judged[]): readonly Judged[] =>
  looks.filter(({ goesOn }) => goesOn === undefined);

/** Looks as they are drawn. A silence grows from where the part begins to where the part ends. */
export function drawnLooks(input: AlertInput, looks: readonly Judged[], part: ReplaySpan): readonly Judged[] {
  if (input.kind !== 'readings' || !looks.some(({ goesOn }) => goesOn !== undefined)) return looksAtReadings(looks);
  const seen = lastGenuine(input, part.fromEpochMs) ?? input.lastSeenBefore;
  const begin =
    seen === null ? [] : [lookAt(part.fromEpochMs, 'between', { value: (part.fromEpochMs - seen) / MINUTE_MS })];
  return [...begin, ...looks.map((look) => ({ ...look, at: Math.min(look.at, part.untilEpochMs - 1) }))];
}

/** Span of a back-test; its end is excluded. */
export interface ReplaySpan {
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
}

/** An incident that a rule would have found. */
export interface ReplayedIncident extends Pick<
  MachineTransition,
  'sinceEpochMs' | 'windowStartEpochMs' | 'value' | 'limit' | 'peak' | 'excess'
> {
  readonly firedEpochMs: EpochMillis;
  /** The incident had fired before the span began, and was still open then. */
  readonly isBegunBefore: boolean;
  /** null: it was still open at the end. */
  readonly recoveredEpochMs: EpochMillis | null;
  /** Minutes for which the condition lasted within the span. */
  readonly durationMinutes: number;
}

/**
 * Incidents that were open at some moment of the span: those that ended, and those that the machine left open.
 * @param endMs the end of the unit, where an open incident ends; Infinity: the unit is in use
 */
export function replayedIncidents(
  alertType: AlertType,
  transitions: readonly MachineTransition[],
  { open }: MachineState,
  span: ReplaySpan,
  endMs: EpochMillis = Infinity,
): ReplayedIncident[] {
  const incidents: ReplayedIncident[] = [];
  const add = (
    fired: MachineTransition,
    end: Pick<MachineTransition, 'peak' | 'excess'> & Pick<End, 'at' | 'clearMs'>,
  ) => incidents.push(incidentOf(fired, { ...end, alertType, span }));
  let fired: MachineTransition | null = null;
  for (const transition of transitions) {
    if (transition.kind === 'recovered' && fired !== null)
      add(fired, { ...transition, clearMs: transition.sinceEpochMs + transition.durationMs });
    fired = transition.kind === 'fired' ? transition : null;
  }
  if (fired !== null && open !== null)
    add(fired, {
      ...open.breach,
      at: endMs < span.untilEpochMs ? endMs : null,
      clearMs: Math.min(endMs, span.untilEpochMs),
    });
  return incidents.filter(
    ({ firedEpochMs, recoveredEpochMs }) =>
      firedEpochMs < span.untilEpochMs && (recoveredEpochMs === null || recoveredEpochMs > span.fromEpochMs),
  );
}

interface End extends Pick<ReplayedIncident, 'peak' | 'excess'> {
  readonly alertType: AlertType;
  readonly span: ReplaySpan;
  readonly at: EpochMillis | null;
  /** The first look at which the condition did not hold any more, or the end of the span. */
  readonly clearMs: EpochMillis;
}

function incidentOf(
  { at, sinceEpochMs, windowStartEpochMs, value, limit }: MachineTransition,
  { alertType, span, at: recoveredEpochMs, clearMs, peak, excess }: End,
): ReplayedIncident {
  const isBegunBefore = at < span.fromEpochMs;
  return {
    firedEpochMs: at,
    sinceEpochMs,
    isBegunBefore,
    recoveredEpochMs,
    durationMinutes: Math.max(0, clearMs - (isBegunBefore ? span.fromEpochMs : sinceEpochMs)) / MINUTE_MS,
    windowStartEpochMs,
    value,
    limit,
    peak: peakOfEnded(alertType, { limit, peak, durationMs: clearMs - sinceEpochMs }),
    excess,
  };
}

/* Values of a condition as the chart of a back-test draws them: of each pixel's stretch the lowest and the highest. */

/** A stretch of looks, or an hour, day or month that is added up. */
interface LookedAt {
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
  /** null: nothing is known of it. */
  readonly lowest: number | null;
  readonly highest: number | null;
  /** The highest came before the lowest. */
  readonly isFalling: boolean;
  /** True when something between the stretch before and this one was not measured. */
  readonly isAfterGap: boolean;
}

/** The series of one unit as far as its chunks have been judged. */
export interface BacktestSeries {
  /** Looks by number of the stretch, in time order. */
  readonly stretches: Map<number, LookedAt>;
  /** Amounts of hours, days or months are drawn as bars side by side, other values as a line. */
  hasWindows: boolean;
  /** The threshold that was compared with last. */
  limit: number | null;
  hasGap: boolean;
}

export const emptySeries = (): BacktestSeries => ({
  stretches: new Map(),
  hasWindows: false,
  limit: null,
  hasGap: false,
});

/** About as many as a chart has pixels to draw them. */
const STRETCHES = 480;

const least = (a: number | null, b: number): number => (a === null ? b : Math.min(a, b));
const most = (a: number | null, b: number): number => (a === null ? b : Math.max(a, b));

function isFallingTo(value: number, before: LookedAt | undefined): boolean {
  if (before === undefined || before.lowest === null || before.highest === null || value > before.highest) return false;
  return value < before.lowest || before.isFalling;
}

/** The last look of each window, which has the window's total. */
function totalsOf(looks: readonly Judged[], { fromEpochMs, untilEpochMs }: ReplaySpan): readonly Judged[] {
  const last = new Map<EpochMillis, Judged>();
  for (const look of looks)
    if (look.window !== null && look.window.startEpochMs < untilEpochMs && look.window.endEpochMs > fromEpochMs)
      last.set(look.window.startEpochMs, look);
  return [...last.values()];
}

/**
 * Adds looks of a part of the span, in time order. A part begins at the end of the one before; its look-back is left
 * out. Parts of input with windows are whole.
 */
export function addToSeries(
  series: BacktestSeries,
  looks: readonly Judged[],
  span: ReplaySpan,
  part: ReplaySpan,
): void {
  const width = (span.untilEpochMs - span.fromEpochMs) / STRETCHES;
  const hasWindows = looks.some(({ window }) => window !== null);
  series.hasWindows ||= hasWindows;
  const seen = hasWindows
    ? totalsOf(looks, span)
    : looks.filter(({ at }) => at >= part.fromEpochMs && at < part.untilEpochMs);
  for (const { at, window, value, limit, verdict, afterSilence } of seen) {
    series.limit = limit ?? series.limit;
    const isUnknown = verdict === 'unknown' || value === null;
    if (isUnknown && window === null) {
      series.hasGap = true;
      continue;
    }
    series.hasGap ||= afterSilence;
    const fromEpochMs = window?.startEpochMs ?? at;
    const number = Math.floor((fromEpochMs - span.fromEpochMs) / width);
    const before = series.stretches.get(number);
    series.stretches.set(number, {
      fromEpochMs: before?.fromEpochMs ?? fromEpochMs,
      untilEpochMs: window?.endEpochMs ?? at,
      lowest: value === null ? (before?.lowest ?? null) : least(before?.lowest ?? null, value),
      highest: value === null ? (before?.highest ?? null) : most(before?.highest ?? null, value),
      isFalling: value !== null && isFallingTo(value, before),
      isAfterGap: before?.isAfterGap ?? series.hasGap,
    });
    series.hasGap = false;
  }
}
