import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { evaluateIndustry } from '../../src/alerts/evaluate-industry.ts';
import { addAlertRule } from '../../src/alerts/manage-rules.ts';
import { loadMeters } from './bare-load.ts';
import { ratioLine, valueLine } from './lines.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { medianRun, nearestRank, secondsOf, shownFigure } from './measure.ts';
import {
  type MeterReading,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  senderOf,
  SLOT_MILLISECONDS,
} from './meters.ts';
import { atShare, type Bench, type BenchRow } from './row.ts';

const UNITS = 1000;
const HISTORY_SLOTS = 24;
const ROUNDS = 9;
const POLL_MILLISECONDS = 10;
const GIVE_UP_MILLISECONDS = 30_000;
/**
 * Litres in five minutes that no other reading of the row has, and the rule's limit below them in kilolitres an hour.
 */
const BURST_LITRES = 10_000;
const LIMIT = 60;

const RECIPIENTS = ['shift@bench.example', 'office@bench.example'];
/**
 * Rules of the whole industry, as many as a small works has. Readings of the row are up to an hour and a half old, and
 * no rule takes that for silence.
 */
const RULES = [
  {
    alertType: 'flow_rate_above_the_range',
    settings: { high: LIMIT },
    holdMinutes: 0,
    recoverMinutes: 0,
    channels: { email: { enabled: true, recipients: RECIPIENTS } },
  },
  { alertType: 'unit_threshold', settings: { limit: 1e6 } },
  { alertType: 'hourly_threshold', settings: { limit: 1e6 } },
  { alertType: 'device_status', settings: { silenceMinutes: 180 } },
];

/**
 * Rules evaluated while all units send. The row measures the cost of a minute, the time until a burst is recorded and
 * mailed, and the delay for senders of readings.
 */
export const alertsRow: BenchRow = {
  name: 'alerts',
  shareByDefault: 1,
  run: async (bench) => {
    const { context, share, startService, closeLater, say } = bench;
    const units = atShare(share, UNITS, 10);
    const [watched, plain] = await industriesOf(context, units);
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

    const mailbox = await openMailbox(closeLater);
    const service = await startService('all', { ...mailbox.settings, ALERT_MESSAGES_PER_HOUR: '1000' });
    const [sendWatched, sendPlain] = [await senderOf(service, watched), await senderOf(service, plain)];
    const bodyOf = (readings: Iterable<MeterReading>): string => [...readings].map(ndjsonLine).join('');
    say('readings of an industry with rules and of one without, alternately; one unit bursts each time');
    const taken: { watched: number[]; plain: number[] } = { watched: [], plain: [] };
    const [found, told]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = slot(ROUNDS + round);
      const burst = watched.units.get(`BENCH_WATCHED_${round + 1}`);
      const readings = [...meterReadings(watched, at, 1)].map((reading) =>
        reading.unitId === burst?.current.unitId ? { ...reading, value: BURST_LITRES } : reading,
      );
      const plainOne = async (): Promise<void> => {
        taken.plain.push(await secondsOf(() => sendPlain(bodyOf(meterReadings(plain, at, 1)), units)));
      };
      // Works take turns at the start, because the first meets a machine that has rested.
      if (round % 2 === 0) await plainOne();
      const started = performance.now();
      taken.watched.push(await secondsOf(() => sendWatched(bodyOf(readings), units)));
      if (burst === undefined) throw new Error(`There is no unit ${round + 1}.`);
      found.push(await millisecondsUntilFound(bench, burst.unitKey, started));
      told.push(await millisecondsUntilTold(mailbox, burst.current.displayName, started));
      if (round % 2 === 1) await plainOne();
    }
    return linesOf(units, { costs, idle, taken, found, told });
  },
};

/** An industry that the rules watch, and one without a rule. */
async function industriesOf(context: Bench['context'], units: number): Promise<[watched: Industry, plain: Industry]> {
  const watched = await provisionMeters(context, 'BENCH_WATCHED', units);
  const plain = await provisionMeters(context, 'BENCH_PLAIN', units);
  for (const rule of RULES)
    await addAlertRule(
      context,
      noQueue,
      watched,
      { title: rule.alertType, severity: 'high', ...rule },
      { ...COMMAND, userId: 'bench' },
    );
  return [watched, plain];
}

/** Seconds of a run, and milliseconds until a burst was found and told. */
interface Taken {
  readonly costs: number[];
  readonly idle: number;
  readonly taken: { readonly watched: number[]; readonly plain: number[] };
  readonly found: number[];
  readonly told: number[];
}

function linesOf(units: number, { costs, idle, taken, found, told }: Taken) {
  const cost = medianRun(costs);
  const [withRules, without] = [medianRun(taken.watched), medianRun(taken.plain)];
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
        measured: `${shownFigure(nearestRank(found, 0.95) / 1000)} s`,
        against: `median ${shownFigure(medianRun(found) / 1000)} s`,
      },
      nearestRank(found, 0.95) / 1000,
      { atMost: 3 },
      's',
    ),
    valueLine(
      {
        what: `reading sent until its message is on the wire, ${shownFigure(units)} units sending, p95`,
        measured: `${shownFigure(nearestRank(told, 0.95) / 1000)} s`,
        against: `median ${shownFigure(medianRun(told) / 1000)} s`,
      },
      nearestRank(told, 0.95) / 1000,
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
}

const FOUND = "SELECT FROM alerting.incident WHERE unit_key = $1 AND alert_type = 'flow_rate_above_the_range'";

/** Milliseconds until an incident of the unit exists. */
const millisecondsUntilFound = ({ context }: Bench, unitKey: number, started: number): Promise<number> =>
  millisecondsUntil(`The burst of unit ${unitKey} was not found.`, started, async () =>
    (await context.database.execute(FOUND, [unitKey])).length > 0 ? performance.now() : null,
  );

/** Milliseconds until a mail that names the unit has arrived whole. */
const millisecondsUntilTold = (mailbox: Mailbox, name: string, started: number): Promise<number> =>
  millisecondsUntil(`No mail told of the burst of ${name}.`, started, async () => mailbox.firstAbout(`${name}:`));

/** @param look gives the time of its arrival, by `performance.now()`. */
async function millisecondsUntil(
  otherwise: string,
  started: number,
  look: () => Promise<number | null>,
): Promise<number> {
  for (;;) {
    const at = await look();
    if (at !== null) return at - started;
    if (performance.now() - started > GIVE_UP_MILLISECONDS) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}
