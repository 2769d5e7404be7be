import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { rebuildIndustry } from '../../src/figures/processing/rebuild-industry.ts';
import { reportHistory } from '../../src/reports/find-recorded-report.ts';
import { reportMaker } from '../../src/reports/report-run.ts';
import { restateDue } from '../../src/reports/restate-reports.ts';
import { sendReports } from '../../src/reports/send-reports.ts';
import { consumeSettled } from '../../src/figures/settled/consume.ts';
import { SETTLED_REACTIONS } from '../../src/service/settled-reactions.ts';
import { waitingEvents } from '../../src/figures/store/settled-events.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { at, process, send, unit } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { reaching, reportWorks } from './sending.ts';

/* Subscriptions are due in the whole installation, so this file has a database of its own. */

let context: OwnContext;
let server: MailServer;
beforeAll(async () => {
  context = await ownContext('2026-04-01T00:20:00Z');
  server = await startMailServer();
});
afterAll(() => server.stop());

const noQueue = { send: async () => {} };

it(
  'a corrected January restates the year to date of later months, and of no year before',
  { timeout: 60_000 },
  async () => {
    const industry = await reportWorks(context, ['ann@year.test'], { is_rain_water_enabled: true }, [
      unit('R', 'FLOW_CATEGORY', { meta: { waterSource: 'rain' } }),
    ]);
    const days = ['2025-12-31', '2026-01-05', '2026-02-05', '2026-03-05'];
    await send(
      context,
      industry,
      days.map((day) => ({ unitId: 'R', createdOn: at(industry, day, 12), value: 10_000 })),
    );
    await process(context, industry, '2025-12-31', '2026-03-31');
    const settle = async (): Promise<void> => {
      for (const event of await waitingEvents(context.database, 500))
        if (event.consumer === 'restatements') await consumeSettled(context, event, SETTLED_REACTIONS);
    };
    await settle();
    const maker = reportMaker(context);
    for (const date of ['2025-12-01', '2026-01-01', '2026-03-01'])
      await sendReports(
        reaching(context, server),
        { ...maker, render: async () => ({ contentType: 'text/plain', content: new Uint8Array() }) },
        industry,
        {
          frequency: 'monthly',
          date: businessDate(date),
          formats: ['csv'],
          emails: [],
          isTest: false,
          requestedBy: null,
        },
      );
    context.clock.set('2026-04-01T09:00:00Z');
    await send(context, industry, [{ unitId: 'R', createdOn: at(industry, '2026-01-05', 12), value: 13_000 }]);
    await rebuildIndustry(context, noQueue, industry.industryId);
    await settle();
    context.clock.set('2026-04-01T10:00:01Z');
    await restateDue(reaching(context, server), maker);
    const reports = await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 10 });
    const changed = reports.map(({ firstDate, restatements }) => [
      firstDate,
      restatements.flatMap(({ changes, places }) => [
        ...places.map(({ unitId }) => unitId),
        ...changes.filter(({ name }) => name.includes('Year to date')).map(({ was, is }) => [was, is]),
      ]),
    ]);
    expect(Object.fromEntries(changed)).toMatchObject({
      '2025-12-01': [],
      '2026-01-01': ['R', [10, 13]],
      '2026-03-01': ['R', [30, 33]],
    });
    const notes = server.received.filter(({ mail }) => mail.subject?.includes('restated') === true);
    expect(notes).toHaveLength(2);
    expect(notes.map(({ mail }) => mail.text?.includes('Changed days: 05 Jan 2026'))).toEqual([true, true]);
  },
);
