import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { industryChannel } from '../../../../src/platform/live/rules/web-event.ts';
import { publishWebEvent } from '../../../../src/platform/live/publish.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { type MintedUser, mintUser, PASSWORD } from '../../../service/support/app-fixture.ts';
import { openPage } from '../../../service/support/event-page.ts';
import { type ServiceProcess, startServiceProcess } from '../../../service/support/service-process.ts';
import { databaseEnvironment } from '../../../support/database-environment.ts';
import { openBrowser } from '../../../support/browser.ts';

/* Streams of the service as its users run it, in processes of their own, and what a browser makes of them. */

let context: TestContext;
let user: MintedUser;
let services: ServiceProcess[];
let token: string;
const start = (environment: Record<string, string> = {}) =>
  startServiceProcess({
    ...databaseEnvironment(),
    JWT_SECRET: 'a-secret-for-two-processes-of-one-service',
    CORS_ORIGINS: 'http://page.example',
    ...environment,
  });

beforeAll(async () => {
  context = await testContext(new Date().toISOString());
  user = await mintUser(context);
  services = await Promise.all([start(), start()]);
  const response = await fetch(`${services[0]?.url}/api/user/login`, {
    method: 'POST',
    headers: { username: user.username, password: PASSWORD, LoginType: 'DEFAULT' },
  });
  token = ((await response.json()) as { token: string }).token;
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
});

const addressOf = (service: ServiceProcess | undefined): string => `${service?.url}/api/user/stream?jwt=${token}`;
const publish = (name: string, payload: Record<string, number | string>): Promise<number> =>
  publishWebEvent(context.database, { channel: industryChannel(user.industryId), name, payload }, context.clock.now());

describe('two processes', () => {
  it('hear the same event, and go on from one another', async () => {
    const pages = await Promise.all(services.map((service) => openPage(addressOf(service))));
    await publish('alert', { n: 1 });
    expect(await Promise.all(pages.map((page) => page.hears('alert')))).toEqual([{ n: 1 }, { n: 1 }]);
    for (const page of pages) page.close();
    await publish('alert', { n: 2 });
    const back = await openPage(addressOf(services[1]), { 'Last-Event-ID': pages[0]?.lastEventId() ?? '' });
    expect(await back.hears('alert')).toEqual({ n: 2 });
    back.close();
  });

  it('drop a page that reads nothing while the other goes on, and their memory does not grow with it', async () => {
    const [service] = services;
    const reading = await openPage(addressOf(service));
    const isCut = new Promise<void>((resolve) => {
      // Nothing reads what comes.
      const request = get(addressOf(service), (response) => response.pause());
      request.on('close', () => resolve());
      request.on('error', () => resolve());
      onTestFinished(() => void request.destroy());
    });
    const openStreams = async (): Promise<number> =>
      Number(/^water_open_streams (\d+)$/m.exec(await (await fetch(`${service?.url}/metrics`)).text())?.[1]);
    await expect.poll(openStreams, { timeout: 60_000 }).toBe(2);
    const before = service?.rssMegabytes() ?? 0;
    const text = 'x'.repeat(100_000);
    let cut = false;
    void isCut.then(() => {
      cut = true;
    });
    for (let n = 0; n < 400 && !cut; n += 1) {
      await publish('large', { n, text });
      // Whoever publishes reads, too: a page that falls behind for want of the processor would be dropped as well.
      await vi.waitUntil(() => reading.events.length > n, { timeout: 60_000, interval: 1 });
    }
    await publish('last', {});
    await reading.hears('last');
    expect(await openStreams()).toBe(1);
    expect((service?.rssMegabytes() ?? 0) - before).toBeLessThan(200);
    reading.close();
  });
});

describe('EventSource in a browser', () => {
  it('hears events, comes back by itself after a restart of the service, and misses nothing', async () => {
    let service = await start();
    const { port } = new URL(service.url);
    const browser = await openBrowser();
    onTestFinished(async () => {
      await browser.close();
      await service.stop();
    });
    const page = await browser.newPage();
    await page.route('http://page.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>page</title>' }),
    );
    await page.goto('http://page.example/');
    await page.evaluate((address) => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      const source = new EventSource(address);
      source.addEventListener('alert', (event) => heard.push(String((event as MessageEvent).data)));
      source.addEventListener('open', () => heard.push('open'));
    }, addressOf(service));
    const heard = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    await expect.poll(heard, { timeout: 60_000 }).toEqual(['open']);
    await publish('alert', { n: 1 });
    await expect.poll(heard, { timeout: 60_000 }).toEqual(['open', '{"n":1}']);
    await service.stop();
    await publish('alert', { n: 2 });
    service = await start({ PORT: port });
    await publish('alert', { n: 3 });
    await expect.poll(heard, { timeout: 60_000 }).toEqual(['open', '{"n":1}', 'open', '{"n":2}', '{"n":3}']);
  });
});
