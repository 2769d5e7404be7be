import { type ClientRequest, get } from 'node:http';
import type { Context } from '../../src/context.ts';
import { industryChannel } from '../../src/platform/live/rules/web-event.ts';
import { publishWebEvent } from '../../src/platform/live/publish.ts';
import { provisionIndustry } from '../../src/industries/provisioning/provision-industry.ts';
import { logIn } from '../demo/replay-device.ts';
import { type Line, valueLine } from './lines.ts';
import { nearestRank, shownFigure } from './measure.ts';
import { type BenchRow, atShare } from './row.ts';
import type { ServiceProcess } from './service-process.ts';

const STREAMS = 1000;
const STREAMS_PER_USER = 20;
const BROADCASTS = 10;
const INDUSTRY_ID = 'BENCH_STREAMS';
const PASSWORD = 'Bench-password-1';
const CHANNEL = industryChannel(INDUSTRY_ID);
/** Longest wait for a broadcast; a longer one has lost a page. */
const GIVE_UP_MILLISECONDS = 30_000;

/**
 * Open pages of one industry on one process, from the publisher's commit until the last page has the event. All pages
 * run on this machine, so their own work is in the figure.
 */
export const streamsRow: BenchRow = {
  name: 'streams',
  shareByDefault: 1,
  run: async ({ context, share, startService, say }) => {
    const streams = atShare(share, STREAMS, STREAMS_PER_USER);
    const usernames = await provisionUsers(context, Math.ceil(streams / STREAMS_PER_USER));
    const service = await startService('api');
    say(`${streams} streams of ${usernames.length} users`);
    const tokens = [];
    for (const username of usernames) tokens.push(await logIn({ url: service.url, username, password: PASSWORD }));
    const before = await service.peakMegabytes();
    const pages = await openPages(service, tokens, streams);
    try {
      const milliseconds: number[] = [];
      for (let n = 0; n < BROADCASTS; n += 1) milliseconds.push(await broadcast(context, pages));
      return linesOf(streams, milliseconds, before, await service.peakMegabytes());
    } finally {
      pages.close();
    }
  },
};

function linesOf(
  streams: number,
  milliseconds: readonly number[],
  before: number | null,
  after: number | null,
): Line[] {
  const slowest = nearestRank(milliseconds, 1);
  const line = {
    what: `broadcast to ${shownFigure(streams)} open pages of one process, the slowest of ${BROADCASTS}`,
    measured: `${shownFigure(slowest)} ms`,
    against:
      before === null || after === null
        ? ''
        : `${shownFigure(((after - before) / streams) * 1000)} KB a page, ${shownFigure(after)} MB in all`,
  };
  return [valueLine(line, slowest, { atMost: 1000 }, 'ms')];
}

async function provisionUsers(context: Context, users: number): Promise<string[]> {
  const usernames = Array.from({ length: users }, (_, index) => `bench.stream.${index}`);
  const bundle = {
    industry: {
      industryId: INDUSTRY_ID,
      industryName: 'Bench streams',
      meta: { timezone: 'Etc/UTC', shift: { startAt: '00:00:00' } },
    },
    users: usernames.map((username) => ({
      userId: username,
      email: `${username}@bench.example`,
      username,
      password: PASSWORD,
      role: 'user',
    })),
  };
  await provisionIndustry({ context, bundle, markStale: async () => {} });
  return usernames;
}

interface OpenPages {
  /** Resolves when every page has this text. The caller must call it before the text is sent. */
  heard(text: string): Promise<void>;
  close(): void;
}

async function openPages({ url }: ServiceProcess, tokens: readonly string[], streams: number): Promise<OpenPages> {
  const requests: ClientRequest[] = [];
  const hearing: ((piece: string) => void)[] = [];
  const open = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const token = tokens[index % tokens.length] ?? '';
      const request = get(`${url}/api/user/stream?jwt=${token}`, { agent: false }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`A stream was answered ${response.statusCode}`));
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          resolve();
          hearing[index]?.(piece);
        });
        // The end of the row cuts this connection.
        response.on('error', () => {});
      });
      request.on('error', reject);
      requests.push(request);
    });
  for (let index = 0; index < streams; index += 1) await open(index);
  return {
    heard: (text) =>
      new Promise((resolve, reject) => {
        let missing = streams;
        const late = setTimeout(() => reject(new Error(`${missing} pages did not hear`)), GIVE_UP_MILLISECONDS);
        for (let index = 0; index < streams; index += 1) {
          hearing[index] = (piece) => {
            if (!piece.includes(text)) return;
            missing -= 1;
            if (missing > 0) return;
            clearTimeout(late);
            resolve();
          };
        }
      }),
    close: () => {
      for (const request of requests) request.destroy();
    },
  };
}

async function broadcast({ database, clock }: Context, pages: OpenPages): Promise<number> {
  const text = `event ${Math.random()}`;
  const heard = pages.heard(text);
  const started = performance.now();
  await publishWebEvent(database, { channel: CHANNEL, name: 'alert', payload: { text } }, clock.now());
  await heard;
  return performance.now() - started;
}
