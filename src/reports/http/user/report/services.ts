import { createRoute, z } from '@hono/zod-openapi';
import { servicesOf } from '../../../rules/services-of.ts';
import { REPORT_SERVICES, REPORT_TYPES } from '../../../rules/terms.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const offered = z.object({
  service: z.enum(REPORT_SERVICES),
  reportTypes: z.array(z.enum(REPORT_TYPES)),
  units: z.int().openapi({ description: 'Units that the report would be about. Without one it would be refused.' }),
});
const answer = answerWith(z.object({ services: z.array(offered) })).openapi('ReportServices');

/** GET /api/user/report/services. Spec gap: the list of reports that an industry can have. */
export const getReportServices = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/report/services',
    tags: ['reports'],
    summary: 'Services of reports with their types, and how many units of the industry each is about',
    request: { headers: targetIndustryHeader },
    responses: { 200: ok('In the order of the specification', answer), ...errors(...TOKEN_ERRORS) },
  }),
  () => (c) => {
    const services = servicesOf(c.get('caller').industry).map((one) => ({
      ...one,
      reportTypes: [...one.reportTypes],
    }));
    return c.json({ ...done('Report services'), data: { services } }, 200);
  },
);
