import { createRoute, z } from '@hono/zod-openapi';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { editedReading, editedReadingOf, editId } from '../../../../readings/http/schemas/readingEdit.ts';
import { editBody, patchOf } from '../../../../readings/http/user/readings/edits.ts';
import { previewChange } from '../../../preview-change.ts';
import { previewedDays, previewedDaysOf } from '../../schemas/previewedDays.ts';

const body = editBody
  .omit({ reason: true })
  .extend({
    remove: z.boolean().default(false).openapi({ description: 'true: the reading would be removed' }),
    undo: editId.optional().openapi({
      description: 'An edit of this reading alone: it would be taken back, whatever else the body says',
      // The request that is shown changes a reading.
      example: undefined,
    }),
  })
  .openapi('ReadingPreviewRequest', { description: 'A field that is absent stays, null takes it out' });

const preview = z.object({
  before: editedReading,
  after: editedReading,
  days: previewedDays,
});
export type ReadingPreview = z.infer<typeof preview>;

/** POST /api/user/readings/preview. Spec gap: no such endpoint is stated; its body is that of readings/edit. */
export const postReadingsPreview = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/readings/preview',
    tags: ['readings'],
    summary: 'What changing or removing a reading, or taking that back, would do to the figures',
    description: 'Nothing is written. Months and years follow their days.',
    request: { headers: targetIndustryHeader, body: jsonBody(body) },
    responses: {
      200: ok('The preview', answerWith(preview).openapi('ReadingPreview')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, createdOn, remove, undo, ...fields } = c.req.valid('json');
      const { industry } = c.get('caller');
      const decision = { industry, unitId, reason: 'Preview', by: actorOf(c) };
      const patch = remove ? null : patchOf({ unitId, createdOn, ...fields });
      const found = await previewChange(context, decision, createdOn, undo === undefined ? { patch } : { undo });
      const days = previewedDaysOf(industry, found.days);
      const data = { before: editedReadingOf(found.before), after: editedReadingOf(found.after), days };
      return c.json({ ...done('Preview'), data }, 200);
    },
);
