import { createRoute, z } from '@hono/zod-openapi';
import { dividedBy, MILLI } from '../../../../kernel/measure/exact.ts';
import type { Figure } from '../../../../kernel/document/types.ts';
import { formatRequestDate } from '../../../../kernel/time/business-date.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { editedReading, editedReadingOf } from '../../../../readings/http/schemas/readingEdit.ts';
import { editBody, patchOf } from '../../../../readings/http/user/readings/edits.ts';
import { previewChange } from '../../../preview-change.ts';

const body = editBody
  .omit({ reason: true })
  .extend({ remove: z.boolean().default(false).openapi({ description: 'true: the reading would be removed' }) })
  .openapi('ReadingPreviewRequest', { description: 'A field that is absent stays, null takes it out' });

const figure = z
  .union([z.number(), z.record(z.string(), z.number().nullable())])
  .nullable()
  .openapi({
    description: "In the unit's siUnit; of quality units the mean of each parameter; null: no data",
  });
const told = z.object({
  figure,
  unheard: z.number().openapi({ description: 'What passed and is in no hour, in siUnit; 0: nothing' }),
});
const preview = z.object({
  before: editedReading,
  after: editedReading,
  days: z
    .array(
      z.object({
        unitId: z.string(),
        unitName: z.string(),
        siUnit: z.string(),
        date: z.string().openapi({ description: 'DD/MM/YYYY' }),
        before: told,
        after: told,
      }),
    )
    .openapi({ description: 'Days of which something else would be told, of the unit and of all computed from it' }),
});
export type ReadingPreview = z.infer<typeof preview>;

const shownFigure = (value: Figure): z.infer<typeof figure> =>
  typeof value === 'number' ? dividedBy(value, MILLI) : value === null ? null : { ...value };
const shown = (day: { readonly figure: Figure; readonly unheard: number }): z.infer<typeof told> => ({
  figure: shownFigure(day.figure),
  unheard: dividedBy(day.unheard, MILLI),
});

/** POST /api/user/readings/preview. Spec gap: as editing of readings. */
export const postReadingsPreview = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/readings/preview',
    tags: ['readings'],
    summary: 'What changing or removing a reading would do to the figures',
    description: 'Nothing is written. Months and years follow their days.',
    request: {
      headers: targetIndustryHeader,
      body: { required: true, content: { 'application/json': { schema: body } } },
    },
    responses: {
      200: ok('The preview', answerWith(preview).openapi('ReadingPreview')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, createdOn, remove, ...fields } = c.req.valid('json');
      const { industry } = c.get('caller');
      const decision = { industry, unitId, reason: 'Preview', by: actorOf(c) };
      const patch = remove ? null : patchOf({ unitId, createdOn, ...fields });
      const found = await previewChange(context, decision, createdOn, patch);
      const days = found.days.map(({ unitId: id, date, before, after }) => {
        const { displayName = id, siUnit = '' } = industry.units.get(id)?.current ?? {};
        return {
          unitId: id,
          unitName: displayName,
          siUnit,
          date: formatRequestDate(date),
          before: shown(before),
          after: shown(after),
        };
      });
      const data = { before: editedReadingOf(found.before), after: editedReadingOf(found.after), days };
      return c.json({ ...done('Preview'), data }, 200);
    },
);
