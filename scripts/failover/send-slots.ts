import { setTimeout as delay } from 'node:timers/promises';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { meterReadings, ndjsonLine, SLOT_MILLISECONDS } from '../bench/meters.ts';
import { PAUSE_AFTER_REFUSAL_MILLISECONDS, refusedAnswerOf, type Sender } from './ask-again.ts';

/** Answers that the senders have seen. */
export interface Seen {
  /** Slots of which every reading was acknowledged, each with the instant of its acknowledgement (performance.now). */
  readonly acknowledged: Map<number, number>;
  /** Refused attempts by what was answered. */
  readonly refused: Map<string, number>;
}

/** Sends slot after slot until the signal. A slot that was refused is sent again, as a gateway does. */
export async function sendSlots(
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
      const refusal = await refusedAnswerOf(sender, '/api/external/readings', 'application/x-ndjson', body);
      if (refusal === null) break;
      seen.refused.set(refusal, (seen.refused.get(refusal) ?? 0) + 1);
      if (stopping.aborted) return;
      await delay(PAUSE_AFTER_REFUSAL_MILLISECONDS);
    }
    seen.acknowledged.set(slot, performance.now());
  }
}

/** Longest time without an acknowledgement, in seconds. */
export function longestSilenceSeconds({ acknowledged }: Seen): number {
  const times = [...acknowledged.values()].sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at))) / 1000;
}

/** Number of readings of these slots that the database does not have. */
export async function countMissing(database: Database, industry: Industry, slots: readonly number[]): Promise<number> {
  const [row] = await database.execute<{ stored: number }>(
    `SELECT count(*) AS stored FROM telemetry.reading
     WHERE unit_key = ANY ($1::int[]) AND created_on = ANY ($2::timestamptz[])`,
    [
      [...industry.units.values()].map(({ unitKey }) => unitKey),
      slots.map((slot) => new Date(slot * SLOT_MILLISECONDS)),
    ],
  );
  return slots.length * industry.units.size - (row?.stored ?? 0);
}
