import type { DataContext } from '../../context.ts';
import { forgetSettledEvents, takeSettledEvent, type WaitingEvent } from '../store/settled-events.ts';
import type { Querier } from '../../platform/database/database.ts';
import { DAY_MS, DAYS_OF_WEEK } from '../../kernel/time/durations.ts';
import { type DaySettled, SETTLED_CONSUMERS, type SettledConsumer } from '../../kernel/document/day-settled.ts';

/** Reaction of each consumer to an event; the composition root has the table. */
export type SettledReactions = Readonly<
  Record<SettledConsumer, (transaction: Querier, event: DaySettled) => Promise<void>>
>;

/** Lets a consumer react to an event, in the transaction that takes it. Does nothing when it has been taken. */
export async function consumeSettled(
  { database }: Pick<DataContext, 'database'>,
  waiting: Omit<WaitingEvent, 'industryId'>,
  reactions: SettledReactions,
): Promise<void> {
  const consumer = SETTLED_CONSUMERS.find((name) => name === waiting.consumer);
  if (consumer === undefined) throw new RangeError(`'${waiting.consumer}' is no consumer of settled days.`);
  await database.transaction(async (transaction) => {
    const event = await takeSettledEvent(transaction, waiting);
    if (event !== null) await reactions[consumer](transaction, event);
  });
}

const KEPT_MILLISECONDS = DAYS_OF_WEEK * DAY_MS;

/** Forgets events a week after every consumer has taken them. */
export const forgetTaken = ({ database, clock }: DataContext): Promise<void> =>
  forgetSettledEvents(database, new Date(clock.now() - KEPT_MILLISECONDS));
