import { MINUTE_MS } from '../time/durations.ts';
import type { EpochMillis } from '../time/types.ts';
import type { MachineState, MachineTransition } from './incident.ts';

/** Where a back-test begins and ends; the end is not in it. */
export interface ReplaySpan {
  readonly fromEpochMs: EpochMillis;
  readonly untilEpochMs: EpochMillis;
}

/** What a rule would have found. */
export interface ReplayedIncident {
  readonly firedEpochMs: EpochMillis;
  readonly sinceEpochMs: EpochMillis;
  /** null: it was still open at the end. */
  readonly recoveredEpochMs: EpochMillis | null;
  /** How long the condition lasted, as far as the span goes. */
  readonly durationMinutes: number;
  readonly windowStartEpochMs: EpochMillis | null;
  readonly value: number | null;
  readonly limit: number | null;
  readonly peak: number | null;
  readonly excess: number | null;
}

/** What fired within the span, of what the machine said and of what it left open. */
export function replayedIncidents(
  transitions: readonly MachineTransition[],
  { open }: MachineState,
  span: ReplaySpan,
): ReplayedIncident[] {
  const incidents: ReplayedIncident[] = [];
  let fired: MachineTransition | null = null;
  for (const transition of transitions) {
    if (transition.kind === 'recovered' && fired !== null)
      incidents.push(incidentOf(fired, transition, transition.durationMs));
    fired = transition.kind === 'fired' ? transition : null;
  }
  if (fired !== null && open !== null) {
    const { peak, excess } = open.breach;
    incidents.push(incidentOf(fired, { at: null, peak, excess }, span.untilEpochMs - fired.sinceEpochMs));
  }
  return incidents.filter(({ firedEpochMs }) => firedEpochMs >= span.fromEpochMs && firedEpochMs < span.untilEpochMs);
}

const incidentOf = (
  { at, sinceEpochMs, windowStartEpochMs, value, limit }: MachineTransition,
  end: { readonly at: EpochMillis | null; readonly peak: number | null; readonly excess: number | null },
  durationMs: number,
): ReplayedIncident => ({
  firedEpochMs: at,
  sinceEpochMs,
  recoveredEpochMs: end.at,
  durationMinutes: durationMs / MINUTE_MS,
  windowStartEpochMs,
  value,
  limit,
  peak: end.peak,
  excess: end.excess,
});
