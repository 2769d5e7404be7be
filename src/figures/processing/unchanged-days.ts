import type { Querier } from '../../platform/database/database.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { unchangedDays } from '../../ledger/store/ledger.ts';
import { rulesDigest } from '../settled/settle.ts';
import { maySettle } from '../settled/run-scope.ts';
import type { BatchRequest } from './request.ts';

/**
 * Days of a run over all units that it can leave as they are, because computing them would write nothing. They are
 * settled, so their documents agree with the readings, and a later reading marks its day. Nobody has written their
 * daily documents since, a hand at a psql prompt included, and the present rules have computed them.
 * Spec gap: a batch counts such days and computes nothing for them.
 * @param dates ascending
 */
export async function daysToLeave(
  db: Querier,
  request: BatchRequest,
  dates: readonly BusinessDate[],
): Promise<ReadonlySet<string>> {
  const { industry, unitIds, write, recompute } = request;
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return new Set();
  if (!write || recompute === true || unitIds !== null || !maySettle(request)) return new Set();
  const unchanged = await unchangedDays(db, industry.industryKey, from, to, rulesDigest(industry));
  // Register checks of one day may mark its neighbours, and the run answers these marks where it has the neighbours.
  const areAlone = ![...industry.units.values()].some(({ versions }) =>
    versions.some(({ unit }) => unit.registerChecks !== null),
  );
  return areAlone || dates.every((date) => unchanged.has(date)) ? unchanged : new Set();
}
