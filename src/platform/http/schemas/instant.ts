import { z } from '@hono/zod-openapi';
import { parseInstant } from '../../../kernel/time/instant.ts';
import { ASKED_YEARS, isAskedYear } from '../../../kernel/time/business-date.ts';

/** An ISO 8601 instant with offset of the years that are asked for, read into epoch milliseconds. */
export const askedInstant = () =>
  z
    .string()
    .min(1)
    .transform((value, context): number => {
      const parsed = parseInstant(value);
      if (parsed !== null && isAskedYear(new Date(parsed).getUTCFullYear())) return parsed;
      context.addIssue({
        code: 'custom',
        message:
          parsed === null
            ? 'is not an ISO 8601 instant with offset, such as 2026-01-16T06:05:00+05:30'
            : `is not of ${ASKED_YEARS}`,
      });
      return z.NEVER;
    })
    .openapi({ type: 'string', format: 'date-time' });
