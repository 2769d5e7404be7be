import type { Industry } from '../../../kernel/industry/industry.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import type { IngestResult, RowGroups } from '../../ingest.ts';
import type { IntakeContext } from '../../intake.ts';
import type { DeviceKeys } from '../../keys/device-keys.ts';
import { receiveFromOtherIndustry, receiveReadings } from '../../receive-readings.ts';

/** Stores the rows of a request for the industry of its key, or the one that its caller acts on. */
export async function receiveSent(
  { context, deviceKeys }: { readonly context: IntakeContext; readonly deviceKeys: Pick<DeviceKeys, 'send'> },
  c: HttpContext,
  rowsFor: (industry: Industry) => RowGroups,
  onProgress: (result: Readonly<IngestResult>) => void,
): Promise<IngestResult> {
  const key = c.get('deviceKey');
  if (key !== null) return deviceKeys.send(key, rowsFor(key.industry), 'http', onProgress);
  const { industry, homeIndustryId } = c.get('caller');
  return industry.industryId === homeIndustryId
    ? receiveReadings(context, industry, rowsFor(industry), 'http', onProgress)
    : receiveFromOtherIndustry(context, actorOf(c), industry, rowsFor(industry), onProgress);
}
