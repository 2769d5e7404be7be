import { EVALUATE_QUEUE, enqueueEvaluation } from '../../src/alerts/enqueue-evaluation.ts';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { type QueueClient, queueClient } from '../../src/platform/queue/client.ts';
import { sweepMessages } from '../../src/alerts/dispatch-messages.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { define, FLOW_RULE, mintWorks, rowsOf, send } from '../alerts/watch.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { bossOf } from './support/boss-of.ts';

/*
 * Real workers over a real mail server, killed while they hold rules against readings; the database of this file
 * belongs to the test itself.
 */

let context: OwnContext;
let boss: PgBoss;
let queue: QueueClient;
let mails: MailServer;
let environment: Record<string, string>;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
  queue = queueClient(boss, () => Date.now());
  mails = await startMailServer();
  environment = {
    ...context.environment,
    SMTP_URL: mails.settings.url,
    MAIL_FROM: 'Water <water@example.org>',
    ALERT_MESSAGES_PER_HOUR: '10000',
  };
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await mails.stop();
});

const UNITS = Array.from({ length: 30 }, (_, index) => `U${index}`);
const SLOT = 300_000;
const [LOW, HIGH] = [500, 1000];
const [FEWEST_ROUNDS, MOST_ROUNDS] = [5, 12];
/** Each round but the first begins or ends an incident of every unit. */
const mailsAfter = (rounds: number): number => UNITS.length * (rounds - 1) * RECIPIENTS.length;
/** Without hold times. */
const RULE = { ...FLOW_RULE, holdMinutes: 0, recoverMinutes: 0 };
const RECIPIENTS = ['asha@killed.example', 'ravi@killed.example'];
const TOLD_RULE = { ...RULE, channels: { email: { enabled: true, recipients: RECIPIENTS } } };

/** A round of readings of every unit, low and high by turns; the last that there may be is of the present. */
async function sendRound(industry: Industry, round: number): Promise<void> {
  const at = Math.floor(context.clock.now() / SLOT) * SLOT - (MOST_ROUNDS - 1 - round) * SLOT;
  const litres = round % 2 === 0 ? LOW : HIGH;
  await send(
    context,
    industry,
    UNITS.flatMap((unitId) => rowsOf(unitId, at, [litres])),
  );
}

/** What is recorded: each incident with all that happened to it, by unit and time. */
async function recorded({ industryKey }: Industry): Promise<string[]> {
  const rows = await context.database.execute<{ found: string }>(
    `SELECT concat_ws(' ', u.unit_id, i.opened_at, i.state,
              string_agg(t.kind || ' ' || t.at, ', ' ORDER BY t.ordinal)) AS found
     FROM alerting.incident i JOIN tenant.unit u USING (unit_key) JOIN alerting.transition t USING (incident_key)
     WHERE i.industry_key = $1 GROUP BY u.unit_id, i.incident_key ORDER BY u.unit_id, i.opened_at`,
    [industryKey],
  );
  return rows.map(({ found }) => found);
}

/** What one evaluation after each round records where nobody is killed. */
async function undisturbed(rounds: number): Promise<string[]> {
  const industry = await mintWorks(context, UNITS);
  await define(context, industry, RULE);
  for (let round = 0; round < rounds; round += 1) {
    await sendRound(industry, round);
    await evaluateIndustry(context, industry.industryId);
  }
  const found = await recorded(industry);
  expect(found).toHaveLength(UNITS.length * Math.floor(rounds / 2));
  return found;
}

interface Job {
  state: string;
  started_on: string | null;
  completed_on: string | null;
}
const evaluations = ({ industryId }: Industry): Promise<Job[]> =>
  context.database.execute<Job>(
    `SELECT state, started_on::timestamp::text, completed_on::timestamp::text FROM pgboss.job
     WHERE name = $1 AND data ->> 'industryId' = $2`,
    [EVALUATE_QUEUE, industryId],
  );

interface Kept {
  state: string;
  name: string;
}
/** The ledger of mails: whom each tells of what happened. */
const ledger = ({ industryKey }: Industry): Promise<Kept[]> =>
  context.database.execute<Kept>(
    `SELECT state, concat_ws(' ', incident_key, ordinal, recipient) AS name
     FROM alerting.delivery WHERE industry_key = $1 AND channel = 'email'`,
    [industryKey],
  );

