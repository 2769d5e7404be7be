import { z } from '@hono/zod-openapi';
import type { Industry } from '../../../kernel/industry/industry.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import { askedInstant } from '../../../platform/http/schemas/instant.ts';
import { freeText, identity, text } from '../../../platform/http/schemas/parameters.ts';
import { annotatedDays, type Annotation, MOST_CHARACTERS } from '../../rules/annotation.ts';

export const annotationBody = z
  .strictObject({
    unitId: text(200)
      .nullable()
      .openapi({ description: 'A unit of the industry; null: the whole site', example: 'CB_BORE_1' }),
    from: askedInstant().openapi({
      description: 'ISO 8601 with offset: the moment, or where the span begins',
      example: '2026-01-15T10:20:00+05:30',
    }),
    to: askedInstant()
      .nullable()
      .default(null)
      .openapi({ description: 'End of the span, excluded; null: a moment', example: '2026-01-15T12:00:00+05:30' }),
    text: freeText(MOST_CHARACTERS)
      .trim()
      .refine((text) => text !== '', {
        error: 'is blank: say what happened',
        // A text that is no text has been told already.
        when: ({ issues }) => issues.length === 0,
      })
      .openapi({ description: 'What happened, in plain text', example: 'Pump changed' }),
  })
  .refine(({ from, to }) => to === null || to > from, { path: ['to'], error: 'is not after from' })
  .openapi('AnnotationRequest');

const annotationIdOf = (example: string) =>
  z.object({ annotationId: identity().openapi({ description: 'As the list gives it', example }) });
export const annotationIdPath = annotationIdOf('6e2f4b80-1c3d-4a5e-8f60-7b8c9d0e1f21');
export const withdrawnIdPath = annotationIdOf('6e2f4b80-1c3d-4a5e-8f60-7b8c9d0e1f22');

const instant = z.string().openapi({ format: 'date-time' });
const businessDay = z.string().openapi({ description: 'DD/MM/YYYY, a business day' });

export const annotationObject = z
  .object({
    annotationId: z.string(),
    unitId: z.string().nullable().openapi({ description: 'null: the whole site' }),
    unitName: z.string().nullable(),
    from: instant,
    to: instant.nullable().openapi({ description: 'End of the span, excluded; null: a moment' }),
    firstDate: businessDay,
    lastDate: businessDay,
    text: z.string().openapi({ description: 'As it was typed: plain text, and never markup' }),
    version: z.number().int().openapi({ description: 'For If-Match, in quotes' }),
    createdBy: z.string().openapi({ description: 'userId' }),
    createdAt: instant,
    updatedBy: z.string().openapi({ description: 'userId' }),
    updatedAt: instant,
  })
  .openapi('Annotation');

export function annotationOf({ clock }: Pick<Industry, 'clock'>, found: Annotation): z.infer<typeof annotationObject> {
  const { fromEpochMs, toEpochMs, createdAt, updatedAt, ...rest } = found;
  const days = annotatedDays(clock, found);
  return {
    ...rest,
    from: writeIso(fromEpochMs),
    to: toEpochMs === null ? null : writeIso(toEpochMs),
    firstDate: formatRequestDate(days.from),
    lastDate: formatRequestDate(days.to),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
