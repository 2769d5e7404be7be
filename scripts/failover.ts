import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serversOf } from '../src/platform/database/servers.ts';
import { createLeftovers } from './bench/leftovers.ts';
import { openMailbox } from './bench/mailbox.ts';
import { shownFigure } from './bench/measure.ts';
import { authorization, provisionMeters, SLOT_MILLISECONDS } from './bench/meters.ts';
import { startServiceProcess } from './bench/service-process.ts';
import { GIVE_UP_MILLISECONDS, PAUSE_AFTER_REFUSAL_MILLISECONDS } from './failover/ask-again.ts';
import { countMailsOfAlerts, requestAlerts } from './failover/request-alerts.ts';
import { type AcknowledgedSlots, countMissing, longestSilenceSeconds, sendSlots } from './failover/send-slots.ts';
import { openService, runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run failover',
  summary:
    'Rehearses the loss of the primary while devices send to two processes: seconds, answers, lost readings, mails.',
  flags: {
    run: { value: 'COMMAND', required: true, what: 'what ends the primary and promotes the replica, in a shell' },
  },
  notes: [
    'DATABASE_URL names both servers. It is for servers that nobody needs: an industry of 100 meters stays in them.',
    'The exit code is 1 when a reading is missing that was acknowledged, or an alert was mailed twice or not at all.',
  ],
} as const;

const METERS = 100;
const SENDERS_OF_SERVICE = 2;
const SECONDS_BEFORE_AND_AFTER = 10;

await runCommand(COMMAND, async ({ values }) => {
  const leftovers = createLeftovers();
  const { context, close } = await openService();
  leftovers.add(close);
  try {
    const { databaseUrl } = context.config;
    if (databaseUrl === null || serversOf(databaseUrl).length < 2)
      throw new Error('DATABASE_URL: must name two servers or more, postgres://LOGIN@FIRST,SECOND/DATABASE.');
    const industry = await provisionMeters(context, `DRILL_${Math.floor(context.clock.now() / 1000)}`, METERS);
    const secret = { JWT_SECRET: process.env['JWT_SECRET'] ?? randomBytes(32).toString('hex') };
    const mailbox = await openMailbox(leftovers.add);
    // Links of mails name the alert that they tell.
    const settings = { ...secret, ...mailbox.settings, PUBLIC_URL: 'https://rehearsal.example' };
    const services = [
      await startServiceProcess(settings, 'all', leftovers),
      await startServiceProcess(settings, 'all', leftovers),
    ] as const;
    const acknowledged: AcknowledgedSlots = new Map();
    const refused = new Map<string, number>();
    const stopping = new AbortController();
    leftovers.add(async () => stopping.abort());
    const first = Math.floor(context.clock.now() / SLOT_MILLISECONDS) - 200_000;
    const firstAlert = Math.floor(context.clock.now() / 1000 - 3600) * 1000;
    let next = first;
    const takeSlot = (): number => next++;
    // One login, because a later one of the same user would end it.
    const headers = await authorization(services[0], industry.industryId);
    const senderTo = ({ url }: { readonly url: string }) => ({ url, headers, refused, stopping: stopping.signal });
    const senders = services.flatMap((service) => Array.from({ length: SENDERS_OF_SERVICE }, () => senderTo(service)));
    const sending = Promise.all(senders.map((sender) => sendSlots(sender, industry, takeSlot, acknowledged)));
    const alerting = requestAlerts(senderTo(services[1]), industry, firstAlert);

    await delay(SECONDS_BEFORE_AND_AFTER * 1000);
    const before = acknowledged.size;
    const began = performance.now();
    await promisify(exec)(values.run);
    const commandSeconds = (performance.now() - began) / 1000;
    await untilSentAgain(acknowledged, refused, performance.now());
    await Promise.all(services.map(({ url }) => untilReady(url)));
    const readySeconds = (performance.now() - began) / 1000;
    await delay(SECONDS_BEFORE_AND_AFTER * 1000);
    stopping.abort();
    await sending;
    const alerts = await alerting;

    const missing = await countMissing(context.database, industry, [...acknowledged.keys()]);
    const mails = await countMailsOfAlerts(context.database, industry, alerts, mailbox.texts);
    process.stdout.write(
      [
        `${shownFigure(before * METERS)} readings acknowledged before, ${shownFigure((acknowledged.size - before) * METERS)} from then on`,
        `the command took ${shownFigure(commandSeconds)} s; longest time without an acknowledgement ${shownFigure(longestSilenceSeconds(acknowledged))} s`,
        `both processes ready again, workers and listeners included, ${shownFigure(readySeconds)} s after the command began`,
        `refused meanwhile: ${[...refused].map(([what, count]) => `${what}: ${count}`).join(', ') || 'none'}`,
        `acknowledged readings that are missing: ${missing}`,
        `${alerts.length} requested alerts: ${mails.twice} mailed twice, ${mails.missing} not at all, ${mails.unconfirmed} told as unconfirmed`,
        '',
      ].join('\n'),
    );
    return missing + mails.twice + mails.missing === 0 ? 0 : 1;
  } finally {
    await leftovers.removeAll();
  }
});

/** @throws Error when no reading is acknowledged for two minutes. */
async function untilSentAgain(
  acknowledged: AcknowledgedSlots,
  refused: ReadonlyMap<string, number>,
  since: number,
): Promise<void> {
  while (![...acknowledged.values()].some((at) => at > since)) {
    if (performance.now() - since > GIVE_UP_MILLISECONDS)
      throw new Error(`No reading was acknowledged since the command: ${[...refused.keys()].join(', ')}.`);
    await delay(PAUSE_AFTER_REFUSAL_MILLISECONDS);
  }
}

/** @throws Error when the service is not ready within two minutes. */
async function untilReady(url: string): Promise<void> {
  const since = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    const told = await answer.text();
    if (answer.ok) return;
    if (performance.now() - since > GIVE_UP_MILLISECONDS) throw new Error(`A service is not ready: ${told}`);
    await delay(PAUSE_AFTER_REFUSAL_MILLISECONDS);
  }
}