it(
  'an incident is recorded once, and each recipient told once of what happened to it, when workers are killed meanwhile',
  { timeout: 300_000 },
  async () => {
    const industry = await mintWorks(context, UNITS);
    await define(context, industry, TOLD_RULE);
    const hasNews = async (before: readonly string[]): Promise<boolean> =>
      (await recorded(industry)).join() !== before.join();
    const begun = async (): Promise<string[]> =>
      (await evaluations(industry)).flatMap(({ started_on }) => (started_on === null ? [] : [started_on]));
    await sendRound(industry, 0);
    let [rounds, during, behind] = [1, 0, 0];
    while (rounds < FEWEST_ROUNDS || (rounds < MOST_ROUNDS && (during === 0 || behind === 0))) {
      // The worker first: a job of the one before may be tried again while it starts.
      const worker = await startWorkerProcess(environment);
      const before = await recorded(industry);
      const known = new Set(await begun());
      await sendRound(industry, rounds);
      await enqueueEvaluation(queue, industry.industryId);
      // By turns while it evaluates, and right behind its commit.
      const isTime = async (): Promise<boolean> =>
        rounds % 2 === 1 ? await hasNews(before) : (await begun()).some((at) => !known.has(at));
      await vi.waitUntil(isTime, { timeout: 60_000, interval: 1 });
      await killed(worker);
      if (await hasNews(before)) behind += 1;
      else during += 1;
      rounds += 1;
    }
    expect(during).toBeGreaterThan(0);
    expect(behind).toBeGreaterThan(0);
    const expected = await undisturbed(rounds);

    await startWorkerProcess(environment);
    await enqueueEvaluation(queue, industry.industryId);
    await vi.waitUntil(async () => (await recorded(industry)).length >= expected.length, {
      timeout: 60_000,
      interval: 100,
    });
    // Nobody waits two minutes for what a killed process was sending.
    context.clock.set(new Date(Date.now() + 180_000).toISOString());
    const isLeft = async (): Promise<boolean> => {
      await sweepMessages({ context, channels: {} }, queue);
      const jobs = await evaluations(industry);
      return (
        jobs.some(({ state }) => state !== 'completed')
        || (await ledger(industry)).some(({ state }) => state === 'queued' || state === 'sending')
        || (await ledger(industry)).length < mailsAfter(rounds)
      );
    };
    await vi.waitUntil(async () => !(await isLeft()), { timeout: 120_000, interval: 500 });

    expect(await recorded(industry)).toEqual(expected);
    const kept = await ledger(industry);
    expect(new Set(kept.map(({ name }) => name)).size).toBe(mailsAfter(rounds));
    expect(kept).toHaveLength(mailsAfter(rounds));
    // A mail that is sent again has the same id.
    const received = mails.received.map(({ mail }) => mail.messageId);
    expect(new Set(received).size).toBe(received.length);
    const sent = kept.filter(({ state }) => state === 'sent').length;
    const unconfirmed = kept.filter(({ state }) => state === 'unconfirmed').length;
    expect(sent + unconfirmed).toBe(kept.length);
    expect(unconfirmed).toBeLessThanOrEqual((during + behind) * 8);
    expect(received.length).toBeGreaterThanOrEqual(sent);
  },
);

it(
  'an industry that two worker processes evaluate at once has every incident once, and tells of it once',
  { timeout: 300_000 },
  async () => {
    context.clock.set(new Date().toISOString());
    const expected = await undisturbed(FEWEST_ROUNDS);
    const industry = await mintWorks(context, UNITS);
    await define(context, industry, TOLD_RULE);
    const before = mails.received.length;
    await Promise.all([startWorkerProcess(environment), startWorkerProcess(environment)]);
    for (let round = 0; round < FEWEST_ROUNDS; round += 1) {
      await sendRound(industry, round);
      // A job that is being worked on does not keep the next from the other worker.
      for (let time = 0; time < 5; time += 1) {
        await enqueueEvaluation(queue, industry.industryId);
        await vi.waitUntil(async () => (await evaluations(industry)).every(({ state }) => state !== 'created'), {
          timeout: 60_000,
          interval: 2,
        });
      }
      await vi.waitUntil(async () => (await evaluations(industry)).every(({ state }) => state === 'completed'), {
        timeout: 60_000,
        interval: 20,
      });
    }
    const jobs = await evaluations(industry);
    // A process works on one evaluation at a time.
    const atOnce = jobs.filter((job) => jobs.some((other) => other !== job && overlap(job, other))).length;
    expect(atOnce).toBeGreaterThan(0);
    expect(await recorded(industry)).toEqual(expected);
    const mailsToCome = mailsAfter(FEWEST_ROUNDS);
    await vi.waitUntil(
      async () => (await ledger(industry)).filter(({ state }) => state === 'sent').length >= mailsToCome,
      {
        timeout: 60_000,
        interval: 100,
      },
    );
    const received = mails.received.slice(before).map(({ mail }) => mail.messageId);
    expect(received).toHaveLength(mailsToCome);
    expect(new Set(received).size).toBe(mailsToCome);
  },
);

const overlap = (one: Job, other: Job): boolean =>
  one.started_on !== null
  && other.completed_on !== null
  && other.started_on !== null
  && other.started_on <= one.started_on
  && one.started_on < other.completed_on;
