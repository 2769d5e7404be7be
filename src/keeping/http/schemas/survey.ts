import { z } from '@hono/zod-openapi';
import { DEFAULT_CLEANING } from '../../rules/bathymetry/survey.ts';

/** A number as written in a query; `fallback` when absent. */
const decimal = (fallback: number, min: number, max: number) =>
  z
    .preprocess((value) => (value === undefined || value === '' ? String(fallback) : value), z.string())
    .transform((value, context): number => {
      const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
      if (parsed >= min && parsed <= max) return parsed;
      context.addIssue({ code: 'custom', message: `is not a number from ${min} to ${max}` });
      return z.NEVER;
    })
    .openapi({ type: 'number', default: fallback, minimum: min, maximum: max });

/** How a survey is cleaned (specification, Admin: operations, bathymetry processing). */
export const cleaningQuery = {
  confidenceThreshold: decimal(DEFAULT_CLEANING.confidenceThreshold, 0, 100).openapi({
    description: 'Soundings below are dropped, percent',
  }),
  distanceThresholdMetersMin: decimal(DEFAULT_CLEANING.distanceThresholdMetersMin, 0, 10_000).openapi({
    description: 'A point nearer to one that stays is dropped',
  }),
  distanceThresholdMetersMax: decimal(DEFAULT_CLEANING.distanceThresholdMetersMax, 0, 10_000).openapi({
    description: 'A point whose nearest neighbour is farther is dropped',
  }),
  depthSimilarityRatio: decimal(DEFAULT_CLEANING.depthSimilarityRatio, 0, 1).openapi({
    description: 'Soundings of one place are one when the smaller depth is at least this share of the greater',
  }),
};

const metres = z.number();
export const statisticsObject = z
  .object({
    soundings: z.number().int().openapi({ description: 'Rows of all files' }),
    dropped: z.object({
      duplicates: z.number().int(),
      uncertain: z.number().int(),
      tooClose: z.number().int(),
      tooFar: z.number().int(),
    }),
    points: z.number().int().openapi({ description: 'What stayed' }),
    medianSpacingMetres: metres.nullable().openapi({ description: 'From a point to its nearest neighbour' }),
    minDepthMetres: metres,
    meanDepthMetres: metres,
    maxDepthMetres: metres,
    areaSquareMetres: z.number().openapi({ description: "Of the water's surface within the outermost points" }),
    volumeCubicMetres: z.number(),
  })
  .openapi('SurveyStatistics');

export const curveObject = z
  .array(
    z.object({
      elevationMetres: metres.openapi({ description: 'Above the deepest point' }),
      areaSquareMetres: z.number(),
      volumeCubicMetres: z.number(),
    }),
  )
  .openapi({ description: 'From the deepest point to the surface on the day of the survey, 101 rows' });

export const pointsObject = z.array(
  z.object({ latitude: z.number(), longitude: z.number(), depthMetres: metres, confidencePercent: z.number() }),
);
