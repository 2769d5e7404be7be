import type { Querier } from '../../database/database.ts';
import type { DaySettled } from '../../domain/document/day-settled.ts';
import { noteSettledDays } from '../alerts/settled-days.ts';
import { noteInsightsDue } from '../insights/due.ts';
import { tellFigures } from '../live/tell-figures.ts';
import { forgetNights } from '../../store/night-flow.ts';
import { restatementDue, watchedSince } from '../../domain/reports/restatement.ts';
import { markRestatements } from '../../store/restatements.ts';
import { addToSettledTotals } from '../../store/settled-events.ts';

/**
 * Everything that reacts to settled days, by name. Each has a queue of its own, so one that fails holds up no other. It
 * works in the transaction that takes the event: its effect is there once, whatever is killed. What it does elsewhere
 * (a mail) needs a ledger of its own. Events of an industry may come in another order than they happened, because a
 * failed one is tried again later. A new consumer gets the events that are written from then on.
 */
export const SETTLED_CONSUMERS: Readonly<Record<string, (transaction: Querier, event: DaySettled) => Promise<void>>> = {
  totals: addToSettledTotals,
  alerts: noteSettledDays,
  nightFlow: forgetNights,
  insights: noteInsightsDue,
  pages: tellFigures,
  restatements: (transaction, { industryKey, settledAt, days }) =>
    markRestatements(transaction, industryKey, {
      days: days.filter(({ changedUnitKeys }) => changedUnitKeys.length > 0),
      dueAt: restatementDue(settledAt),
      since: watchedSince(settledAt),
    }),
};
