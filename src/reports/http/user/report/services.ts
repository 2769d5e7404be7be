import { createRoute, z } from '@hono/zod-openapi';
import { REPORT_SERVICES, REPORT_TYPES } from '../../../rules/terms.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { historyQuery, ownSentReport, ownSentReportOf, pageOfHistory } from '../../schemas/automatedReport.ts';
import type { Industry } from '../../../../kernel/industry/industry.ts';
import { BUILDERS } from '../../../rules/builders.ts';
import { typesOf } from '../../../rules/services-of-type.ts';

const historyAnswer = answerWith(
  z.object({
    reports: z.array(ownSentReport),
    next: z.string().nullable().openapi({ description: 'Ask for `before` with this; null: there is no more' }),
  }),
).openapi('OwnSentReports');

/** GET /api/user/report/history. Spec gap: readers of a report learn here that it was restated, and why. */
export const getReportHistory = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/report/history',
    tags: ['reports'],
    summary: 'Reports that were mailed, the newest first, and what has been restated since',
    request: { query: historyQuery, headers: targetIndustryHeader },
    responses: { 200: ok('A page', historyAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { reports, next } = await pageOfHistory(context, c.get('caller').industry, c.req.valid('query'));
      return c.json({ ...done('Sent reports'), data: { reports: reports.map(ownSentReportOf), next } }, 200);
    },
);

/** Every service, with its types and how many units of the industry it reports on. */
const servicesOf = (industry: Industry) =>
  REPORT_SERVICES.map((service) => ({
    service,
    reportTypes: typesOf(service),
    units: BUILDERS[service].unitsOf(industry, { subCategories: [], body: null }).length,
  }));

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
