import type { z } from '@hono/zod-openapi';
import type { Context, WithQueue } from '../../context.ts';
import { expectedVersion } from '../../kernel/versions/if-match.ts';
import { actorOf } from '../../platform/http/actor.ts';
import type { HttpContext } from '../../platform/http/environment.ts';
import { entityTag } from '../../platform/http/schemas/entity-tag.ts';
import { done } from '../../platform/http/schemas/envelope.ts';
import { requireTarget } from '../../platform/http/target.ts';
import { listMeters, registerMeter, withdrawMeter } from '../meters/meters.ts';
import { changedFields, type meterBody, meterFields, toMeter } from './schemas/meter.ts';

/* Answers about meters, on the surface of operators and on that of an industry's own people. */

/**
 * The industry of a request about meters, and the version of the list that it expects.
 * @throws ServiceError 1403 when an operator named no industry.
 */
export function meterTermsOf(c: HttpContext) {
  const { industry } = c.get('caller');
  requireTarget(industry);
  return { industry, by: actorOf(c), expected: expectedVersion(c.req.header('If-Match')) };
}

export async function answerMeters(context: Context, c: HttpContext, unitId: string) {
  const { industry } = c.get('caller');
  requireTarget(industry);
  const { meters, version } = await listMeters(context, industry, unitId);
  return c.json({ ...done('Meters'), data: { unitId, meters: [...meters] } }, 200, { ETag: entityTag(version) });
}

export async function answerRegistered(
  context: Context & WithQueue,
  c: HttpContext,
  { unitId, meter }: { readonly unitId: string; readonly meter: z.output<typeof meterBody> },
) {
  const result = await registerMeter(context, { ...meterTermsOf(c), unitId, meter: toMeter(meter) });
  return c.json({ ...done('Meter registered'), data: meterFields(result) }, 200, {
    ETag: entityTag(result.meter?.version ?? 1),
  });
}

export async function answerWithdrawn(
  context: Context & WithQueue,
  c: HttpContext,
  meter: { readonly unitId: string; readonly meterId: string },
) {
  const result = await withdrawMeter(context, { ...meterTermsOf(c), ...meter });
  return c.json({ ...done('Meter taken back'), data: changedFields(result) }, 200);
}
