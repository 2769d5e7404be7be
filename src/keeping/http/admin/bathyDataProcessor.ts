import { createRoute, z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { multipartFiles } from '../../../platform/http/multipart-files.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, flag, oneOf, requiredTargetHeader, text } from '../../../platform/http/schemas/parameters.ts';
import { requireTarget } from '../../../platform/http/target.ts';
import { curveCsv, curvePicture, importSurvey, surveyInForce } from '../../bathymetry/bathymetry.ts';
import { cleaningQuery, curveObject, pointsObject, statisticsObject } from '../schemas/survey.ts';

/** Bytes of a survey. A boat's sounding takes some 80, so a million of them fit. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_FILES = 20;

const processQuery = z.object({
  unitId: text(200).openapi({ example: 'CB_BORE_1', description: 'A unit of the industry' }),
  date: date().openapi({ description: 'DD/MM/YYYY, business day of the survey', example: '15/01/2026' }),
  ...cleaningQuery,
  includeAllData: flag(false).openapi({ description: 'true: confidence is not asked for' }),
  includeIntermediate: flag(false).openapi({ description: 'true: the answer has the points that stayed' }),
  compressedOnly: flag(false).openapi({ description: 'true: the answer leaves the curve out' }),
});

const EXAMPLE =
  'Unix Timestamp,Date,Time,Distance (cm),Confidence (%),Yaw,Latitude,Longitude\r\n'
  + '1703025363629,12/19/2023,1,910,100,119.92,19.6405457,-156.0085019\r\n'
  + '1703025364213,2023,2,912,100,125.56,19.6405457,-156.0084989\r\n'
  + '1703025364746,2023,4,914,100,126.98,19.6405487,-156.0085019\r\n';

const processed = answerWith(
  z.object({
    unitId: z.string(),
    date: z.string(),
    statistics: statisticsObject,
    countsFrom: z.string().nullable().openapi({
      description: 'From which business day on the curve gives a stock unit its volume; null: it is no stock unit',
    }),
    curve: curveObject.optional().openapi({ description: 'Absent with compressedOnly' }),
    points: pointsObject.optional().openapi({ description: 'With includeIntermediate' }),
  }),
).openapi('SurveyProcessed');

/**
 * POST /api/admin/bathyDataProcessor/process (specification, Admin: operations). Spec gap: the answer beside
 * statistics, and what includeIntermediate and compressedOnly change in it. The curve of a stock unit counts from the
 * day of the survey on.
 */
export const postBathyDataProcessorProcess = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/bathyDataProcessor/process',
    tags: ['operations'],
    summary: 'Turn soundings of a basin into its volume-area-elevation curve',
    description: `A form with the field \`files\`: CSV with the columns Distance (cm), Confidence (%), Latitude and Longitude; up to ${MAX_FILES} files and ${MAX_BYTES} bytes. The same unit and day again replaces what was stored.`,
    request: { query: processQuery, headers: requiredTargetHeader },
    // The body is declared here instead of under `request`, because it is read as a stream and not by the validator.
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['files'],
            properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
          },
          example: { files: [EXAMPLE] },
        },
      },
    },
    responses: { 200: ok('What became of the survey', processed), ...errors(400, 404, 413, 415, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, date: asked, includeIntermediate, compressedOnly, ...rules } = c.req.valid('query');
      const { industry } = c.get('caller');
      requireTarget(industry);
      const files = multipartFiles(c, { field: 'files', maxFiles: MAX_FILES, maxBytes: MAX_BYTES });
      const { points, curve, statistics, countsFrom } = await importSurvey(
        context,
        { actor: actorOf(c), permissions: c.get('caller').permissions },
        industry,
        { unitId, date: asked, rules },
        files,
      );
      return c.json(
        {
          ...done('Survey processed'),
          data: {
            unitId,
            date: formatRequestDate(asked),
            statistics,
            countsFrom: countsFrom === null ? null : formatRequestDate(countsFrom),
            ...(compressedOnly ? {} : { curve: [...curve] }),
            ...(includeIntermediate
              ? {
                  points: points.map(({ latitude, longitude, depthMetres, confidencePercent }) => ({
                    latitude,
                    longitude,
                    depthMetres,
                    confidencePercent,
                  })),
                }
              : {}),
          },
        },
        200,
      );
    },
);

const curveQuery = z.object({
  unitId: text(200).openapi({ example: 'CB_BORE_1', description: 'A unit of the industry' }),
  date: date().openapi({ description: 'DD/MM/YYYY: the newest survey up to this business day', example: '15/01/2026' }),
  format: oneOf(['json', 'csv', 'svg'], 'json').openapi({ description: 'csv: a line per level; svg: a picture' }),
});

const curveAnswer = answerWith(
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
    request: { query: curveQuery, headers: requiredTargetHeader },
    responses: {
      200: {
        description: 'The curve',
        content: {
          ...ok('', curveAnswer).content,
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
