import { VERSION } from '../../../platform/version.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { FAULT_KINDS } from '../../../platform/faults/rules/fault.ts';
import { ARCHIVE_STATES } from '../../rules/archive/months.ts';
import { type InstallationStatistics, readStatistics } from '../../operations/statistics.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';

const count = (description: string) => z.number().int().openapi({ description });
const countOrNull = (description: string) => z.number().int().nullable().openapi({ description });
const plannersCount = z
  .number()
  .int()
  .nullable()
  .openapi({ description: 'As far as the planner knows; null: it has not counted them since they were written' });
const instant = (description: string) =>
  z
    .string()
    .nullable()
    .openapi({ format: 'date-time', description: `${description}, ISO 8601 UTC` });

export const statisticsData = z
  .object({
    at: z.string().openapi({ format: 'date-time', description: 'When this was asked, ISO 8601 UTC' }),
    release: z.string(),
    database: z.object({
      engine: z.enum(['embedded', 'server']),
      postgres: z.string(),
      timescaledb: z.string(),
      bytes: count('Size of the database on disk'),
    }),
    industries: count('Active industries, INTERNAL among them'),
    units: count('Units of active industries'),
    documents: z.object({ rowCount: plannersCount, bytes: count('With indexes') }),
    hypertables: z.array(
      z.object({
        name: z.string(),
        rowCount: plannersCount,
        chunks: count('Parts by time'),
        compressedChunks: count('Of these'),
        bytes: count('With indexes'),
        bytesBeforeCompression: z.number().int().nullable().openapi({ description: 'null: nothing is compressed' }),
        bytesAfterCompression: z.number().int().nullable().openapi({ description: 'Of the same chunks' }),
      }),
    ),
    archives: z
      .array(
        z.object({
          state: z.enum(ARCHIVE_STATES),
          months: count('Months of industries'),
          rowCount: count('Readings and samples in their files'),
          bytes: count('Of their files'),
        }),
      )
      .openapi({ description: 'Archived months. sealed: the readings are in the archive alone' }),
    stale: z.object({
      days: count('Business days that wait for a rebuild'),
      oldest: z
        .object({ industryId: z.string(), businessDate: z.string(), ageSeconds: z.number() })
        .nullable()
        .openapi({ description: 'The day whose mark is the oldest; null: none waits' }),
      rulesVersion: count('Version of the rules that this release computes by'),
      ofEarlierRules: count('Days that an earlier release has computed and that still follow earlier rules'),
      settledEventsWaiting: count('Events of settled days that a consumer has not taken, each consumer counted'),
    }),
    queues: z
      .array(
        z.object({
          queue: z.string(),
          queued: count('Jobs that wait, those for later among them'),
          active: count('Jobs that are worked on'),
          failed: count('Jobs that were given up in the last 24 hours'),
          oldestWaitSeconds: z.number().nullable().openapi({ description: 'null: no job waits that could be done' }),
          lastCompletedAt: instant('When a job of it was last done'),
        }),
      )
      .openapi({ description: 'Queues that have had a job lately' }),
    proof: z.object({
      lastRunAt: instant('When rollups and documents were last proven; null: not lately'),
      rollupMismatches: count('Buckets of rollups ever found to differ'),
      lastRollupMismatchAt: instant('null: never'),
      documentMismatches: z.object({ open: count('Still differ'), agreed: count('Agree since') }),
      lastDocumentMismatchAt: instant('null: never'),
    }),
    canary: z
      .object({
        ranAt: z.string().openapi({ format: 'date-time' }),
        succeededAt: instant('When every figure was last as expected; null: never'),
        mismatches: count('Figures that the last whole run found otherwise'),
        problem: z.string().nullable().openapi({ description: 'Why the last run did not come to its end' }),
      })
      .nullable()
      .openapi({ description: 'null: it never ran' }),
    faults: z
      .array(
        z.object({
          kind: z.enum(FAULT_KINDS).openapi({
            description:
              'mail, broker, database: away. replica: away or behind. clock: differs from that of the database. jump: the clock was set. disk: full. room: nearly full',
          }),
          process: z.string().openapi({ description: 'host:port of the process that met it; empty: the installation' }),
          beganAt: z.string().openapi({ format: 'date-time' }),
          seenAt: z.string().openapi({ format: 'date-time', description: 'When it was last met' }),
          endedAt: instant('null: it lasts'),
          times: count('How often it began; breaks of some minutes are no end'),
          requests: countOrNull('Of database: requests answered 503'),
          mails: countOrNull('Of mail: most mails that waited at once'),
          mailsWaiting: countOrNull('Of mail: mails that wait now'),
          milliseconds: countOrNull('Of clock and jump: positive where the process was ahead'),
          isRestart: z.boolean().nullable().openapi({ description: 'Of database: it was restarted or replaced' }),
          freeBytes: countOrNull('Of room: the least that was free'),
        }),
      )
      .openapi({
        description:
          'Faults of the surroundings that last or ended within a week, as processes met them. Figures of other kinds are null',
      }),
    silentUnits: z
      .array(z.object({ minutes: z.number().int(), units: z.number().int() }))
      .openapi({ description: 'Units in use without a reading for so long, or ever' }),
    quarantineHeldRows: count('Refused rows that wait for an operator'),
    sealedBefore: z.string().nullable().openapi({
      description: 'Readings of business days before it were removed, YYYY-MM-DD; null: none were',
    }),
  })
  .openapi('Statistics');

