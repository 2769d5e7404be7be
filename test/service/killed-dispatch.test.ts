import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { queueClient } from '../../src/platform/queue/client.ts';
import { enqueueMessages } from '../../src/alerts/enqueue-deliveries.ts';
import { sweepMessages } from '../../src/alerts/dispatch-messages.ts';
import { bearer, mintUser, PASSWORD, SECRET } from './support/app-fixture.ts';
import { addRule, fire } from '../alerts/incidents.ts';
import { unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { bossOf } from './support/boss-of.ts';

/* Real processes over a real mail server; the database of this file belongs to the test itself. */

let context: OwnContext;
let boss: PgBoss;
let mails: MailServer;
let environment: Record<string, string>;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
  mails = await startMailServer();
  environment = {
    ...context.environment,
    JWT_SECRET: SECRET,
    SMTP_URL: mails.settings.url,
    MAIL_FROM: 'Water <water@example.org>',
    RATE_LIMIT_PER_HOUR: '1000000',
    RATE_LIMIT_PER_DAY: '1000000',
  };
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await mails.stop();
});

const queue = () => queueClient(boss, () => Date.now());
const now = (): void => context.clock.set(new Date().toISOString());
const receivedBy = (domain: string): string[] =>
  mails.received.flatMap(({ recipients }) => recipients).filter((address) => address.endsWith(domain));

interface Kept {
  recipient: string;
  state: string;
}
const ledger = ({ industryKey }: Industry): Promise<Kept[]> =>
  context.database.execute<Kept>(
    `SELECT recipient, state FROM alerting.delivery WHERE industry_key = $1 AND channel = 'email' ORDER BY recipient`,
    [industryKey],
  );

const RECIPIENTS = 500;
const KILL_AFTER = 150;

it(
  'of 500 recipients each has exactly one message, or is listed as failed or not confirmed, when the worker is killed',
  { timeout: 400_000 },
  async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const recipients = Array.from({ length: RECIPIENTS }, (_, index) => `r${index}@killed.example`);
    now();
    const ruleKey = await addRule(context, industry, { channels: { email: { enabled: true, recipients } } });
    await fire(context, industry, ruleKey);
    const worker = await startWorkerProcess(environment);
    await enqueueMessages(queue(), industry.industryId);
    await vi.waitUntil(() => receivedBy('@killed.example').length >= KILL_AFTER, { timeout: 120_000, interval: 1 });
    await killed(worker);
    const atKill = (await ledger(industry)).filter(({ state }) => state === 'queued').length;
    expect(atKill).toBeGreaterThan(0);

    await startWorkerProcess(environment);
    // Nobody waits two minutes for what the killed process was sending.
    context.clock.set(new Date(Date.now() + 180_000).toISOString());
    await sweepMessages({ context, channels: {} }, queue());
    await vi.waitUntil(
      async () => (await ledger(industry)).every(({ state }) => state !== 'queued' && state !== 'sending'),
      { timeout: 240_000, interval: 200 },
    );
    const kept = await ledger(industry);
    const received = receivedBy('@killed.example');
    expect(kept.map(({ recipient }) => recipient)).toEqual(recipients.toSorted());
    expect(new Set(received).size).toBe(received.length);
    const states = Object.groupBy(kept, ({ state }) => state);
    const unconfirmed = states['unconfirmed'] ?? [];
    console.log(`${received.length} mails, ${unconfirmed.length} not confirmed, ${atKill} left at the kill`);
    expect(unconfirmed.length).toBeLessThanOrEqual(8);
    expect((states['sent']?.length ?? 0) + unconfirmed.length).toBe(RECIPIENTS);
    for (const { recipient } of states['sent'] ?? []) expect(received).toContain(recipient);
  },
);

/** An API in a process of its own; gives its address. */
async function startApi(): Promise<string> {
  const child: ChildProcess & { readonly stderr: NodeJS.ReadableStream } = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...childEnvironment(), ...environment, ROLE: 'api', PORT: '0', LOG_LEVEL: 'info' },
  });
  onTestFinished(() => killed(child));
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /"url":"(http[^"]+)".*"ready"/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return url;
  }
  throw new Error('The API ended before it was ready.');
}

it(
  'two identical alerts 2 ms apart, sent to two processes, are one incident and one message to each recipient',
  { timeout: 400_000 },
  async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const { industryId } = industry;
    const user = await mintUser(context, { industryId, permissions: ['alerts:write'] });
    const addresses = Array.from({ length: 12 }, (_, index) => `r${index}@twice.example`);
    await context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [
      user.userKey,
      addresses,
    ]);
    const [one = '', other = ''] = await Promise.all([startApi(), startApi()]);
    const answered = await fetch(`${one}/api/user/login`, {
      method: 'POST',
      headers: { username: user.username, password: PASSWORD, LoginType: 'DEFAULT' },
    });
    const { token } = (await answered.json()) as { token: string };
    const post = async (url: string, minute: number): Promise<unknown> => {
      const response = await fetch(`${url}/api/user/alerts`, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: JSON.stringify({
          type: 'threshold',
          unitId: 'A',
          createdOn: `2026-06-04T08:${minute}:00Z`,
          meta: { alertType: 'unit_threshold' },
          recipients: [{ userId: user.userId }],
        }),
      });
      return response.json();
    };
    for (const minute of [10, 11, 12]) {
      const first = post(one, minute);
      await delay(2);
      const [answer, same] = await Promise.all([first, post(other, minute)]);
      expect(same).toEqual(answer);
      expect(answer).toMatchObject({
        failed: [],
        success: [...addresses.map((address) => `email:${address}`), `web:V2_${industryId}`],
      });
    }
    expect(receivedBy('@twice.example').toSorted()).toEqual(
      addresses.flatMap((address) => [address, address, address]).toSorted(),
    );
    const [kept] = await context.database.execute<{ incidents: number; notifications: number }>(
      `SELECT (SELECT count(*)::int FROM alerting.incident WHERE industry_key = $1) AS incidents,
              (SELECT count(*)::int FROM alerting.notification WHERE industry_key = $1) AS notifications`,
      [industry.industryKey],
    );
    expect(kept).toEqual({ incidents: 3, notifications: 3 });
  },
);
