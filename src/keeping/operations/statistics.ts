import type { Context } from '../../context.ts';
import { SILENT_MINUTES } from '../../kernel/measure/offline-thresholds.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { type CanaryRun, lastCanary } from '../store/canary.ts';
import { ALGORITHM_VERSION } from '../../figures/rules/processors/version.ts';
import { daysBehindRules, staleCounts } from '../../ledger/store/ledger.ts';
import { countDocumentMismatches } from '../store/proof.ts';
import { sealedBefore } from '../../ledger/store/seal.ts';
import type { Fault } from '../../platform/faults/rules/fault.ts';
import { newestFaults } from '../../platform/faults/store/faults.ts';
import { countWaitingEvents } from '../../figures/store/settled-events.ts';
import {
  archiveStatistics,
  type ArchiveStatistics,
  countHeldCases,
  countSilentUnits,
  type HypertableStatistics,
  hypertableStatistics,
  type InstallationFacts,
  installationFacts,
  type OldestStaleDay,
  oldestStaleDay,
  type QueueStatistics,
  queueStatistics,
} from '../store/statistics.ts';
import { countMismatches } from '../store/verify.ts';

/** The state of the installation as a whole, for operators. */
export interface InstallationStatistics {
  readonly at: Date;
  readonly engine: 'embedded' | 'server';
  readonly installation: InstallationFacts;
  readonly hypertables: readonly HypertableStatistics[];
  readonly archives: readonly ArchiveStatistics[];
  readonly staleDays: number;
  readonly oldestStaleDay: OldestStaleDay | null;
  /** Version of the rules in code, and number of days that were not computed by it yet. */
  readonly rules: { readonly version: number; readonly unseen: number; readonly marked: number };
  readonly settledEventsWaiting: number;
  readonly queues: readonly QueueStatistics[];
  readonly rollupMismatches: number;
  readonly documentMismatches: { readonly open: number; readonly agreed: number };
  readonly silentUnits: readonly { readonly minutes: number; readonly units: number }[];
  readonly quarantineHeldRows: number;
  readonly sealedBefore: BusinessDate | null;
  readonly canary: CanaryRun | null;
  readonly faults: readonly Fault[];
}

/**
 * Statistics of the installation. Counts come from the functions of the metrics, so both are equal. Statements run one
 * after another, because a look at the installation must not take the connections of its users.
 */
export async function readStatistics({
  database,
  clock,
  config,
}: Pick<Context, 'database' | 'clock' | 'config'>): Promise<InstallationStatistics> {
  const at = new Date(clock.now());
  return {
    at,
    engine: config.databaseUrl === null ? 'embedded' : 'server',
    installation: await installationFacts(database),
    hypertables: await hypertableStatistics(database),
    archives: await archiveStatistics(database),
    staleDays: (await staleCounts(database)).staleDays,
    oldestStaleDay: await oldestStaleDay(database),
    rules: { version: ALGORITHM_VERSION, ...(await daysBehindRules(database, ALGORITHM_VERSION)) },
    settledEventsWaiting: (await countWaitingEvents(database)).waiting,
    queues: await queueStatistics(database, at),
    rollupMismatches: await countMismatches(database),
    documentMismatches: await countDocumentMismatches(database),
    silentUnits: await countSilentUnits(database, SILENT_MINUTES, at.getTime()),
    quarantineHeldRows: await countHeldCases(database),
    sealedBefore: await sealedBefore(database),
    canary: await lastCanary(database),
    faults: await newestFaults(database, at),
  };
}
