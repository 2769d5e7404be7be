import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { createRenderer, processRenderer } from '../../src/reports/render-report.ts';
import { htmlReport } from '../../src/reports/writers/html.ts';
import { CORRUPT_PNGS } from './rules/support/pictures.ts';
import { longTable, report } from './writers/report-fixture.ts';

const renderer = processRenderer();
afterAll(() => renderer.stop());
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('reports written by a thread', () => {
  it('are what the writer writes, whatever the number of rows', async () => {
    const long = report({ sections: [longTable(1_200), ...report().sections] });
    expect(textOf(await renderer.render(long, 'html'))).toBe(htmlReport(long));
  });

  it('are written one after another, each its own', async () => {
    const titles = ['One', 'Two', 'Three'];
    const pages = await Promise.all(titles.map((title) => renderer.render(report({ title }), 'html')));
    expect(pages.map((page) => /<h1[^>]*>(\w+)</.exec(textOf(page))?.[1])).toEqual(titles);
  });

  it('keep the process free: nothing waits long while a large one is written', async () => {
    const large = report({ sections: [longTable(5_000)] });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await renderer.render(large, 'html');
    delay.disable();
    // What a request may wait. Written in this thread, it would be some hundreds.
    expect(delay.percentile(95) / 1e6).toBeLessThan(50);
  });

  it('that are too large are refused with what to ask instead, and the next one is written', async () => {
    const small = createRenderer({ memoryMegabytes: 24, seconds: 60 });
    await expect(small.render(report({ sections: [longTable(60_000)] }), 'html')).rejects.toMatchObject({
      code: 413,
      message: expect.stringContaining('/api/user/figures'),
    });
    await small.stop();
    const hasty = createRenderer({ memoryMegabytes: 512, seconds: 0.001 });
    await expect(hasty.render(report(), 'html')).rejects.toMatchObject({ code: 413 });
    await hasty.stop();
    expect(textOf(await renderer.render(report(), 'html'))).toBe(htmlReport(report()));
  });

  it.each(Object.values(CORRUPT_PNGS))('that end the thread leave those that wait whole', async (base64) => {
    const deadly = report({ logo: { mime: 'image/png', base64 } });
    const after = report({ title: 'After' });
    const [failed, ...written] = await Promise.allSettled([
      renderer.render(deadly, 'pdf'),
      renderer.render(after, 'html'),
      renderer.render(after, 'html'),
    ]);
    expect(failed.status).toBe('rejected');
    expect(written.map((one) => (one.status === 'fulfilled' ? textOf(one.value) : one.reason))).toEqual([
      htmlReport(after),
      htmlReport(after),
    ]);
  });

  it('whose thread ends before it has them are written by another', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker): number => threads.push(thread);
    process.on('worker', note);
    const own = createRenderer();
    await own.render(report(), 'html');
    const [first] = threads;
    const ended = first?.terminate();
    expect(textOf(await own.render(report(), 'html'))).toBe(htmlReport(report()));
    await ended;
    process.off('worker', note);
    expect(threads.length).toBe(2);
    await own.stop();
  });
});
