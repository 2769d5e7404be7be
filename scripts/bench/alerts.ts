import type { Industry } from '../../src/domain/industry/industry.ts';
import { noQueue } from '../../src/queue/client.ts';
import { evaluateIndustry } from '../../src/services/alerts/evaluate.ts';
import { createAlertRules } from '../../src/services/alerts/rules.ts';
import { loadMeters } from './bare-load.ts';
import { ratioLine, valueLine } from './lines.ts';
import { median, quantile, secondsOf, shownFigure } from './measure.ts';
import {
  authorization,
  type MeterReading,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  SLOT_MILLISECONDS,
} from './meters.ts';
import { atShare, type Bench, type BenchRow } from './row.ts';

const UNITS = 1000;
const HISTORY_SLOTS = 24;
const ROUNDS = 9;
const POLL_MILLISECONDS = 10;
const GIVE_UP_MILLISECONDS = 30_000;
/** Litres in five minutes that no meter of the row lets pass otherwise, and the limit between, kilolitres an hour. */
const BURST_LITRES = 10_000;
const LIMIT = 60;

/** Rules of the whole industry, as many as a small works has. */
const RULES = [
  { alertType: 'flow_rate_above_the_range', settings: { high: LIMIT }, holdMinutes: 0, recoverMinutes: 0 },
  { alertType: 'unit_threshold', settings: { limit: 1e6 } },
  { alertType: 'hourly_threshold', settings: { limit: 1e6 } },
  { alertType: 'device_status', settings: {} },
];

/**
 * Rules held against readings as they come: what a minute of it costs, how long a burst takes to be recorded while all
 * units send, and whether whoever sends readings notices.
 */
export const alertsRow: BenchRow = {
  name: 'alerts',
  shareByDefault: 1,
  run: async (bench) => {
    const { context, share, startService, say } = bench;
    const units = atShare(share, UNITS, 10);
    const [watched, plain] = [
      await provisionMeters(context, 'BENCH_WATCHED', units),
      await provisionMeters(context, 'BENCH_PLAIN', units),
    ];
    const rules = createAlertRules(context, noQueue);
    for (const rule of RULES)
      await rules.create(watched, { title: rule.alertType, severity: 'high', ...rule }, 'bench');
    const first = Math.floor(context.clock.now() / SLOT_MILLISECONDS) * SLOT_MILLISECONDS;
    const historyFrom = first - (HISTORY_SLOTS + ROUNDS * 2) * SLOT_MILLISECONDS;
    for (const industry of [watched, plain])
      await loadMeters(context, industry, () => meterReadings(industry, historyFrom, HISTORY_SLOTS));
    await evaluateIndustry(context, watched.industryId);
    const start = historyFrom + HISTORY_SLOTS * SLOT_MILLISECONDS;
    const slot = (round: number): number => start + round * SLOT_MILLISECONDS;

    say(`${units} units send, and are looked at, ${ROUNDS} times`);
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await loadMeters(context, watched, () => meterReadings(watched, slot(round), 1));
      costs.push(await secondsOf(() => evaluateIndustry(context, watched.industryId)));
    }
    const idle = await secondsOf(() => evaluateIndustry(context, watched.industryId));

    const service = await startService('all');
    const sender = async (industry: Industry) => {
      const headers = {
        ...(await authorization(service, industry.industryId)),
        'Content-Type': 'application/x-ndjson',
      };
      return async (readings: Iterable<MeterReading>): Promise<void> => {
        const body = [...readings].map(ndjsonLine).join('');
        const response = await fetch(`${service.url}/api/external/readings`, { method: 'POST', headers, body });
        if (response.status !== 200) throw new Error(`Readings were answered ${response.status}`);
        await response.arrayBuffer();
      };
    };
    const [sendWatched, sendPlain] = [await sender(watched), await sender(plain)];
    say('readings of an industry with rules and of one without, alternately; one unit bursts each time');
    const taken: { watched: number[]; plain: number[] } = { watched: [], plain: [] };
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = slot(ROUNDS + round);
      const burst = watched.units.get(`BENCH_WATCHED_${round + 1}`);
      const readings = [...meterReadings(watched, at, 1)].map((reading) =>
        reading.unitId === burst?.current.unitId ? { ...reading, value: BURST_LITRES } : reading,
      );
      const plainOne = async (): Promise<void> => {
        taken.plain.push(await secondsOf(() => sendPlain(meterReadings(plain, at, 1))));
      };
      // Whoever comes first meets a machine that has rested.
      if (round % 2 === 0) await plainOne();
      const started = performance.now();
      taken.watched.push(await secondsOf(() => sendWatched(readings)));
      found.push(await millisecondsUntilFound(bench, burst?.unitKey ?? 0, started));
      if (round % 2 === 1) await plainOne();
    }
    const cost = median(costs);
    const [withRules, without] = [median(taken.watched), median(taken.plain)];
    const perSecond = (seconds: number): string => `${shownFigure(units / seconds)} rows/s`;
    return [
      ratioLine(
        {
          what: `ingest of ${shownFigure(units)} units that ${RULES.length} rules watch`,
          measured: perSecond(withRules),
          against: `without a rule ${perSecond(without)}`,
        },
        without / withRules,
        { atLeast: 0.95 },
      ),
      valueLine(
        {
          what: `reading sent until its incident is recorded, ${shownFigure(units)} units sending, p95`,
          measured: `${shownFigure(quantile(found, 0.95) / 1000)} s`,
          against: `median ${shownFigure(median(found) / 1000)} s`,
        },
        quantile(found, 0.95) / 1000,
        { atMost: 3 },
        's',
      ),
      valueLine(
        {
          what: `evaluation of ${RULES.length} rules when all of ${shownFigure(units)} units have sent`,
          measured: `${shownFigure(cost)} s`,
          against: `without news ${shownFigure(idle * 1000)} ms; ${shownFigure(cost / 5 + idle)} s a minute`,
        },
        cost,
        { atMost: 3 },
        's',
      ),
    ];
  },
};

/** Until an incident of the unit is there. */
async function millisecondsUntilFound({ context }: Bench, unitKey: number, started: number): Promise<number> {
  for (;;) {
    const found = await context.database.execute('SELECT FROM alerting.incident WHERE unit_key = $1', [unitKey]);
    const taken = performance.now() - started;
    if (found.length > 0) return taken;
    if (taken > GIVE_UP_MILLISECONDS) throw new Error(`The burst of unit ${unitKey} was not found.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}
