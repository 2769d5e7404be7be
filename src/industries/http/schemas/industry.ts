import { z } from '@hono/zod-openapi';
import { CATEGORY_GENERATIONS } from '../../../kernel/industry/industry.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { Changed } from '../../change-entity.ts';
import { answerWith } from '../../../platform/http/schemas/envelope.ts';
import { flag, optionalReason, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

/** An object of which rules/provisioning knows the fields. */
export const OPEN = { type: 'object' as const, additionalProperties: true };
export const FIELDS_OF = 'docs/how-to/first-industry.md has every field';

const EXAMPLE_UNIT = {
  unitId: 'INLET',
  displayName: 'Main inlet',
  standardCategoryId: 'FLOW_CATEGORY',
  siUnit: 'KL',
  flowFactor: 1,
};
const EXAMPLE_CATEGORY = {
  standardCategoryId: 'FLOW_CATEGORY',
  subCategories: [{ id: 'MAINS', displayName: 'Mains', units: ['INLET'] }],
};

/** A body that rules/provisioning checks, which reports all mistakes at once. */
export const openBody = () => z.record(z.string(), z.unknown());

export const bundleBody = openBody().openapi('IndustryBundle', {
  type: 'object',
  description: `An industry with all that belongs to it. A section that is absent stays, one that is present is the whole truth of it; ${FIELDS_OF}.`,
  required: ['industry'],
  properties: {
    industry: { ...OPEN, required: ['industryId', 'industryName', 'meta'] },
    units: { type: 'array', items: { ...OPEN, required: ['unitId', 'displayName', 'standardCategoryId', 'siUnit'] } },
    ...Object.fromEntries(CATEGORY_GENERATIONS.map((generation) => [generation, OPEN])),
    users: { type: 'array', items: { ...OPEN, required: ['userId', 'email', 'username', 'role'] } },
  },
  additionalProperties: false,
  example: {
    industry: {
      industryId: 'RIVERSIDE',
      industryName: 'Riverside Works',
      place: 'Pune',
      meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' } },
    },
    units: [EXAMPLE_UNIT],
    categoriesV2: { ID_SOURCE: EXAMPLE_CATEGORY },
  },
});

export const PATCHES = 'what is named is changed, null takes a value out, the rest stays (RFC 7396)';

export const industryPatchBody = openBody().openapi('IndustryPatch', {
  ...OPEN,
  description: `Fields of the industry: ${PATCHES}. A changed time zone, shift or daysOffset counts from meta.clockEffectiveFrom on; ${FIELDS_OF}.`,
  example: { place: 'Pune West', meta: { reports: { emailIds: ['plant@riverside.example'] } } },
});

export const unitBody = openBody().openapi('UnitBody', {
  ...OPEN,
  description: `A unit as a bundle has it; ${FIELDS_OF}.`,
  required: ['unitId', 'displayName', 'standardCategoryId', 'siUnit'],
  example: { ...EXAMPLE_UNIT, unitId: 'KITCHEN', displayName: 'Kitchen' },
});

export const unitPatchBody = openBody().openapi('UnitPatch', {
  ...OPEN,
  description: `Fields of the unit: ${PATCHES}. What decides figures counts from meta.effectiveFrom on, else from the running business day; ${FIELDS_OF}.`,
  example: { flowFactor: 2, meta: { effectiveFrom: '01/01/2026' } },
});

export const categoryBody = openBody().openapi('CategoryBody', {
  ...OPEN,
  description: `A category as a bundle has it; ${FIELDS_OF}.`,
  required: ['standardCategoryId', 'subCategories'],
  example: EXAMPLE_CATEGORY,
});

export const categoryPatchBody = openBody().openapi('CategoryPatch', {
  ...OPEN,
  description: `Fields of the category: ${PATCHES}. Of subCategories a list replaces all; an object changes those that it names by id, null removes one, an unknown id adds one.`,
  example: { subCategories: { MAINS: { units: ['INLET', 'KITCHEN'] } } },
});

const industryId = z.string().openapi({ description: 'Of any industry', example: 'RIVERSIDE' });
export const industryPath = z.object({ industryId });
export const unitPath = z.object({
  industryId,
  unitId: z.string().openapi({ description: 'Retired or not', example: 'KITCHEN' }),
});
export const categoryPath = z.object({
  industryId,
  generation: z.enum(CATEGORY_GENERATIONS).openapi({ description: 'Section of the bundle', example: 'categoriesV2' }),
  categoryKey: z.string().openapi({ description: 'Name within its section', example: 'ID_SOURCE' }),
});
/** Path of the category that the documented examples create and remove. */
export const otherCategoryPath = categoryPath.extend({
  categoryKey: z.string().openapi({ description: 'Name within its section', example: 'ID_CONSUMPTION' }),
});

export const changeQuery = z.object({
  dryRun: flag(false).openapi({ description: 'Tells what would change, and changes nothing' }),
  reason: optionalReason(),
});

export const changeHeaders = targetIndustryHeader.extend({
  'If-Match': z.string().optional().openapi({
    description:
      'The ETag of the version that was read: where somebody else has changed it meanwhile, the answer is 412 and says what, and nothing is written. Absent: whatever there is is changed',
  }),
});

export const tagHeader = {
  headers: z.object({
    ETag: z.string().optional().openapi({
      description: 'Version in force, for If-Match; absent after a dry run',
      example: '"17-9f3ac2b14d5e6f70"',
    }),
  }),
};

const open = () => z.record(z.string(), z.unknown()).openapi(OPEN);

const counts = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
});

