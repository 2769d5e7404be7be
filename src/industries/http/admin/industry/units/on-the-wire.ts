import type { z } from '@hono/zod-openapi';
import type { UnitForOperators } from '../../../../read-industry.ts';
import type { unitObject } from '../../../schemas/industry.ts';

export const unitOnTheWire = ({ unit, lastSeen }: UnitForOperators): z.infer<typeof unitObject> => ({
  ...unit,
  params: { ...unit.params },
  lastSeen: lastSeen?.toISOString() ?? null,
});
