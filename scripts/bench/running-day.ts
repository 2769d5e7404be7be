import { median } from '../../src/kernel/statistics.ts';
import { addDays, utcDateOf } from '../../src/kernel/time/business-date.ts';
import { watchRunningDay } from '../../src/findings/insights/watch-running-day.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
import { loadMeters } from './bare-load.ts';
import { valueLine } from './lines.ts';
import { secondsOf, shownFigure } from './measure.ts';
import { DAY_MILLISECONDS, meterReadings, provisionMeters, SLOT_MILLISECONDS, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const TIMES = 5;
const SECONDS = 0.5;
const DAYS = 2;

/** Findings of the running day, as they are judged every minute, at the end of the day: its cost grows until then. */
export const runningDayRow: BenchRow = {
  name: 'running-day',
  shareByDefault: 1,
  run: async ({ context: ofToday, share, say }) => {
    const units = atShare(share, 1000);
    const now = Math.floor(ofToday.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS - SLOT_MILLISECONDS;
    const context = { ...ofToday, clock: { now: () => now } };
    const today = utcDateOf(now);
    const from = addDays(today, -DAYS);
    const industry = await provisionMeters(context, 'BENCH_RUNNING_DAY', units);
    const slotsToday = Math.floor((now % DAY_MILLISECONDS) / SLOT_MILLISECONDS);
    await loadMeters(context, industry, () =>
      meterReadings(industry, Date.parse(from), DAYS * SLOTS_PER_DAY + slotsToday),
    );
    await processDays(context, wholeRun(industry, from, addDays(today, -1)));
    say(`${units} units of ${DAYS} days and ${slotsToday} slots of today are stored`);
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) times.push(await secondsOf(() => watchRunningDay(context, industry)));
    const seconds = median(times);
    return [
      valueLine(
        {
          what: `findings of the running day of ${units} units, median of ${TIMES}`,
          measured: `${shownFigure(seconds)} s`,
          against: '',
        },
        seconds,
        { atMost: SECONDS },
        's',
      ),
    ];
  },
};
