import type { Querier } from '../../platform/database/database.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { writeSettledEvent } from '../store/settled-events.ts';
import type { AnsweredDay } from '../../ledger/causes.ts';
import { SETTLED_CONSUMERS } from '../../kernel/document/day-settled.ts';

/** Writes the event that days are settled, in the transaction that settles them: no crash can part the two. */
export const tellSettled = async (
  transaction: Querier,
  { industryKey }: Industry,
  days: readonly AnsweredDay[],
  now: Date,
): Promise<void> => {
  await writeSettledEvent(transaction, industryKey, eachOnce(days), SETTLED_CONSUMERS, now);
};

/** Parts of a run may answer the same day. */
function eachOnce(days: readonly AnsweredDay[]): AnsweredDay[] {
  return [...Map.groupBy(days, (day) => day.businessDate)].map(([businessDate, parts]) => {
    const marked = parts.filter((part) => part.markedAt !== null);
    const causes = new Set((marked.length > 0 ? marked : parts).flatMap((part) => part.causes));
    const instants = marked.flatMap((part) => part.markedAt?.getTime() ?? []);
    return {
      businessDate,
      causes: [...causes].sort(),
      markedAt: instants.length === 0 ? null : new Date(Math.min(...instants)),
    };
  });
}
