import type { HttpApp } from './environment.ts';
import type { HttpServices } from './services.ts';

/** For orchestrators and monitoring, without token, limit and log: is the process alive, can it serve, how does it do. */
export function registerOperations(app: HttpApp, { ready, metrics, context }: HttpServices): void {
  app.get('/healthz', (c) => c.json({ status: 'success' }));

  app.get('/readyz', async (c) => {
    const isReady = await ready().catch((error: unknown) => {
      context.log.warn({ err: error }, 'readiness could not be told');
      return false;
    });
    return isReady ? c.json({ status: 'success' }) : c.json({ status: 'failed', message: 'The database does not answer or is not migrated yet' }, 503, { 'Retry-After': '5' });
  });

  app.get('/metrics', async (c) => c.body(await metrics.metrics(), 200, { 'Content-Type': metrics.contentType }));
}
