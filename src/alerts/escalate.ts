import { isoOf } from '../kernel/time/iso.ts';
import type { Called } from './store/incidents.ts';
import { CONDITIONS } from './rules/conditions.ts';
import type { Incident } from './rules/incident-record.ts';
import { mayLeaveAt } from './rules/quiet-hours.ts';
import type { AlertRule } from './rules/rule.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import type { EvaluationResult } from './write-evaluation.ts';
import { BECAUSE } from './rules/transition-reasons.ts';

/** True when an open incident may need further calls. */
export const mayEscalate = (open: readonly Incident[], rules: readonly AlertRule[]): boolean =>
  open.some(({ snoozedUntil }) => snoozedUntil !== null)
  || (open.length > 0 && rules.some(({ escalation }) => escalation.length > 0));

/**
 * Due escalations and reminders. Further recipients are called when nobody has acknowledged in time or nobody could be
 * reached, the same ones when a snooze is over. Late findings call nobody, and neither do alerts that only tell their
 * end.
 */
export function dueEscalations(
  open: readonly Incident[],
  rules: readonly AlertRule[],
  calls: ReadonlyMap<number, Called>,
  { now, timezone }: { readonly now: EpochMillis; readonly timezone: string },
): EvaluationResult['calls'] {
  const ruleOf = new Map(rules.map((rule) => [rule.ruleKey, rule]));
  return open.flatMap((incident): EvaluationResult['calls'][number][] => {
    const { acknowledgedAt, snoozedUntil, detectedAt, incidentKey, isLate, alertType, severity } = incident;
    const rule = incident.ruleKey === null ? undefined : ruleOf.get(incident.ruleKey);
    if (rule === undefined || isLate || !CONDITIONS[alertType].tellsFired) return [];
    if (snoozedUntil !== null && snoozedUntil > now) return [];
    const called = calls.get(incidentKey);
    // An answered incident calls nobody. A snooze after the answer asks for a reminder, and an answer after the
    // snooze takes it back.
    const isAsked = snoozedUntil !== null && called?.isAnsweredSince !== true;
    const isOver = isAsked && (called?.lastRemindedAt ?? -Infinity) < snoozedUntil;
    const step = called?.escalations ?? 0;
    const next = acknowledgedAt === null ? rule.escalation[step] : undefined;
    // Messages leave after quiet hours, so the time in which people can answer begins there.
    const toldAt = mayLeaveAt(rule.schedule, timezone, severity, detectedAt);
    const isTimeOver = next !== undefined && now - toldAt >= next.afterMinutes * MINUTE_MS;
    const isUnreached = next !== undefined && called?.isUnreached === true;
    return [
      ...(isOver ? [{ incident, kind: 'reminded' as const, detail: { because: BECAUSE.snoozeOver } }] : []),
      ...(isTimeOver || isUnreached
        ? [
            {
              incident,
              kind: 'escalated' as const,
              detail: isTimeOver ? { step, toldAt: isoOf(toldAt) } : { step, because: BECAUSE.unreached },
            },
          ]
        : []),
    ];
  });
}
