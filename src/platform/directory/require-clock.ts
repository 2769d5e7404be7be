import type { Querier } from '../database/database.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { clockAsOf } from '../../kernel/time/business-clock.ts';
import { clockIdentity } from '../../kernel/time/day-rule.ts';
import { holdPlacement, type Placement } from './store/placement.ts';

/**
 * Makes sure that an industry held in memory still has its clock, and keeps the clock until the transaction ends. Rows
 * written by an outdated clock would stand in the wrong place.
 * @throws ServiceError 503 when the clock was changed since the industry was read; the industry has to be read again.
 */
export async function requireClock(
  transaction: Querier,
  { industryKey, clock }: Pick<Industry, 'industryKey' | 'clock'>,
): Promise<Placement> {
  const placement = await holdPlacement(transaction, industryKey);
  if (clockIdentity(clockAsOf(placement.rules, 0)) === clockIdentity(clock)) return placement;
  throw new ServiceError(503, 'The clock of the industry was changed at this moment. Please send the request again.');
}
