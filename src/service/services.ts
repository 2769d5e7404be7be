import type { Registry } from 'prom-client';
import type { Context, Reach, WithQueue } from '../context.ts';
import { measureStreams } from '../platform/live/http/live-stream.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { type AuthService, createAuth } from '../platform/login/auth.ts';
import type { Readiness } from '../platform/readiness.ts';
import { createLive, type LiveService } from '../platform/live/streams.ts';
import { createDeviceKeys, type DeviceKeysService } from '../readings/keys/device-keys.ts';
import { createReadingEdits, type ReadingEditsService } from '../readings/edits/reading-edits.ts';
import type { QueueDepth } from '../keeping/triggers/triggers.ts';
import { type CountRows, createReadings, type ReadingsService } from '../readings/readings.ts';
import { createQuarantine, type QuarantineService } from '../readings/quarantine.ts';
import { createKnownNetworks, type KnownNetworks } from '../platform/limits/known-networks.ts';
import { createLimiter, type Limiter } from '../platform/limits/limiter.ts';
import { type Admit, createAdmission } from '../reports/admit.ts';

/** An account that a demonstration offers to everybody who opens its address. */
export interface DemoLogin {
  readonly label: string;
  readonly username: string;
  readonly password: string;
}

/** What the composition root has before there are services. */
export interface HttpFoundation extends Reach {
  readonly context: Context;
  readonly queue: QueueClient;
  /** Signing secrets of tokens; the first signs, all verify. */
  readonly secrets: readonly string[];
  /** Fires when requests that have not arrived are not waited for any more, because the process ends. */
  readonly cut: AbortSignal;
  /** Metrics served at /metrics. */
  readonly metrics: Registry;
  /** Counts received rows for the metrics. */
  readonly countRows: CountRows;
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
  readonly context: Context & WithQueue;
  readonly auth: AuthService;
  readonly deviceKeys: DeviceKeysService;
  readonly readings: ReadingsService;
  readonly readingEdits: ReadingEditsService;
  /** Counts what waits in this process. */
  readonly admitReport: Admit;
  readonly quarantine: QuarantineService;
  readonly live: LiveService;
  readonly limiter: Limiter;
  /** Where accounts have logged in. */
  readonly networks: KnownNetworks;
}

export function createHttpServices(foundation: HttpFoundation): HttpServices {
  const limiter = createLimiter(foundation.context);
  const auth = createAuth(foundation.context, { secrets: foundation.secrets, limiter, sms: foundation.channels.sms });
  const live = createLive(foundation.context, auth);
  measureStreams(live, foundation.metrics);
  const readings = createReadings(foundation.context, foundation.queue, foundation.countRows);
  return {
    ...foundation,
    context: { ...foundation.context, queue: foundation.queue },
    auth,
    deviceKeys: createDeviceKeys(foundation.context, readings, limiter),
    readings,
    readingEdits: createReadingEdits(foundation.context, foundation.queue),
    admitReport: createAdmission(),
    quarantine: createQuarantine(foundation.context, foundation.queue, foundation.countRows),
    live,
    limiter,
    networks: createKnownNetworks(foundation.context, foundation.secrets),
  };
}
