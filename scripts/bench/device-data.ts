import {
  addDays,
  firstOfMonth,
  formatRequestDate,
  lastOfMonth,
  utcDateOf,
} from '../../src/kernel/time/business-date.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { plainArray } from '../../src/platform/database/array-literal.ts';
import { loadMeters } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { alternately, shownFigure } from './measure.ts';
import { authorization, CATEGORY, DAY_MILLISECONDS, meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

const ROUNDS = 5;
/** A process that answers people has answered many: rounds are long enough for its code to be compiled. */
const REQUESTS_PER_ROUND = 50;

/** Documents of the month as the chart needs them, by the index that finds them. */
const READ = `
SELECT unit_key, period_start, value, meta, provenance FROM telemetry.document
WHERE unit_key = ANY ($1::int[]) AND period = 'DAILY' AND period_start BETWEEN $2 AND $3`;

/** GET deviceDataV2, type DAY, for last month of a category. Requests follow one another over one connection. */
export const deviceDataRow: BenchRow = {
  name: 'devicedata',
  run: async ({ context, share, startService, say }) => {
    // The row is small, so every share but the smallest has its hundred units.
    const units = Math.min(100, atShare(share, 1000));
    const industry = await provisionMeters(context, 'BENCH_CHART', units);
    const to = addDays(firstOfMonth(utcDateOf(context.clock.now())), -1);
    const from = firstOfMonth(to);
    const days = (Date.parse(lastOfMonth(from)) - Date.parse(from)) / DAY_MILLISECONDS + 1;
    say(`${shownFigure(units * days)} daily documents`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), days * SLOTS_PER_DAY));
    await processDays(context, wholeRun(industry, from, to));

    const service = await startService('api');
    const headers = await authorization(service, industry.industryId);
    const keys = plainArray([...industry.units.values()].map((unit) => unit.unitKey));
    const url = `${service.url}/api/user/deviceDataV2?date1=${encodeURIComponent(formatRequestDate(from))}&category=${CATEGORY}&type=DAY`;
    const overHttp = async (): Promise<void> => {
      for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) {
        const response = await fetch(url, { headers });
        if (!response.ok)
          throw new Error(`deviceDataV2 was answered ${response.status} ${(await response.text()).slice(0, 300)}`);
        await response.arrayBuffer();
      }
    };
    const bySql = async (): Promise<void> => {
      for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) {
        const rows = await context.database.execute(READ, [keys, from, to]);
        if (rows.length !== units * days)
          throw new Error(`${units * days} documents should be there, not ${rows.length}`);
      }
    };
    await overHttp();
    await bySql();
    const seconds = await alternately(ROUNDS, { http: overHttp, sql: bySql });
    const rate = (taken: number): string => `${shownFigure(REQUESTS_PER_ROUND / taken)} requests/s`;
    return [
      ratioLine(
        {
          what: `deviceDataV2, ${units} units, DAY, ${days} days`,
          measured: rate(seconds.http),
          against: `bare SQL ${rate(seconds.sql)}`,
        },
        seconds.sql / seconds.http,
        { atLeast: 0.7 },
      ),
    ];
  },
};
