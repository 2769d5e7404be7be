import { createRoute, z } from '@hono/zod-openapi';
import { LANDING_PERIODS } from '../../../figures/rules/device-data/landing.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { completeness, divisionFactor } from '../../../figures/http/schemas/deviceData.ts';
import { unheard } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { oneOf, optionalDate, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { readLandingPage } from '../../read-landing-page.ts';

const query = z.object({
  date: optionalDate().openapi({ description: 'DD/MM/YYYY; the running business day when absent' }),
  period: oneOf(LANDING_PERIODS, 'today').openapi({ description: 'Which days are added up, counted from date' }),
  divisionFactor: divisionFactor(),
});

const number = z.number().nullable();
const status = z.enum(['ok', 'partial', 'missing', 'upcoming']).openapi({
  description: 'partial: less than nine tenths of the expected readings; upcoming: the period has not begun',
});
/** Spec gap: the page's month and year to date are an addition. The running day counts as far as it has come. */
const toDate = z.object({
  total: number.openapi({ description: 'Divided by divisionFactor; null: nothing measured' }),
  unheard: unheard.optional(),
  ...completeness,
});
const amount = z.object({
  total: number.openapi({ description: 'Divided by divisionFactor; null: nothing measured' }),
  unit: z.string().nullable(),
  change: number.openapi({
    description:
      'Percent against the same period before, a running day against the same hours; null unless 90 % of both was measured, by the same meters',
  }),
  status,
  unheard: unheard.optional(),
  ...completeness,
  monthToDate: toDate.openapi({
    description: 'From the first day of the month of date to the end of date, whatever the period',
  }),
  yearToDate: toDate.openapi({ description: 'From the first day of the year of date to the end of date' }),
});
const answer = answerWith(
  z.object({
    date: z.string().openapi({ description: 'DD/MM/YYYY', example: '15/01/2026' }),
    period: z.enum(LANDING_PERIODS),
    summary: z.object({
      water: amount,
      energy: amount,
      quality: z.object({
        status,
        ...completeness,
        parameters: z.record(z.string(), z.object({ displayName: z.string(), value: number, unit: z.string() })),
      }),
    }),
    alerts: z
      .object({ active: number, critical: number, high: number })
      .openapi({ description: 'Open at the end of the period, or now while it runs; null before it has begun' }),
    devices: z.object({ total: z.number().int(), online: z.number().int(), offline: z.number().int() }).openapi({
      description:
        'Units at the end of the period, or now while it runs; online: a reading within 15 minutes before (today, yesterday), 60 (week), 1,800 (month)',
    }),
  }),
).openapi('LandingPage');

/** GET /api/user/landingPage (specification, User: other endpoints). */
export const getLandingPage = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/landingPage',
    tags: ['device data'],
    summary: 'Figures of the first page',
    description:
      'date defaults to the running business day. week: the seven days that end with it; month: its month so far.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Tiles', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { date, ...asked } = c.req.valid('query');
      const data = await readLandingPage(context, c.get('caller').industry, { ...asked, date: date ?? null });
      return c.json({ ...done('Landing page'), data }, 200);
    },
);
