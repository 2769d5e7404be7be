import { type Translated, translated } from './language.ts';

/** Severities of incidents and findings, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
/** Words of severities, because a colour alone would tell some readers nothing. */
export const SEVERITY_NAMES: Readonly<Record<Severity, Translated>> = translated('severities');
/** The colour of each, by its name among COLOURS. */
export const SEVERITY_COLOURS = { critical: 'critical', high: 'high', medium: 'medium', low: 'muted' } as const;
