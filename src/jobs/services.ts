import type { Context } from '../context.ts';
import type { QueueClient } from '../queue/client.ts';

/** What job handlers work with. */
export interface JobServices {
  readonly context: Context;
  readonly queue: QueueClient;
}
