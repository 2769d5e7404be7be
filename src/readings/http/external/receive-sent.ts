import { ServiceError } from '../../../kernel/errors.ts';
import type { Industry } from '../../../kernel/industry/industry.ts';
import { counted } from '../../../kernel/text.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import { asServiceError } from '../../../platform/http/errors.ts';
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

/** Sentence about stored and rejected rows: `12 readings stored, 1 rejected`. */
export const storedText = ({ received, rejected }: Readonly<IngestResult>): string =>
  `${counted(received - rejected, 'reading')} stored${rejected === 0 ? '' : `, ${rejected} rejected`}`;

/** The error that ended a request, saying what was stored of it before; another error as it is. */
export function withStored(error: unknown, soFar: Readonly<IngestResult>): unknown {
  const known = asServiceError(error);
  if (known === null || soFar.received === 0) return error;
  const why = known.message.replace(/\.$/, '');
  return new ServiceError(known.code, `${why}. ${storedText(soFar)} before that.`, known.details);
}
