import { z } from '@hono/zod-openapi';

/** On which side of a figure the truth lies. */
export const boundField = z.enum(['at least', 'at most', 'open']).nullable().openapi({
  description:
    'On which side of the figure the truth lies for what was not measured: what a formula or difference takes off makes it at most, and open may be either. null: enough was measured, or levels and means, which are never a bound',
});
