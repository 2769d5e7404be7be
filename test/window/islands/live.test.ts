import { afterEach, expect, it, vi } from 'vitest';

/* The module of open pages, with a document that has one live part. */

/** By a name that the compiler does not follow, because tests know no document. */
const MODULE: string = '../../../src/window/islands/live.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('is live after an answer with content, and not after a page in pieces whose content failed, whatever its status', async () => {
  vi.useFakeTimers();
  const place = { id: 'part', innerHTML: 'as it was', contains: () => false, dispatchEvent: () => true };
  const line = { className: '', textContent: '', dataset: {}, append: () => {} };
  const streams: Map<string, () => void>[] = [];
  let answer = '';
  const page = { ok: true, redirected: false, url: 'https://service/app/today', text: async () => answer };
  const fresh = { title: '', querySelector: () => null, getElementById: () => null };
  vi.stubGlobal('document', {
    hidden: false,
    activeElement: null,
    querySelectorAll: () => [place],
    querySelector: () => null,
    getElementById: (id: string) => (id === 'freshness' ? line : null),
    addEventListener: () => {},
  });
  vi.stubGlobal('location', { href: page.url });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('fetch', async () => page);
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = () => fresh;
    },
  );
  vi.stubGlobal(
    'EventSource',
    class {
      static CLOSED = 2;
      heard = new Map<string, () => void>();
      constructor() {
        streams.push(this.heard);
      }
      addEventListener(kind: string, listener: () => void): void {
        this.heard.set(kind, listener);
      }
      close(): void {}
    },
  );
  await import(MODULE);
  const afterEvent = async (text: string): Promise<string> => {
    answer = text;
    streams.at(-1)?.get('figures')?.();
    await vi.advanceTimersByTimeAsync(10_000);
    return line.className;
  };
  streams[0]?.get('open')?.();
  expect(await afterEvent('<main>as it is</main>')).toBe('live');
  // The service's marks and words: test/window/page-in-pieces.test.ts.
  expect(await afterEvent('<main><!--failed-->The database is not available at the moment.</main>')).toBe('paused');
  answer = '<main>as it is</main>';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(line.className).toBe('live');
});
