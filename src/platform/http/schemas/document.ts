import { z } from '@hono/zod-openapi';

/** Side of a figure on which the truth lies. */
export const boundField = z.enum(['at least', 'at most', 'open']).nullable().openapi({
  description:
    'On which side of the figure the truth lies for what was not measured: what a formula or difference takes off makes it at most, and open may be either. null: enough was measured, or levels and means, which are never a bound',
});

const number = z.number().nullable();
export const parameters = z.record(z.string(), number);

/** A number, null without data, or (quality) parameter to mean. */
export const figure = z.union([number, parameters]);

const passed = {
  value: z.number().openapi({
    description: 'In the unit of the figure beside it. Below 0 for a formula that subtracts the unit',
  }),
  from: z.string().openapi({ description: 'The last reading before, ISO 8601 UTC', format: 'date-time' }),
  to: z.string().openapi({ description: 'The first reading after', format: 'date-time' }),
};

/** The amount that passed and is in no figure. */
export const unheard = z
  .object({
    ...passed,
    times: z.number().int().openapi({ description: 'How many steps of a register there were' }),
    silences: z.number().int().openapi({ description: 'In how many of them nothing at all was sent' }),
    silent: z.object(passed).optional().openapi({
      description:
        'What of it passed in these silences. Absent where all of it did (`silences` above 0) or nothing (`silences` 0)',
    }),
  })
  .openapi('Unheard', {
    description:
      'What passed between two registers, mostly while nothing was sent. No hour and no total has it. It is told where the meter is heard again; absent or null: nothing',
  });

const entry = z
  .object({
    x: z.string().openapi({ description: 'Start, ISO 8601 UTC', format: 'date-time' }),
    y: figure,
    ir: number.optional(),
    fr: number.optional(),
    y1: number.optional(),
    py: parameters.optional(),
    percentage: number.optional(),
    average: number.optional(),
    nonZero: z.number().optional(),
    energySaved: z.number().optional(),
    energySavedCoverage: z.number().optional(),
    offlineCount: z.number(),
    offlineDuration: z.number().openapi({ description: 'Minutes' }),
    offlineIntervals: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .readonly()
      .optional(),
    offlineValue: z.number().optional(),
    unheard: unheard.nullable().optional(),
    coverage: number,
    estimatedShare: number.optional(),
    bound: boundField.optional(),
    meta: z.object({ lastEpoch: number }),
  })
  .openapi('DocumentEntry');

const entries = z.array(entry).readonly().optional();

/** A processed document as the export prints it. */
export const processedDocument = z
  .object({
    id: z.string(),
    unitId: z.string(),
    industryId: z.string(),
    date: z.string().optional().openapi({ description: 'DD/MM/YYYY, of a day' }),
    month: z.string().optional().openapi({ description: 'MM/YYYY, of a month' }),
    year: z.string().optional().openapi({ description: 'YYYY, of a year' }),
    value: figure.openapi({ description: 'The main figure, raw (milli-units)' }),
    paramValue: parameters.optional(),
    meta: z.object({
      flowFactor: z.number().optional(),
      ir: number.optional(),
      fr: number.optional(),
      nonZero: z.number().optional(),
      energySaved: z.number().optional(),
      energySavedCoverage: z.number().optional(),
      maxCapacity: number.optional(),
      percentage: number.optional(),
      openingStock: z.number().optional(),
      average: z.number().optional(),
      lastEpoch: number.optional(),
      offlineCount: z.number(),
      offlineDuration: z.number().openapi({ description: 'Minutes' }),
      offlineValue: z.number().optional(),
      unheard: unheard.optional(),
      meters: z
        .array(
          z.object({
            installedAt: z.string(),
            finalRegisterOfOld: number,
            initialRegister: number,
            firstRegister: number,
          }),
        )
        .readonly()
        .optional()
        .openapi({
          description:
            'Meters installed on the day, in order: the instant, the last register of the meter before and the first one of the new meter as they were written down, and the first one that it sent on the day, times flowFactor. Absent on other days',
        }),
    }),
    tag: z.string(),
    provenance: z.object({
      slotsExpected: z.number(),
      slotsGenuine: z.number(),
      readingsUsed: z.number(),
      readingsEstimated: z.number(),
      lastEpoch: number,
      coverageRatio: number,
      estimatedShare: number,
      algorithmVersion: z.number(),
      provisional: z.literal(true).optional(),
      failed: z.literal(true).optional(),
      bound: boundField.optional(),
      meters: z.number().int().optional().openapi({ description: 'Virtual units: meters that the formula uses' }),
      metersMeasured: z.number().int().optional(),
      computedAt: z.string().openapi({ description: 'ISO 8601 UTC', format: 'date-time' }),
    }),
    hourly: entries.openapi({ description: 'Hours of a day' }),
    daily: entries.openapi({ description: 'Days of a month' }),
    monthly: entries.openapi({ description: 'Months of a year' }),
  })
  .openapi('ProcessedDocument');
