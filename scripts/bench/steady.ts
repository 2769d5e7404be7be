import { utcDateOf } from '../../src/kernel/time/business-date.ts';
import { compressOldChunks } from '../../src/readings/chunks.ts';
import { mayMaterialise } from '../../src/figures/rollups/may-materialise.ts';
import { refreshRollups } from '../../src/figures/store/upkeep.ts';
import { ratioLine } from './lines.ts';
import { medianRun, secondsOf, shownFigure } from './measure.ts';
import {
  DAY_MILLISECONDS,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  senderOf,
  SLOT_MILLISECONDS,
  SLOTS_PER_DAY,
} from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const UNITS = 20_000;
const DAYS = 3;
const SLOTS_PER_HOUR = SLOTS_PER_DAY / 24;
/** Hours whose rates are compared with the first ones, because one slow hour of the machine must not decide. */
const COMPARED_HOURS = 6;
/** Hours sent before the first, because a process that has just started is slower. */
const WARMING_HOURS = 3;

/**
 * Three days of readings over HTTP as a gateway sends them, hour by hour, with the upkeep of each day. The last hours
 * must be stored as fast as the first.
 */
export const steadyRow: BenchRow = {
  name: 'steady',
  // The share is 1.7 million readings on either engine, of 17 million in all.
  shareByDefault: 0.1,
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, UNITS, 10);
    const rows = units * SLOTS_PER_HOUR;
    const industry = await provisionMeters(context, 'BENCH_STEADY', units);
    const service = await startService('api');
    const send = await senderOf(service, industry);
    const today = Math.floor(context.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;

    async function sendHour(startEpochMs: number): Promise<number> {
      const body = [...meterReadings(industry, startEpochMs, SLOTS_PER_HOUR)].map(ndjsonLine).join('');
      return rows / (await secondsOf(() => send(body, rows)));
    }

    const hourMilliseconds = SLOTS_PER_HOUR * SLOT_MILLISECONDS;
    for (let hour = -WARMING_HOURS; hour < 0; hour += 1)
      await sendHour(today - DAYS * DAY_MILLISECONDS + hour * hourMilliseconds);
    const rates: number[] = [];
    for (let day = 0; day < DAYS; day += 1) {
      const start = today - (DAYS - day) * DAY_MILLISECONDS;
      for (let hour = 0; hour < 24; hour += 1) rates.push(await sendHour(start + hour * hourMilliseconds));
      say(`day ${day + 1} of ${DAYS}, ${shownFigure(medianRun(rates.slice(-COMPARED_HOURS)))} rows/s`);
      const date = utcDateOf(start);
      await refreshRollups(context.database, date, date, (await mayMaterialise(context, date)).before);
      await compressOldChunks(context);
    }
    const [first, last] = [medianRun(rates.slice(0, COMPARED_HOURS)), medianRun(rates.slice(-COMPARED_HOURS))];
    return [
      ratioLine(
        {
          what: `${DAYS} days of ${shownFigure(units)} units over HTTP, hour by hour: the last ${COMPARED_HOURS} hours`,
          measured: `${shownFigure(last)} rows/s`,
          against: `the first ${COMPARED_HOURS} hours ${shownFigure(first)} rows/s`,
        },
        last / first,
        { atLeast: 0.8 },
      ),
    ];
  },
};
