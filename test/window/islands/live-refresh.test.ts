import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  follower,
  type Freshness,
  type StreamEvents,
  type LookResult,
} from '../../../src/window/islands/live-refresh.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose streams and looks the test answers. */
function openPage() {
  const streams: (StreamEvents & { isClosed: boolean })[] = [];
  const told: Freshness[] = [];
  const page = { looks: 0, answer: 'read' as LookResult, meanwhile: () => {} };
  const { start, stop } = follower({
    open: (heard) => {
      const stream = { ...heard, isClosed: false };
      streams.push(stream);
      return {
        close: () => {
          stream.isClosed = true;
        },
      };
    },
    look: async () => {
      page.looks += 1;
      page.meanwhile();
      return page.answer;
    },
    tell: (freshness) => told.push(freshness),
  });
  const newest = () => {
    const stream = streams.at(-1);
    if (stream === undefined) throw new Error('No stream was opened.');
    return stream;
  };
  return { page, streams, newest, start, stop, told: () => told.at(-1) };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A page whose stream is open. */
function livePage() {
  const opened = openPage();
  opened.start(true);
  opened.newest().opened();
  return opened;
}

describe('a page that is open', () => {
  it('is live from the moment its stream is open, and is not asked for again because of that', async () => {
    const { page, told } = livePage();
    await pass(MINUTE);
    expect([told(), page.looks]).toEqual(['live', 0]);
  });

  it('is asked for once after a burst of events, and again after the next', async () => {
    const { page, newest } = livePage();
    for (let event = 0; event < 20; event += 1) newest().happened();
    await pass(1000);
    expect(page.looks).toBe(1);
    newest().happened();
    await pass(1000);
    expect(page.looks).toBe(2);
  });

  it('follows at once what happens now and then, and every five seconds what happens all the time', async () => {
    const { page, newest } = livePage();
    for (let minute = 1; minute <= 3; minute += 1) {
      newest().happened();
      await pass(150);
      expect(page.looks).toBe(minute);
      await pass(MINUTE);
    }
    for (let second = 0; second < 300; second += 1) {
      newest().happened();
      await pass(1000);
    }
    // Ten that were ready, and one in five seconds.
    expect(page.looks - 3).toBeGreaterThanOrEqual(60);
    expect(page.looks - 3).toBeLessThanOrEqual(10 + 60);
  });

  it('is asked for when its stream comes back, because not all that happened is told afterwards', async () => {
    const { page, newest, told } = livePage();
    newest().failed(false);
    expect(told()).toBe('paused');
    newest().opened();
    await pass(1000);
    expect([told(), page.looks]).toEqual(['live', 1]);
  });
});

describe('a stream that is refused', () => {
  it('is tried after 5 s, 10 s, 20 s, and at last every five minutes', async () => {
    const { streams, newest, start, told } = openPage();
    start(true);
    const waits: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      const [began, tries] = [performance.now(), streams.length];
      newest().failed(true);
      expect(told()).toBe('paused');
      while (streams.length === tries) await pass(500);
      waits.push(Math.floor((performance.now() - began) / 1000));
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('is tried after 5 s again once it was open', async () => {
    const { streams, newest, start } = openPage();
    start(true);
    newest().failed(true);
    await pass(6000);
    newest().opened();
    newest().failed(true);
    await pass(6000);
    expect(streams).toHaveLength(3);
  });
});

describe('a page that cannot be read', () => {
  it('is not called live though its stream is open, and is asked for ever more seldom, whatever happens', async () => {
    const { page, newest, told } = livePage();
    page.answer = 'failed';
    for (let second = 0; second < 3600; second += 1) {
      newest().happened();
      await pass(1000);
    }
    expect(told()).toBe('paused');
    // 1, after 5, 10, 20, 40, 80 and 160 s, then every 300 s.
    expect(page.looks).toBe(7 + Math.floor((3600 - 315) / 300));
    page.answer = 'read';
    await pass(5 * MINUTE + 1000);
    expect(told()).toBe('live');
  });
});

describe('a page whose session is over', () => {
  it('says so and asks for nothing more', async () => {
    const { page, streams, newest, told } = livePage();
    page.answer = 'over';
    newest().failed(true);
    await pass(6000);
    expect(told()).toBe('over');
    await pass(24 * 60 * MINUTE);
    expect([streams.length, page.looks]).toEqual([1, 1]);
  });

  it('closes a stream that is still open, whatever it told meanwhile', async () => {
    const { page, newest } = livePage();
    page.answer = 'over';
    page.meanwhile = () => newest().happened();
    newest().happened();
    await pass(MINUTE);
    expect([newest().isClosed, page.looks]).toEqual([true, 1]);
  });

  it('is live again when somebody has logged in and comes back to it', async () => {
    const { page, streams, newest, start, stop, told } = livePage();
    page.answer = 'over';
    newest().happened();
    await pass(1000);
    stop();
    start(false);
    await pass(1000);
    expect([told(), streams.length]).toEqual(['over', 1]);
    page.answer = 'read';
    stop();
    start(false);
    await pass(1000);
    newest().opened();
    expect([told(), streams.length]).toEqual(['live', 2]);
  });
});

describe('a page that nobody sees', () => {
  it('holds no stream and asks for nothing', async () => {
    const { page, streams, newest, stop } = livePage();
    newest().happened();
    stop();
    await pass(60 * MINUTE);
    expect([newest().isClosed, streams.length, page.looks]).toEqual([true, 1, 0]);
  });

  it('tries no stream that was refused before', async () => {
    const { page, streams, newest, stop } = livePage();
    newest().failed(true);
    stop();
    await pass(60 * MINUTE);
    expect([streams.length, page.looks]).toEqual([1, 0]);
  });

  it('follows and is read once when it is seen again', async () => {
    const { page, streams, newest, start, stop, told } = livePage();
    stop();
    await pass(MINUTE);
    start(false);
    newest().opened();
    await pass(MINUTE);
    expect([told(), streams.length, page.looks]).toEqual(['live', 2, 1]);
  });
});
