import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Industry } from '../src/kernel/industry/industry.ts';
import type { Database } from '../src/platform/database/database.ts';
import { serversOf } from '../src/platform/database/servers.ts';
import { createLeftovers } from './bench/leftovers.ts';
import { shownFigure } from './bench/measure.ts';
import { authorization, meterReadings, ndjsonLine, provisionMeters, SLOT_MILLISECONDS } from './bench/meters.ts';
import { startServiceProcess } from './bench/service-process.ts';
import { openService, runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run failover',
  summary: 'Rehearses the loss of the primary while devices send to two processes: seconds, answers, lost readings.',
  flags: {
    run: { value: 'COMMAND', required: true, what: 'what ends the primary and promotes the replica, in a shell' },
  },
  notes: [
    'DATABASE_URL names both servers. It is for servers that nobody needs: an industry of 100 meters stays in them.',
    'The exit code is 1 when a reading is missing that was acknowledged.',
  ],
} as const;

const METERS = 100;
const SENDERS_OF_SERVICE = 2;
const SECONDS_BEFORE_AND_AFTER = 10;
const PAUSE_AFTER_REFUSAL_MILLISECONDS = 100;
const GIVE_UP_MILLISECONDS = 120_000;

interface Sender {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the senders have seen. */
interface Seen {
  /** Slots of which every reading was acknowledged, each with the instant of its acknowledgement (performance.now). */
  readonly acknowledged: Map<number, number>;
  /** Refused attempts by what was answered. */
  readonly refused: Map<string, number>;
}

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
    const services = [
      await startServiceProcess(secret, 'all', leftovers),
      await startServiceProcess(secret, 'all', leftovers),
    ] as const;
    const seen: Seen = { acknowledged: new Map(), refused: new Map() };
    const stopping = new AbortController();
    leftovers.add(async () => stopping.abort());
    const first = Math.floor(context.clock.now() / SLOT_MILLISECONDS) - 200_000;
    let next = first;
    const takeSlot = (): number => next++;
    // One login, because a later one of the same user would end it.
    const headers = await authorization(services[0], industry.industryId);
    const senders = services.flatMap(({ url }) => Array.from({ length: SENDERS_OF_SERVICE }, () => url));
    const sending = Promise.all(
      senders.map((url) => send({ url, headers }, industry, takeSlot, seen, stopping.signal)),
    );

    await delay(SECONDS_BEFORE_AND_AFTER * 1000);
    const before = seen.acknowledged.size;
    const began = performance.now();
    await promisify(exec)(values.run);
    const commandSeconds = (performance.now() - began) / 1000;
    await untilSentAgain(seen, performance.now());
    await Promise.all(services.map(({ url }) => untilReady(url)));
    const readySeconds = (performance.now() - began) / 1000;
    await delay(SECONDS_BEFORE_AND_AFTER * 1000);
    stopping.abort();
    await sending;

    const missing = await missingOf(context.database, industry, [...seen.acknowledged.keys()]);
    process.stdout.write(
      [
        `${shownFigure(before * METERS)} readings acknowledged before, ${shownFigure((seen.acknowledged.size - before) * METERS)} from then on`,
        `the command took ${shownFigure(commandSeconds)} s; longest time without an acknowledgement ${shownFigure(longestSilence(seen))} s`,
        `both processes ready again, workers and listeners included, ${shownFigure(readySeconds)} s after the command began`,
        `refused meanwhile: ${[...seen.refused].map(([what, count]) => `${what}: ${count}`).join(', ') || 'none'}`,
        `acknowledged readings that are missing: ${missing}`,
        '',
      ].join('\n'),
    );
    return missing === 0 ? 0 : 1;
  } finally {
    await leftovers.removeAll();
  }
});

/** Sends slot after slot until the signal. A slot that was refused is sent again, as a gateway does. */
async function send(
  sender: Sender,
  industry: Industry,
  takeSlot: () => number,
  seen: Seen,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const slot = takeSlot();
    const body = [...meterReadings(industry, slot * SLOT_MILLISECONDS, 1)].map(ndjsonLine).join('');
    for (;;) {
      const refusal = await refusalOf(sender, body);
      if (refusal === null) break;
      seen.refused.set(refusal, (seen.refused.get(refusal) ?? 0) + 1);
      if (stopping.aborted) return;
      await delay(PAUSE_AFTER_REFUSAL_MILLISECONDS);
    }
    seen.acknowledged.set(slot, performance.now());
  }
}

/** null: every reading was acknowledged. */
async function refusalOf({ url, headers }: Sender, body: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/api/external/readings`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body,
      signal: AbortSignal.timeout(GIVE_UP_MILLISECONDS),
    });
    await answer.arrayBuffer();
    if (answer.status === 200) return null;
    return answer.headers.has('retry-after') ? `${answer.status} with Retry-After` : String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}

/** @throws Error when no reading is acknowledged for two minutes. */
async function untilSentAgain(seen: Seen, since: number): Promise<void> {
  while (![...seen.acknowledged.values()].some((at) => at > since)) {
    if (performance.now() - since > GIVE_UP_MILLISECONDS)
      throw new Error(`No reading was acknowledged since the command: ${[...seen.refused.keys()].join(', ')}.`);
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

function longestSilence({ acknowledged }: Seen): number {
  const times = [...acknowledged.values()].sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000;
}

/** Number of readings of these slots that the database does not have. */
async function missingOf(database: Database, industry: Industry, slots: readonly number[]): Promise<number> {
  const [row] = await database.execute<{ stored: number }>(
    `SELECT count(*) AS stored FROM telemetry.reading
     WHERE unit_key = ANY ($1::int[]) AND created_on = ANY ($2::timestamptz[])`,
    [
      [...industry.units.values()].map(({ unitKey }) => unitKey),
      slots.map((slot) => new Date(slot * SLOT_MILLISECONDS)),
    ],
  );
  return slots.length * METERS - (row?.stored ?? 0);
}
