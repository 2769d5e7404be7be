import { businessDate, daysBetween } from '../../src/kernel/time/business-date.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { loadMeters } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { medianRun, secondsOf, shownFigure } from './measure.ts';
import { meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

/**
 * A calendar year of five-minute readings: processing it again, against storing it. Every round has an industry of its
 * own.
 */
export const yearRow: BenchRow = {
  name: 'year',
  run: async ({ context, share, say }) => {
    const units = atShare(share, 100);
    // A full year of a hundred units takes long enough to even out other activity of the machine.
    const rounds = share < 1 ? 3 : 1;
    const year = new Date(context.clock.now()).getUTCFullYear() - 1;
    const [from, to] = [businessDate(`${year}-01-01`), businessDate(`${year}-12-31`)];
    const slots = (daysBetween(from, to) + 1) * SLOTS_PER_DAY;

    const [insert, first, again]: [number[], number[], number[]] = [[], [], []];
    for (let round = 1; round <= rounds; round += 1) {
      const industry = await provisionMeters(context, `BENCH_YEAR_${round}`, units);
      const process = () => secondsOf(() => processDays(context, { ...wholeRun(industry, from, to), recompute: true }));
      say(`round ${round} of ${rounds}: ${shownFigure(units * slots)} readings stored, processed, processed again`);
      insert.push(await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), slots)));
      first.push(await process());
      again.push(await process());
    }
    const against = `insert ${shownFigure(medianRun(insert))} s`;
    return [
      ratioLine(
        {
          what: `a year of ${units} units, ${shownFigure(units * slots)} readings, first time`,
          measured: `${shownFigure(medianRun(first))} s`,
          against,
        },
        medianRun(first) / medianRun(insert),
        null,
      ),
      ratioLine(
        { what: 'the same year re-processed', measured: `${shownFigure(medianRun(again))} s`, against },
        medianRun(again) / medianRun(insert),
        { atMost: context.config.databaseUrl === null ? 0.2 : 0.1 },
      ),
    ];
  },
};
