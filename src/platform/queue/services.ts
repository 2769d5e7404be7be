import type { Context, Reach } from '../../context.ts';
import type { QueueClient } from './client.ts';

/** Services that job handlers work with. */
export interface JobServices extends Reach {
  readonly context: Context;
  readonly queue: QueueClient;
  /** Gives every industry today's schedules. */
  readonly rescheduleIndustries: () => Promise<void>;
}
