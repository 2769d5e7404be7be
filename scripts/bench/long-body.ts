import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import {
  DAY_MILLISECONDS,
  authorization,
  meterReadings,
  ndjsonLine,
  provisionMeters,
  SLOT_MILLISECONDS,
} from './meters.ts';
import { type Line, valueLine } from './lines.ts';
import { secondsOf, shownFigure } from './measure.ts';
import { atShare, type BenchRow } from './row.ts';

const FULL_LINES = 5_000_000;
const LINES_PER_PIECE = 500;

/** One body of millions of readings. The row measures the memory of the service process meanwhile. */
export const longBodyRow: BenchRow = {
  name: 'body',
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000);
    const slots = Math.ceil(atShare(share, FULL_LINES) / units);
    const industry = await provisionMeters(context, 'BENCH_BODY', units);
    const service = await startService('api');
    const headers = { ...(await authorization(service, industry.industryId)), 'Content-Type': 'application/x-ndjson' };
    const idle = await service.peakMegabytes();
    const today = Math.floor(context.clock.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
    const lines = units * slots;
    say(`one body of ${shownFigure(lines)} lines`);

    function* pieces(): Generator<string> {
      let piece: string[] = [];
      for (const reading of meterReadings(industry, today - slots * SLOT_MILLISECONDS, slots)) {
        piece.push(ndjsonLine(reading));
        if (piece.length === LINES_PER_PIECE) {
          yield piece.join('');
          piece = [];
        }
      }
      yield piece.join('');
    }
    const seconds = await secondsOf(async () => {
      const sending = request(`${service.url}/api/external/readings`, { method: 'POST', headers });
      const answered = once(sending, 'response');
      await pipeline(Readable.from(pieces()), sending);
      const [response] = (await answered) as [IncomingMessage]; // what http.ClientRequest emits
      // The shape of the readings answer; checked below.
      const answer = (await json(response)) as { data?: { inserted?: number } };
      if (answer.data?.inserted !== lines)
        throw new Error(
          `${lines} readings should be inserted, the answer was ${response.statusCode} ${JSON.stringify(answer).slice(0, 300)}`,
        );
    });
    const peak = await service.peakMegabytes();
    const line: Pick<Line, 'what' | 'measured' | 'against'> = {
      what: `memory of the service, one body of ${shownFigure(lines)} lines`,
      measured: peak === null ? 'not told by this system' : `${shownFigure(peak)} MB at most`,
      against: `${idle === null ? '' : `${shownFigure(idle)} MB idle; `}${shownFigure(lines / seconds)} rows/s`,
    };
    return [
      peak === null
        ? { ...line, ratio: '', target: '<= 400 MB', met: null }
        : valueLine(line, peak, { atMost: 400 }, 'MB'),
    ];
  },
};
