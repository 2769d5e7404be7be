import { annotationObject } from '../../../annotations/http/schemas/annotation.ts';
import { boundField, figure, parameters, unheard } from '../../../platform/http/schemas/document.ts';
import { z } from '@hono/zod-openapi';
import { FIGURE_STATES } from '../../rules/explain/types.ts';
import { overruleObject, registerEvent } from '../user/registerEvents.ts';

const number = z.number().nullable();
const count = z.number().int();
const instant = z.string().openapi({ description: 'ISO 8601 UTC' });
const span = z.object({ from: instant, to: instant });

const configuration = z.object({
  effectiveFrom: z.string().openapi({ description: 'DD/MM/YYYY' }),
  flowFactor: z.number(),
  minNonZeroThreshold: z.number(),
  maxCapacity: number,
  pRef: number.openapi({ description: 'kW' }),
  calculations: z.string().nullable(),
  dataUpdateFrequency: z.number().openapi({ description: 'Seconds' }),
  params: z.record(z.string(), z.object({ displayName: z.string(), siUnit: z.string(), isLatest: z.boolean() })),
  registerChecks: z
    .object({
      dropout: z.enum(['exclude', 'keep']).optional(),
      glitch: z.enum(['exclude', 'keep']).optional(),
      spike: z.enum(['exclude', 'keep']).optional(),
      rolloverDigits: count.optional(),
    })
    .nullable(),
  volumeCurve: z
    .array(z.object({ elevationMetres: z.number(), volumeCubicMetres: z.number() }))
    .readonly()
    .optional()
    .openapi({ description: 'What a surveyed stock unit holds by the height of its water' }),
});

const explainedFigure = z.object({
  value: figure.openapi({ description: 'Exactly as in the document: raw, milli-units' }),
  shown: figure.openapi({ description: 'As device data shows it: divided by divisionFactor' }),
  divisionFactor: z.number(),
  coverage: number,
  estimatedShare: number,
  unheard: unheard.nullable(),
  bound: boundField,
  meters: number.openapi({ description: 'Meters that the figure is made of; null of an hour' }),
  metersMeasured: number.openapi({ description: 'How many of them have measured something' }),
  state: z.enum(FIGURE_STATES).openapi({ description: 'sealed: it is stored, and the readings of the day are gone' }),
  source: z.enum(['stored document', 'computed now']),
  computedAt: instant,
  algorithmVersion: count,
  recomputedValue: figure.openapi({
    description: 'What the readings give now, by the same rules; null on a sealed day',
  }),
  agrees: z
    .boolean()
    .nullable()
    .openapi({ description: 'value and recomputedValue are the same; null on a sealed day' }),
  provisional: z
    .boolean()
    .openapi({ description: 'The figure may change once: register checks of the day have not run yet' }),
  stale: z.object({ causes: z.record(z.string(), count), markedAt: instant, concernsThisUnit: z.boolean() }).nullable(),
  stored: z
    .object({ value: figure, computedAt: instant, algorithmVersion: count })
    .nullable()
    .openapi({ description: 'The document in store, even when it no longer counts' }),
  lastChange: z
    .object({ at: instant, causes: z.array(z.string()).readonly(), dayBefore: figure })
    .nullable()
    .openapi({
      description:
        "What last changed the day's document: when, why (causes of stale days; batch: nobody had marked it), and the day's raw figure before it, null where there was none",
    }),
});

const reading = z.object({
  createdOn: instant,
  receivedAt: instant,
  value: number,
  register: number,
  estimated: z.boolean(),
  offlineMinutes: number,
  registerExcluded: z.boolean(),
  parameters: z.record(z.string(), z.number()).nullable(),
});

const formula = z.object({
  calculations: z.string().nullable(),
  isCyclic: z.boolean(),
  text: z.string().nullable().openapi({ description: 'The formula with numbers put in' }),
  result: number.openapi({ description: 'Before clamping' }),
  negativeAllowed: z.boolean(),
  isClamped: z.boolean(),
  reasonForNull: z.string().nullable(),
  failedUnitId: z.string().nullable().openapi({
    description:
      'Whose failure made the figure null: the unit itself or a virtual unit that it uses; null without a failure. Missing data is no failure',
  }),
  operands: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['value', 'openingStock', 'addAll']),
        value: number,
        usedAs: z.number(),
        units: z.array(z.object({ unitId: z.string(), value: number })).readonly(),
      }),
    )
    .readonly(),
});

const explanation = z.object({
  unitId: z.string(),
  unitName: z.string(),
  siUnit: z.string(),
  standardCategoryId: z.string(),
  group: z.enum(['FLOW', 'CONSUMPTION', 'ENERGY', 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY', 'VIRTUAL']),
  date: z.string(),
  /** Elapsed hour of the business day; null: the whole day. */
  hour: count.nullable(),
  window: z.object({ from: instant, to: instant, lengthHours: z.number() }),
  sealed: z.string().nullable().openapi({
    description:
      'Why the readings of the day are gone, so that nothing of it can be computed anew; null: they are there',
  }),
  /** The industry's rule by which the day began. */
  clock: z.object({ timezone: z.string(), shiftStartAt: z.string(), daysOffset: count }),
  /** The version of the unit's configuration in force on the day. */
  configuration,
  figure: explainedFigure,
  slots: z.object({ expected: count, genuine: count, missing: z.array(span).readonly() }).nullable(),
  /** null for virtual units, which have no readings of their own. */
  readings: z
    .object({
      used: count,
      estimated: count,
      list: z.array(reading).readonly(),
      isComplete: z.boolean().openapi({ description: 'false: the list holds the first readings only' }),
    })
    .nullable(),
  excluded: z
    .array(
      z.object({
        createdOn: instant,
        register: number,
        reason: z.string(),
        event: registerEvent.nullable(),
        overrule: overruleObject.nullable(),
      }),
    )
    .readonly()
    .openapi({ description: 'Readings whose register takes no part in first and last; their interval values count' }),
  /** Every backward step that reaches into the window, those that exclude nothing included. */
  registerEvents: z.array(registerEvent).readonly(),
  boundaries: z
    .object({
      registerBefore: number,
      firstRegister: number,
      lastRegister: number,
      valueBefore: number,
      firstValue: number,
      lastValue: number,
    })
    .nullable(),
  steps: z
    .array(z.object({ rule: z.string(), hour: count.nullable(), text: z.string(), numbers: parameters }))
    .readonly(),
  formula: formula.nullable(),
});
export type Explanation = z.infer<typeof explanation>;

/** Spec gap: annotations are an addition. Whoever asks about a figure wants to know what happened that day. */
export const annotatedExplanation = explanation
  .extend({
    annotations: z
      .object({ list: z.array(annotationObject).readonly(), isComplete: z.boolean() })
      .openapi({ description: 'What people noted of the business day, about the unit or the whole site' }),
  })
  .openapi('Explanation');
export type AnnotatedExplanation = z.infer<typeof annotatedExplanation>;
