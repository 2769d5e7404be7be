import type { SettledReactions } from '../figures/settled/consume.ts';
import { noteSettledDays, debounceEvaluation } from '../alerts/enqueue-evaluation.ts';
import { noteInsightsDue } from '../findings/insights/due-insights.ts';
import { tellFigures } from '../platform/live/publish.ts';
import { restatementDue, watchedSince } from '../reports/rules/restatement.ts';
import { markRestatements } from '../reports/store/restatements.ts';
import { addToSettledTotals } from '../figures/store/settled-events.ts';
import type { Context } from '../context.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { createReadingTeller } from '../platform/live/tell-readings.ts';
import type { TellStored } from '../readings/ingest.ts';

/** Tells open pages and alerts about stored readings, whichever way they came. */
export function createStoredTeller(
  context: Pick<Context, 'database' | 'clock' | 'log'>,
  queue: QueueClient,
): TellStored {
  const tellReadings = createReadingTeller(context);
  const askForEvaluation = debounceEvaluation(context, queue);
  return (industry, { extents, changed }) => {
    if (extents.length > 0)
      tellReadings(
        industry.industryId,
        extents.map(({ newest }) => newest),
      );
    askForEvaluation(industry, changed);
  };
}

/**
 * The reaction of each consumer to settled days. Each consumer has a queue of its own, so a failing one holds up no
 * other. A reaction works in the transaction that takes the event, so its effect happens once, even when a process is
 * killed. An effect outside of the database, such as a mail, needs a ledger of its own. Events of an industry may come
 * in another order than they happened, because a failed one is tried again later.
 */
export const SETTLED_REACTIONS: SettledReactions = {
  totals: addToSettledTotals,
  alerts: noteSettledDays,
  insights: noteInsightsDue,
  pages: tellFigures,
  restatements: (transaction, { industryKey, settledAt, days }) =>
    markRestatements(transaction, industryKey, {
      days: days.filter(({ changedUnitKeys }) => changedUnitKeys.length > 0),
      dueAt: restatementDue(settledAt),
      since: watchedSince(settledAt),
    }),
};
