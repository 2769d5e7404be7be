import { SEVERITIES, type Severity } from './types.ts';

/** The worst first, and of the same severity what has lasted longest. */
export const worstFirst = <A extends { readonly severity: Severity }>(
  alerts: readonly A[],
  beganMs: (alert: A) => number,
): readonly A[] =>
  alerts.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || beganMs(a) - beganMs(b));
