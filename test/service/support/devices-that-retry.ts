import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import { meterReadings, ndjsonLine, SLOT_MILLISECONDS } from '../../../scripts/bench/meters.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { verifyRollups } from '../../../src/keeping/upkeep/verify-rollups.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { requestOf, staleOf } from '../../figures/processing/works.ts';
import type { TestContext } from '../../support/database.ts';

/* Devices that send their readings again until these are acknowledged, and what must be stored then. */

const SENDERS = 4;
const SLOTS_A_REQUEST = 20;
const AGAIN_MILLISECONDS = 100;

interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
  /** Share of the requests that may be sent by now. */
  readonly share: () => number;
  readonly onTaken?: (readings: number) => void;
}

interface Sent {
  acknowledged: number;
  /** Requests that were sent again. */
  again: number;
  /** Answers other than 200, 502 (of the balancer) and 503. */
  readonly others: number[];
  longestSilenceMs: number;
}

/** Slots that are over when all have been sent, so that workers figure them out. */
export const firstSlot = (requests: number): number =>
  Math.floor(Date.now() / SLOT_MILLISECONDS) - requests * SLOTS_A_REQUEST - 1000;

export async function sendUntilTaken(industry: Industry, first: number, sending: Sending): Promise<Sent> {
  const { url, headers, requests, share, onTaken = () => {} } = sending;
  const seen: Sent = { acknowledged: 0, again: 0, others: [], longestSilenceMs: 0 };
  let taken = 0;
  let acknowledgedAt = performance.now();
  const isAcknowledged = async (body: string): Promise<boolean> => {
    const answer = await fetch(`${url}/api/external/readings`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body,
    });
    await answer.arrayBuffer();
    if (![200, 502, 503].includes(answer.status)) seen.others.push(answer.status);
    return answer.status === 200;
  };
  const sendRest = async (): Promise<void> => {
    while (taken < requests) {
      const mine = taken;
      taken += 1;
      await vi.waitUntil(() => mine <= share() * requests, { timeout: 900_000, interval: 20 });
      const from = (first + mine * SLOTS_A_REQUEST) * SLOT_MILLISECONDS;
      const body = [...meterReadings(industry, from, SLOTS_A_REQUEST)].map(ndjsonLine).join('');
      while (!(await isAcknowledged(body))) {
        seen.again += 1;
        await delay(AGAIN_MILLISECONDS);
      }
      seen.acknowledged += SLOTS_A_REQUEST * industry.units.size;
      onTaken(SLOTS_A_REQUEST * industry.units.size);
      seen.longestSilenceMs = Math.max(seen.longestSilenceMs, performance.now() - acknowledgedAt);
      acknowledgedAt = performance.now();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendRest));
  return seen;
}

/** Readings that are not stored once with their values, in words; at most ten a unit. */
export async function unlikeSent(
  { database }: TestContext,
  industry: Industry,
  first: number,
  requests: number,
): Promise<string[]> {
  const sent = new Map<number, string[]>();
  for (const { unitKey, epochMs, value, register } of meterReadings(
    industry,
    first * SLOT_MILLISECONDS,
    requests * SLOTS_A_REQUEST,
  )) {
    const ofUnit = sent.get(unitKey) ?? [];
    ofUnit.push(`${epochMs} ${value} ${register}`);
    sent.set(unitKey, ofUnit);
  }
  const unlike: string[] = [];
  for (const [unitKey, expected] of sent) {
    const rows = await database.execute<{ reading: string }>(
      `SELECT concat_ws(' ', (extract(epoch FROM created_on) * 1000)::bigint, value, summed_value) AS reading
       FROM telemetry.reading WHERE unit_key = $1 ORDER BY created_on`,
      [unitKey],
    );
    const length = Math.max(rows.length, expected.length);
    const wrong = Array.from({ length }, (_, index) => `${unitKey}: ${rows[index]?.reading}, sent ${expected[index]}`);
    unlike.push(...wrong.filter((_, index) => rows[index]?.reading !== expected[index]).slice(0, 10));
  }
  return unlike;
}

/** Waits until workers have figured out all, and gives what verifying and a dry run find to differ. */
export async function unlikeReadings(context: TestContext, industry: Industry, first: number, requests: number) {
  await vi.waitUntil(async () => (await staleOf(context, industry)).length === 0, { timeout: 900_000, interval: 1000 });
  const dayOf = (slot: number): string => new Date(slot * SLOT_MILLISECONDS).toISOString().slice(0, 10);
  const [from, to] = [dayOf(first), dayOf(first + requests * SLOTS_A_REQUEST)];
  const { mismatches } = await verifyRollups(context, businessDate(from), businessDate(to));
  const { wouldWrite, days } = await processDays(context, requestOf(industry, from, to, { write: false }));
  const wouldBeWritten = Object.values(wouldWrite ?? {}).flatMap(({ ids }) => ids);
  return { mismatches, wouldBeWritten, areThereDays: days > 0 };
}

export const requestsOf = (readings: number, meters: number): number =>
  Math.ceil(readings / (meters * SLOTS_A_REQUEST));
