import { loadMeters } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { alternately, shownFigure } from './measure.ts';
import { authorization, DAY_MILLISECONDS, meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const ROUNDS = 7;
const REQUESTS_PER_ROUND = 10;
/**
 * Slots between readings, so that one reading a day makes as many chunks as ten years have, without their millions of
 * rows.
 */
const EVERY_SLOTS = SLOTS_PER_DAY;
const MONTH_DAYS = 30;
const DECADE_DAYS = 3652;

/** GET latest/all of industries with a month and with ten years of history, in the same database. */
export const latestRow: BenchRow = {
  name: 'latest',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000);
    const today = Math.floor(context.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    const service = await startService('api');
    const asker = async (industryId: string, days: number): Promise<() => Promise<void>> => {
      const industry = await provisionMeters(context, industryId, units);
      say(`${units} units with ${shownFigure(days)} days of history`);
      await loadMeters(context, industry, () =>
        meterReadings(industry, today - days * DAY_MILLISECONDS, days * SLOTS_PER_DAY, EVERY_SLOTS),
      );
      const headers = await authorization(service, industryId);
      return async () => {
        for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) {
          const response = await fetch(`${service.url}/api/external/latest/all`, { headers });
          const answer = (await response.json()) as { data?: unknown[] }; // the shape of latest/all; checked below
          if (answer.data?.length !== units)
            throw new Error(
              `${units} readings should be answered: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`,
            );
        }
      };
    };
    const month = await asker('BENCH_MONTH', MONTH_DAYS);
    const decade = await asker('BENCH_DECADE', DECADE_DAYS);
    await month();
    await decade();
    const seconds = await alternately(ROUNDS, { month, decade });
    const each = (taken: number): string => `${shownFigure((taken / REQUESTS_PER_ROUND) * 1000)} ms`;
    return [
      ratioLine(
        {
          what: `latest/all, ${shownFigure(units)} units, 10 years of history`,
          measured: each(seconds.decade),
          against: `1 month ${each(seconds.month)}`,
        },
        seconds.decade / seconds.month,
        { atMost: 1.3 },
      ),
    ];
  },
};
