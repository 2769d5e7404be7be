import type { DataContext } from '../../context.ts';
import { eachDate } from '../../domain/time/business-date.ts';
import { sealedBefore } from '../../store/seal.ts';
import { dueRollups, firstOpenDateAnywhere, refreshInTurn, removeDueRollups, ROLLUPS_TURN } from '../../store/upkeep.ts';

/**
 * Brings the rollups of all days that runs have left due up to their readings, for the analysts' days, months and years: documents need
 * only the hours. Where someone else is refreshing it leaves them due and does not wait; they have their turn within a minute.
 */
export async function refreshDueRollups({ database, clock }: DataContext): Promise<void> {
  await database.tryAlone(ROLLUPS_TURN, async () => {
    const due = await dueRollups(database);
    if (due.length === 0) return;
    const seal = await sealedBefore(database);
    // Refreshed without their readings, rollups would be emptied.
    const dates = new Set(due.flatMap(({ from, to }) => [...eachDate(from, to)]).filter((date) => seal === null || date >= seal));
    await refreshInTurn(database, [...dates].sort(), firstOpenDateAnywhere(clock.now()));
    await removeDueRollups(database, due);
  });
}
