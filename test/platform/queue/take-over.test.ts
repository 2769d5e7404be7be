import { expect, it } from 'vitest';
import { HEARTBEAT, RETRIED } from '../../../src/platform/queue/job.ts';
import { LOST_JOBS_SECONDS, RETRY_POLL_SECONDS } from '../../../src/platform/queue/client.ts';

it('silence of a killed worker, the look for lost jobs, the pause and the next poll take 20 s together', () => {
  // A pause with back-off is up to twice its setting.
  expect(
    HEARTBEAT.heartbeatSeconds + LOST_JOBS_SECONDS + 2 * RETRIED.retryDelay + RETRY_POLL_SECONDS,
  ).toBeLessThanOrEqual(20);
});
