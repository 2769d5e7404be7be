import type { Context } from '../../src/context.ts';
import { addDays, utcDateOf } from '../../src/kernel/time/business-date.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { SETTLE_MILLISECONDS } from '../../src/window/islands/live-refresh.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { loadMeters } from './bare-load.ts';
import { type Line, valueLine } from './lines.ts';
import { medianRun, secondsOf, shownFigure } from './measure.ts';
import {
  authorization,
  categoryOfMeters,
  cookies,
  cookiesOf,
  DAY_MILLISECONDS,
  meterReadings,
  provisionMeters,
  SLOT_MILLISECONDS,
  SLOTS_PER_DAY,
} from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import type { ServiceProcess } from './service-process.ts';
import { addOperator } from '../demo/operator.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

const LOOKS = 9;
const SENT = 5;
const WEEK_DAYS = 7;
const YEAR_DAYS = 365;
const WIDE_POINTS = 2880;

/** Waits of people who open Today with very many units, the readings of a unit's year, or Health. */
export const pagesRow: BenchRow = {
  name: 'pages',
  // The limits are for these sizes, so the default share is the whole.
  shareByDefault: 1,
  run: async ({ context, share, startService, say }) => {
    const units = atShare(share, 1000);
    const plant = await provisionMeters(context, 'BENCH_TODAY', units, (unitIds) => ({
      ID_SOURCE: categoryOfMeters('BENCH_IN', unitIds.slice(0, units / 2)),
      ID_CONSUMPTION: categoryOfMeters('BENCH_OUT', unitIds.slice(units / 2)),
    }));
    await loadDays(context, plant, say);
    const meter = await provisionMeters(context, 'BENCH_ZOOM', 1);
    const begun = Math.floor(context.clock.now() / SLOT_MILLISECONDS) - YEAR_DAYS * SLOTS_PER_DAY;
    say('a year of one unit');
    await loadMeters(context, meter, () => meterReadings(meter, begun * SLOT_MILLISECONDS, YEAR_DAYS * SLOTS_PER_DAY));
    const operator = await addOperator(context);
    if (operator === null) throw new Error('The database of the bench has operators already');
    const service = await startService('api');
    return [
      await looked(
        service,
        await cookies(service, plant.industryId),
        '/app/today',
        `Today, ${shownFigure(units)} units, the running day`,
        2000,
      ),
      await firstBytes(service, plant),
      await heard(service, plant),
      await looked(
        service,
        await cookies(service, meter.industryId),
        yearOf(meter, begun * SLOT_MILLISECONDS),
        yearText,
        1000,
      ),
      await looked(
        service,
        await cookiesOf(service, operator),
        '/app/operations/health',
        'Health, for operators',
        1000,
      ),
    ];
  },
};

const yearText = `a year of one unit's readings (${shownFigure(YEAR_DAYS * SLOTS_PER_DAY)}), thinned for a chart`;

/** Loads the days that a page of the running day compares. The last ones are processed, the running one is not. */
async function loadDays(context: Context, plant: Industry, say: (text: string) => void): Promise<void> {
  const today = utcDateOf(context.clock.now());
  for (const date of [addDays(today, -WEEK_DAYS), addDays(today, -1)]) {
    say(`${plant.units.size} units on ${date}`);
    await loadMeters(context, plant, () => meterReadings(plant, Date.parse(date), SLOTS_PER_DAY));
    await processDays(context, wholeRun(plant, date, date));
  }
  const start = Date.parse(today);
  const slots = Math.ceil(((context.clock.now() - start) % DAY_MILLISECONDS) / SLOT_MILLISECONDS);
  await loadMeters(context, plant, () => meterReadings(plant, start, slots));
}

function yearOf({ units }: Industry, fromEpochMs: number): string {
  const [unitId = ''] = units.keys();
  const query = new URLSearchParams({
    unitId,
    from: new Date(fromEpochMs).toISOString(),
    to: new Date(fromEpochMs + YEAR_DAYS * DAY_MILLISECONDS).toISOString(),
    points: String(WIDE_POINTS),
    measure: 'register',
  });
  return `/app/api/user/readings/thinned?${query}`;
}

