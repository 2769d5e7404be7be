import type { z } from '@hono/zod-openapi';
import type { Context } from '../../context.ts';
import { actorOf } from '../../platform/http/actor.ts';
import type { HttpContext } from '../../platform/http/environment.ts';
import { done } from '../../platform/http/schemas/envelope.ts';
import { targetOf } from '../../platform/http/target.ts';
import { issueDeviceKey, listDeviceKeys, revokeDeviceKey, rotateDeviceKey } from '../keys/manage-keys.ts';
import { type keyBody, keyOnTheWire, rotatedOnTheWire, type rotationBody } from './schemas/deviceKey.ts';

/* Answers about device keys, on the surface of operators and on that of an industry's own people. */

export async function answerKeys(context: Context, c: HttpContext) {
  const now = context.clock.now();
  const keys = (await listDeviceKeys(context, targetOf(c))).map((key) => keyOnTheWire(key, now));
  return c.json({ ...done('Device keys'), data: { keys, total: keys.length } }, 200);
}

export async function answerIssued(context: Context, c: HttpContext, asked: z.output<typeof keyBody>) {
  const { key, text } = await issueDeviceKey(context, targetOf(c), asked, actorOf(c));
  const data = { ...keyOnTheWire(key, context.clock.now()), key: text };
  return c.json({ ...done('Device key created'), data }, 200);
}

export async function answerRevoked(context: Context, c: HttpContext, keyId: string) {
  const key = await revokeDeviceKey(context, targetOf(c), keyId, actorOf(c));
  return c.json({ ...done('Device key revoked'), data: keyOnTheWire(key, context.clock.now()) }, 200);
}

export async function answerRotated(
  context: Context,
  c: HttpContext,
  keyId: string,
  asked: z.output<typeof rotationBody>,
) {
  const rotated = await rotateDeviceKey(context, targetOf(c), keyId, asked, actorOf(c));
  return c.json({ ...done('Device key rotated'), data: rotatedOnTheWire(rotated, context.clock.now()) }, 200);
}
