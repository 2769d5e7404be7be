import { z } from '@hono/zod-openapi';
import { isStorable } from '../../../kernel/json.ts';
import { text } from '../../../platform/http/schemas/parameters.ts';

/** Spec gap: how long they may be. */
const words = () => text(100).refine(isStorable, 'holds half a character');

/** Who asks for a batch, and what for: both end in the log. */
export const askedBy = {
  source: words().openapi({ description: 'Who asks', example: 'scheduler' }),
  purpose: words().openapi({ description: 'What for', example: 'shift start' }),
};

export const depth = z.object({ queued: z.number().int(), active: z.number().int() });
