import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { meterReadings, ndjsonLine, SLOT_MILLISECONDS } from '../bench/meters.ts';
import { postUntilAnswered, type Sender } from './ask-again.ts';

/** Slots of which every reading was acknowledged, each with the instant of its acknowledgement (performance.now). */
export type AcknowledgedSlots = Map<number, number>;

/** Sends slot after slot until the signal. */
export async function sendSlots(
  sender: Sender,
  industry: Industry,
  takeSlot: () => number,
  acknowledged: AcknowledgedSlots,
): Promise<void> {
  while (!sender.stopping.aborted) {
    const slot = takeSlot();
    const body = [...meterReadings(industry, slot * SLOT_MILLISECONDS, 1)].map(ndjsonLine).join('');
    const asked = { path: '/api/external/readings', contentType: 'application/x-ndjson', body };
    if (await postUntilAnswered(sender, asked)) acknowledged.set(slot, performance.now());
  }
}

/** Longest time without an acknowledgement, in seconds. */
export function longestSilenceSeconds(acknowledged: AcknowledgedSlots): number {
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
