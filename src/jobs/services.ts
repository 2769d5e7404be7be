import type { Context, Reach } from '../context.ts';
import type { QueueClient } from '../queue/client.ts';

/** What job handlers work with. */
export interface JobServices extends Reach {
  readonly context: Context;
  readonly queue: QueueClient;
}
