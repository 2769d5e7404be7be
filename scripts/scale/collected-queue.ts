import type { QueueClient } from '../../src/platform/queue/client.ts';

interface Waiting {
  readonly queue: string;
  readonly payload: object;
  readonly at: number;
}

/** A queue that keeps what is sent until it is taken, one job for each key. */
export class CollectedQueue implements QueueClient {
  #waiting = new Map<string, Waiting>();

  send: QueueClient['send'] = (queue, payload, { singletonKey, startAfter }) => {
    const key = `${queue} ${singletonKey}`;
    if (!this.#waiting.has(key)) this.#waiting.set(key, { queue, payload, at: startAfter?.getTime() ?? 0 });
    return Promise.resolve();
  };

  /** Number of jobs that wait in a queue. */
  lengthOf = (queue: string): number => [...this.#waiting.values()].filter((job) => job.queue === queue).length;

  /** Takes the jobs that may begin by now, oldest first. */
  take(now: number): Waiting[] {
    const due = [...this.#waiting].filter(([, { at }]) => at <= now);
    for (const [key] of due) this.#waiting.delete(key);
    return due.map(([, job]) => job);
  }
}
