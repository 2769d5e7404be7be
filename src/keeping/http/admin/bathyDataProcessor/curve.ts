import { requireTarget } from '../../../../platform/http/target.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../../kernel/time/business-date.ts';
import { surveyInForce, curveCsv, curvePicture } from '../../../bathymetry/bathymetry.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { date, oneOf, requiredTargetHeader, text } from '../../../../platform/http/schemas/parameters.ts';
import { curveObject, statisticsObject } from '../../schemas/survey.ts';

const query = z.object({
  unitId: text(200).openapi({ example: 'CB_BORE_1', description: 'A unit of the industry' }),
  date: date().openapi({ description: 'DD/MM/YYYY: the newest survey up to this business day', example: '15/01/2026' }),
  format: oneOf(['json', 'csv', 'svg'], 'json').openapi({ description: 'csv: a line per level; svg: a picture' }),
});
const answer = answerWith(
  z.object({
    unitId: z.string(),
    date: z.string().openapi({ description: 'Business day of the survey' }),
    processedAt: z.string().openapi({ format: 'date-time' }),
    statistics: statisticsObject,
    curve: curveObject,
  }),
).openapi('SurveyCurve');

/** GET /api/admin/bathyDataProcessor/curve. Spec gap: a stored curve can be read. */
export const getBathyDataProcessorCurve = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/bathyDataProcessor/curve',
    tags: ['operations'],
    summary: 'The volume-area-elevation curve of a basin',
    request: { query, headers: requiredTargetHeader },
    responses: {
      200: {
        description: 'The curve',
        content: {
          ...ok('', answer).content,
          'text/csv': {
            schema: z.string(),
            example: 'elevationMetres,areaSquareMetres,volumeCubicMetres\r\n0,0,0\r\n',
          },
          'image/svg+xml': {
            schema: z.string(),
            example: '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480"></svg>',
          },
        },
      },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, date: asked, format } = c.req.valid('query');
      const { industry } = c.get('caller');
      requireTarget(industry);
      const survey = await surveyInForce(context, industry, unitId, asked);
      if (format === 'csv')
        return c.body(curveCsv(survey), 200, { 'Content-Type': 'text/csv; charset=utf-8; header=present' });
      if (format === 'svg')
        return c.body(curvePicture(industry, unitId, survey), 200, {
          'Content-Type': 'image/svg+xml; charset=utf-8',
        });
      return c.json(
        {
          ...done('Curve of a basin'),
          data: {
            unitId,
            date: formatRequestDate(survey.date),
            processedAt: survey.processedAt.toISOString(),
            statistics: survey.statistics,
            curve: [...survey.curve],
          },
        },
        200,
      );
    },
);
