import { createRoute, z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../../kernel/time/business-date.ts';
import { DAY_MS } from '../../../../kernel/time/durations.ts';
import { counted } from '../../../../kernel/text.ts';
import type { BusinessDate } from '../../../../kernel/time/types.ts';
import {
  editReading,
  type EditResult,
  estimateReadings,
  type ReadingPatch,
  readReadingEdits,
  removeReading,
  undoReadingEdit,
} from '../../../edits/reading-edits.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, optionalText, targetIndustryHeader, whole } from '../../../../platform/http/schemas/parameters.ts';
import { readWithdrawnEstimates } from '../../../withdraw-estimates.ts';
import {
  boundary,
  createdOn,
  editId,
  editObject,
  editOf,
  editResult,
  reason,
  skippedGaps,
  skippedOf,
  withdrawalOf,
  withdrawnObject,
} from '../../schemas/readingEdit.ts';

const unitId = z.string().min(1).max(200).openapi({ example: 'M2' });
const requestOf = <S extends z.ZodType>(schema: S) => ({ headers: targetIndustryHeader, body: jsonBody(schema) });

const resultOf = ({ editId: id, readings, changedDates }: EditResult): z.infer<typeof editResult> => ({
  editId: id,
  readings,
  // The ledger gives dates as business dates already.
  changedDates: changedDates.map((date) => formatRequestDate(date as BusinessDate)),
});

export const editBody = z
  .strictObject({
    unitId,
    createdOn,
    reason,
    value: z.number().nullable().optional().openapi({ description: 'Raw units', example: 812.5 }),
    summedValue: z.number().nullable().optional(),
    paramValue: z.record(z.string(), z.number()).nullable().optional(),
    interpolated: z.boolean().optional(),
    offlinePeriod: z.number().min(0).nullable().optional().openapi({ description: 'Minutes' }),
  })
  .openapi('ReadingEditRequest', { description: 'A field that is absent stays, null takes it out' });

export function patchOf(body: Omit<z.infer<typeof editBody>, 'reason'>): ReadingPatch {
  const { value, summedValue, paramValue, interpolated, offlinePeriod } = body;
  return {
    ...(value === undefined ? {} : { value }),
    ...(summedValue === undefined ? {} : { register: summedValue }),
    ...(paramValue === undefined ? {} : { parameters: paramValue ?? {} }),
    ...(interpolated === undefined ? {} : { estimated: interpolated }),
    ...(offlinePeriod === undefined ? {} : { offlineMinutes: offlinePeriod }),
  };
}

/** POST /api/user/readings/edit. Spec gap: the specification has no editing of readings, which VEE asks for. */
export const postReadingsEdit = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/readings/edit',
    tags: ['readings'],
    summary: 'Change one reading by hand',
    description: 'It can be undone. What its device sends again does not replace it.',
    request: requestOf(editBody),
    responses: { 200: ok('Changed', answerWith(editResult)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const body = c.req.valid('json');
      const decision = { industry: c.get('caller').industry, unitId: body.unitId, reason: body.reason, by: actorOf(c) };
      const result = await editReading(context, decision, body.createdOn, patchOf(body));
      return c.json({ ...done('Reading changed'), data: resultOf(result) }, 200);
    },
);

/** POST /api/user/readings/delete. Spec gap: editing of readings. */
export const postReadingsDelete = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/readings/delete',
    tags: ['readings'],
    summary: 'Remove one reading by hand',
    description: 'It can be undone. What its device sends again does not bring it back.',
    request: requestOf(
      z
        .strictObject({ unitId, createdOn: createdOn.openapi({ example: '2026-01-14T20:35:00Z' }), reason })
        .openapi('ReadingDeleteRequest'),
    ),
    responses: { 200: ok('Removed', answerWith(editResult)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const body = c.req.valid('json');
      const decision = { industry: c.get('caller').industry, unitId: body.unitId, reason: body.reason, by: actorOf(c) };
      const result = await removeReading(context, decision, body.createdOn);
      return c.json({ ...done('Reading removed'), data: resultOf(result) }, 200);
    },
);

const LONGEST_SPAN_DAYS = 31;

/** Gaps of a unit between two instants. */
export const gapsBody = z
  .strictObject({
    unitId,
    from: boundary.openapi({ example: '2026-01-14T00:30:00Z' }),
    to: boundary.openapi({ description: 'Excluded', example: '2026-01-15T00:30:00Z' }),
  })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'is not after from' })
  .refine(({ from, to }) => to - from <= LONGEST_SPAN_DAYS * DAY_MS, {
    path: ['to'],
    error: `is more than ${LONGEST_SPAN_DAYS} days after from`,
  });

