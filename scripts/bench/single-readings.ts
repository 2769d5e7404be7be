import { bareLoad } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { alternately, shownFigure } from './measure.ts';
import {
  DAY_MILLISECONDS,
  type MeterReading,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  senderOf,
  SLOT_MILLISECONDS,
} from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const ROUNDS = 6;
/** Devices that wait for their answers at the same time. */
const DEVICES = 24;
const SLOTS_PER_ROUND = 2;

/** Sends each element, so many at a time. */
async function eachOf<T>(
  elements: readonly T[],
  atOnce: number,
  send: (element: T) => Promise<unknown>,
): Promise<void> {
  const rest = elements.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const element of rest) await send(element);
    }),
  );
}

/** Devices that send one reading a body, as most do: against the same readings as a bare upsert each. */
export const singleReadingsRow: BenchRow = {
  name: 'single-readings',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000, 100);
    const [sending, bare] = [
      await provisionMeters(context, 'BENCH_SINGLE', units),
      await provisionMeters(context, 'BENCH_SINGLE_BARE', units),
    ];
    const service = await startService('api');
    const sendBody = await senderOf(service, sending);
    // Readings of the running day share transactions, a late one has its own.
    const today = Math.floor(context.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    const readingsOf = (industry: typeof sending, round: number): MeterReading[] => [
      ...meterReadings(industry, today + round * SLOTS_PER_ROUND * SLOT_MILLISECONDS, SLOTS_PER_ROUND),
    ];
    const works = {
      http: (round: number) =>
        eachOf(readingsOf(sending, round), DEVICES, (reading) => sendBody(ndjsonLine(reading), 1)),
      sql: (round: number) =>
        eachOf(readingsOf(bare, round), DEVICES, (reading) => bareLoad(context.database, [reading])),
    };
    say(`${ROUNDS} times ${shownFigure(units * SLOTS_PER_ROUND)} readings, one a body`);
    const cpuBefore = (await service.cpuSeconds()) ?? 0;
    const seconds = await alternately(ROUNDS, works);
    const cpu = ((await service.cpuSeconds()) ?? 0) - cpuBefore;
    const bodies = units * SLOTS_PER_ROUND;
    return [
      ratioLine(
        {
          what: `a reading a body, ${DEVICES} devices at once, ${((cpu * 1000) / (bodies * ROUNDS)).toFixed(1)} ms of processor time each`,
          measured: `${shownFigure(bodies / seconds.http)} bodies/s`,
          against: `bare upserts ${shownFigure(bodies / seconds.sql)}/s`,
        },
        seconds.sql / seconds.http,
        null,
      ),
    ];
  },
};
