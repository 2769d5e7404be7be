import { onTestFinished } from 'vitest';
import { startRetryingProxy } from './retrying-proxy.ts';
import { startServiceProcess } from './service-process.ts';

/**
 * Starts two processes of the API behind a balancer, and a worker, for the running test.
 * @returns the address of the balancer.
 */
export async function startThreeProcesses(environment: Readonly<Record<string, string>>): Promise<string> {
  const proxy = await startRetryingProxy();
  onTestFinished(() => proxy.stop());
  const secret = { JWT_SECRET: 'a-secret-for-the-processes-of-one-service' };
  for (const role of ['api', 'api', 'worker']) {
    const service = await startServiceProcess({ ...environment, ...secret, ROLE: role });
    onTestFinished(() => service.stop());
    if (role === 'api') proxy.add(service.url);
  }
  return proxy.url;
}
