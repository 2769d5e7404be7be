import type { EpochMillis } from '../../kernel/time/types.ts';
import type { MachineState, MachineTransition } from './incident.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import type { Incident } from './incident-record.ts';

/** Time for which a requested alert is active, as in the statement `end_requests`. */
const REQUEST_ACTIVE_MS = DAY_MS;

/** True for an alert whose time is over without a told or manual end. */
export const hasExpired = ({
  origin,
  state,
  openedAt,
  closedAt,
}: Pick<Incident, 'origin' | 'state' | 'openedAt' | 'closedAt'>): boolean =>
  origin === 'request' && state === 'resolved' && closedAt === openedAt + REQUEST_ACTIVE_MS;

/** One time during which a condition held, as its machine found it. */
export interface Occurrence extends Pick<
  MachineTransition,
  'sinceEpochMs' | 'value' | 'limit' | 'limitKind' | 'peak' | 'excess'
> {
  readonly windowStart: EpochMillis | null;
  readonly firedEpochMs: EpochMillis;
  /** null: it lasts, or nobody has looked further. */
  readonly recoveredEpochMs: EpochMillis | null;
  readonly durationMs: number | null;
}

/** The end of an occurrence that had fired before. */
export type Ending = Extract<MachineTransition, { readonly kind: 'recovered' }>;

/**
 * Occurrences of transitions in time order. `ending` ends an occurrence that had fired before them. The occurrence that
 * lasts in the state behind them has the newest value, peak and excess, because it may have been found late.
 */
export function occurrencesOf(
  transitions: readonly MachineTransition[],
  { open }: Pick<MachineState, 'open'>,
): {
  readonly ending: Ending | null;
  readonly occurrences: readonly Occurrence[];
} {
  let ending: Ending | null = null;
  const occurrences: Occurrence[] = [];
  for (const transition of transitions) {
    const told = {
      windowStart: transition.windowStartEpochMs,
      sinceEpochMs: transition.sinceEpochMs,
      value: transition.value,
      limit: transition.limit,
      ...(transition.limitKind === undefined ? {} : { limitKind: transition.limitKind }),
      peak: transition.peak,
      excess: transition.excess,
    };
    if (transition.kind === 'fired') {
      occurrences.push({ ...told, firedEpochMs: transition.at, recoveredEpochMs: null, durationMs: null });
      continue;
    }
    const fired = occurrences.pop();
    if (fired === undefined) ending = transition;
    else
      occurrences.push({
        ...told,
        value: fired.value,
        firedEpochMs: fired.firedEpochMs,
        recoveredEpochMs: transition.at,
        durationMs: transition.durationMs,
      });
  }
  const last = occurrences.at(-1);
  if (open !== null && last?.recoveredEpochMs === null) {
    const { window: _window, peakDistance: _distance, ...newest } = open.breach;
    occurrences.splice(-1, 1, { ...last, ...newest });
  }
  return { ending, occurrences };
}

/** The recorded times of an incident. */
interface Recorded {
  readonly windowStart: EpochMillis | null;
  readonly openedAt: EpochMillis;
  readonly closedAt: EpochMillis | null;
}

/** True when an occurrence is the recorded one: of the same window, or at the same time. */
export function isSame(occurrence: Occurrence, recorded: Recorded): boolean {
  if (occurrence.windowStart !== null || recorded.windowStart !== null)
    return occurrence.windowStart === recorded.windowStart;
  return (
    occurrence.sinceEpochMs <= (recorded.closedAt ?? Infinity)
    && (occurrence.recoveredEpochMs ?? Infinity) >= recorded.openedAt
  );
}
