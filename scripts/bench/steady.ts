import { addDays, utcDateOf } from '../../src/domain/time/business-date.ts';
import { compressOldChunks } from '../../src/services/upkeep/chunks.ts';
import { firstOpenDateAnywhere, refreshRollups } from '../../src/store/upkeep.ts';
import { bareLoad } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { median, shownFigure } from './measure.ts';
import { meterReadings, provisionMeters, SLOT_MILLISECONDS, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const UNITS = 20_000;
const DAYS = 3;
const SLOTS_PER_HOUR = SLOTS_PER_DAY / 24;
/** Hours whose rates are compared with the first ones, so that one slow hour of the machine decides nothing. */
const COMPARED_HOURS = 6;

/** Three days of readings as they come in, hour by hour: the last hours are stored as fast as the first. */
export const steadyRow: BenchRow = {
  name: 'steady',
  // A tenth is 1.7 million readings.
  partByDefault: 0.1,
  run: async ({ context, share, say }) => {
    const units = atShare(share, UNITS, 10);
    const industry = await provisionMeters(context, 'BENCH_STEADY', units);
    const from = addDays(utcDateOf(context.clock.now()), -DAYS - 10);
    const rates: number[] = [];
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      const start = Date.parse(from) + hour * SLOTS_PER_HOUR * SLOT_MILLISECONDS;
      const seconds = await bareLoad(context.database, meterReadings(industry, start, SLOTS_PER_HOUR));
      rates.push((units * SLOTS_PER_HOUR) / seconds);
      if (hour % 24 === 23) {
        say(`day ${(hour + 1) / 24} of ${DAYS}, ${shownFigure(rates.at(-1) ?? 0)} rows/s`);
        // What upkeep does meanwhile.
        const day = addDays(from, Math.floor(hour / 24));
        await refreshRollups(context.database, day, day, firstOpenDateAnywhere(context.clock.now()));
        await compressOldChunks(context);
      }
    }
    const [first, last] = [median(rates.slice(0, COMPARED_HOURS)), median(rates.slice(-COMPARED_HOURS))];
    return [ratioLine({ what: `${DAYS} days of ${shownFigure(units)} units, the last hours`, measured: `${shownFigure(last)} rows/s`, against: `the first hours ${shownFigure(first)} rows/s` }, last / first, { atLeast: 0.8 })];
  },
};
