import type { Translated } from './language.ts';

/** Severities of incidents and findings, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];
/** Words of severities, because a colour alone would tell some readers nothing. */
export const SEVERITY_NAMES = {
  critical: { en: 'Critical', hi: 'गंभीर' },
  high: { en: 'High', hi: 'उच्च' },
  medium: { en: 'Medium', hi: 'मध्यम' },
  low: { en: 'Low', hi: 'निम्न' },
} as const satisfies Readonly<Record<Severity, Translated>>;
