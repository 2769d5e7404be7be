import { z } from 'zod';
import { REFRESH_DUE_QUEUE } from '../../ledger/ask-for-rebuilds.ts';
import { tidyStaging } from '../archive/staging.ts';
import { compressOldChunks } from '../../readings/chunks.ts';
import { refreshDueRollups } from '../../figures/rollups/refresh-due-rollups.ts';
import {
  applyRetention,
  forgetExpired,
  refreshRecentRollups,
  proveSampledDays,
  vacuumTables,
} from '../upkeep/upkeep.ts';
import { watchCanary } from '../canary/run-canary.ts';
import { followNewRules } from '../../figures/settled/follow-new-rules.ts';
import { forgetOldFaults } from '../../platform/faults/faults.ts';
import { forgetOldLogs } from '../../platform/global-logs/global-logs.ts';
import { computeDueInsights } from '../../findings/insights/due-insights.ts';
import { watchRunningDays } from '../../findings/insights/watch-running-day.ts';
import { forgetOldWebEvents } from '../../platform/live/publish.ts';
import { forgetOldNotifications } from '../../alerts/notifications.ts';
import { forgetReports } from '../../reports/find-recorded-report.ts';
import { forgetOldReportJobs } from '../../reports/report-jobs.ts';
import { forgetTaken } from '../../figures/settled/consume.ts';
import { type JobServices, defineJob, HEARTBEAT, type WorkerJob } from '../../platform/queue/job.ts';

const duty = (name: string, work: (services: JobServices) => Promise<unknown>): WorkerJob =>
  defineJob({
    name,
    payload: z.object({}),
    options: {
      policy: 'stately',
      retryLimit: 6,
      retryDelay: 1,
      retryBackoff: true,
      expireInSeconds: 3600,
      ...HEARTBEAT,
    },
    concurrency: 1,
    work: async (services) => {
      await work(services);
    },
  });

/** One job runs and one waits, however many runs leave rollups due. */
export const refreshDueRollupsJob = duty(REFRESH_DUE_QUEUE, ({ context }) => refreshDueRollups(context));
/** One job runs at a time, because judging an industry takes seconds. */
export const computeInsightsJob = duty('compute-insights', ({ context }) => computeDueInsights(context));
export const watchRunningDaysJob = duty('watch-running-days', ({ context }) => watchRunningDays(context));
/** One job runs at a time: it marks a piece once the piece before is rebuilt. */
export const followRulesJob = duty('follow-new-rules', ({ context }) => followNewRules(context));
export const refreshRollupsJob = duty('refresh-rollups', ({ context }) => refreshRecentRollups(context));
export const compressReadingsJob = duty('compress-readings', ({ context }) => compressOldChunks(context));
export const applyRetentionJob = duty('apply-retention', ({ context }) => applyRetention(context));
export const verifyRollupsJob = duty('verify-rollups', ({ context }) => proveSampledDays(context));
/** The job does nothing unless CANARY is on. */
export const runCanaryJob = duty('run-canary', ({ context }) => watchCanary(context));
export const forgetRevocationsJob = duty('forget-revocations', async ({ context }) => {
  await forgetExpired(context);
  await forgetTaken(context);
  await forgetOldWebEvents(context);
  await forgetOldNotifications(context);
  await forgetOldLogs(context);
  await forgetOldFaults(context);
  await forgetReports(context);
  await forgetOldReportJobs(context);
  await tidyStaging(context);
});
export const vacuumTablesJob = duty('vacuum-tables', ({ context }) => vacuumTables(context));
