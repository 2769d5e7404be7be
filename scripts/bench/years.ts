import { addDays, firstOfMonth, formatRequestDate, utcDateOf } from '../../src/kernel/time/business-date.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { processorMeter } from '../support/processor-time.ts';
import { wholeRun } from '../support/whole-run.ts';
import { loadMeters } from './bare-load.ts';
import { type Line, ratioLine } from './lines.ts';
import { medianRun, shownFigure } from './measure.ts';
import {
  authorization,
  CATEGORY,
  categoryOfMeters,
  DAY_MILLISECONDS,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  SLOT_MILLISECONDS,
  SLOTS_PER_DAY,
} from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const ROUNDS = 9;
const REQUESTS_PER_ROUND = 10;
const DECADE_DAYS = 3652;

/**
 * What people and devices ask every day, before and after the ten years in front of the last months are there: a
 * reading a day, which makes as many chunks as more would. Processor time of service and database is compared, because
 * the two measurements are minutes apart.
 */
export const yearsRow: BenchRow = {
  name: 'years',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 100, 4);
    const industry = await provisionMeters(context, 'BENCH_YEARS', units, (unitIds) => ({
      [CATEGORY]: categoryOfMeters(CATEGORY, unitIds),
      ID_SOURCE: categoryOfMeters('YEARS_IN', unitIds.slice(0, units / 2)),
      ID_CONSUMPTION: categoryOfMeters('YEARS_OUT', unitIds.slice(units / 2)),
    }));
    const today = utcDateOf(context.clock.now());
    const to = addDays(firstOfMonth(today), -1);
    const from = firstOfMonth(to);
    const until = Date.parse(today);
    const days = (until - Date.parse(from)) / DAY_MILLISECONDS;
    say(`${units} units, ${days} days`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), days * SLOTS_PER_DAY));
    await processDays(context, wholeRun(industry, from, addDays(today, -1)));
    const service = await startService('api');
    const headers = await authorization(service, industry.industryId);
    const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
      const response = await fetch(`${service.url}${path}`, { ...init, headers: { ...headers, ...init.headers } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} was answered ${response.status} ${text.slice(0, 300)}`);
    };
    const date1 = encodeURIComponent(formatRequestDate(to));
    let slot = until / SLOT_MILLISECONDS;
    const send = async (): Promise<void> => {
      const body = [...meterReadings(industry, slot * SLOT_MILLISECONDS, 1)].map(ndjsonLine).join('');
      slot += 1;
      await ask('/api/external/readings', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/x-ndjson' },
      });
    };
    const works: Readonly<Record<string, () => Promise<void>>> = {
      'latest/all': () => ask('/api/external/latest/all'),
      'deviceDataV2 of a month': () => ask(`/api/user/deviceDataV2?date1=${date1}&category=${CATEGORY}&type=DAY`),
      'water balance of a day': () => ask(`/api/user/waterBalance/data?date1=${date1}&type=DATE`),
      'list of alerts': () => ask(`/api/user/alerts?date=${date1}`),
      'a reading of each unit sent': send,
    };
    const meter = processorMeter(context.database, context.config.databaseUrl !== null);
    const spentOn = async (work: () => Promise<void>): Promise<number> => {
      const milliseconds: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const before = (await service.cpuSeconds()) ?? 0;
        const { database } = await meter(async () => {
          for (let request = 0; request < REQUESTS_PER_ROUND; request += 1) await work();
        });
        const own = ((await service.cpuSeconds()) ?? 0) - before;
        // The first round warms.
        if (round > 0) milliseconds.push((own * 1000 + (database ?? 0)) / REQUESTS_PER_ROUND);
      }
      return medianRun(milliseconds);
    };
    const measure = async (): Promise<ReadonlyMap<string, number>> => {
      const spent = new Map<string, number>();
      for (const [name, work] of Object.entries(works)) spent.set(name, await spentOn(work));
      return spent;
    };
    await measure();
    const month = await measure();
    say(`${shownFigure(DECADE_DAYS)} days before them`);
    const start = Date.parse(addDays(from, -DECADE_DAYS));
    await loadMeters(context, industry, () =>
      meterReadings(industry, start, DECADE_DAYS * SLOTS_PER_DAY, SLOTS_PER_DAY),
    );
    await context.database.execute('ANALYZE telemetry.reading');
    const decade = await measure();
    return [...decade].map(([name, after]): Line => {
      const before = month.get(name) ?? Number.NaN;
      return ratioLine(
        {
          what: `${name}, ${units} units, with ten years before it, processor time`,
          measured: `${shownFigure(after)} ms`,
          against: `without ${shownFigure(before)} ms`,
        },
        after / before,
        { atMost: 1.3 },
      );
    });
  },
};
