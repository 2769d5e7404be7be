import type { DataContext } from '../../context.ts';
import { addDays, eachDate, FIRST_DATE } from '../../kernel/time/business-date.ts';
import { sealedBefore } from '../../ledger/store/seal.ts';
import { ROLLUPS_LOCK } from '../../platform/database/locks.ts';
import { dueRollups, refreshUnderLock, removeDueRollups } from '../store/upkeep.ts';
import { removeUnmaterialisedDays } from '../../ledger/store/materialised.ts';
import { mayMaterialise } from './may-materialise.ts';

/**
 * Brings the rollups of all due days up to their readings, for the analysts' days, months and years; documents need
 * only the hours. Days that were read live, because they still ran somewhere, are refreshed with them once they have
 * ended. Waits its turn behind other refreshes and behind the chunk that is being compressed: a compression of many
 * chunks takes the lock again at once after each, so that only those who wait come in between.
 */
export const refreshDueRollups = (context: DataContext): Promise<void> =>
  context.database.withLock(ROLLUPS_LOCK, () => refreshDue(context));

/** The same without waiting. Days stay due while somebody else has the lock; the minutely duty has them then. */
export async function tryRefreshDueRollups(context: DataContext): Promise<void> {
  await context.database.tryWithLock(ROLLUPS_LOCK, () => refreshDue(context));
}

async function refreshDue({ database, clock }: DataContext): Promise<void> {
  const { before, ended } = await mayMaterialise(
    { database, clock },
    (await dueRollups(database))
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? FIRST_DATE,
  );
  // A second read, because days that may be materialised from now on have become due.
  const due = await dueRollups(database);
  if (due.length === 0 && ended.length === 0) return;
  const seal = await sealedBefore(database);
  // Rollups of sealed days have no readings any more, so a refresh would empty them.
  const stretches = [...due, ...ended.map(({ from }) => ({ from, to: addDays(before, -1) }))];
  const dates = new Set(
    stretches.flatMap(({ from, to }) => [...eachDate(from, to)]).filter((date) => seal === null || date >= seal),
  );
  await refreshUnderLock(database, [...dates].sort(), before);
  await removeDueRollups(database, due);
  await removeUnmaterialisedDays(database, ended);
}
