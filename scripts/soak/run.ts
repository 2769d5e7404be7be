import { utcDateOf, addDays } from '../../src/kernel/time/business-date.ts';
import { describeMachine } from '../bench/machine.ts';
import type { Leftovers } from '../bench/leftovers.ts';
import { openMailbox } from '../bench/mailbox.ts';
import {
  authorization,
  cookies,
  loginOf,
  categoryOfMeters,
  type MeterReading,
  meterReadings,
  provisionMeters,
  SLOT_MILLISECONDS,
  SLOTS_PER_DAY,
} from '../bench/meters.ts';
import { openScratch } from '../bench/scratch.ts';
import { startServiceProcess } from '../bench/service-process.ts';
import { verifyKept } from './acknowledged.ts';
import { pause } from './asking.ts';
import { startDevices } from './devices.ts';
import { type OverloadFigures, overload } from './overload.ts';
import { runPeople } from './people.ts';
import { Recorder } from './recorder.ts';
import type { SeenInSoak } from './verdict.ts';
import { watch } from './watch.ts';
import type { Context } from '../../src/context.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { loadMeters } from '../bench/bare-load.ts';
import { addBurstRule } from '../bench/burst-rule.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

const INDUSTRY_ID = 'SOAK';
const SOURCES = 100;
/** Kilolitres an hour that only a burst passes. */
const LIMIT = 60;
const RECIPIENTS = 20;

interface Site {
  readonly industry: Industry;
  /** The register of a unit at its newest reading. */
  readonly registerOf: (unitKey: number) => number;
}

/** A site with its history, processed up to yesterday, and a rule whose incidents are mailed. */
async function makeSite(context: Context, units: number, days: number, say: (text: string) => void): Promise<Site> {
  const industry = await provisionMeters(context, INDUSTRY_ID, units, (unitIds) => ({
    ID_SOURCE: categoryOfMeters('SOAK_IN', unitIds.slice(0, SOURCES)),
    ID_CONSUMPTION: categoryOfMeters('SOAK_OUT', unitIds.slice(SOURCES)),
  }));
  const today = utcDateOf(context.clock.now());
  const first = addDays(today, -days);
  for (let day = 0; day < days; day += 1) {
    const date = addDays(first, day);
    say(`${units} units on ${date}`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(date), SLOTS_PER_DAY));
  }
  await processDays(context, wholeRun(industry, first, addDays(today, -1)));
  const start = Date.parse(today);
  const slots = Math.floor((context.clock.now() - start) / SLOT_MILLISECONDS);
  const ofToday = (): Iterable<MeterReading> => meterReadings(industry, start - SLOT_MILLISECONDS, slots + 1);
  const registers = new Map<number, number>();
  for (const { unitKey, register } of ofToday()) registers.set(unitKey, register);
  await loadMeters(context, industry, ofToday);
  await addBurstRule(context, industry, { limit: LIMIT, recipients: RECIPIENTS, domain: 'soak.example' });
  return { industry, registerOf: (unitKey) => registers.get(unitKey) ?? 0 };
}

interface SoakOptions {
  readonly minutes: number;
  readonly units: number;
  readonly people: number;
  /** Readings as a multiple of a reading of each unit every five minutes. */
  readonly load: number;
  readonly days: number;
  readonly isOverloaded: boolean;
}

interface Soaked extends SeenInSoak {
  readonly machine: string;
  readonly devices: Readonly<Record<string, number>>;
  readonly mails: number;
  /** Events that open streams have heard. */
  readonly heard: number;
}

const STREAMS = 15;
const FLOOD_BEFORE_MILLISECONDS = 7 * 3_600_000;

/** The mixed day of a site against one process, on a database of its own. */
export async function soak(
  options: SoakOptions,
  databaseUrl: string | null,
  leftovers: Leftovers,
  say: (text: string) => void,
): Promise<Soaked> {
  const scratch = await openScratch(databaseUrl, leftovers);
  const { context } = scratch;
  const machine = await describeMachine(context.database, databaseUrl === null);
  const site = await makeSite(context, options.units, options.days, say);
  const { industry } = site;
  const mailbox = await openMailbox((close) => leftovers.add(close));
  const service = await startServiceProcess({ ...scratch.environment, ...mailbox.settings }, 'all', leftovers);
  const token = await authorization(service, industry.industryId);
  const cookie = await cookies(service, industry.industryId);
  const recorder = new Recorder();
  const ending = new AbortController();
  const target = { url: service.url, headers: token };
  say(`${options.minutes} minutes of ${options.units} units and ${options.people} people`);
  const began = Date.now();
  const watched = watch(
    service.url,
    databaseUrl === null ? null : context.database,
    () => recorder.phase,
    ending.signal,
  );
  const streams = openStreams(service.url, token, ending.signal);
  const devices = startDevices(recorder, target, industry, { load: options.load, registerOf: site.registerOf });
  const people = runPeople(
    recorder,
    {
      url: service.url,
      token,
      cookie,
      unitIds: [...industry.units.keys()],
      today: utcDateOf(context.clock.now()),
      login: { url: `${service.url}/api/user/login`, init: loginOf(INDUSTRY_ID) },
    },
    options.people,
    ending.signal,
  );
  await pause(options.minutes * 60_000, ending.signal);
  const flooded: OverloadFigures[] = options.isOverloaded
    ? await overload(recorder, target, industry, devices.acknowledged, say)
    : [];
  ending.abort();
  await devices.stop();
  await people;
  const samples = await watched;
  say('asking the database for every acknowledged reading');
  const kept = await verifyKept(context.database, industry, devices.acknowledged, began - FLOOD_BEFORE_MILLISECONDS);
  return {
    isServer: databaseUrl !== null,
    minutes: options.minutes,
    recorder,
    samples,
    kept,
    overload: flooded,
    machine,
    devices: { ...devices.totals() },
    mails: mailbox.arrivals().length,
    heard: (await streams).reduce((sum, events) => sum + events, 0),
  };
}

/** Streams of open pages, until the signal ends them. Each resolves to the number of events it has heard. */
const openStreams = (url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number[]> =>
  Promise.all(
    Array.from({ length: STREAMS }, async () => {
      let events = 0;
      try {
        const stream = await fetch(`${url}/api/user/stream`, { headers, signal });
        for await (const piece of stream.body ?? [])
          events += Buffer.from(piece).toString('utf8').split('event: ').length - 1;
      } catch {
        // The end of the soak cuts the stream.
      }
      return events;
    }),
  );
