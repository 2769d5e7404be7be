import { randomUUID } from 'node:crypto';
import { assignFindingAndTell } from '../../../src/alerts/tell-assignee.ts';
import { addAlertRule } from '../../../src/alerts/manage-rules.ts';
import { MORNING_MAIL_QUEUE } from '../../../src/alerts/morning-mail.ts';
import { PROCESS_INDUSTRY_QUEUE } from '../../../src/figures/jobs/process-industry.ts';
import { dailyRuns } from '../../../src/figures/processing/daily-runs.ts';
import { computeAllInsights } from '../../../src/findings/insights/request-insights.ts';
import { USUAL_CSV } from '../../../src/kernel/format/csv-line.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { pushBatchTrigger } from '../../../src/keeping/triggers/push-trigger.ts';
import { publishEvent } from '../../../src/keeping/triggers/events.ts';
import { BACKLOG_QUEUE } from '../../../src/ledger/ask-for-rebuilds.ts';
import { noQueue, type QueueClient } from '../../../src/platform/queue/client.ts';
import { FAILED_BATCH_QUEUE, FAILED_REPORTS_QUEUE } from '../../../src/platform/global-logs/write-service-log.ts';
import { createLimiter } from '../../../src/platform/limits/limiter.ts';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { type AskedReset, PASSWORD_RESET_QUEUE } from '../../../src/platform/login/send-reset.ts';
import { receiverOfBroker } from '../../../src/readings/sources/receive-of-key.ts';
import { queueDownlinks } from '../../../src/readings/sources/downlinks.ts';
import { createSubscription } from '../../../src/reports/manage-subscriptions.ts';
import { startReportJob } from '../../../src/reports/report-jobs.ts';
import { SEND_REPORTS_QUEUE } from '../../../src/reports/run-scheduled-reports.ts';
import { BEGIN_MORNINGS_QUEUE } from '../../../src/service/begin-mornings.ts';
import { SCHEDULES } from '../../../src/service/schedules.ts';
import { at, process as processDays, requireIndustry, send, unit, virtual } from '../../figures/processing/works.ts';
import { mintSource } from '../../readings/sources/support.ts';
import { CHIRPSTACK } from '../../readings/sources/messages.ts';
import { reportWorks } from '../../reports/sending.ts';
import { takingReadings } from '../../support/intake.ts';
import { type MintedUser, mintUser } from './app-fixture.ts';
import type { MortalWorld } from './mortal-world.ts';

/*
 * What goes on in an industry, in pieces. Together they give every queue a job. An industry in UTC has two meters and
 * what they give together; 01/03/2026 is processed, and on 02/03 everything was sent in time.
 */

export const BEGINS = '2026-03-03T00:05:00Z';
const BEFORE = '2026-03-01';
const DAY = '2026-03-02';
const UNITS = [unit('M1', 'FLOW_CATEGORY'), unit('M2', 'FLOW_CATEGORY'), virtual('BOTH', '{M1} + {M2}')];
const REPORT = {
  service: 'water',
  reportType: 'daily',
  reportFormat: 'csv',
  layout: 'v2',
  startDate: businessDate(BEFORE),
  endDate: null,
  unitIds: null,
  useShift: true,
  subCategories: [],
  divisionFactor: 1,
  body: null,
} as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface Plant {
  readonly industry: Industry;
  readonly user: MintedUser;
}

export async function plantOf({ context, work }: MortalWorld): Promise<Plant> {
  context.clock.set(BEGINS);
  const { industryId } = await reportWorks(context, ['reader@plant.test'], {}, UNITS);
  const industry = await requireIndustry(context, industryId);
  const user = await mintUser(context, { industryId, permissions: ['reports:read', 'reports:send'] });
  await send(
    context,
    industry,
    [BEFORE, DAY].flatMap((date) =>
      HOURS.flatMap((hour) => [
        { unitId: 'M1', createdOn: at(industry, date, hour + 0.5), value: 1000 },
        { unitId: 'M2', createdOn: at(industry, date, hour + 0.5), value: 500 },
      ]),
    ),
  );
  await processDays(context, industry, BEFORE, BEFORE);
  await work();
  return { industry, user };
}

