import type { Context } from '../context.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { debounceEvaluation } from '../alerts/debounce-evaluation.ts';
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
