import { addDays, businessDate } from '../../src/domain/time/business-date.ts';
import type { BusinessDate } from '../../src/domain/time/types.ts';
import { plainArray } from '../../src/store/array-literal.ts';
import { processDays } from '../../src/services/batch/process.ts';
import { loadMeters } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { median, secondsOf, shown } from './measure.ts';
import { DAY_MILLISECONDS, meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const DAYS = 3;

/** What anyone would ask the readings of a day: the figures of every unit and hour. */
const AGGREGATE = `
SELECT unit_key, time_bucket(INTERVAL '1 hour', business_at) AS hour, count(*), sum(value), min(value), max(value),
       first(summed_value, created_on), last(summed_value, created_on)
FROM telemetry.reading
WHERE unit_key = ANY ($1::int[]) AND business_at >= $2::date AND business_at < $2::date + 1
GROUP BY 1, 2`;

/** One closed business day of an industry into documents, the first time and once more with nothing changed. */
export const batchDayRow: BenchRow = {
  name: 'batch',
  run: async ({ context, share, say }) => {
    const units = atShare(share, 1000);
    const industry = await provisionMeters(context, 'BENCH_DAY', units);
    // Days that upkeep would have passed by: all levels of rollups are due for them.
    const firstDate = addDays(businessDate(new Date(context.clock.now()).toISOString().slice(0, 10)), -DAYS - 5);
    say(`${shown(units * SLOTS_PER_DAY)} readings a day, ${DAYS} days`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(firstDate) - DAY_MILLISECONDS, SLOTS_PER_DAY * (DAYS + 1)));

    const keys = plainArray([...industry.units.values()].map((unit) => unit.unitKey));
    const aggregate = (date: BusinessDate) => secondsOf(() => context.database.execute(AGGREGATE, [keys, date]));
    const process = (date: BusinessDate, written: number) => secondsOf(async () => {
      const result = await processDays(context, { industry, from: date, to: date, unitIds: null, updateOnlyVirtual: false, daily: true, monthly: true, yearly: true, write: true });
      if (result.written?.daily !== written) throw new Error(`${written} daily documents should be written, not ${result.written?.daily}`);
    });
    const bare: number[] = [];
    const first: number[] = [];
    const again: number[] = [];
    // The day before: statements and pages are warm for both sides.
    await process(addDays(firstDate, -1), units);
    for (let day = 0; day < DAYS; day += 1) {
      const date = addDays(firstDate, day);
      await aggregate(date);
      bare.push(await aggregate(date));
      first.push(await process(date, units));
      bare.push(await aggregate(date));
      again.push(await process(date, 0));
    }
    const line = (what: string, seconds: number) => ratioLine(
      { what, measured: `${shown(seconds * 1000)} ms`, against: `bare aggregate ${shown(median(bare) * 1000)} ms` }, seconds / median(bare), { atMost: 3 });
    return [
      line(`batch of one day, ${shown(units)} units, ${shown(units * SLOTS_PER_DAY)} readings, first time`, median(first)),
      line('the same day again, nothing changed', median(again)),
    ];
  },
};
