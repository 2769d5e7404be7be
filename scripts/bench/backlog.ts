import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { type Industry, unitIdsByKey } from '../../src/kernel/industry/industry.ts';
import { addDays, firstOfMonth, lastOfMonth, utcDateOf } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { exportDocuments } from '../../src/figures/store/read-documents.ts';
import { loadMeters } from './bare-load.ts';
import { ratioLine, valueLine } from './lines.ts';
import { nearestRank, secondsOf, shownFigure, until } from './measure.ts';
import {
  authorization,
  type MeterReading,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  SLOTS_PER_DAY,
} from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import type { ServiceProcess } from './service-process.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

const LOOKS = { everyMilliseconds: 50, giveUpSeconds: 3600 };
const OTHER_UNITS = 10;
/** Pause between two corrections of the other tenant. */
const PAUSE_MILLISECONDS = 500;
const LINES_PER_PIECE = 5000;

/**
 * A month of readings sent at once to a running service, from the last answered reading until all figures agree. The
 * comparison is `npm run batch` over a month of as many readings. Another tenant corrects readings of yesterday
 * meanwhile.
 */
export const backlogRow: BenchRow = {
  name: 'backlog',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000, 2);
    const today = utcDateOf(context.clock.now());
    // Both months have ended in every zone, so that all levels of their rollups are refreshed. Both have the same
    // length.
    const sentMonth = firstOfMonth(addDays(firstOfMonth(addDays(today, -4)), -1));
    const days = Number(lastOfMonth(sentMonth).slice(8));
    const batchStart = firstOfMonth(addDays(sentMonth, -40));
    const slots = days * SLOTS_PER_DAY;

    const batched = await provisionMeters(context, 'BENCH_BATCHED', units);
    say(`${shownFigure(units * slots)} readings, and a batch over them`);
    await loadMeters(context, batched, () => meterReadings(batched, Date.parse(batchStart), slots));
    const batch = await secondsOf(() =>
      processDays(context, wholeRun(batched, batchStart, addDays(batchStart, days - 1))),
    );

    const late = await provisionMeters(context, 'BENCH_LATE', units);
    const other = await provisionMeters(context, 'BENCH_OTHER', OTHER_UNITS);
    const yesterday = addDays(today, -1);
    await loadMeters(context, other, () => meterReadings(other, Date.parse(yesterday), SLOTS_PER_DAY));
    await processDays(context, wholeRun(other, yesterday, yesterday));
    const service = await startService('all');

    say('the same of another industry over HTTP, in one body');
    await send(service, late, meterReadings(late, Date.parse(sentMonth), slots));
    let isHealed = false;
    const areAgreed = async () => (await openMarks(context, late)) === 0 && (await nothingDue(context));
    const healing = until('all figures agree', areAgreed, LOOKS).finally(() => {
      isHealed = true;
    });
    const corrections = await correctUntil(context, service, other, yesterday, () => isHealed);
    const healed = await healing;
    const wanted = days * units;
    const stored = await dailyDocuments(context, late, sentMonth);
    if (stored !== wanted) throw new Error(`${wanted} daily documents should be stored, not ${stored}`);
    return [
      ratioLine(
        {
          what: `a month of ${shownFigure(units)} units sent to a running service, until all figures agree`,
          measured: `${shownFigure(healed)} s`,
          against: `batch over as many ${shownFigure(batch)} s`,
        },
        healed / batch,
        { atMost: 1.3 },
      ),
      valueLine(
        {
          what: `meanwhile another tenant's corrections, ${corrections.length} times`,
          measured: `p50 ${shownFigure(nearestRank(corrections, 0.5))} s, p95 ${shownFigure(nearestRank(corrections, 0.95))} s`,
          against: '',
        },
        nearestRank(corrections, 0.95),
        { atMost: 1 },
        's (p95)',
      ),
    ];
  },
};

async function send(service: ServiceProcess, industry: Industry, readings: Iterable<MeterReading>): Promise<void> {
  const encoder = new TextEncoder();
  const iterator = readings[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let text = '';
      for (let line = 0; line < LINES_PER_PIECE; line += 1) {
        const { value, done } = iterator.next();
        if (done === true) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += ndjsonLine(value);
      }
      controller.enqueue(encoder.encode(text));
    },
  });
  const headers = { ...(await authorization(service, industry.industryId)), 'Content-Type': 'application/x-ndjson' };
  const request: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  const response = await fetch(`${service.url}/api/external/readings`, request);
  const answer = await response.text();
  if (!response.ok || !answer.includes('"rejected":0'))
    throw new Error(`the readings were answered ${response.status} ${answer.slice(0, 300)}`);
}

const countOf = async (
  { database }: Pick<Context, 'database'>,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<number> => (await database.execute<{ count: number }>(text, parameters))[0]?.count ?? 0;
const openMarks = (context: Context, industry: Industry): Promise<number> =>
  countOf(context, 'SELECT count(*) FROM telemetry.stale_day WHERE industry_key = $1', [industry.industryKey]);
const nothingDue = async (context: Context): Promise<boolean> =>
  (await countOf(context, "SELECT count(*) FROM telemetry.rollup_due WHERE to_date < now() - interval '4 days'")) === 0;

async function dailyDocuments(context: Context, industry: Industry, month: BusinessDate): Promise<number> {
  const units = unitIdsByKey(industry.units.values());
  let found = 0;
  const documents = exportDocuments(context.database, industry.industryKey, {
    industryId: industry.industryId,
    units,
    period: 'DAILY',
    from: month,
    to: lastOfMonth(month),
  });
  for await (const { document } of documents) if (typeof document.value === 'number') found += 1;
  return found;
}

/** Seconds from each changed reading to the settled day. Changes follow one another until `isOver`. */
async function correctUntil(
  context: Context,
  service: ServiceProcess,
  industry: Industry,
  date: BusinessDate,
  isOver: () => boolean,
): Promise<number[]> {
  const headers = { ...(await authorization(service, industry.industryId)), 'Content-Type': 'application/json' };
  const unitIds = [...industry.units.keys()];
  const seconds: number[] = [];
  for (let round = 1; !isOver(); round += 1) {
    const createdOn = new Date(Date.parse(date) + (round % 24) * 3_600_000).toISOString();
    const body = JSON.stringify({
      readings: [{ unitId: unitIds[round % unitIds.length], createdOn, value: 1000 + round }],
    });
    const started = performance.now();
    const response = await fetch(`${service.url}/api/external/readings`, { method: 'POST', headers, body });
    if (!response.ok)
      throw new Error(`the correction was answered ${response.status} ${(await response.text()).slice(0, 300)}`);
    await until('the day is settled', async () => (await openMarks(context, industry)) === 0, LOOKS);
    seconds.push((performance.now() - started) / 1000);
    await delay(PAUSE_MILLISECONDS);
  }
  return seconds;
}
