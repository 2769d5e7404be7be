import { createRoute, z } from '@hono/zod-openapi';
import { daysUpTo } from '../../rules/listed-days.ts';
import { ALERT_STATUSES } from '../../rules/listing.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import { ALERT_TYPES } from '../../rules/types.ts';
import { missing, ServiceError } from '../../../kernel/errors.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import {
  alertDate,
  alertFilter,
  alertObjects,
  alertOf,
  alertPage,
  daysData,
  daysDataOf,
  typeFilterOf,
} from '../schemas/alert.ts';
import { assigneeFilter, assigneesAsked } from '../../../platform/http/schemas/assignee.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import {
  commaListOf,
  oneOf,
  optional,
  optionalFlag,
  optionalOneOf,
  requireOrder,
  targetIndustryHeader,
} from '../../../platform/http/schemas/parameters.ts';
import { listAlertsByDay, listAlertsBetween } from '../../list-alerts.ts';

const query = z
  .object({
    date: optional(alertDate('date')).openapi({
      param: { required: true },
      description: 'DD/MM/YYYY. Without it and with status, severity, assignee, startDate or endDate: the older form',
    }),
    type: oneOf(['monthly', 'daily'], 'monthly').openapi({
      description: 'monthly: from the first of the month to date; daily: date alone',
    }),
    ...alertFilter,
    energyEnabled: optionalFlag().openapi({
      description: 'false leaves alerts about energy out; absent: false, in the older form true',
    }),
    status: optionalOneOf(ALERT_STATUSES).openapi({ description: 'Absent: both' }),
    severity: optionalOneOf(SEVERITIES).openapi({ description: 'Absent: all' }),
    assignee: assigneeFilter('Those'),
    startDate: optional(alertDate('startDate')).openapi({ description: 'DD/MM/YYYY; older form, absent: no bound' }),
    endDate: optional(alertDate('endDate')).openapi({
      description: 'DD/MM/YYYY, included; older form, absent: no bound',
    }),
    alertTypes: commaListOf(ALERT_TYPES).openapi({
      description: `Comma-separated; older form, absent: all of ${ALERT_TYPES.join(', ')}`,
    }),
    ...alertPage,
  })
  .superRefine(requireOrder);

/**
 * Spec gap: the difference between the two forms on one path is not stated. The older one has no date. Filters of the
 * other are taken as well, and `alertTypes`, because people who look back look for one kind.
 */
const answer = answerWith(
  z.union([
    daysData.openapi('AlertsByDay'),
    z
      .object({ alerts: alertObjects, total: z.number().int().openapi({ description: 'Of all pages' }) })
      .openapi('AlertPage', { description: 'The older form' }),
  ]),
);

/** GET /api/user/alerts, in both its forms (specification, User: alerts). */
export const getAlerts = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts',
    tags: ['alerts'],
    summary: 'Alerts of a day or of a month so far',
    description:
      'The older form has status, severity, assignee, startDate and endDate, and no date: it answers one list. The other filters narrow it, too; alerts about energy are in it unless energyEnabled is false.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Alerts', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const asked = c.req.valid('query');
      const caller = c.get('caller');
      const { industry } = caller;
      const assigneeIds = assigneesAsked(asked.assignee, caller);
      const { date, startDate = null, endDate = null, status = null, severity = null, unitId = null } = asked;
      const page = { limit: asked.limit, offset: asked.offset };
      const types = typeFilterOf({ ...asked, energyEnabled: asked.energyEnabled ?? date === undefined });
      if (date === undefined) {
        if ([startDate, endDate, status, severity, assigneeIds].every((filter) => filter === null))
          throw missing('date');
        const found = await listAlertsBetween(
          context,
          industry,
          { from: startDate, to: endDate, status, severity, unitId, assigneeIds, types, alertTypes: asked.alertTypes },
          page,
        );
        return c.json({ ...done('Alerts'), data: { alerts: found.alerts.map(alertOf), total: found.total } }, 200);
      }
      if (startDate !== null || endDate !== null)
        throw new ServiceError(1403, "'date' goes with neither 'startDate' nor 'endDate'", [
          { field: 'date', problem: 'is given beside startDate or endDate, allowed is either' },
        ]);
      if (asked.alertTypes.length > 0)
        throw new ServiceError(1403, "'alertTypes' goes with 'startDate', 'endDate', 'status' or 'severity'", [
          { field: 'alertTypes', problem: 'is given beside date, allowed is either' },
        ]);
      const found = await listAlertsByDay(
        context,
        industry,
        { days: daysUpTo(asked.type, date), types, unitId, status, severity, assigneeIds },
        page,
      );
      return c.json({ ...done('Alerts'), data: daysDataOf(found) }, 200);
    },
);
