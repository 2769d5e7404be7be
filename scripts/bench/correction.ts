import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDateOf, dayStart } from '../../src/kernel/time/business-clock.ts';
import { addDays, firstOfMonth } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { compressOldChunks } from '../../src/readings/chunks.ts';
import { readFigures } from '../../src/figures/store/read-documents.ts';
import type { Period } from '../../src/figures/store/document-rows.ts';
import { loadSamples } from '../demo/load.ts';
import { logIn } from '../demo/replay-device.ts';
import { CANTERBURY } from '../demo/sample.ts';
import { requireIndustry } from '../support/industry.ts';
import { valueLine } from './lines.ts';
import { nearestRank, shownFigure, until } from './measure.ts';
import { ndjsonLine, provisionMeters, senderOf, SLOT_MILLISECONDS } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import type { ServiceProcess } from './service-process.ts';

const CORRECTIONS = 24;
/** Days that are not compressed yet. Half of the corrections are within them, half anywhere in the year before. */
const RECENT_DAYS = 20;
const YEAR_DAYS = 300;
const LOOKS = { everyMilliseconds: 10, giveUpSeconds: 60 };
/**
 * A meter of hourly values without register, and the virtual unit that adds it. Each rises by as much as the reading.
 */
const METER = 'CB_GRID_IMPORT_NORMAL';
const DEPENDANT = 'CB_V_NET_GRID';
const RISE = 1000;
/** Units of another industry that send meanwhile, each of them every five minutes. */
const SENDERS = 1000;
const SECOND_MILLISECONDS = 1000;

/** Figures of day, month and year of the meter and its dependant. */
type Figures = readonly (number | null)[];

async function figuresOf(
  { database }: Pick<Context, 'database'>,
  industry: Industry,
  date: BusinessDate,
): Promise<Figures> {
  const units = new Map([METER, DEPENDANT].map((unitId) => [industry.units.get(unitId)?.unitKey ?? 0, unitId]));
  const starts: readonly (readonly [Period, BusinessDate])[] = [
    ['DAILY', date],
    ['MONTHLY', firstOfMonth(date)],
    ['YEARLY', firstOfMonth(`${date.slice(0, 4)}-01-01` as BusinessDate)],
  ]; // a date's year and its first day
  const figures: (number | null)[] = [];
  for (const [period, start] of starts) {
    for (const { document } of await readFigures(database, {
      industryId: industry.industryId,
      units,
      period,
      from: start,
      to: start,
    })) {
      figures.push(typeof document.value === 'number' ? document.value : null);
    }
  }
  return figures;
}

const rose = (before: Figures, now: Figures): boolean =>
  now.length === before.length
  && now.every((figure, index) => figure !== null && Math.abs(figure - (before[index] ?? Number.NaN) - RISE) < 0.01);

/** A dependant that is held at 0 would not show the correction. */
const shows = (before: Figures): boolean =>
  before.length === 6 && before.every((figure) => figure !== null && figure > 0);

interface Senders {
  /** Ends sending. @returns how many readings were stored. @throws Error of a body that was refused. */
  stop(): Promise<number>;
}

/** Units of an industry send a reading every five minutes each, by a gateway with a body a second. */
async function startSenders(service: Pick<ServiceProcess, 'url'>, industry: Industry): Promise<Senders> {
  const send = await senderOf(service, industry);
  const unitIds = [...industry.units.keys()];
  const startedMs = Math.floor(Date.now() / SECOND_MILLISECONDS) * SECOND_MILLISECONDS;
  const ending = new AbortController();
  let sent = 0;
  const sendDue = async (): Promise<void> => {
    const nowMs = Date.now();
    const due = Math.floor(((nowMs - startedMs) * unitIds.length) / SLOT_MILLISECONDS) - sent;
    if (due === 0) return;
    const readings = Array.from({ length: due }, (_, place) => {
      const turn = sent + place;
      const register = 1_000_000 + Math.floor(turn / unitIds.length) * 20;
      return { unitId: unitIds[turn % unitIds.length] ?? '', epochMs: nowMs, value: 20, register };
    });
    await send(readings.map(ndjsonLine).join(''), due);
    sent += due;
  };
  const sending = (async () => {
    while (!ending.signal.aborted) {
      await sendDue();
      await delay(SECOND_MILLISECONDS, undefined, { signal: ending.signal }).catch(() => {});
    }
  })();
  // A refused body is told at the end.
  sending.catch(() => {});
  return {
    stop: async () => {
      ending.abort();
      await sending;
      return sent;
    },
  };
}

