import type { DataContext } from '../../context.ts';
import { type Industry, requireUnit } from '../../kernel/industry/industry.ts';
import { isSealed } from '../../kernel/time/sealed-days.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { SLOTS_OF_A_GAP } from '../rules/gap-line.ts';
import { type WithdrawnAct, withdrawnActs } from '../store/estimate-acts.ts';
import { widestGapMs } from '../store/reading-edits.ts';
import { daysAround, slotSecondsOf } from '../write-change.ts';

/** More acts than these are not looked at: one of them fills a month. */
const MOST_ACTS = 20;

/**
 * Estimates of a unit that were withdrawn and whose gap is open, the last withdrawal first. Those of sealed days are
 * left out: nobody can fill them, and their readings are in an archive.
 * @throws ServiceError 404 for no such unit.
 */
export async function readWithdrawnEstimates(
  { database }: DataContext,
  industry: Industry,
  unitId: string,
): Promise<readonly WithdrawnAct[]> {
  const unit = requireUnit(industry, unitId);
  const acts = await withdrawnActs(database, industry.industryKey, unit.unitKey, MOST_ACTS);
  if (acts.length === 0) return [];
  const sealed = await sealedDays(database, industry.industryKey);
  const open: WithdrawnAct[] = [];
  for (const act of acts) {
    const { firstOnEpochMs, lastOnEpochMs } = act.withdrawn;
    const { from, to } = daysAround(industry, [firstOnEpochMs, lastOnEpochMs]);
    if (isSealed(sealed, from) || isSealed(sealed, to)) continue;
    const slotMs = slotSecondsOf(industry, unit)(firstOnEpochMs) * 1000;
    const span = { fromEpochMs: firstOnEpochMs - slotMs, toEpochMs: lastOnEpochMs + slotMs };
    const days = daysAround(industry, [span.fromEpochMs, span.toEpochMs]);
    if ((await widestGapMs(database, unit.unitKey, span, days)) > SLOTS_OF_A_GAP * slotMs) open.push(act);
  }
  return open;
}
