import { DAY_MILLISECONDS, meterReadings, ndjsonLine, provisionMeters, senderOf, SLOTS_PER_DAY } from './meters.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { bareLoad } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { alternately, secondsOf, shownFigure } from './measure.ts';
import { atShare, type BenchRow } from './row.ts';

const ROUNDS = 3;
const DAYS_PER_ROUND = 2;
const CLIENTS = 4;

/**
 * Readings as lines of JSON over HTTP from one client, against the bare statement. Service and script store equal
 * readings of their own units in one table. A second round sends them again and changes nothing. A third has four
 * clients at once, each with an industry of its own.
 */
export const ingestRow: BenchRow = {
  name: 'ingest',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000);
    const senders = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => provisionMeters(context, `BENCH_SENT_${client + 1}`, units)),
    );
    const scripted = await provisionMeters(context, 'BENCH_SCRIPTED', units);
    const service = await startService('api');
    const sendings = await Promise.all(senders.map((sender) => senderOf(service, sender)));
    const [send] = sendings;
    if (send === undefined) throw new Error('There is one client at least.');

    const today = Math.floor(context.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    const start = (round: number): number => today - (ROUNDS + 1 - round) * DAYS_PER_ROUND * DAY_MILLISECONDS;
    const slots = DAYS_PER_ROUND * SLOTS_PER_DAY;
    const bodyOf = (sender: Industry, round: number): string =>
      [...meterReadings(sender, start(round), slots)].map(ndjsonLine).join('');
    const rows = units * slots;

    const bodies = senders
      .slice(0, 1)
      .flatMap((sender) => Array.from({ length: ROUNDS }, (_, round) => bodyOf(sender, round)));
    const lists = Array.from({ length: ROUNDS }, (_, round) => [...meterReadings(scripted, start(round), slots)]);
    const store = (round: number): Promise<number> => bareLoad(context.database, lists[round] ?? []);

    say(`${ROUNDS} times ${shownFigure(rows)} readings over HTTP, and by the bare statement`);
    const fresh = await alternately(ROUNDS, {
      script: store,
      http: (round) => send(bodies[round] ?? '', rows),
    });
    const again = await alternately(ROUNDS, {
      script: store,
      http: (round) => send(bodies[round] ?? '', rows, 'unchanged'),
    });

    say(`${CLIENTS} clients at once, ${shownFigure(rows)} readings each`);
    const lastBodies = senders.map((sender) => bodyOf(sender, ROUNDS));
    const cpuBefore = await service.cpuSeconds();
    const together = await secondsOf(() =>
      Promise.all(sendings.map((sendOwn, client) => sendOwn(lastBodies[client] ?? '', rows))),
    );
    const cpuAfter = await service.cpuSeconds();
    const cpu =
      cpuBefore === null || cpuAfter === null
        ? ''
        : `; the service's process ${shownFigure(((cpuAfter - cpuBefore) * 1e6) / (CLIENTS * rows))} us of CPU a reading`;

    const rate = (seconds: number, count = rows): string => `${shownFigure(count / seconds)} rows/s`;
    return [
      ratioLine(
        {
          what: `ingest over HTTP, NDJSON, 1 client, ${shownFigure(rows)} readings`,
          measured: rate(fresh.http),
          against: `bare upsert ${rate(fresh.script)}`,
        },
        fresh.script / fresh.http,
        { atLeast: context.config.databaseUrl === null ? 0.85 : 0.8 },
      ),
      ratioLine(
        {
          what: 'the same readings sent again',
          measured: rate(again.http),
          against: `bare upsert ${rate(again.script)}`,
        },
        again.script / again.http,
        { atLeast: 0.7 },
      ),
      ratioLine(
        {
          what: `ingest from ${CLIENTS} clients at once`,
          measured: rate(together, CLIENTS * rows),
          against: `1 client ${rate(fresh.http)}${cpu}`,
        },
        (CLIENTS * fresh.http) / together,
        null,
      ),
    ];
  },
};
