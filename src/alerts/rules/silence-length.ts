import { MINUTE_MS } from '../../kernel/time/durations.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Incident } from './incident-record.ts';
import type { AlertType } from './types.ts';

/*
 * Length of a silence. Silence is found at its limit and goes on, so the time since tells it, and no row is written
 * while it lasts.
 */

interface Ended {
  readonly limit: number | null;
  readonly peak: number | null;
  /** Time since the limit was passed. */
  readonly durationMs: number | null;
}

/** The farthest that an occurrence went; of a silence its length. */
export const peakOfEnded = (alertType: AlertType, { limit, peak, durationMs }: Ended): number | null =>
  alertType !== 'device_status' || limit === null || durationMs === null
    ? peak
    : limit + Math.round(durationMs / MINUTE_MS);

/** The first look that found an incident. */
export function firstSeen({ openedAt, evidence }: Pick<Incident, 'openedAt' | 'evidence'>): EpochMillis {
  const since = typeof evidence['since'] === 'string' ? Date.parse(evidence['since']) : Number.NaN;
  return Number.isNaN(since) ? openedAt : since;
}

type Recorded = Pick<
  Incident,
  'alertType' | 'origin' | 'openedAt' | 'closedAt' | 'evidence' | 'state' | 'threshold' | 'value' | 'peak'
>;

/** The incident with the figures that hold at an instant. While a silence lasts, its row has the threshold alone. */
export function atInstant<I extends Recorded>(incident: I, now: EpochMillis): I {
  const { alertType, origin, state, threshold, value, closedAt } = incident;
  if (origin !== 'rule' || threshold === null) return incident;
  const durationMs = (closedAt ?? now) - firstSeen(incident);
  const length = peakOfEnded(alertType, { limit: threshold, peak: incident.peak, durationMs });
  // The end of a silence has said how long it was.
  const peak = incident.peak !== null && incident.peak > threshold ? incident.peak : length;
  return alertType === 'device_status' ? { ...incident, value: state === 'open' ? length : value, peak } : incident;
}
