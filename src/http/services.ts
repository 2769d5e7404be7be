import type { Registry } from 'prom-client';
import type { Context } from '../context.ts';
import type { AuthService } from '../services/auth/auth.ts';

/**
 * Everything endpoints may use, made by the composition root. Add a use case: one property here, typed by the service's own
 * interface, and one line where the services are made. Handlers translate between HTTP and these; they hold no rules.
 */
export interface HttpServices {
  readonly context: Context;
  readonly auth: AuthService;
  /** Metrics served at /metrics. */
  readonly metrics: Registry;
  /** true while the database answers and has the present schema: /readyz. */
  readonly ready: () => Promise<boolean>;
}
