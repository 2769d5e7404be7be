import { PgBoss } from 'pg-boss';

/*
 * The service, whose process kills itself (SIGKILL) when a job of each queue is in its hands: DIES=taken before they are
 * worked on, DIES=done when their work is done and the queue has not been told. DIES_WITH names the queues.
 */

const isDone = process.env['DIES'] === 'done';
const missing = new Set((process.env['DIES_WITH'] ?? '').split(' '));
type Work = (name: string, options: object, handler: (jobs: object[]) => Promise<unknown>) => Promise<string>;
// Handlers have another type for each queue, and are all called with jobs.
const prototype = PgBoss.prototype as unknown as { work: Work };
const { work } = prototype;

prototype.work = function (this: PgBoss, name, options, handler) {
  const dying = async (jobs: object[]): Promise<void> => {
    if (isDone) await handler(jobs);
    missing.delete(name);
    if (missing.size === 0) process.kill(process.pid, 'SIGKILL');
    // It waits for the others with its job in hand.
    await new Promise(() => {});
  };
  return work.call(this, name, options, dying);
};

await import('../../../src/main.ts');
