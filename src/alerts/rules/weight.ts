import type { Incident } from './incident-record.ts';
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';

/** Order of alerts: the worst first, and the longest first among equals. */
export const worstFirst = <A extends { readonly severity: Severity }>(
  alerts: readonly A[],
  beganMs: (alert: A) => number,
): readonly A[] =>
  alerts.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || beganMs(a) - beganMs(b));

/** Weight of an incident: its severity, then its distance beyond the threshold. */
export interface Weight {
  readonly severity: Severity;
  /** Distance as a share of the threshold; null: there is none. */
  readonly strength: number | null;
}

/** Weight in memory; sql/queries/alerts/deliveries.sql has the same rule. */
export function weightOf({
  severity,
  value,
  peak,
  threshold,
}: Pick<Incident, 'severity' | 'value' | 'peak' | 'threshold'>): Weight {
  const worst = peak ?? value;
  if (worst === null || threshold === null || threshold === 0) return { severity, strength: null };
  return { severity, strength: Math.abs(worst - threshold) / Math.abs(threshold) };
}

/** The worst first. */
export const byWeight = (a: Weight, b: Weight): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (b.strength ?? -1) - (a.strength ?? -1);
