import {
  authorization,
  DAY_MILLISECONDS,
  type MeterReading,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  SLOTS_PER_DAY,
} from './meters.ts';
import { ratioLine } from './lines.ts';
import { alternately, shownFigure } from './measure.ts';
import { atShare, type BenchRow } from './row.ts';

const ROUNDS = 5;
const DAYS_PER_ROUND = 2;

/** A reading as Telegraf writes it. */
const influxLine = ({ unitId, epochMs, value, register }: MeterReading): string =>
  `water,host=gate-1,unitId=${unitId} value=${value},summedValue=${register} ${epochMs}000000\n`;

/** The same readings as InfluxDB line protocol and as lines of JSON, by turns, each to an industry of its own. */
export const lineProtocolRow: BenchRow = {
  name: 'line-protocol',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000);
    const [byLines, byJson] = [
      await provisionMeters(context, 'BENCH_LINES', units),
      await provisionMeters(context, 'BENCH_JSON', units),
    ];
    const service = await startService('api');
    const today = Math.floor(context.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    const slots = DAYS_PER_ROUND * SLOTS_PER_DAY;
    const rows = units * slots;
    const bodies = (industry: typeof byLines, lineOf: (reading: MeterReading) => string): string[] =>
      Array.from({ length: ROUNDS }, (_, round) =>
        [...meterReadings(industry, today - (ROUNDS + 1 - round) * DAYS_PER_ROUND * DAY_MILLISECONDS, slots)]
          .map(lineOf)
          .join(''),
      );
    const send = async (path: string, headers: Record<string, string>, body = ''): Promise<void> => {
      const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${path} answered ${response.status} ${(await response.text()).slice(0, 300)}`);
      await response.arrayBuffer();
    };
    const lineBodies = bodies(byLines, influxLine);
    const jsonBodies = bodies(byJson, ndjsonLine);
    const lineHeaders = await authorization(service, byLines.industryId);
    const jsonHeaders = {
      ...(await authorization(service, byJson.industryId)),
      'Content-Type': 'application/x-ndjson',
    };

    const works = {
      json: (round: number) => send('/api/external/readings', jsonHeaders, jsonBodies[round]),
      lines: (round: number) => send('/api/v2/write', lineHeaders, lineBodies[round]),
    };
    say(`${ROUNDS} times ${shownFigure(rows)} readings in either form, and the same again`);
    const fresh = await alternately(ROUNDS, works);
    const again = await alternately(ROUNDS, works);
    const rate = (seconds: number): string => `${shownFigure(rows / seconds)} rows/s`;
    return [
      ratioLine(
        {
          what: `ingest as InfluxDB line protocol, 1 client, ${shownFigure(rows)} readings`,
          measured: rate(fresh.lines),
          against: `NDJSON ${rate(fresh.json)}`,
        },
        fresh.json / fresh.lines,
        { atLeast: 0.8 },
      ),
      ratioLine(
        { what: 'the same lines sent again', measured: rate(again.lines), against: `NDJSON ${rate(again.json)}` },
        again.json / again.lines,
        { atLeast: 0.8 },
      ),
    ];
  },
};