/**
 * One changed reading of a closed day, sent over HTTP, until the stored documents of day, month, year and dependant
 * have it. Another industry sends meanwhile.
 */
export const correctionRow: BenchRow = {
  name: 'correction',
  run: async ({ context, share, startService, say }) => {
    await loadSamples(context, [CANTERBURY], true, say);
    await compressOldChunks(context);
    const industry = await requireIndustry(context, CANTERBURY.industryId);
    const senders = await provisionMeters(context, 'BENCH_SENDERS', atShare(share, SENDERS, 10));
    const service = await startService('all');
    const sending = await startSenders(service, senders);
    const headers = {
      Authorization: `Bearer ${await logIn({ url: service.url, ...CANTERBURY.device })}`,
      'Content-Type': 'application/json',
    };
    const isQuiet = async (): Promise<boolean> => {
      const [left] = await context.database.execute<{ jobs: number }>(
        "SELECT count(*) AS jobs FROM pgboss.job WHERE name IN ('rebuild-industry', 'rebuild-backlog') AND state < 'completed'",
      );
      return left?.jobs === 0;
    };

    const today = businessDateOf(industry.clock, context.clock.now());
    const seconds: number[] = [];
    const wanted = share < 0.1 ? 3 : CORRECTIONS;
    say(`${wanted} corrections`);
    for (let attempt = 0; seconds.length < wanted; attempt += 1) {
      if (attempt > 10 * wanted)
        throw new Error('Too few days on which a correction of this meter shows in its dependant.');
      const date = addDays(
        today,
        attempt % 2 === 0 ? -1 - ((attempt * 3) % RECENT_DAYS) : -RECENT_DAYS - ((attempt * 23) % YEAR_DAYS),
      );
      const before = await figuresOf(context, industry, date);
      if (!shows(before)) continue;
      const hour = new Date(
        Math.ceil(dayStart(industry.clock, date) / 3_600_000) * 3_600_000 + ((attempt * 5) % 20) * 3_600_000,
      );
      const [reading] = await context.database.execute<{ value: number | null }>(
        'SELECT value FROM telemetry.reading WHERE unit_key = $1 AND created_on = $2',
        [industry.units.get(METER)?.unitKey, hour],
      );
      if (reading === undefined || reading.value === null) continue;
      await until('rebuilds before the next correction', isQuiet, LOOKS);
      const body = JSON.stringify({
        readings: [{ unitId: METER, createdOn: hour.toISOString(), value: reading.value + RISE }],
      });
      const started = performance.now();
      const response = await fetch(`${service.url}/api/external/readings`, { method: 'POST', headers, body });
      if (!response.ok)
        throw new Error(`the correction was answered ${response.status} ${(await response.text()).slice(0, 300)}`);
      const isCorrected = async () => rose(before, await figuresOf(context, industry, date));
      await until(`the correction of ${date}`, isCorrected, LOOKS);
      seconds.push((performance.now() - started) / 1000);
    }
    const sent = await sending.stop();
    const p95 = nearestRank(seconds, 0.95);
    return [
      valueLine(
        {
          what: `correction of a closed day until day, month, year, dependants agree, ${wanted} times`,
          measured: `p50 ${shownFigure(nearestRank(seconds, 0.5))} s, p95 ${shownFigure(p95)} s`,
          against: `${shownFigure(senders.units.size)} units sent ${shownFigure(sent)} readings`,
        },
        p95,
        { atMost: 0.2 },
        's (p95)',
      ),
    ];
  },
};
