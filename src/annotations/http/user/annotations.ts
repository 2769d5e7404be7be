import { createRoute, z } from '@hono/zod-openapi';
import { expectedVersion } from '../../../kernel/versions/if-match.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { annotationSavingHeaders, entityTag, versionHeader } from '../../../platform/http/schemas/entity-tag.ts';
import { answerWith, done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import {
  date,
  jsonBody,
  optionalText,
  requireOrder,
  targetIndustryHeader,
} from '../../../platform/http/schemas/parameters.ts';
import {
  changeAnnotation,
  createAnnotation,
  readAnnotation,
  readAnnotations,
  withdrawAnnotation,
} from '../../annotations.ts';
import { MOST_LISTED } from '../../rules/annotation.ts';
import {
  annotationBody,
  annotationIdPath,
  annotationObject,
  annotationOf,
  withdrawnIdPath,
} from '../schemas/annotation.ts';

const PATH = '/api/user/annotations';
const ID_PATH = `${PATH}/{annotationId}`;

const listQuery = z
  .object({
    unitId: optionalText(200).openapi({
      description: 'Annotations of this unit and of the whole site; absent: of all units',
      example: 'CB_BORE_1',
    }),
    startDate: date().openapi({ description: 'DD/MM/YYYY, the first business day' }),
    endDate: date().openapi({ description: 'DD/MM/YYYY, the last business day' }),
  })
  .superRefine(requireOrder);

const listAnswer = answerWith(
  z.object({
    annotations: z.array(annotationObject).openapi({ description: 'That touch these days, in the order of time' }),
    isComplete: z.boolean().openapi({ description: `false: only the first ${MOST_LISTED} are listed` }),
  }),
);
const oneAnswer = { ...ok('The annotation', answerWith(annotationObject)), ...versionHeader };

/**
 * GET /api/user/annotations. Spec gap: the specification has no annotations. A figure is understood only by whoever
 * knows what was done that day, so people note it beside the figures.
 */
export const getAnnotations = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['annotations'],
    summary: 'What people have noted about a period',
    description:
      'A moment is of the business day that holds it, a span of every business day that it shares time with. Annotations of the whole site are told with every unit.',
    request: { query: listQuery, headers: targetIndustryHeader },
    responses: { 200: ok('Annotations', listAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const { unitId, startDate, endDate } = c.req.valid('query');
      const { annotations, isComplete } = await readAnnotations(context, industry, {
        unitIds: unitId === undefined ? null : [unitId],
        from: startDate,
        to: endDate,
      });
      const data = { annotations: annotations.map((one) => annotationOf(industry, one)), isComplete };
      return c.json({ ...done('Annotations'), data }, 200);
    },
);

/** GET /api/user/annotations/{annotationId}. Spec gap: annotations. */
export const getAnnotation = endpoint(
  createRoute({
    method: 'get',
    path: ID_PATH,
    tags: ['annotations'],
    summary: 'One annotation, with its version',
    request: { headers: targetIndustryHeader, params: annotationIdPath },
    responses: { 200: oneAnswer, ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const found = await readAnnotation(context, industry, c.req.valid('param').annotationId);
      return c.json({ ...done('Annotation'), data: annotationOf(industry, found) }, 200, {
        ETag: entityTag(found.version),
      });
    },
);

/** POST /api/user/annotations. Spec gap: annotations. */
export const postAnnotations = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['annotations'],
    summary: 'Note what happened',
    description:
      'At a moment or over a span, past or to come, of a unit or of the whole site. Figures stay as they are. The same annotation twice is one.',
    request: { headers: targetIndustryHeader, body: jsonBody(annotationBody) },
    responses: { 200: oneAnswer, ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const { unitId, from, to, text } = c.req.valid('json');
      const wanted = { unitId, fromEpochMs: from, toEpochMs: to, text };
      const made = await createAnnotation(context, industry, wanted, actorOf(c));
      return c.json({ ...done('Annotation added'), data: annotationOf(industry, made) }, 200, {
        ETag: entityTag(made.version),
      });
    },
);

/** PUT /api/user/annotations/{annotationId}. Spec gap: annotations. */
export const putAnnotation = endpoint(
  createRoute({
    method: 'put',
    path: ID_PATH,
    tags: ['annotations'],
    summary: 'Change an annotation',
    description: 'The body replaces all of it. What it said before is in the audit.',
    request: {
      headers: targetIndustryHeader.extend(annotationSavingHeaders),
      params: annotationIdPath,
      body: jsonBody(annotationBody),
    },
    responses: { 200: oneAnswer, ...errors(400, 404, 412, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const { unitId, from, to, text } = c.req.valid('json');
      const wanted = { unitId, fromEpochMs: from, toEpochMs: to, text };
      const changed = await changeAnnotation(context, industry, wanted, {
        ...c.req.valid('param'),
        by: actorOf(c),
        expected: expectedVersion(c.req.header('If-Match')),
      });
      return c.json({ ...done('Annotation changed'), data: annotationOf(industry, changed) }, 200, {
        ETag: entityTag(changed.version),
      });
    },
);

/** DELETE /api/user/annotations/{annotationId}. Spec gap: annotations. */
export const deleteAnnotation = endpoint(
  createRoute({
    method: 'delete',
    path: ID_PATH,
    tags: ['annotations'],
    summary: 'Withdraw an annotation',
    description: 'It is told nowhere any more. What it said is in the audit.',
    request: { headers: targetIndustryHeader.extend(annotationSavingHeaders), params: withdrawnIdPath },
    responses: { 200: ok('Withdrawn', succeeded), ...errors(400, 404, 412, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await withdrawAnnotation(context, c.get('caller').industry, {
        ...c.req.valid('param'),
        by: actorOf(c),
        expected: expectedVersion(c.req.header('If-Match')),
      });
      return c.json(done('Annotation withdrawn'), 200);
    },
);