type Story = (world: MortalWorld, plant: Plant) => Promise<void>;

const lateReading = ({ context }: MortalWorld, { industry }: Plant): Promise<unknown> =>
  send(context, industry, [{ unitId: 'M2', createdOn: at(industry, BEFORE, 5.25), value: 9000 }]);

/** A closed day gets a reading, and the running one more than a rule allows. */
const figures: Story = async (world, plant) => {
  const { context, queue } = world;
  const rule = {
    title: 'Too much in a day',
    severity: 'medium',
    alertType: 'unit_threshold',
    settings: { limit: 20 },
    channels: { email: { enabled: true, recipients: ['asha@plant.test', 'ravi@plant.test'] } },
  };
  await addAlertRule(context, queue, plant.industry, rule, { ...COMMAND, userId: 'U1' });
  await lateReading(world, plant);
  await send(context, plant.industry, [{ unitId: 'M1', createdOn: '2026-03-03T00:02:00Z', value: 30_000 }]);
  await world.pass(1);
};

/** Days of an earlier release. */
const formerRules: Story = async ({ context }, { industry: { industryKey } }) => {
  await context.database.execute('UPDATE telemetry.processed_day SET rules_version = 1 WHERE industry_key = $1', [
    industryKey,
  ]);
};

const backlog: Story = async (world, plant) => {
  await lateReading(world, plant);
  const { industryId } = plant.industry;
  await world.queue.send(BACKLOG_QUEUE, { industryId, from: null }, { singletonKey: industryId });
};

/** A finding is handed to somebody, who has two addresses. */
async function handOver({ context }: MortalWorld, { industry, user }: Plant, queue: QueueClient): Promise<void> {
  const { industryId, industryKey } = industry;
  await context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [
    user.userKey,
    ['asha@plant.test', 'ravi@plant.test'],
  ]);
  const [finding] = await context.database.execute<{ id: string }>(
    `INSERT INTO operations.finding (industry_key, kind, first_day, raised_on, last_day, is_open, confidence, evidence,
       found_at, judged_at, severity, sentence, si_unit, rule_version)
     VALUES ($1, 'reversed', $2, $2, $2, true, 1, '{}', $3, $3, 'high', 'So it is', 'KL', 1) RETURNING finding_id AS id`,
    [industryKey, DAY, BEGINS],
  );
  const asked = { findingId: finding?.id ?? '', assigneeId: user.userId, note: null };
  await assignFindingAndTell(context, queue, industry, { userId: 'U1', industryId, address: null }, asked);
}

/** The day is processed, and people hear of what is open. */
const morning: Story = async (world, plant) => {
  const { queue, work } = world;
  const { industryId } = plant.industry;
  await handOver(world, plant, queue);
  await queue.send(PROCESS_INDUSTRY_QUEUE, { industryId }, { singletonKey: industryId });
  await work();
  await queue.send(MORNING_MAIL_QUEUE, { industryId, since: 0 }, { singletonKey: industryId });
};

/** A business day begins, and with it what the industry's morning brings. */
const shiftStart: Story = async ({ context, queue, pass }, { industry: { industryId } }) => {
  const run = (await dailyRuns(context)).find((one) => one.industryId === industryId);
  await queue.send(BEGIN_MORNINGS_QUEUE, { ...run }, { singletonKey: industryId });
  // Figures, the daily report, the morning mail and the monthly report follow each other.
  for (const minutes of [1, 12, 5, 5]) await pass(minutes);
};

/** Reports are sent, and a figure that they told changes afterwards. */
const reports: Story = async (world, plant) => {
  const { industryId } = plant.industry;
  const run = { industryId, frequency: 'daily', date: BEFORE, since: 0 };
  await world.queue.send(SEND_REPORTS_QUEUE, run, { singletonKey: `${industryId}.daily` });
  await world.work();
  await lateReading(world, plant);
  await world.pass(1);
  await world.pass(61);
};

