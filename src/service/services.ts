import type { Registry } from 'prom-client';
import type { Context, Reach, WithQueue } from '../context.ts';
import { measureStreams } from '../platform/live/http/live-stream.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { createAuth } from '../platform/login/auth.ts';
import type { AuthDependencies } from '../platform/login/dependencies.ts';
import { tokenProblems } from '../platform/login/token-status.ts';
import type { Readiness } from '../platform/readiness.ts';
import { createLive, type LiveService } from '../platform/live/streams.ts';
import { createDeviceKeys, type DeviceKeys } from '../readings/keys/device-keys.ts';
import type { QueueDepth } from '../keeping/triggers/triggers.ts';
import type { Intake } from '../readings/intake.ts';
import { createLimiter, type Limiter } from '../platform/limits/limiter.ts';
import { type Admit, createAdmission } from '../reports/admit.ts';

/** An account that a demonstration offers to everybody who opens its address. */
export interface DemoLogin {
  readonly label: string;
  readonly username: string;
  readonly password: string;
}

/** What the composition root has before there are services. */
export interface HttpFoundation extends Reach, Intake {
  readonly context: Context;
  readonly queue: QueueClient;
  /** Signing secrets of tokens; the first signs, all verify. */
  readonly secrets: readonly string[];
  /** Fires when requests that have not arrived are not waited for any more, because the process ends. */
  readonly cut: AbortSignal;
  /** Metrics served at /metrics. */
  readonly metrics: Registry;
  /** What waits in a queue and is worked on. */
  readonly queueDepth: (queue: string) => Promise<QueueDepth>;
  /** What keeps this process from its work: /readyz. */
  readonly readiness: () => Promise<Readiness>;
  /** How long whoever asks for insights waits for the workers; 0 where there are none, as in tests. */
  readonly insightsPatienceMilliseconds: number;
  /** Offered on the first page; none but in a demonstration. */
  readonly demoLogins: readonly DemoLogin[];
}

/**
 * What endpoints use besides verbs, which take the context themselves. Handlers translate between HTTP and verbs; they
 * hold no rules.
 */
export interface HttpServices extends HttpFoundation {
  readonly context: Context & WithQueue & Intake;
  readonly auth: AuthDependencies;
  readonly deviceKeys: DeviceKeys;
  /** Counts what waits in this process. */
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
