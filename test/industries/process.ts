/*
 * A process of its own on the database of its environment: an operator who adds one to the threshold of a unit, again
 * and again, by the version that was read. Says how often it was refused, and the last refusal.
 */
import { createInterface } from 'node:readline';
import { loadConfig } from '../../src/config.ts';
import { openConfigured } from '../../src/platform/database/open.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import { createLogger } from '../../src/logger.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { readUnit } from '../../src/industries/read-industry.ts';
import { changeUnit } from '../../src/industries/change-unit.ts';

interface Order {
  readonly industryId: string;
  readonly unitId: string;
  readonly userId: string;
  readonly times: number;
  readonly at: number;
}

const config = loadConfig();
const log = createLogger('silent');
const opened = await openConfigured(config, log);
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { industryId, unitId, userId, times, at } = JSON.parse(line) as Order; // written by the test that started this
  const clock = { now: () => at };
  const context = { config, log, clock, database: opened.database, queue: noQueue };
  let refused = 0;
  let told = '';
  for (let done = 0; done < times;) {
    const { value, tag } = await readUnit(context, industryId, unitId);
    const request = {
      industryId,
      unitId,
      by: { actor: { userId, industryId: 'INTERNAL', address: null }, permissions: [] },
      reason: null,
      expected: [tag],
      dryRun: false,
    };
    try {
      await changeUnit(context, request, { minNonZeroThreshold: value.unit.minNonZeroThreshold + 1 });
      done += 1;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 412)) throw error;
      refused += 1;
      told = error.message;
    }
  }
  process.stdout.write(`${JSON.stringify({ refused, told })}\n`);
}
await opened.close();