const PROOF_QUEUE = 'verify-rollups';
const secondsBetween = (from: Date, to: Date): number => Math.max(0, (to.getTime() - from.getTime()) / 1000);
const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

function dataOf(found: InstallationStatistics): z.infer<typeof statisticsData> {
  const { at, installation, oldestStaleDay, canary } = found;
  return {
    at: at.toISOString(),
    release: VERSION,
    database: {
      engine: found.engine,
      postgres: installation.postgres,
      timescaledb: installation.timescaledb,
      bytes: installation.bytes,
    },
    industries: installation.activeIndustries,
    units: installation.units,
    documents: { rowCount: installation.documents, bytes: installation.documentBytes },
    hypertables: found.hypertables.map(({ rows, ...same }) => ({ ...same, rowCount: rows })),
    archives: found.archives.map(({ rows, ...same }) => ({ ...same, rowCount: rows })),
    stale: {
      days: found.staleDays,
      oldest:
        oldestStaleDay === null
          ? null
          : {
              industryId: oldestStaleDay.industryId,
              businessDate: oldestStaleDay.businessDate,
              ageSeconds: secondsBetween(oldestStaleDay.markedAt, at),
            },
      rulesVersion: found.rules.version,
      ofEarlierRules: found.rules.unseen + found.rules.marked,
      settledEventsWaiting: found.settledEventsWaiting,
    },
    queues: found.queues.map(({ oldestDueAt, lastCompletedAt, ...same }) => ({
      ...same,
      oldestWaitSeconds: oldestDueAt === null ? null : secondsBetween(oldestDueAt, at),
      lastCompletedAt: iso(lastCompletedAt),
    })),
    proof: {
      lastRunAt: iso(found.queues.find(({ queue }) => queue === PROOF_QUEUE)?.lastCompletedAt),
      rollupMismatches: found.rollupMismatches,
      lastRollupMismatchAt: iso(installation.lastRollupMismatchAt),
      documentMismatches: found.documentMismatches,
      lastDocumentMismatchAt: iso(installation.lastDocumentMismatchAt),
    },
    canary:
      canary === null
        ? null
        : {
            ranAt: canary.ranAt.toISOString(),
            succeededAt: iso(canary.succeededAt),
            mismatches: canary.mismatches.length,
            problem: canary.problem,
          },
    faults: found.faults.map(({ began, seen, ended, ...same }) => ({
      ...same,
      beganAt: new Date(began).toISOString(),
      seenAt: new Date(seen).toISOString(),
      endedAt: ended === null ? null : new Date(ended).toISOString(),
    })),
    silentUnits: [...found.silentUnits],
    quarantineHeldRows: found.quarantineHeldRows,
    sealedBefore: found.sealedBefore,
  };
}

/**
 * GET /api/admin/statistics. Spec gap: the specification has no statistics of the installation. Every operator may read
 * them, as the workspace, because they name no figures of anybody.
 */
export const getStatistics = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/statistics',
    tags: ['operations'],
    summary: 'How the installation is: storage, queues, proofs, silence',
    responses: { 200: ok('At this moment', answerWith(statisticsData)), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) =>
      c.json({ ...done('Statistics'), data: dataOf(await readStatistics(context)) }, 200),
);