const subscription: Story = async ({ context, queue, pass }, { industry, user }) => {
  const own = { ...context, queue, limiter: createLimiter(context) };
  const { userKey, userId, industryId } = user;
  await createSubscription(
    own,
    {
      caller: { userKey, permissions: ['reports:read', 'reports:send'], industry },
      actor: { userId, industryId, address: null },
    },
    {
      report: { service: 'water', reportType: 'daily' },
      formats: ['csv'],
      frequency: 'daily',
      weekday: null,
      monthDay: null,
      localTime: '00:10',
      mailLanguage: 'en',
      userIds: [userId],
      addresses: [`owner@${industryId.toLowerCase()}.test`],
    },
  );
  // The day that it reports has not settled and is not waited for any longer.
  await pass(6);
  await pass(121);
};

/** A report that nobody waits for. */
const askForReport = ({ context }: MortalWorld, { industry, user }: Plant, queue: QueueClient): Promise<unknown> =>
  startReportJob(
    { ...context, queue },
    { industry, industryKey: industry.industryKey, userKey: user.userKey },
    { asked: REPORT, csv: USUAL_CSV },
  );

/** What people and machines ask for. */
const requests: Story = async (world, plant) => {
  const { context, queue } = world;
  const { industry } = plant;
  const { industryId } = industry;
  const { userKey } = plant.user;
  const invitation: AskedReset = {
    userKey,
    isTooMany: false,
    invitedBy: 'U1',
    request: { requestId: randomUUID(), askedAt: context.clock.now() },
  };
  await queue.send(PASSWORD_RESET_QUEUE, invitation, { singletonKey: 'invitation' });
  await computeAllInsights(context, queue, COMMAND, industryId, 0);
  await publishEvent(context, queue, { kind: 'test', industryId, unitId: null });
  const trigger = { time: `${DAY}T12:00:00Z`, source: 'a pump', purpose: 'test' };
  await pushBatchTrigger(context, queue, industry, trigger);
  await askForReport(world, plant, queue);
};

/** A queue that loses what it is given. */
const LOSING: QueueClient = { send: () => Promise.reject(new Error('the queue is away')) };

/** A meter behind a network is to be reset. */
async function reset({ context }: MortalWorld, { industry }: Plant, queue: QueueClient): Promise<void> {
  const { industryId, industryKey } = industry;
  const declared = { port: 15, payload: 'ff01', confirmed: false };
  const source = await mintSource(context, industry, 'chirpstack', undefined, { downlink: declared });
  await receiverOfBroker(takingReadings(context, queue))({ industryId, sourceId: source.sourceId }, [
    {
      topic: 'application/a/device/0101010101010101/event/up',
      payload: Buffer.from(JSON.stringify(CHIRPSTACK.up)),
    },
  ]);
  await queueDownlinks({ ...context, queue }, { industryKey, unitId: 'M1' });
}

const downlink: Story = (world, plant) => reset(world, plant, world.queue);

/** Whoever wrote this has not asked for its jobs. */
const lost: Story = async (world, plant) => {
  await handOver(world, plant, noQueue);
  await askForReport(world, plant, LOSING);
  await reset(world, plant, noQueue);
};

const DUTIES = SCHEDULES.filter(({ cron }) => cron !== '* * * * *').map(({ job }) => job.name);

/** All that runs at most each hour. */
const duties: Story = async (world, plant) => {
  await lateReading(world, plant);
  await world.pass(1);
  for (const name of DUTIES) await world.queue.send(name, {}, { singletonKey: name });
};

const givenUp: Story = async ({ queue }, { industry: { industryId } }) => {
  for (const name of [FAILED_BATCH_QUEUE, FAILED_REPORTS_QUEUE])
    await queue.send(name, { industryId }, { singletonKey: name });
};

export const STORIES = {
  figures,
  formerRules,
  backlog,
  morning,
  shiftStart,
  reports,
  subscription,
  requests,
  lost,
  downlink,
  duties,
  givenUp,
};
export type StoryName = keyof typeof STORIES;
