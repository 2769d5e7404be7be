/*
 * A process of its own on the database of its environment: takes one use after the other until told to stop, and says
 * how each went.
 */
import { createInterface } from 'node:readline';
import { loadConfig } from '../../../src/config.ts';
import { openConfigured } from '../../../src/platform/database/open.ts';
import { TooManyRequests } from '../../../src/kernel/errors.ts';
import { createLogger } from '../../../src/logger.ts';
import { createLimiter, type Limit } from '../../../src/platform/limits/limiter.ts';

interface Order {
  readonly limits: Limit[];
  readonly key: string;
  readonly uses: number;
  readonly at: number;
}

const opened = await openConfigured(loadConfig(), createLogger('silent'));
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { limits, key, uses, at } = JSON.parse(line) as Order; // written by the test that started this
  const limiter = createLimiter({ database: opened.database, clock: { now: () => at } });
  const outcomes = await Promise.allSettled(Array.from({ length: uses }, () => limiter.take(limits, key)));
  const failure = outcomes.find(
    (outcome) => outcome.status === 'rejected' && !(outcome.reason instanceof TooManyRequests),
  );
  if (failure?.status === 'rejected') throw failure.reason;
  process.stdout.write(`${outcomes.filter((outcome) => outcome.status === 'fulfilled').length}\n`);
}
await opened.close();
