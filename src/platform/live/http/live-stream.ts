import { z } from '@hono/zod-openapi';
import { Gauge, type Registry } from 'prom-client';
import type { LiveService } from '../streams.ts';
import type { HttpContext } from '../../http/environment.ts';
import { optionalText } from '../../http/schemas/parameters.ts';
import { targetIndustryId } from '../../http/middleware/access.ts';

/** Headers that streams of events take. */
export const streamHeaders = z.object({
  'Last-Event-ID': z.string().max(100).optional().openapi({
    description: 'Sent by browsers that come back: the `id` they saw last',
  }),
});

export const streamQuery = z.object({
  lastEventId: optionalText(100).openapi({
    description: 'The same, for a page that opens a new EventSource; the header is newer where both are sent',
  }),
});

/** The documented answer. @param example what a page may see */
export const streamAnswer = (example: string) => ({
  description: 'The stream. It stays open',
  content: { 'text/event-stream': { schema: z.string(), example } },
});

/** Terms of both streams, for their documentation. */
export const STREAM_TERMS =
  'Server-sent events, for EventSource: the token goes into the parameter `jwt`, because EventSource sends no headers of its own. Events are kept for a day: whoever comes back with Last-Event-ID gets what it missed, each event once and in order. `missed` says that this is not possible any more: read the page anew. A comment every 15 seconds is a sign of life. `end` comes before the stream ends because the token expired or was revoked, the session ended, or the user was disabled or got another role, with a code as a request would be answered. Whoever does not read is disconnected. At a restart of the service streams end without `end`, and browsers come back by themselves. EventSource gives up on any answer but 200, such as 502 of a proxy: the page then opens a new one with `lastEventId`. A user has at most 20 streams open in a process; opening one counts as one request.';

/** Pages that are open, for the metrics of the process. */
export function measureStreams(live: LiveService, registry: Registry): void {
  new Gauge({
    name: 'water_open_streams',
    help: 'Streams of events that pages have open in this process',
    registers: [registry],
    collect() {
      this.set(live.size);
    },
  });
}

/** Proxies such as nginx would keep events until there are many. */
const HEADERS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' };

/** Spec gap: the streams' own form; the specification names channels and no transport. */
export async function streamOf(
  live: LiveService,
  c: HttpContext,
  channels: readonly [string, ...string[]],
): Promise<Response> {
  // The router answers HEAD by this handler, and nobody would read the stream.
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, HEADERS);
  const caller = c.get('caller');
  const body = await live.open(
    caller,
    { text: c.get('token'), targetIndustryId: targetIndustryId(c), role: caller.role },
    channels,
    c.req.header('last-event-id') ?? c.req.query('lastEventId') ?? null,
  );
  return c.body(body, 200, HEADERS);
}
