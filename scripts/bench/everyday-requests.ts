import { addDays, firstOfMonth, formatRequestDate, utcDateOf } from '../../src/kernel/time/business-date.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { processorMeter } from '../support/processor-time.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
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
import type { Bench } from './row.ts';

const ROUNDS = 9;
const REQUESTS_PER_ROUND = 10;

/** An industry of five-minute meters with two months of readings and figures, and the service that answers for it. */
interface EverydaySite {
  readonly industry: Industry;
  /** First day of the months. */
  readonly from: BusinessDate;
  /** Processor time of service and database for a request of each kind, in milliseconds. */
  readonly measure: () => Promise<ReadonlyMap<string, number>>;
}

/** Requests of people and devices every day. Readings and figures of the last month and of the running one are made. */
export async function openEverydaySite(
  { context, startService, say }: Bench,
  industryId: string,
  units: number,
): Promise<EverydaySite> {
  const industry = await provisionMeters(context, industryId, units, (unitIds) => ({
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
  const requests: Readonly<Record<string, () => Promise<void>>> = {
    'latest/all': () => ask('/api/external/latest/all'),
    'deviceDataV2 of a month': () => ask(`/api/user/deviceDataV2?date1=${date1}&category=${CATEGORY}&type=DAY`),
    'water balance of a day': () => ask(`/api/user/waterBalance/data?date1=${date1}&type=DATE`),
    'list of alerts': () => ask(`/api/user/alerts?date=${date1}`),
    'a reading of each unit sent': send,
  };
  const meter = processorMeter(context.database, context.config.databaseUrl !== null);
  const spentOn = async (request: () => Promise<void>): Promise<number> => {
    const milliseconds: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = (await service.cpuSeconds()) ?? 0;
      const { database } = await meter(async () => {
        for (let count = 0; count < REQUESTS_PER_ROUND; count += 1) await request();
      });
      const own = ((await service.cpuSeconds()) ?? 0) - before;
      // The first round warms.
      if (round > 0) milliseconds.push((own * 1000 + (database ?? 0)) / REQUESTS_PER_ROUND);
    }
    return medianRun(milliseconds);
  };
  const measure = async (): Promise<ReadonlyMap<string, number>> => {
    const spent = new Map<string, number>();
    for (const [name, request] of Object.entries(requests)) spent.set(name, await spentOn(request));
    return spent;
  };
  await measure();
  return { industry, from, measure };
}

/** Lines of two measurements, with years before the two months and without. */
export const yearsLines = (
  what: string,
  { after, before }: Readonly<Record<'after' | 'before', ReadonlyMap<string, number>>>,
): Line[] =>
  [...after].map(([name, milliseconds]): Line => {
    const without = before.get(name) ?? Number.NaN;
    return ratioLine(
      {
        what: `${name}, ${what}, processor time`,
        measured: `${shownFigure(milliseconds)} ms`,
        against: `without ${shownFigure(without)} ms`,
      },
      milliseconds / without,
      { atMost: 1.3 },
    );
  });