/** Result of a change or a dry run. */
export const provisionResultAnswer = answerWith(
  z.object({
    industryId: z.string(),
    isChanged: z.boolean().openapi({ description: 'false: everything was so before, nothing was written' }),
    industry: z.enum(['added', 'changed', 'unchanged']),
    units: counts,
    categories: counts,
    users: counts,
    staleFrom: z
      .array(z.object({ unitId: z.string(), fromDate: z.string() }))
      .openapi({ description: 'Units whose closed days from this business date on are computed anew' }),
    warnings: z
      .array(z.object({ field: z.string(), problem: z.string() }))
      .readonly()
      .openapi({
        description: 'What is allowed but probably not meant, and sealed days that the change does not reach',
      }),
    changes: z
      .object({ before: open(), after: open() })
      .nullable()
      .openapi({ description: 'What differs, as the audit has it; null: nothing, or a bundle that is no dry run' }),
  }),
).openapi('ProvisionResult');

export const changedData = (
  { tag: _tag, staleFrom, changes, ...result }: Changed,
  showsChanges = true,
): z.infer<typeof provisionResultAnswer>['data'] => ({
  ...result,
  staleFrom: staleFrom.map(({ unitId, fromDate }) => ({ unitId, fromDate: formatRequestDate(fromDate) })),
  changes: showsChanges && changes !== null ? { before: { ...changes.before }, after: { ...changes.after } } : null,
});

/** The whole industry in a form that can be posted back. */
export const bundleAnswer = z
  .object({
    industry: open(),
    units: z.array(open()).optional(),
    categories: open().optional(),
    categoriesV2: open().optional(),
    standardCategories: open().optional(),
    users: z.array(open()).optional(),
  })
  .openapi('StoredIndustry', { description: 'A bundle without passwords. Posted back it changes nothing.' });

export const clockRules = z
  .array(z.object({ effectiveFrom: z.string(), timezone: z.string(), startAt: z.string(), daysOffset: z.number() }))
  .openapi({ description: 'All that counted and will count, the oldest first; 01/01/1900 is the beginning' });

/** A unit for operators. */
export const unitObject = z
  .object({
    unitId: z.string(),
    displayName: z.string(),
    standardCategoryId: z.string(),
    siUnit: z.string(),
    flowFactor: z.number(),
    minNonZeroThreshold: z.number(),
    maxCapacity: z.number().nullable(),
    dataUpdateFrequency: z.number().int(),
    params: open(),
    meta: open(),
    retired: z.boolean(),
    versions: z.array(open()).openapi({
      description: 'What decides figures, from each date on, the oldest first; 01/01/1900 is the beginning',
    }),
    lastSeen: z.string().nullable().openapi({ description: 'Newest instant of any reading', format: 'date-time' }),
  })
  .openapi('UnitForOperators', { additionalProperties: false });

export const categoryObject = z
  .object({
    generation: z.enum(CATEGORY_GENERATIONS),
    categoryKey: z.string(),
    standardCategoryId: z.string(),
    subCategories: z
      .array(z.object({ id: z.string(), displayName: z.string(), units: z.array(z.string()).readonly() }))
      .readonly(),
  })
  .openapi('CategoryOfIndustry');
