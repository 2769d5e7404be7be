import { readDeviceKey } from '../../../src/platform/login/rules/device-key.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { createDeviceKeys, type DeviceKeys } from '../../../src/readings/keys/device-keys.ts';
import { issueDeviceKey } from '../../../src/readings/keys/manage-keys.ts';
import { createLimiter } from '../../../src/platform/limits/limiter.ts';
import type { TestContext } from '../../support/database.ts';
import { takingReadings } from '../../support/intake.ts';

export const ACTOR = { userId: 'olga', industryId: 'INTERNAL', address: null };

export const keysOn = (context: TestContext): DeviceKeys =>
  createDeviceKeys(takingReadings(context, noQueue), createLimiter(context));

export interface MintedKey {
  readonly keyId: string;
  readonly secret: string;
  readonly text: string;
}

/** A key of the units, or of the industry. */
export async function mintKey(
  context: TestContext,
  industry: Industry,
  units: readonly string[] | null = null,
): Promise<MintedKey> {
  const { text } = await issueDeviceKey(context, industry, { name: 'Gateway', units }, ACTOR);
  const key = readDeviceKey(text);
  if (key === null) throw new Error('The key is not well written.');
  return { ...key, text };
}
