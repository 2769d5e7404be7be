import { vi } from 'vitest';

interface PageEvent {
  readonly id: string | null;
  readonly name: string;
  readonly data: unknown;
}

/** An open page as far as its stream goes: what EventSource hears, kept. */
export interface EventPage {
  readonly status: number;
  readonly events: readonly PageEvent[];
  /** The place from which a browser would go on. */
  readonly lastEventId: () => string;
  /** Resolves when the stream has ended, by whichever side. */
  readonly ended: Promise<void>;
  /** Waits until an event of this name has come and gives its data. */
  hears(name: string): Promise<unknown>;
  close(): void;
}

/** Opens a stream; resolves when its beginning has come, or an answer that is no stream. */
export async function openPage(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventPage> {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  const events: PageEvent[] = [];
  let lastEventId: string | null = null;
  const take = (frame: string): void => {
    const fields = Object.fromEntries(
      frame.split('\n').flatMap((line): [string, string][] => {
        const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
        return name === '' ? [] : [[name, value]];
      }),
    );
    lastEventId = fields['id'] ?? lastEventId;
    if (fields['data'] !== undefined)
      events.push({ id: fields['id'] ?? null, name: fields['event'] ?? 'message', data: JSON.parse(fields['data']) });
  };
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      frames.forEach(take);
    }
  };
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const ended = isStream ? read().catch(() => {}) : Promise.resolve();
  const page: EventPage = {
    status: response.status,
    events,
    lastEventId: () => lastEventId ?? '',
    ended,
    hears: (name) =>
      vi.waitUntil(() => events.find((event) => event.name === name)?.data, { timeout: 60_000, interval: 10 }),
    close: () => stop.abort(),
  };
  if (isStream) await vi.waitUntil(() => lastEventId !== null, { timeout: 60_000, interval: 10 });
  return page;
}
