import type { QueueClient } from '../../src/platform/queue/client.ts';
import type { CountRows, IntakeContext } from '../../src/readings/intake.ts';
import { createStoredTeller } from '../../src/service/settled-reactions.ts';
import type { TestContext } from './database.ts';

/** The context of a process of its own that takes readings in and changes them. */
export const takingReadings = (
  context: TestContext,
  queue: QueueClient,
  countRows: CountRows = () => {},
): TestContext & IntakeContext => ({ ...context, queue, countRows, tellStored: createStoredTeller(context, queue) });
