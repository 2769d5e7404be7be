import { DAY_MILLISECONDS, authorization, meterReadings, ndjsonLine, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { bareLoad } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { alternately, shown } from './measure.ts';
import { atShare, type BenchRow } from './row.ts';

const ROUNDS = 3;
const DAYS_PER_ROUND = 2;

/**
 * Readings over HTTP as lines of JSON, from one client, against the bare statement. Service and script store the same readings
 * of units of their own in the same table; then the same once more, which changes nothing.
 */
export const ingestRow: BenchRow = {
  name: 'ingest',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000);
    const sent = await provisionMeters(context, 'BENCH_SENT', units);
    const scripted = await provisionMeters(context, 'BENCH_SCRIPTED', units);
    const service = await startService('api');
    const headers = { ...await authorization(service, sent.industryId), 'Content-Type': 'application/x-ndjson' };

    const today = Math.floor(context.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    const start = (round: number): number => today - (ROUNDS - round) * DAYS_PER_ROUND * DAY_MILLISECONDS;
    const slots = DAYS_PER_ROUND * SLOTS_PER_DAY;
    const bodies = Array.from({ length: ROUNDS }, (_, round) => [...meterReadings(sent, start(round), slots)].map(ndjsonLine).join(''));
    const lists = Array.from({ length: ROUNDS }, (_, round) => [...meterReadings(scripted, start(round), slots)]);
    const rows = units * slots;

    const send = async (round: number, verdict: 'inserted' | 'unchanged'): Promise<void> => {
      const response = await fetch(`${service.url}/api/external/readings`, { method: 'POST', headers, body: bodies[round] ?? '' });
      const answer = await response.json() as { data?: Record<string, unknown> }; // the shape of the readings answer; checked below
      if (answer.data?.[verdict] !== rows) throw new Error(`${rows} readings should be ${verdict}, the answer was ${response.status} ${JSON.stringify(answer).slice(0, 300)}`);
    };
    const store = (round: number): Promise<number> => bareLoad(context.database, lists[round] ?? []);

    say(`${ROUNDS} times ${shown(rows)} readings over HTTP, and by the bare statement`);
    const fresh = await alternately(ROUNDS, { script: store, http: (round) => send(round, 'inserted') });
    const again = await alternately(ROUNDS, { script: store, http: (round) => send(round, 'unchanged') });
    const rate = (seconds: number): string => `${shown(rows / seconds)} rows/s`;
    return [
      ratioLine({ what: `ingest over HTTP, NDJSON, 1 client, ${shown(rows)} readings`, measured: rate(fresh.http), against: `bare upsert ${rate(fresh.script)}` }, fresh.script / fresh.http, { atLeast: 0.7 }),
      ratioLine({ what: 'the same readings sent again', measured: rate(again.http), against: `bare upsert ${rate(again.script)}` }, again.script / again.http, { atLeast: 0.7 }),
    ];
  },
};
