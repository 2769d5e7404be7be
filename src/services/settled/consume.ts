import type { DataContext } from '../../context.ts';
import { forgetSettledEvents, takeSettledEvent, type WaitingEvent } from '../../store/settled-events.ts';
import { SETTLED_CONSUMERS } from './consumers.ts';

/** Lets a consumer react to an event, in the transaction that takes it. Does nothing when it has been taken. */
export async function consumeSettled(
  { database }: Pick<DataContext, 'database'>,
  waiting: Omit<WaitingEvent, 'industryId'>,
): Promise<void> {
  const react = SETTLED_CONSUMERS[waiting.consumer];
  if (react === undefined) throw new RangeError(`'${waiting.consumer}' is no consumer of settled days.`);
  await database.transaction(async (transaction) => {
    const event = await takeSettledEvent(transaction, waiting);
    if (event !== null) await react(transaction, event);
  });
}

const KEPT_MILLISECONDS = 7 * 24 * 3_600_000;

/** Forgets events a week after every consumer has taken them. */
export const forgetTaken = ({ database, clock }: DataContext): Promise<void> =>
  forgetSettledEvents(database, new Date(clock.now() - KEPT_MILLISECONDS), Object.keys(SETTLED_CONSUMERS));
