import { addDays } from '../../src/kernel/time/business-date.ts';
import { loadMeters } from './bare-load.ts';
import { openEverydaySite, yearsLines } from './everyday-requests.ts';
import { shownFigure } from './measure.ts';
import { meterReadings, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const DECADE_DAYS = 3652;

/**
 * What people and devices ask every day, before and after the ten years in front of the last months are there: a
 * reading a day, which makes as many chunks as more would. Processor time of service and database is compared, because
 * the two measurements are minutes apart.
 */
export const yearsRow: BenchRow = {
  name: 'years',
  run: async (bench) => {
    const { context, share, say } = bench;
    const units = atShare(share, 100, 4);
    const { industry, from, measure } = await openEverydaySite(bench, 'BENCH_YEARS', units);
    const before = await measure();
    say(`${shownFigure(DECADE_DAYS)} days before them`);
    const start = Date.parse(addDays(from, -DECADE_DAYS));
    await loadMeters(context, industry, () =>
      meterReadings(industry, start, DECADE_DAYS * SLOTS_PER_DAY, SLOTS_PER_DAY),
    );
    await context.database.execute('ANALYZE telemetry.reading');
    return yearsLines(`${units} units, with ten years before it`, { before, after: await measure() });
  },
};
