import type { DataContext } from '../../context.ts';
import { type Industry, requireUnit } from '../../kernel/industry/industry.ts';
import { type WithdrawnAct, withdrawnActs } from '../store/estimate-acts.ts';
import { countReadings } from '../store/reading-edits.ts';
import { daysAround } from '../write-change.ts';

/** More acts than these are not looked at: one of them fills a month. */
const MOST_ACTS = 20;

/**
 * Estimates of a unit that were withdrawn and whose slots still lack readings, the last withdrawal first.
 * @throws ServiceError 404 for no such unit.
 */
export async function readWithdrawnEstimates(
  { database }: DataContext,
  industry: Industry,
  unitId: string,
): Promise<readonly WithdrawnAct[]> {
  const { unitKey, current } = requireUnit(industry, unitId);
  const slotMs = current.dataUpdateFrequencySeconds * 1000;
  const open: WithdrawnAct[] = [];
  for (const act of await withdrawnActs(database, industry.industryKey, unitKey, MOST_ACTS)) {
    const { firstOnEpochMs, lastOnEpochMs } = act.withdrawn;
    const span = { fromEpochMs: firstOnEpochMs - slotMs / 2, toEpochMs: lastOnEpochMs + slotMs / 2 };
    const days = daysAround(industry, [span.fromEpochMs, span.toEpochMs]);
    const slots = Math.round((span.toEpochMs - span.fromEpochMs) / slotMs);
    if ((await countReadings(database, unitKey, span, days)) < slots) open.push(act);
  }
  return open;
}
