import { beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../../src/kernel/errors.ts';
import { makeReport } from '../../../../../src/reports/make-report.ts';
import { forgetOldReportJobs, writeReportJob } from '../../../../../src/reports/report-jobs.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, type TestApp, testApp } from '../../../../service/support/app-fixture.ts';
import { unit, works as plantWith } from '../../../../figures/processing/works.ts';
import { atHour, mintWorks, type Works } from '../../../../service/support/device-data-works.ts';

interface Job {
  jobId: string;
  state: string;
  progress: number;
  problem: { code: number; message: string } | null;
  fileName: string | null;
  job: string;
  file: string | null;
  expiresAt: string;
}

const NOW = '2026-06-11T06:00:00Z';
let context: TestContext;
let app: TestApp;
let works: Works;
let stranger: Works;

beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  await works.send([{ unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 1000 }]);
});

const ASKED =
  'report?reportType=daily&startDate=10/06/2026&reportFormat=csv&divisionFactor=7&delimiter=semicolon&decimalMark=comma';
const below = (path: string): string => path.replace('/api/user/', '');
async function started(query = ASKED): Promise<Job> {
  const response = await works.fetch(`${query}&async=true`);
  const body = (await response.json()) as { status_code: number; data: Job }; // checked by what follows
  expect([response.status, body.status_code]).toEqual([202, 202]);
  expect(response.headers.get('location')).toBe(body.data.job);
  return body.data;
}
const stateOf = async ({ job }: Job): Promise<Job> => ((await works.get(below(job))).body as { data: Job }).data;
/** What a worker does with the queue's job. */
const work = ({ jobId }: Job): Promise<void> =>
  writeReportJob(context, makeReport, { industryId: works.industryId, jobId });

