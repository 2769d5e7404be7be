import { PROCESS_INDUSTRY_QUEUE } from '../../src/figures/jobs/process-industry.ts';
import { MORNING_MAIL_QUEUE } from '../../src/alerts/morning-mail.ts';
import { EVALUATE_QUEUE } from '../../src/alerts/enqueue-evaluation.ts';
import type { Context } from '../../src/context.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { addDays } from '../../src/kernel/time/business-date.ts';
import { businessDateOf, dayWindow } from '../../src/kernel/time/business-clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time/durations.ts';
import { SEND_REPORTS_QUEUE } from '../../src/reports/run-scheduled-reports.ts';
import { SCHEDULES } from '../../src/service/schedules.ts';
import { createStoredTeller } from '../../src/service/settled-reactions.ts';
import { requireIndustry } from '../support/industry.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
import { processorMeter } from '../support/processor-time.ts';
import { type Cost, Simulation } from './simulation.ts';
import { addRules, idOf, makeIndustry, sendReadings } from './site.ts';

interface ScaleOptions {
  readonly industries: number;
  readonly units: number;
  /** Time zones over which the industries are spread, 30 at most. */
  readonly zones: number;
  /** Days before the running one. */
  readonly history: number;
  /** Sites of one zone whose morning is run. */
  readonly mornings: number;
}

/** Costs of one part of a day, by the name of the job. */
export interface Part {
  readonly name: string;
  readonly sites: number;
  readonly costs: ReadonlyMap<string, Cost>;
  /** Most jobs that waited at once. pg-boss has a row for each. */
  readonly jobsWaiting: number;
  /** Resident memory of this process, and size of the database, at the end of the part. */
  readonly processMegabytes: number;
  readonly databaseMegabytes: number;
}

const START = Date.parse('2026-01-14T12:00:00Z');
/** Of the sites that send every five minutes, the share that sends in a minute. */
const SENDING_SHARE = 0.2;
const QUIET_MINUTES = 3;
const BYTES_PER_MEGABYTE = 1e6;
const EVERY_MINUTE = SCHEDULES.filter(({ cron }) => cron === '* * * * *').map(({ job }) => job);

/** Days of the past, with their readings and figures, as if nobody had looked at them yet. */
async function liveThrough(context: Context, index: number, days: number, until: number): Promise<void> {
  const onStaleDays = (): Promise<void> => Promise.resolve();
  const industry = await requireIndustry(context, idOf(index));
  const today = businessDateOf(industry.clock, until);
  const first = addDays(today, -days);
  await sendReadings(context, index, [dayWindow(industry.clock, first).startEpochMs, until], { onStaleDays });
  await processDays(context, wholeRun(industry, first, addDays(today, -1)));
}

/** Lives through two kinds of minutes and a morning of an installation, and tells what each has cost. */
export async function runScale(
  opened: Context,
  { industries, units, zones, history, mornings }: ScaleOptions,
  isServer: boolean,
  { say, tell }: { readonly say: (text: string) => void; readonly tell: (part: Part) => void },
): Promise<void> {
  const simulation = new Simulation(opened, processorMeter(opened.database, isServer), START);
  const { context, queue } = simulation;
  const sites = Array.from({ length: industries }, (_, index) => index);
  const store = createStoredTeller(context, queue);
  const onStaleDays = (): Promise<void> => Promise.resolve();
  const part = async (name: string, count: number): Promise<void> => {
    const [size] = await opened.database.execute<{ megabytes: number }>(
      'SELECT (pg_database_size(current_database()) / 1e6)::float8 AS megabytes',
    );
    tell({
      name,
      sites: count,
      costs: simulation.takeCosts(),
      jobsWaiting: queue.takeMost(),
      processMegabytes: process.memoryUsage.rss() / BYTES_PER_MEGABYTE,
      databaseMegabytes: size?.megabytes ?? Number.NaN,
    });
  };
  const startOfDay = async (index: number): Promise<number> => {
    const { clock } = await requireIndustry(context, idOf(index));
    return dayWindow(clock, businessDateOf(clock, START)).startEpochMs;
  };

  say(`${industries} industries of ${units} units`);
  await simulation.measure('provision', industries, async () => {
    for (const index of sites) await makeIndustry(context, index, { units, zones });
  });
  await simulation.measure('alert rules', industries, async () => {
    for (const index of sites) await addRules(context, await requireIndustry(context, idOf(index)));
  });
  if (history > 0)
    await simulation.measure('history and its figures', industries, async () => {
      for (const index of sites) await liveThrough(context, index, history, await startOfDay(index));
    });
  let readings = 0;
  await simulation.measure('readings of the running day', industries, async () => {
    for (const index of sites)
      readings += await sendReadings(context, index, [await startOfDay(index), START], { onStaleDays });
  });
  say(`${readings} readings`);
  await context.database.execute('ANALYZE');
  await part('setting up', industries);

  const minute = async (): Promise<void> => {
    simulation.now += MINUTE_MS;
    for (const job of EVERY_MINUTE) await simulation.run(job);
    await simulation.drain();
  };
  await minute();
  await part('the first minute, in which every rule looks for the first time', industries);
  for (let quiet = 0; quiet < QUIET_MINUTES; quiet += 1) await minute();
  await part(`${QUIET_MINUTES} minutes without news`, industries);

  const senders = sites.slice(0, Math.ceil(industries * SENDING_SHARE));
  await simulation.measure('ingest', senders.length, async () => {
    for (const index of senders)
      await sendReadings(context, index, [START, START + 1], { onStaleDays, onStored: store });
    while (queue.lengthOf(EVALUATE_QUEUE) < senders.length) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await minute();
  await part('a minute in which a fifth has sent', industries);

  const waking = sites.filter((index) => index % zones === 0).slice(0, mornings);
  const { clock } = await requireIndustry(context, idOf(0));
  const { endEpochMs } = dayWindow(clock, businessDateOf(clock, START));
  simulation.now = endEpochMs - 1;
  for (const index of waking) await sendReadings(context, index, [START + 1, endEpochMs], { onStaleDays });
  const at = async (minutes: number, name: string, payloads: (industryId: string) => object): Promise<void> => {
    simulation.now = endEpochMs + minutes * MINUTE_MS;
    for (const index of waking) await queue.send(name, payloads(idOf(index)), { singletonKey: `${name} ${index}` });
    await simulation.drain();
  };
  await at(3, PROCESS_INDUSTRY_QUEUE, (industryId) => ({ industryId }));
  for (const name of ['refresh-due-rollups', 'compute-insights']) {
    const job = EVERY_MINUTE.find((one) => one.name === name);
    simulation.now = endEpochMs + 14 * MINUTE_MS;
    if (job !== undefined) await simulation.run(job);
  }
  await at(15, SEND_REPORTS_QUEUE, (industryId) => ({ industryId, frequency: 'daily' }));
  await at(20, MORNING_MAIL_QUEUE, (industryId) => ({ industryId }));
  simulation.now += HOUR_MS;
  await simulation.drain();
  await part(`a morning, ${simulation.mails} mails`, waking.length);
}
