import type { Registry } from 'prom-client';
import type { Context, Reach, WithQueue } from '../context.ts';
import type { Demonstration } from '../window/demonstration.ts';
import { measureStreams } from '../platform/live/http/live-stream.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { createAuth } from '../platform/login/auth.ts';
import type { AuthDependencies } from '../platform/login/dependencies.ts';
import { tokenProblems } from '../platform/login/token-status.ts';
import type { Faults } from '../platform/faults/faults.ts';
import type { Readiness } from '../platform/readiness.ts';
import { createLive, type LiveService } from '../platform/live/streams.ts';
import { createDeviceKeys, type DeviceKeys } from '../readings/keys/device-keys.ts';
import type { QueueDepth } from '../keeping/triggers/triggers.ts';
import type { Intake } from '../readings/intake.ts';
import { createLimiter, type Limiter } from '../platform/limits/limiter.ts';
import { type Admit, createAdmission } from '../reports/make-report.ts';

/** Parts that the composition root has made before services are built. */
export interface HttpFoundation extends Reach, Intake {
  readonly context: Context;
  readonly queue: QueueClient;
  /** Signing secrets of tokens; the first signs, all verify. */
  readonly secrets: readonly string[];
  /** Fires when the process ends and unfinished uploads are not waited for any more. */
  readonly cut: AbortSignal;
  readonly metrics: Registry;
  /** Numbers of waiting and running jobs of a queue. */
  readonly queueDepth: (queue: string) => Promise<QueueDepth>;
  /** Reasons why this process cannot work yet, for /readyz. */
  readonly readiness: () => Promise<Readiness>;
  /** Faults that this process has met. */
  readonly faults: Faults;
  /** Milliseconds that a request for insights waits for the workers; 0 where there are none, as in tests. */
  readonly insightsPatienceMilliseconds: number;
  /** null: the service works for somebody. */
  readonly demonstration: Demonstration | null;
}

/**
 * Objects that endpoints use beside verbs, which take the context themselves. Handlers translate between HTTP and verbs
 * and hold no rules.
 */
export interface HttpServices extends HttpFoundation {
  readonly context: Context & WithQueue & Intake;
  readonly auth: AuthDependencies;
  readonly deviceKeys: DeviceKeys;
  /** Admits report builds of this process, and counts those that wait. */
  readonly admitReport: Admit;
  readonly live: LiveService;
  readonly limiter: Limiter;
}

export function createHttpServices(foundation: HttpFoundation): HttpServices {
  const limiter = createLimiter(foundation.context);
  const auth = createAuth(foundation.context, { secrets: foundation.secrets, limiter, sms: foundation.channels.sms });
  const live = createLive(foundation.context, { tokenProblems: (tokens) => tokenProblems(auth, tokens) });
  measureStreams(live, foundation.metrics);
  const { queue, tellStored, countRows } = foundation;
  const context = { ...foundation.context, queue, tellStored, countRows };
  return {
    ...foundation,
    context,
    auth,
    deviceKeys: createDeviceKeys(context, limiter),
    admitReport: createAdmission(),
    live,
    limiter,
  };
}
