import { z } from '@hono/zod-openapi';
import { askedInstant } from '../../../platform/http/schemas/instant.ts';
import { counted } from '../../../kernel/text.ts';
import { freeText } from '../../../platform/http/schemas/parameters.ts';
import type { ListedEdit } from '../../edits/reading-edits.ts';
import type { SkippedGap } from '../../rules/estimate-gaps.ts';
import type { Withdrawal } from '../../rules/wrong-estimates.ts';

export const createdOn = askedInstant().openapi({
  description: "The reading's own instant",
  example: '2026-01-14T19:35:00Z',
});
export const boundary = askedInstant();

export const reason = freeText()
  .trim()
  .min(3, 'is too short: say why, in three characters or more')
  .openapi({ description: 'Why; it is on record', example: 'Read off the meter by hand.' });

export const editId = z
  .uuid({ error: 'is no editId of GET /api/user/readings/edits' })
  .openapi({ example: '5f0c9a6e-4b1d-4c58-9f53-3f6f1d2a7b10' });

export const skippedGaps = z
  .array(z.object({ from: z.string(), to: z.string(), why: z.string() }))
  .openapi({ description: 'Gaps in which nothing runs straight' });

export const skippedOf = (skipped: readonly SkippedGap[]): z.infer<typeof skippedGaps> =>
  skipped.map(({ fromEpochMs, toEpochMs, why }) => ({
    from: new Date(fromEpochMs).toISOString(),
    to: new Date(toEpochMs).toISOString(),
    why,
  }));

export const editedReading = z
  .object({
    value: z.number().nullable(),
    summedValue: z.number().nullable(),
    paramValue: z.record(z.string(), z.number()),
    interpolated: z.boolean(),
    offlinePeriod: z.number().nullable().openapi({ description: 'Minutes' }),
  })
  .nullable()
  .openapi({ description: 'In raw units; null: there was none, or there is none any more' });

const withdrawal = z
  .object({
    at: z.string().openapi({ format: 'date-time' }),
    readings: z.number().int().openapi({ description: 'Estimates that were withdrawn' }),
    firstOn: z.string().openapi({ format: 'date-time', description: 'Instant of the first of them' }),
    lastOn: z.string().openapi({ format: 'date-time' }),
    cause: z.enum(['reading', 'edit', 'delete', 'undo']).openapi({
      description:
        'reading: its device sent one later. Otherwise a person changed one, removed it, or undid an edit of it',
    }),
    besideOn: z.string().openapi({ format: 'date-time', description: 'Instant of that reading' }),
    message: z.string(),
  })
  .openapi({ description: 'Estimates that no longer fit the readings around them, and stand no more' });

export const withdrawnObject = z
  .object({ editId: z.string(), unitId: z.string(), madeBy: z.string(), reason: z.string(), withdrawn: withdrawal })
  .openapi('WithdrawnEstimates');

export const editObject = z
  .object({
    editId: z.string(),
    unitId: z.string(),
    kind: z.enum(['edit', 'delete', 'estimate']),
    reason: z.string(),
    madeBy: z.string(),
    madeAt: z.string().openapi({ format: 'date-time' }),
    undoneBy: z.string().nullable(),
    undoneAt: z.string().nullable().openapi({ format: 'date-time' }),
    readings: z.number().int(),
    first: z
      .array(z.object({ createdOn: z.string(), before: editedReading, after: editedReading }))
      .openapi({ description: 'The first ten' }),
    withdrawn: withdrawal.nullable(),
  })
  .openapi('ReadingEdit');

type Kept = ListedEdit['readings'][number]['before'];
export const editedReadingOf = (kept: Kept): z.infer<typeof editedReading> =>
  kept === null
    ? null
    : {
        value: kept.value,
        summedValue: kept.register,
        paramValue: { ...kept.parameters },
        interpolated: kept.estimated,
        offlinePeriod: kept.offlineMinutes,
      };

const REASONS: Readonly<Record<Withdrawal['cause'], (at: string) => string>> = {
  reading: (at) => `a reading of ${at} came later and does not fit what was estimated`,
  edit: (at) => `the reading of ${at} was changed by hand and does not fit what was estimated`,
  delete: (at) => `the reading of ${at} was removed by hand, and its neighbours do not fit what was estimated`,
  undo: (at) => `an edit of the reading of ${at} was undone, and the readings of now do not fit what was estimated`,
};

/** The withdrawal of an act's estimates as people read it, with the unit and who had laid them. */
export function withdrawalOf(
  { atEpochMs, readings, firstOnEpochMs, lastOnEpochMs, cause, besideEpochMs }: Withdrawal,
  { unitId, madeBy }: Pick<ListedEdit, 'unitId' | 'madeBy'>,
): z.infer<typeof withdrawal> {
  const firstOn = new Date(firstOnEpochMs).toISOString();
  const lastOn = new Date(lastOnEpochMs).toISOString();
  const besideOn = new Date(besideEpochMs).toISOString();
  return {
    at: new Date(atEpochMs).toISOString(),
    readings,
    firstOn,
    lastOn,
    cause,
    besideOn,
    message: `${unitId}: ${counted(readings, 'estimate was', 'estimates were')} withdrawn, laid by ${madeBy} for ${firstOn} to ${lastOn}, because ${REASONS[cause](besideOn)}`,
  };
}

export const editOf = ({
  editKey: _key,
  readings,
  readingCount,
  withdrawn,
  ...edit
}: ListedEdit): z.infer<typeof editObject> => ({
  ...edit,
  madeAt: edit.madeAt.toISOString(),
  undoneAt: edit.undoneAt?.toISOString() ?? null,
  readings: readingCount,
  first: readings.map(({ createdOn: at, before, after }) => ({
    createdOn: at,
    before: editedReadingOf(before),
    after: editedReadingOf(after),
  })),
  withdrawn: withdrawn === null ? null : withdrawalOf(withdrawn, edit),
});

export const editResult = z.object({
  editId: z.string().nullable().openapi({ description: 'Undo takes it; null: nothing was done' }),
  readings: z.number().int(),
  changedDates: z
    .array(z.string())
    .openapi({ description: 'DD/MM/YYYY, closed business days whose rebuild is on its way' }),
});
