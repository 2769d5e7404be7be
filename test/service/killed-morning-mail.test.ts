import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MORNING_MAIL_QUEUE } from '../../src/alerts/morning-mail.ts';
import { queueClient } from '../../src/platform/queue/client.ts';
import { unit, works } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { mintUser } from './support/app-fixture.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { bossOf } from './support/boss-of.ts';

/* Two real workers and a real mail server; one worker is killed while it sends. */

/** The killed worker may have had both runs, each of which has one mail with the server. */
const IN_FLIGHT = 2;
const PEOPLE = Array.from({ length: 40 }, (_, index) => `reader-${index}@morning.test`);

let context: OwnContext;
let boss: PgBoss;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  const { url, from } = server.settings;
  context = await ownContext(new Date().toISOString(), {
    SMTP_URL: url,
    MAIL_FROM: `${from.name} <${from.address}>`,
  });
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await server.stop();
});

it(
  'a morning that two workers are asked for, one of which is killed, reaches every reader once, but for a mail of each run that may have left',
  { timeout: 240_000 },
  async () => {
    const { industryId, industryKey } = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    const { userKey } = await mintUser(context, { industryId });
    await context.database.execute('UPDATE tenant.app_user SET email_ids = $2 WHERE user_key = $1', [userKey, PEOPLE]);
    await context.database.execute(
      `INSERT INTO operations.finding (industry_key, kind, first_day, raised_on, last_day, is_open, confidence, evidence,
         found_at, judged_at, severity, sentence, si_unit, rule_version)
       VALUES ($1, 'reversed', current_date - 1, current_date - 1, current_date - 1, true, 1, '{}', now(), now(), 'high',
         'So it is', 'KL', 1)`,
      [industryKey],
    );
    const [first] = [await startWorkerProcess(context.environment), await startWorkerProcess(context.environment)];
    const queue = queueClient(boss, () => Date.now());
    for (const singletonKey of ['a', 'b'])
      await queue.send(MORNING_MAIL_QUEUE, { industryId, since: 0 }, { singletonKey });
    await vi.waitUntil(() => server.received.length > 3, { timeout: 90_000, interval: 1 });
    await killed(first);
    const states = async (): Promise<string[]> =>
      (
        await context.database.execute<{ state: string }>('SELECT state FROM alerting.mail WHERE industry_key = $1', [
          industryKey,
        ])
      ).map(({ state }) => state);
    await vi.waitUntil(
      async () => (await states()).filter((state) => state === 'sent').length >= PEOPLE.length - IN_FLIGHT,
      {
        timeout: 120_000,
        interval: 100,
      },
    );
    const perReader = PEOPLE.map(
      (person) => server.received.filter(({ recipients }) => recipients.includes(person)).length,
    );
    expect(perReader.filter((count) => count > 1)).toEqual([]);
    expect((await states()).filter((state) => state !== 'sent').length).toBeLessThanOrEqual(IN_FLIGHT);
    expect(perReader.filter((count) => count === 0).length).toBeLessThanOrEqual(IN_FLIGHT);
  },
);
