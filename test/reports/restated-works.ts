import { afterAll, beforeAll } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { consumeSettled } from '../../src/figures/settled/consume.ts';
import { SETTLED_REACTIONS } from '../../src/service/settled-reactions.ts';
import { rebuildIndustry } from '../../src/figures/processing/rebuild-industry.ts';
import { reportHistory } from '../../src/reports/find-recorded-report.ts';
import { restateDue } from '../../src/reports/restate-reports.ts';
import { sendReports } from '../../src/reports/send-reports.ts';
import { waitingEvents } from '../../src/figures/store/settled-events.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { at, process, send } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { meterMaker, reaching, reportWorks } from './sending.ts';

/** A database of its own, because subscriptions are due in the whole installation, and a mail server. */
interface World {
  readonly context: OwnContext;
  readonly server: MailServer;
}

/** The world of a test file. */
export function ownWorld(): () => World {
  let context: OwnContext;
  let server: MailServer;
  beforeAll(async () => {
    context = await ownContext('2026-03-03T00:20:00Z');
    server = await startMailServer();
  });
  afterAll(() => server.stop());
  return () => ({ context, server });
}

export const OPERATOR = { userId: 'U1', industryId: 'INTERNAL', address: null };
export const DAY = businessDate('2026-03-02');
export const noQueue = { send: async () => {} };

/** The report of a day with 24 m³ is sent to `recipient` at 00:20 of the day after. */
export async function sentWorks(
  { context, server }: World,
  recipient: string,
  language: 'en' | 'hi' = 'en',
): Promise<Industry> {
  context.clock.set('2026-03-03T00:20:00Z');
  const industry = await reportWorks(context, [recipient]);
  await send(
    context,
    industry,
    Array.from({ length: 24 }, (_, hour) => ({ unitId: 'A', createdOn: at(industry, DAY, hour + 0.5), value: 1000 })),
  );
  await process(context, industry, DAY, DAY);
  await settle(context, industry);
  await sendReports(reaching(context, server), meterMaker(context), industry, {
    frequency: 'daily',
    date: DAY,
    formats: ['csv'],
    emails: [],
    isTest: false,
    requestedBy: null,
    language,
  });
  return industry;
}

/** Every waiting event of the industry reaches whoever restates reports. */
export async function settle(context: OwnContext, { industryId }: Industry): Promise<void> {
  for (const event of await waitingEvents(context.database, 500))
    if (event.industryId === industryId && event.consumer === 'restatements')
      await consumeSettled(context, event, SETTLED_REACTIONS);
}

/** The reading of an hour is corrected, and the day settles anew at that instant. */
export async function correct(
  { context }: World,
  industry: Industry,
  instant: string,
  hour: number,
  value: number,
): Promise<void> {
  context.clock.set(instant);
  await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, hour + 0.5), value }]);
  await rebuildIndustry(context, noQueue, industry.industryId);
  await settle(context, industry);
}

export async function restateAt({ context, server }: World, instant: string): Promise<void> {
  context.clock.set(instant);
  await restateDue(reaching(context, server), meterMaker(context));
}
export const notesTo = ({ server }: World, recipient: string) =>
  server.received
    .filter(({ recipients, mail }) => recipients.includes(recipient) && mail.subject?.includes('restated') === true)
    .map(({ mail }) => mail);
export const restatementsOf = async ({ context }: World, industry: Industry) =>
  (await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 10 }))
    .filter(({ mail }) => mail === 'consumption')
    .flatMap(({ restatements }) =>
      restatements.map(({ state, changes, causes, places }) => ({
        state,
        changes,
        causes,
        units: places.map(({ unitId }) => unitId),
      })),
    );
