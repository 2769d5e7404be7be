import { z } from '@hono/zod-openapi';
import {
  ALERT_CATEGORIES,
  ALERT_KINDS,
  ALERT_STATUSES,
  categoryOf,
  actualValueOf,
  alertStatusOf,
  thresholdOf,
  type TypeFilter,
} from '../../rules/listing.ts';
import { CLAIM_VERDICTS } from '../../rules/facts.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { ALERT_TYPES } from '../../rules/types.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { isoOf, isoOrNull } from '../../../kernel/time/iso.ts';
import type { DaysPage, ListedIncident } from '../../list-alerts.ts';
import { handledFields } from '../../../platform/http/schemas/assignee.ts';
import { date, flag, oneOf, optionalText, page } from '../../../platform/http/schemas/parameters.ts';

const number = z.number().nullable();
const instant = (description: string) => z.string().openapi({ format: 'date-time', description });
const optionalInstant = (description: string) => z.string().nullable().openapi({ format: 'date-time', description });

/** Spec gap: fields of an alert beyond those listed. */
export const alertFields = {
  alertId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  severity: z.enum(SEVERITIES),
  status: z.enum(ALERT_STATUSES).openapi({ description: 'resolved: it is over, see state' }),
  state: z.enum(['open', 'recovered', 'withdrawn', 'resolved']).openapi({
    description:
      'recovered: resolved automatically; withdrawn: corrected data show no incident; resolved: by hand, or 24 hours after it came by a request',
  }),
  alertType: z.enum(ALERT_TYPES),
  category: z.enum(ALERT_CATEGORIES),
  triggeredAt: instant('When it happened, by the time of the readings'),
  closedAt: optionalInstant('When it was over; null while it is active'),
  since: instant('When the condition began, as messages tell it: of a silence the last reading'),
  until: optionalInstant('When the condition ended; null: it lasts, or nobody knows'),
  late: z.boolean().openapi({ description: 'Found long after it happened: recorded, and nobody was paged' }),
  threshold: z.object({
    parameter: z.string(),
    operator: z.enum(['<', '<=', '>', '>=']).nullable(),
    value: number,
    unit: z.string().nullable(),
  }),
  actualValue: number.openapi({
    description:
      'What is compared with the threshold: the newest while the alert is active, the one farthest beyond it afterwards; null: not known',
  }),
  peak: number.openapi({ description: 'The value farthest beyond the threshold' }),
  report: z
    .object({
      by: z.string().openapi({ description: 'userId of whoever sent it' }),
      verdict: z.enum(CLAIM_VERDICTS).openapi({ description: 'Of the readings; unchecked: they say nothing of it' }),
    })
    .nullable()
    .openapi({ description: 'Who reported it by a request; null: a rule has found it, or nobody noted who sent it' }),
  litres: number.openapi({ description: 'What it cost; null: not known, or no water' }),
  unitId: z.string().nullable().openapi({ description: 'null: the whole industry' }),
  unitName: z.string().nullable(),
  acknowledgedAt: optionalInstant('null: nobody has'),
  ...handledFields,
  snoozedUntil: optionalInstant('null: it is not'),
};
const alertObject = z.object(alertFields).openapi('Alert');

export const alertOf = (incident: ListedIncident): z.infer<typeof alertObject> => ({
  alertId: incident.incidentId,
  title: incident.title,
  description: incident.description,
  severity: incident.severity,
  status: alertStatusOf(incident.state),
  state: incident.state,
  alertType: incident.alertType,
  category: categoryOf(incident.alertType),
  triggeredAt: isoOf(incident.openedAt),
  closedAt: isoOrNull(incident.closedAt),
  since: isoOf(incident.since),
  until: isoOrNull(incident.until),
  late: incident.isLate,
  threshold: thresholdOf(incident),
  actualValue: actualValueOf(incident),
  peak: incident.peak,
  report: incident.report === null ? null : { by: incident.report.by, verdict: incident.report.verdict },
  litres: incident.litres,
  unitId: incident.unitId,
  unitName: incident.unitName,
  acknowledgedAt: isoOrNull(incident.acknowledgedAt),
  acknowledgedBy: incident.acknowledgedBy,
  acknowledgedByName: incident.acknowledgedByName,
  assigneeId: incident.assigneeId,
  assigneeName: incident.assigneeName,
  snoozedUntil: isoOrNull(incident.snoozedUntil),
});

export const alertObjects = z.array(alertObject).openapi({ description: 'The newest first' });

/** A date in the words that the specification has for a wrong one. */
export const alertDate = (name: string) => date(`Invalid ${name} format. Use DD/MM/YYYY`);

/** Spec gap: a listing without end would be one answer without end; `limit` and `offset` are an addition. */
export const alertPage = page(500, 1000);

/** The filters that listings by day share. */
export const alertFilter = {
  alert_type: oneOf(ALERT_KINDS, 'all').openapi({
    description:
      'offline: device_status; insights: stable flow, days without flow or variation, leakage; general: all others; general_offline: both',
  }),
  unitId: optionalText(200).openapi({ description: 'A unit of the industry; absent: all, and the industry itself' }),
  energyEnabled: flag(false).openapi({ description: 'false leaves alerts about energy out' }),
  adminAlerts: flag(false).openapi({
    description:
      'Only types behind which a device may stand that does not work: silence, stable flow, days without flow or variation',
  }),
};

export const typeFilterOf = ({
  alert_type: kind,
  energyEnabled,
  adminAlerts,
}: {
  alert_type: TypeFilter['kind'];
  energyEnabled: boolean;
  adminAlerts: boolean;
}): TypeFilter => ({ kind, energyEnabled, adminAlerts });

/** Alerts by business day. */
export const daysData = z.object({
  startDate: z.string().openapi({ description: 'DD/MM/YYYY', example: '01/01/2026' }),
  endDate: z.string().openapi({ description: 'DD/MM/YYYY, included', example: '15/01/2026' }),
  total: z.number().int().openapi({ description: 'Alerts of all pages' }),
  days: z
    .array(
      z.object({
        date: z.string().openapi({ description: 'DD/MM/YYYY, the business day on which they began' }),
        alerts: alertObjects,
      }),
    )
    .openapi({ description: 'Days with alerts, the newest first' }),
});

export const daysDataOf = ({ days, total, listed }: DaysPage): z.infer<typeof daysData> => ({
  startDate: formatRequestDate(listed.from),
  endDate: formatRequestDate(listed.to),
  total,
  days: days.map((day) => ({ date: formatRequestDate(day.date), alerts: day.alerts.map(alertOf) })),
});