/**
 * Seconds from sending a reading until Today shows it: the event is told, an open page settles, and the page is made
 * again.
 */
async function heard(service: ServiceProcess, plant: Industry): Promise<Line> {
  const [reader, sender] = [
    await cookies(service, plant.industryId),
    await authorization(service, plant.industryId),
  ] as const;
  const [unitId = ''] = plant.units.keys();
  const stream = await fetch(`${service.url}/app/api/user/stream`, { headers: reader });
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!stream.ok || events === undefined) throw new Error(`The stream was answered ${stream.status}`);
  const seconds: number[] = [];
  for (let time = 1; time <= SENT; time += 1) {
    const slot = Math.floor(Date.now() / SLOT_MILLISECONDS) - time;
    const createdOn = new Date(slot * SLOT_MILLISECONDS).toISOString();
    const send = async (): Promise<void> => {
      const sent = await fetch(`${service.url}/api/external/readings`, {
        method: 'POST',
        headers: { ...sender, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: [{ unitId, createdOn, value: 1_000_000 + time }] }),
      });
      if (!sent.ok) throw new Error(`The reading was answered ${sent.status} ${await sent.text()}`);
      for (let told = ''; !told.includes('event: reading');) {
        const { value, done } = await events.read();
        if (done) throw new Error('The stream ended before the reading was told');
        told += value;
      }
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLISECONDS));
      await (await fetch(`${service.url}/app/today`, { headers: reader })).text();
    };
    seconds.push(await secondsOf(send));
    // Events come once a second at most.
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  await events.cancel();
  const milliseconds = medianRun(seconds) * 1000;
  return valueLine(
    {
      what: `a reading sent until Today of ${shownFigure(plant.units.size)} units has it`,
      measured: `${shownFigure(milliseconds)} ms`,
      against: `longest ${shownFigure(Math.max(...seconds) * 1000)} ms`,
    },
    milliseconds,
    { atMost: 2000 },
    'ms',
  );
}

/** Wait for the first bytes of Today, with which a browser loads style and letters. */
async function firstBytes(service: ServiceProcess, plant: Industry): Promise<Line> {
  const headers = await cookies(service, plant.industryId);
  const seconds: number[] = [];
  for (let time = 0; time < LOOKS; time += 1) {
    const asked = performance.now();
    const reader = (await fetch(`${service.url}/app/today`, { headers, redirect: 'manual' })).body?.getReader();
    await reader?.read();
    seconds.push((performance.now() - asked) / 1000);
    // The next look must not wait for the content of this one.
    while ((await reader?.read())?.done === false);
  }
  const milliseconds = medianRun(seconds) * 1000;
  const what = `first bytes of Today, ${shownFigure(plant.units.size)} units`;
  return valueLine(
    {
      what,
      measured: `${shownFigure(milliseconds)} ms`,
      against: `longest ${shownFigure(Math.max(...seconds) * 1000)} ms`,
    },
    milliseconds,
    { atMost: 300 },
    'ms',
  );
}

/** Requests of one address of the pages, one after the other, by a browser that is logged in. */
async function looked(
  service: ServiceProcess,
  headers: Record<string, string>,
  path: string,
  what: string,
  mostMilliseconds: number,
): Promise<Line> {
  const look = async (): Promise<void> => {
    const answer = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status} ${text.slice(0, 300)}`);
  };
  const first = await secondsOf(look);
  const before = await service.cpuSeconds();
  const seconds: number[] = [];
  for (let time = 0; time < LOOKS; time += 1) seconds.push(await secondsOf(look));
  const after = await service.cpuSeconds();
  const milliseconds = medianRun(seconds) * 1000;
  const used =
    before === null || after === null ? '' : `, processor ${shownFigure(((after - before) / LOOKS) * 1000)} ms`;
  return valueLine(
    { what, measured: `${shownFigure(milliseconds)} ms`, against: `first ${shownFigure(first * 1000)} ms${used}` },
    milliseconds,
    { atMost: mostMilliseconds },
    'ms',
  );
}
