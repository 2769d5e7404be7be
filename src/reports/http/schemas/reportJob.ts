import { z } from '@hono/zod-openapi';
import { fieldErrors } from '../../../platform/http/schemas/envelope.ts';
import type { ReportJob } from '../../report-jobs.ts';

const PATH = '/api/user/report/jobs';

const instant = z.string().openapi({ example: '2026-01-15T08:05:00.000Z', description: 'ISO 8601 UTC' });

const shown = z
  .object({
    jobId: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.number().int().openapi({ description: 'Per cent; 100 when it is done' }),
    problem: z
      .object({ code: z.number().int(), message: z.string(), errors: fieldErrors })
      .nullable()
      .openapi({ description: 'Why it failed, as a request for the report itself would have been answered' }),
    fileName: z.string().nullable().openapi({ description: 'null as long as there is no file' }),
    job: z.string().openapi({ description: 'Where to ask how far it is' }),
    file: z.string().nullable().openapi({ description: 'Where the file is, once it is done' }),
    createdAt: instant,
    finishedAt: instant.nullable(),
    expiresAt: instant.openapi({ description: 'Until when job and file are kept' }),
  })
  .openapi('ReportJob');

export const jobAnswer = z.object({
  status: z.literal('success'),
  status_code: z.number().int(),
  message: z.string(),
  data: shown,
});

export const shownJob = ({
  jobId,
  state,
  progress,
  problem,
  fileName,
  createdAt,
  finishedAt,
  expiresAt,
}: ReportJob): z.output<typeof shown> => ({
  jobId,
  state,
  progress,
  problem: problem === null ? null : { ...problem, errors: problem.errors && [...problem.errors] },
  fileName,
  job: `${PATH}/${jobId}`,
  file: state === 'done' ? `${PATH}/${jobId}/file` : null,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
});

/** The answer of a request with async=true, as it is documented. */
export const startedAnswer = {
  description: 'With async=true: the job',
  content: {
    'application/json': {
      schema: jobAnswer.extend({ status_code: z.literal(202) }).openapi('ReportJobStarted'),
      example: {
        status: 'success' as const,
        status_code: 202 as const,
        message: 'Report job',
        data: {
          jobId: '0d9a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c31',
          state: 'waiting' as const,
          progress: 0,
          problem: null,
          fileName: null,
          job: `${PATH}/0d9a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c31`,
          file: null,
          createdAt: '2026-01-15T08:05:00.000Z',
          finishedAt: null,
          expiresAt: '2026-01-16T08:05:00.000Z',
        },
      },
    },
  },
};
