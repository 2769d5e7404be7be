import { z } from '@hono/zod-openapi';
import { TANK_COURSES, TANK_ENDS } from '../../rules/tank-outlook.ts';

const instant = z.string().openapi({ format: 'date-time' });

const tankEnd = z.object({
  end: z.enum(TANK_ENDS).openapi({ description: 'low and full are the limits of findings in force, empty is 0 %' }),
  atPercent: z.number().openapi({ description: 'Percent of the capacity' }),
  fromMinutes: z.number().int().openapi({ description: 'Minutes from now, at the fastest rate' }),
  toMinutes: z
    .number()
    .int()
    .nullable()
    .openapi({ description: 'Minutes from now, at the slowest rate; null: more than 30 days' }),
});

const perHour = (description: string) => z.number().openapi({ description });

/** Spec gap: a tank is answered with where its level goes, and how sure that is. */
export const tankObject = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    siUnit: z.string(),
    capacity: z.number().nullable().openapi({ description: 'In siUnit; null: none is declared' }),
    lowPercent: z.number().openapi({ description: 'Limit of findings in force: at or below it the tank is low' }),
    fullPercent: z.number().openapi({ description: 'Limit of findings in force: from it on the tank is full' }),
    level: z.number().nullable().openapi({
      description:
        'In siUnit, by the newest reading of the last 24 hours that was not estimated; null: none, or no capacity',
    }),
    percent: z.number().nullable().openapi({ description: 'Share of the capacity, percent; null as level' }),
    readAt: instant.nullable().openapi({ format: 'date-time', description: 'Of that reading; null: none' }),
    outlook: z
      .object({
        course: z.enum(TANK_COURSES),
        ratePerHour: z.object({
          value: perHour('siUnit an hour, below 0 where the level falls'),
          low: perHour('Least rate that the readings leave possible'),
          high: perHour('Greatest one'),
        }),
        since: instant.openapi({ description: 'First reading that the rate is taken from' }),
        spanMinutes: z.number().int().openapi({ description: 'Minutes from it to the newest one' }),
        readings: z.number().int().openapi({ description: 'Readings in it; estimated ones are left out' }),
        ends: z
          .array(tankEnd)
          .readonly()
          .openapi({ description: 'The nearest first; none: steady, or already beyond the limit' }),
      })
      .nullable()
      .openapi({
        description: 'null: nothing can be said. No capacity, silent, too few readings, or noise hides the change',
      }),
  })
  .openapi('StandingTank');