const interpolateBody = gapsBody
  .safeExtend({
    reason,
    dryRun: z.boolean().default(false).openapi({ description: 'true: tells what would be written' }),
  })
  .openapi('ReadingInterpolateRequest');

const interpolateAnswer = answerWith(editResult.extend({ skipped: skippedGaps }));

/** POST /api/user/readings/interpolate. Spec gap: estimation by a person. */
export const postReadingsInterpolate = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/readings/interpolate',
    tags: ['readings'],
    summary: 'Fill the gaps of a unit with estimates',
    description:
      'On a straight line between the genuine readings on both sides: registers of meters, levels of tanks and bores, parameters of quality units. Estimates are marked and never replace a reading. What the device sends later replaces an estimate, and those that no longer fit it are withdrawn. They can be undone.',
    request: requestOf(interpolateBody),
    responses: { 200: ok('Filled', interpolateAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { from, to, dryRun, ...body } = c.req.valid('json');
      const decision = { ...body, industry: c.get('caller').industry, by: actorOf(c) };
      const result = await estimateReadings(context, decision, { fromEpochMs: from, toEpochMs: to }, dryRun);
      const skipped = skippedOf(result.skipped);
      const message = `${counted(result.readings, 'estimate')}${dryRun ? ' would be' : ''} written`;
      return c.json({ ...done(message), data: { ...resultOf(result), skipped } }, 200);
    },
);

const undoAnswer = answerWith(
  editResult.extend({
    kept: z.number().int().openapi({ description: 'Estimates that are something else by now, and stay' }),
  }),
);

/** POST /api/user/readings/undo. Spec gap: editing of readings. */
export const postReadingsUndo = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/readings/undo',
    tags: ['readings'],
    summary: 'Take an edit of readings back',
    request: requestOf(z.strictObject({ editId, reason }).openapi('ReadingUndoRequest')),
    responses: { 200: ok('As before', undoAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const body = c.req.valid('json');
      const decision = { industry: c.get('caller').industry, reason: body.reason, by: actorOf(c) };
      const result = await undoReadingEdit(context, decision, body.editId);
      return c.json({ ...done('Edit undone'), data: { ...resultOf(result), kept: result.kept } }, 200);
    },
);

const listQuery = z.object({
  unitId: optionalText(200).openapi({ description: 'Only of this unit' }),
  before: whole(0, { min: 0 }).openapi({ description: '`next` of the page before. 0: from the newest on' }),
  limit: whole(50, { min: 1, max: 200 }).openapi({ description: 'Edits of a page' }),
});
const listAnswer = answerWith(
  z.object({
    edits: z.array(editObject),
    next: z.number().int().nullable().openapi({ description: 'Ask for `before` with this; null: there is no more' }),
  }),
);

/** GET /api/user/readings/edits. Spec gap: editing of readings. */
export const getReadingsEdits = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/readings/edits',
    tags: ['readings'],
    summary: 'What people did to readings, the newest first',
    request: { query: listQuery, headers: targetIndustryHeader },
    responses: { 200: ok('A page', listAnswer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId: unit, before, limit } = c.req.valid('query');
      const found = await readReadingEdits(
        context,
        c.get('caller').industry,
        unit ?? null,
        before === 0 ? null : before,
        limit + 1,
      );
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.editKey ?? null) : null;
      return c.json({ ...done('Edits of readings'), data: { edits: page.map(editOf), next } }, 200);
    },
);

/** GET /api/user/readings/withdrawn. Spec gap: as editing. */
export const getReadingsWithdrawn = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/readings/withdrawn',
    tags: ['readings'],
    summary: 'Estimates of a unit that were withdrawn and whose gap is still open',
    description:
      'Readings came, or were changed, beside which they no longer fit. POST ../interpolate over their span lays them again, from the readings of now.',
    request: {
      query: z.object({ unitId: unitId.openapi({ description: 'Its withdrawn estimates' }) }),
      headers: targetIndustryHeader,
    },
    responses: {
      200: ok('The last withdrawal first', answerWith(z.object({ withdrawn: z.array(withdrawnObject) }))),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId: unit } = c.req.valid('query');
      const acts = await readWithdrawnEstimates(context, c.get('caller').industry, unit);
      const withdrawn = acts.map((act) => ({
        ...act,
        unitId: unit,
        withdrawn: withdrawalOf(act.withdrawn, { unitId: unit, madeBy: act.madeBy }),
      }));
      return c.json({ ...done('Withdrawn estimates'), data: { withdrawn } }, 200);
    },
);
