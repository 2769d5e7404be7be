import { z } from '@hono/zod-openapi';
import { boundField, figure, parameters, unheard } from '../../../platform/http/schemas/document.ts';
import { answerWith } from '../../../platform/http/schemas/envelope.ts';
import { whole } from '../../../platform/http/schemas/parameters.ts';

/** divisionFactor: a whole number above 0, 1000 when absent. */
export const divisionFactor = () =>
  whole(1000, { min: 1 }).openapi({
    description: 'Divides raw milli-units before display: 1000 shows litres as KL, watt-hours as kWh',
  });

const number = z.number().nullable();
const siUnit = z
  .string()
  .nullable()
  .openapi({ description: 'null when the units have none in common; nothing is added up then' });

/** Completeness of a figure: its measured share, its meters, and the side on which the truth lies. */
export const completeness = {
  coverage: number.openapi({
    description: 'Genuine slots / expected slots, below 1 when the figure is partial; null when none was expected yet',
  }),
  slotsExpected: z.number().int(),
  slotsGenuine: z.number().int(),
  estimatedShare: number.openapi({ description: 'Estimated readings / readings; null without readings' }),
  meters: z.number().int().openapi({ description: 'Meters that the figure is made of, through formulas as well' }),
  metersMeasured: z.number().int().openapi({ description: 'How many of them have measured something' }),
  bound: boundField,
  provisional: z.literal(true).optional().openapi({
    description: 'Present when the figure may change once: register checks of a day in it have not run yet',
  }),
};

const bucket = z.object({
  x: z.string().openapi({ description: 'Start of the bucket, ISO 8601 UTC', format: 'date-time' }),
  y: figure.openapi({
    description: 'Divided by divisionFactor; null: nothing measured, or in the future; quality: parameter to mean',
  }),
  coverage: number.openapi({ description: 'Genuine slots / expected slots; null when none was expected yet' }),
  estimatedShare: number.openapi({ description: 'Estimated readings / readings; null without readings' }),
  bound: boundField.optional(),
  offlineCount: z.number(),
  offlineDuration: z.number().openapi({ description: 'Minutes' }),
  ir: number.optional().openapi({ description: 'Register before the first reading' }),
  fr: number.optional().openapi({ description: 'Register at the last reading' }),
  offlineValue: number.optional().openapi({ description: 'Quantity booked in slots without a genuine reading' }),
  unheard: unheard.optional(),
  nonZero: number.optional().openapi({ description: 'Samples above minNonZeroThreshold' }),
  energySaved: number.optional().openapi({ description: 'kWh, with v2=true' }),
  energySavedCoverage: number.optional().openapi({ description: '0 to 1' }),
  y1: number.optional().openapi({ description: 'Stock: opening level' }),
  percentage: number.optional().openapi({ description: 'Percent of the tank' }),
  average: number.optional(),
  py: parameters.optional().openapi({ description: 'Means of electrical parameters' }),
});

const unitObject = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    standardCategoryId: z.string(),
    siUnit: z.string(),
    value: figure,
    ...completeness,
    data: z.array(bucket).readonly(),
    meta: parameters,
    unheard: unheard.optional(),
    params: z
      .record(z.string(), z.object({ displayName: z.string(), siUnit: z.string(), isLatest: z.boolean() }))
      .optional(),
    paramValue: parameters.optional(),
  })
  .openapi('DeviceDataUnit');

const subCategory = z
  .object({
    id: z.string(),
    displayName: z.string(),
    value: number,
    siUnit,
    unheard: unheard.optional(),
    ...completeness,
    units: z.array(unitObject).readonly(),
  })
  .openapi('DeviceDataSubCategory');
const categoryFigures = z.object({
  subCategories: z.array(subCategory).readonly(),
  value: number,
  siUnit,
  unheard: unheard.optional(),
  ...completeness,
});
const lastUpdatedTime = z
  .string()
  .nullable()
  .openapi({ description: 'Newest reading, ISO 8601 UTC', format: 'date-time' });

const categoryAnswer = categoryFigures
  .extend({
    categoryId: z.string(),
    standardCategoryId: z.string(),
    lastUpdatedTime,
    comparison: categoryFigures
      .nullable()
      .openapi({ description: 'The same for date2; null without date2 and with type=CUSTOM' }),
  })
  .openapi('DeviceDataCategory');
const unitAnswer = unitObject
  .extend({ lastUpdatedTime, comparison: unitObject.nullable() })
  .openapi('DeviceDataOneUnit');
const rawRow = z.object({
  unitId: z.string(),
  timestamp: z.string().openapi({ description: 'ISO 8601 UTC', format: 'date-time' }),
  value: figure,
});

const unitFound = z
  .literal(false)
  .optional()
  .openapi({ description: 'false: unitId is not in the category, and this is the full answer; absent otherwise' });

/** The forms of the answer of deviceDataV2: a category, one unit, raw rows, the aggregate of several categories. */
export const v2Answer = z
  .union([
    answerWith(categoryAnswer).extend({ unitFound }),
    answerWith(unitAnswer),
    z.object({ data: z.array(rawRow).readonly(), unitFound }),
    z.object({
      categories: z.array(z.object({ categoryId: z.string(), data: categoryAnswer })).readonly(),
      total: z.object({ value: number, siUnit, unheard: unheard.optional(), ...completeness }),
      unitFound,
    }),
  ])
  .openapi('DeviceDataV2');

const comparedFigures = z.object({
  subCategories: z.array(subCategory).readonly(),
  siUnit,
  unheard: unheard.optional(),
  ...completeness,
});
const comparedSide = comparedFigures.extend({
  lastUpdatedTime,
  comparison: comparedFigures.optional().openapi({
    description: 'The same for the second date of this side, unless that ends a CUSTOM range; absent without one',
  }),
  notFound: z.array(z.string()).readonly().optional().openapi({
    description: 'With by=UNIT: ids of this side that are no unit of your industry; absent when there are none',
  }),
});
export const compareAnswer = z.object({ data1: comparedSide, data2: comparedSide }).openapi('DeviceDataCompared');
