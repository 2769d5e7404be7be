import { createRoute, z } from '@hono/zod-openapi';
import { actorOf } from '../../../../../platform/http/actor.ts';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../../platform/http/schemas/parameters.ts';
import {
  editedReading,
  editedReadingOf,
  skippedGaps,
  skippedOf,
} from '../../../../../readings/http/schemas/readingEdit.ts';
import { gapsBody } from '../../../../../readings/http/user/readings/edits.ts';
import { previewEstimates } from '../../../../preview-change.ts';
import { previewedDays, previewedDaysOf } from '../../../schemas/previewedDays.ts';

/** Estimates that are told one by one: a day of five minutes. */
const MOST_LISTED = 300;

const preview = z.object({
  readings: z.number().int().openapi({ description: 'Estimates that would be written' }),
  estimates: z
    .array(z.object({ createdOn: z.string().openapi({ format: 'date-time' }), after: editedReading }))
    .openapi({ description: `The first ${MOST_LISTED}` }),
  skipped: skippedGaps,
  days: previewedDays,
});
export type EstimatesPreview = z.infer<typeof preview>;

/** POST /api/user/readings/interpolate/preview. Spec gap: as estimation by a person. */
export const postReadingsInterpolatePreview = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/readings/interpolate/preview',
    tags: ['readings'],
    summary: 'What filling the gaps of a unit with estimates would do to the figures',
    description: 'Nothing is written. Months and years follow their days.',
    request: {
      headers: targetIndustryHeader,
      body: {
        required: true,
        content: { 'application/json': { schema: gapsBody.openapi('EstimatesPreviewRequest') } },
      },
    },
    responses: {
      200: ok('The preview', answerWith(preview).openapi('EstimatesPreview')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, from, to } = c.req.valid('json');
      const { industry } = c.get('caller');
      const decision = { industry, unitId, reason: 'Preview', by: actorOf(c) };
      const found = await previewEstimates(context, decision, { fromEpochMs: from, toEpochMs: to });
      const data = {
        readings: found.estimates.length,
        estimates: found.estimates
          .slice(0, MOST_LISTED)
          .map(({ createdOn, after }) => ({ createdOn, after: editedReadingOf(after) })),
        skipped: skippedOf(found.skipped),
        days: previewedDaysOf(industry, found.days),
      };
      return c.json({ ...done('Preview'), data }, 200);
    },
);
