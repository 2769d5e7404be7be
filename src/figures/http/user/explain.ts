import { createRoute, z } from '@hono/zod-openapi';
import { readAnnotations } from '../../../annotations/annotations.ts';
import { annotationOf } from '../../../annotations/http/schemas/annotation.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor } from '../schemas/deviceData.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { annotatedExplanation } from '../schemas/explain.ts';
import { date, targetIndustryHeader, text } from '../../../platform/http/schemas/parameters.ts';
import { explainFigure } from '../../explain/explain.ts';

/**
 * Last hour of the longest day that a change of the industry's clock is likely to make. Other days have 23 to 25 hours.
 */
const LAST_HOUR = 99;

/** Hour of a day. The service knows which hours the day has. */
const hour = z
  .string()
  .regex(/^\d{1,2}$/, `is not a whole number from 0 to ${LAST_HOUR}`)
  .transform(Number)
  .refine((value) => value <= LAST_HOUR, `is not a whole number from 0 to ${LAST_HOUR}`);

const query = z.object({
  unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
  date: date().openapi({ description: 'DD/MM/YYYY, the business day' }),
  hour: z
    .preprocess((value) => (value === '' ? undefined : value), hour.optional())
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: LAST_HOUR,
      description: 'Elapsed hour of the business day, 0 to 23 (more on a longer day); absent: the whole day',
    }),
  divisionFactor: divisionFactor(),
});

const answer = answerWith(annotatedExplanation).openapi('ExplanationAnswer');

/** GET /api/user/explain. Spec gap: an addition (docs/explanation/architecture.md, Every figure can be explained). */
export const getExplain = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/explain',
    tags: ['explain'],
    summary: 'How a daily or hourly figure came about',
    description:
      'Window, slots, readings used, registers excluded and why, and each step from the readings to the figure. Figures are raw (milli-units of siUnit) except `figure.shown`. A request changes nothing.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Derivation', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const asked = c.req.valid('query');
      const { industry } = c.get('caller');
      const explained = await explainFigure(context, industry, { ...asked, hour: asked.hour ?? null });
      const days = { from: asked.date, to: asked.date };
      const noted = await readAnnotations(context, industry, { unitIds: [asked.unitId], ...days });
      const annotations = {
        list: noted.annotations.map((one) => annotationOf(industry, one)),
        isComplete: noted.isComplete,
      };
      return c.json({ ...done('Explanation'), data: { ...explained, annotations } }, 200);
    },
);
