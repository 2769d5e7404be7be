import type { JsonValue } from '../../../kernel/json.ts';
import type { AlertWords } from '../content.ts';
import type { AlertFacts } from '../facts.ts';

/** An alert as programs read it: payload of the event `alert`, data of a push message and of a notification. */
export const alertPayload = (
  facts: AlertFacts,
  { subject, action }: AlertWords,
): Readonly<Record<string, JsonValue>> => ({
  alertId: facts.alertId,
  kind: facts.kind,
  alertType: facts.alertType,
  severity: facts.severity,
  industryId: facts.industryId,
  unitId: facts.unitId,
  unitName: facts.unitName,
  title: subject,
  message: action,
  value: facts.value,
  limit: facts.limit,
  unit: facts.unit,
  parameter: facts.parameter,
  since: new Date(facts.since).toISOString(),
  until: facts.until === null ? null : new Date(facts.until).toISOString(),
});
