import { z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { TimeResult } from '../../processing/batch.ts';
import { commaList, flag } from '../../../platform/http/schemas/parameters.ts';

/** Parameters both batch endpoints share. */
export const updateOnlyVirtual = () =>
  flag(false).openapi({ description: 'Only virtual units; with unitIds exactly those of them' });
export const updateData = () => flag(true).openapi({ description: 'false: a dry run, nothing is written' });
export const unitIds = () =>
  commaList().openapi({
    description:
      'Comma-separated; all units when absent. Units that depend on these are processed with them, and whatever those use and is stale',
  });

const counts = z.object({ daily: z.number().int(), monthly: z.number().int(), yearly: z.number().int() });

const differences = z.object({
  inserted: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  ids: z.array(z.string()).readonly().optional().openapi({
    description: 'The first 100 that would be inserted or changed',
  }),
});

/**
 * Spec gap: fields of the answer beside status. They count the computed and the written documents, or those a dry run
 * would write.
 */
export const batchAnswer = z
  .object({
    status: z.literal('success'),
    data: z.object({
      days: z.number().int().openapi({ description: 'Business days processed' }),
      daysNotEnded: z
        .number()
        .int()
        .openapi({ description: 'Days asked for that have not ended; they are not processed' }),
      daysSealed: z.number().int().openapi({
        description:
          'Days asked for whose readings retention or the archive has removed; their documents stay as they are',
      }),
      sealed: z
        .array(z.object({ from: z.string(), to: z.string() }))
        .optional()
        .openapi({ description: 'Which days these are, DD/MM/YYYY, both included; absent when there are none' }),
      daysBeforeReadings: z.number().int().openapi({
        description: "Days asked for before the year of the industry's first reading; nothing is computed for them",
      }),
      daysUnchanged: z.number().int().openapi({
        description:
          'Days asked for of which nothing has changed since they were processed; their documents stay as they are. A request with unitIds computes them, and so does npm run batch with --recompute',
      }),
      staleDaysLeft: z.number().int().optional().openapi({
        description:
          'With dailyOldDataEnabled: days before it that are still stale, but for sealed ones; a job of its own rebuilds each, or this request sent again does',
      }),
      computed: counts.openapi({ description: 'Documents computed' }),
      written: counts
        .nullable()
        .openapi({ description: 'Of these, new or changed; null when updateData=false: nothing was written' }),
      wouldWrite: z
        .object({ daily: differences, monthly: differences, yearly: differences })
        .nullable()
        .openapi({ description: 'With updateData=false: what writing would change' }),
    }),
  })
  .openapi('BatchAnswer');

export const batchAnswerOf = ({
  days,
  daysNotEnded,
  daysSealed,
  sealedStretches,
  daysBeforeReadings,
  daysUnchanged,
  staleDaysLeft,
  computed,
  written,
  wouldWrite,
}: TimeResult): z.infer<typeof batchAnswer> => ({
  status: 'success',
  data: {
    days,
    daysNotEnded,
    daysSealed,
    ...(daysSealed === 0
      ? {}
      : {
          sealed: sealedStretches.map(([from, to]) => ({ from: formatRequestDate(from), to: formatRequestDate(to) })),
        }),
    daysBeforeReadings,
    daysUnchanged,
    ...(staleDaysLeft === undefined ? {} : { staleDaysLeft }),
    computed,
    written,
    wouldWrite,
  },
});