describe('a report that nobody waits for', () => {
  it('is a job, then running, then a file: the same as without waiting gives', async () => {
    const job = await started();
    expect(job).toMatchObject({ state: 'waiting', progress: 0, file: null, expiresAt: '2026-06-12T06:00:00.000Z' });
    expect(await stateOf(job)).toEqual(job);
    expect((await works.fetch(below(`${job.job}/file`))).status).toBe(404);
    await work(job);
    const ended = await stateOf(job);
    expect(ended).toMatchObject({ state: 'done', progress: 100, problem: null, file: `${job.job}/file` });
    const file = await works.fetch(below(ended.file ?? ''));
    const direct = await works.fetch(ASKED);
    const text = await file.text();
    expect(text).toBe(await direct.text());
    expect(text).toContain(';142,857142857;');
    for (const name of ['content-type', 'content-disposition', 'x-content-type-options'])
      expect(file.headers.get(name), name).toBe(direct.headers.get(name));
  });

  it('done twice is done once: a job that another worker has finished stays as it is', async () => {
    const job = await started();
    await work(job);
    const ended = await stateOf(job);
    await work(job);
    expect(await stateOf(job)).toEqual(ended);
  });

  it('says at once what the caller did wrong', async () => {
    expect(await works.get('report?service=level&reportType=weekly&async=true')).toMatchObject({
      status: 400,
      body: { status_code: 1403 },
    });
    expect(await works.get('report?unitId=NOBODY&async=true')).toMatchObject({ status: 404 });
    const custom = await app.request('/api/user/report?service=custom_water&async=true', {
      method: 'POST',
      body: JSON.stringify({ columns: ['nope'] }),
      headers: { ...bearer(await works.token()), 'content-type': 'application/json' },
    });
    expect(await custom.json()).toMatchObject({ status_code: 1430 });
  });

  it('says at once that there are more meters than a report holds', async () => {
    const meters = Array.from({ length: 33 }, (_, index) => unit(`W${index}`, 'FLOW_CATEGORY'));
    const { industryId } = await plantWith(context, meters);
    const { token } = await login(app, await mintUser(context, { industryId, permissions: ['reports:read'] }));
    const days = 'startDate=01/05/2026&endDate=31/05/2026';
    const response = await app.request(`/api/user/report?reportType=granular&${days}&async=true`, {
      headers: bearer(token),
    });
    expect(await response.json()).toMatchObject({ status_code: 1403, errors: [{ field: 'unitIds' }] });
  });

  it('that cannot be made says why, as the request would have been answered', async () => {
    const job = await started(`${ASKED}&unitId=M2`);
    await context.database.execute(
      "UPDATE tenant.unit SET removed_at = '2000-01-01' WHERE unit_id = 'M2' AND industry_key = (SELECT industry_key FROM tenant.industry WHERE industry_id = $1)",
      [works.industryId],
    );
    await work(job);
    const { status, body } = await works.get(`${ASKED}&unitId=M2`);
    expect(await stateOf(job)).toMatchObject({
      state: 'failed',
      file: null,
      problem: { code: status, message: (body as { message: string }).message },
    });
  });

  it('that cannot be made names every mistake', async () => {
    const job = await started();
    const errors = [
      { field: 'columns', problem: 'is none of a, b' },
      { field: 'title', problem: 'is too long' },
    ];
    const refused = new ServiceError(1430, "Invalid 'columns': is none of a, b", errors);
    const ids = { industryId: works.industryId, jobId: job.jobId };
    await writeReportJob(context, () => Promise.reject(refused), ids);
    expect((await stateOf(job)).problem).toEqual({ code: 1430, message: refused.message, errors });
  });

  it('is not lost by a moment without the database', async () => {
    const job = await started();
    const cut = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    const ids = { industryId: works.industryId, jobId: job.jobId };
    await expect(writeReportJob(context, () => Promise.reject(cut), ids)).rejects.toBe(cut);
    expect(await stateOf(job)).toMatchObject({ state: 'running', problem: null });
    await work(job);
    expect(await stateOf(job)).toMatchObject({ state: 'done' });
  });

  it('that ends its process each time is given up, and says so', async () => {
    const job = await started();
    const ids = { industryId: works.industryId, jobId: job.jobId };
    const cut = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    for (let attempt = 0; attempt < 6; attempt += 1)
      await expect(writeReportJob(context, () => Promise.reject(cut), ids)).rejects.toBe(cut);
    await work(job);
    expect(await stateOf(job)).toMatchObject({
      state: 'failed',
      problem: { code: 500, message: expect.stringContaining('6 times') },
    });
  });

  it('is nobody else’s: neither of another industry nor of another user of the same one', async () => {
    const job = await started();
    await work(job);
    const { industryId } = works;
    const colleague = await login(app, await mintUser(context, { industryId, permissions: ['reports:read'] }));
    for (const path of [job.job, `${job.job}/file`]) {
      expect((await works.get(below(job.job))).status).toBe(200);
      const response = await app.request(path, { headers: bearer(colleague.token) });
      expect(response.status, path).toBe(404);
      expect(await response.text(), path).not.toContain(works.industryId);
    }
    const theirs = await app.request('/api/user/report?reportFormat=csv', { headers: bearer(colleague.token) });
    expect(theirs.status).toBe(200);
    for (const path of [job.job, `${job.job}/file`]) expect((await stranger.get(below(path))).status, path).toBe(404);
    expect((await works.get('report/jobs/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await works.get('report/jobs/one')).status).toBe(400);
  });

  it('is kept for a day', async () => {
    const job = await started();
    await work(job);
    try {
      context.clock.set('2026-06-12T05:59:59Z');
      expect((await works.get(below(job.job))).status).toBe(200);
      context.clock.set('2026-06-12T06:00:01Z');
      expect((await works.get(below(job.job))).status).toBe(404);
      await forgetOldReportJobs(context);
    } finally {
      context.clock.set(NOW);
    }
    expect((await works.get(below(job.job))).status).toBe(404);
  });

  it('is refused while twenty of the industry wait', async () => {
    const jobs = await Promise.all(Array.from({ length: 20 }, () => started()));
    expect((await works.fetch(`${ASKED}&async=true`)).status).toBe(429);
    await work(jobs[0] ?? (await started()));
    expect((await works.fetch(`${ASKED}&async=true`)).status).toBe(202);
  });
});
