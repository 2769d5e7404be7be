import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_GENERATIONS } from '../../../kernel/industry/industry.ts';
import { UNIT_GROUPS } from '../../../kernel/measure/unit.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { type DirectoryUnit, unitsOfIndustry } from '../../unit-directory.ts';
import { largeAnswer } from '../../../platform/http/large-answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { flag, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

export const unitOfIndustry = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    standardCategoryId: z.string(),
    kind: z.enum(UNIT_GROUPS),
    siUnit: z.string(),
    virtual: z.boolean(),
    formula: z.string().nullable().openapi({ description: 'Of a virtual unit' }),
    operands: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'Units that the formula stands for today, sub-categories and ADD_ALL written out' }),
    params: z.record(z.string(), z.object({ displayName: z.string(), siUnit: z.string(), isLatest: z.boolean() })),
    dataUpdateFrequency: z.number().int().openapi({ description: 'Seconds between two readings' }),
    categories: z
      .array(z.object({ generation: z.enum(CATEGORY_GENERATIONS), categoryKey: z.string(), subCategoryId: z.string() }))
      .readonly(),
    lastSeen: z.string().nullable().openapi({
      format: 'date-time',
      description: 'Newest instant of any reading up to now; null: none, or a virtual unit',
    }),
    retiredAt: z.string().nullable().openapi({ format: 'date-time', description: 'null: in use' }),
    lastDate: z.string().nullable().openapi({
      example: '10/03/2026',
      description: 'Last business day for which the unit counts and figures can be asked for; null: in use',
    }),
  })
  .openapi('UnitOfIndustry');

/** GET /api/user/units. Spec gap: an app needs the list of units before it can ask for figures. */
export const getUnits = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/units',
    tags: ['device data'],
    summary: 'Units of your industry',
    description: 'What may be asked for, and what it is. In the order of the bundle, retired units last.',
    request: {
      query: z.object({ retired: flag(false).openapi({ description: 'With units that are out of use' }) }),
      headers: targetIndustryHeader,
    },
    responses: {
      200: ok('Units', answerWith(z.array(unitOfIndustry)).openapi('UnitsOfIndustry')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const units = await unitsOfIndustry(context, c.get('caller').industry, c.req.valid('query').retired);
      return largeAnswer(c, { ...done('Units'), data: units.map(onTheWire) });
    },
);

const onTheWire = (found: DirectoryUnit): z.infer<typeof unitOfIndustry> => ({
  unitId: found.unitId,
  unitName: found.displayName,
  standardCategoryId: found.standardCategoryId,
  kind: found.group,
  siUnit: found.siUnit,
  virtual: found.group === 'VIRTUAL',
  formula: found.formula,
  operands: found.operands,
  params: { ...found.params },
  dataUpdateFrequency: found.dataUpdateFrequencySeconds,
  categories: found.categories,
  lastSeen: found.lastSeen?.toISOString() ?? null,
  retiredAt: found.retiredAt?.toISOString() ?? null,
  lastDate: found.lastDate === null ? null : formatRequestDate(found.lastDate),
});
