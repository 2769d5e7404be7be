import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { consumeSettled } from '../../src/figures/settled/consume.ts';
import { SETTLED_REACTIONS } from '../../src/service/settled-reactions.ts';
import { rebuildIndustry } from '../../src/figures/processing/rebuild-industry.ts';
import { reportHistory } from '../../src/reports/find-recorded-report.ts';
import type { ReportMaker } from '../../src/reports/make-mail.ts';
import { resendReport } from '../../src/reports/resend-report.ts';
import { restateDue } from '../../src/reports/restate-reports.ts';
import { sendReports } from '../../src/reports/send-reports.ts';
import { duePeriods } from '../../src/reports/store/restatements.ts';
import { waitingEvents } from '../../src/figures/store/settled-events.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { at, process, requireIndustry, send } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { meterMaker, reaching, reportWorks } from './sending.ts';
import { setInUse } from '../../src/industries/change-unit.ts';

/* Subscriptions are due in the whole installation, so this file has a database of its own. */

let context: OwnContext;
let server: MailServer;
beforeAll(async () => {
  context = await ownContext('2026-03-03T00:20:00Z');
  server = await startMailServer();
});
afterAll(() => server.stop());

const OPERATOR = { userId: 'U1', industryId: 'INTERNAL', address: null };
const DAY = businessDate('2026-03-02');
const noQueue = { send: async () => {} };

/** The report of a day with 24 m³ is sent to `recipient` at 00:20 of the day after. */
async function sentWorks(recipient: string, language: 'en' | 'hi' = 'en'): Promise<Industry> {
  context.clock.set('2026-03-03T00:20:00Z');
  const industry = await reportWorks(context, [recipient]);
  await send(
    context,
    industry,
    Array.from({ length: 24 }, (_, hour) => ({ unitId: 'A', createdOn: at(industry, DAY, hour + 0.5), value: 1000 })),
  );
  await process(context, industry, DAY, DAY);
  await settle(industry);
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
async function settle({ industryId }: Industry): Promise<void> {
  for (const event of await waitingEvents(context.database, 500))
    if (event.industryId === industryId && event.consumer === 'restatements')
      await consumeSettled(context, event, SETTLED_REACTIONS);
}

/** The reading of an hour is corrected, and the day settles anew at that instant. */
async function correct(industry: Industry, instant: string, hour: number, value: number): Promise<void> {
  context.clock.set(instant);
  await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, hour + 0.5), value }]);
  await rebuildIndustry(context, noQueue, industry.industryId);
  await settle(industry);
}

async function restateAt(instant: string): Promise<void> {
  context.clock.set(instant);
  await restateDue(reaching(context, server), meterMaker(context));
}
const notesTo = (recipient: string) =>
  server.received
    .filter(({ recipients, mail }) => recipients.includes(recipient) && mail.subject?.includes('restated') === true)
    .map(({ mail }) => mail);
const restatementsOf = async (industry: Industry) =>
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

describe('a sent report whose day settles with other figures', () => {
  it('is restated once, with old and new values and their cause, an hour after the last change', async () => {
    const industry = await sentWorks('ann@restate.test');
    // 24 m³ become 25.2 and then 25.4.
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await correct(industry, '2026-03-03T09:40:00Z', 4, 1200);
    await restateAt('2026-03-03T10:30:00Z');
    expect(notesTo('ann@restate.test')).toEqual([]);
    expect((await restatementsOf(industry)).map(({ state }) => state)).toEqual(['waiting']);
    await restateAt('2026-03-03T10:40:00Z');
    await restateAt('2026-03-03T11:40:00Z');
    const [water, summary, ...more] = notesTo('ann@restate.test');
    expect(more).toEqual([]);
    expect(summary).toBeDefined();
    expect(water?.subject).toBe(
      `${industry.industryId}: restated, Report of water: Use is 25.4\u00a0m³, was 24.0\u00a0m³`,
    );
    expect(water?.text).toContain('- Report of water: Use: 25.4\u00a0m³, was 24.0\u00a0m³, +5.8\u00a0%');
    expect(water?.text).toContain('Cause: corrected readings, at Unit A. Changed days: 02 Mar 2026.');
    expect(await restatementsOf(industry)).toEqual([
      {
        state: 'told',
        causes: ['correction'],
        units: ['A'],
        changes: [{ name: 'Report of water: Use', unit: 'm³', was: 24, is: 25.4 }],
      },
    ]);
  });

  it('is restated and sent again in its own language, with the months of that', async () => {
    const industry = await sentWorks('ann@hindi.test', 'hi');
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt('2026-03-03T10:00:01Z');
    const [sent] = await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 10 });
    if (sent === undefined) throw new Error('It was sent.');
    const again = { reportId: sent.reportId, emails: ['bob@hindi.test'] };
    await resendReport(reaching(context, server), meterMaker(context), industry, again, OPERATOR);
    const textsTo = (address: string) =>
      server.received.flatMap(({ recipients, mail }) => (recipients.includes(address) ? [mail.text ?? ''] : []));
    const note = textsTo('ann@hindi.test').find((text) => text.includes('की जगह ये आँकड़े लें'));
    expect(note).toContain('03 मार्च 2026 00:20');
    const [resent] = textsTo('bob@hindi.test');
    expect(resent).toContain('03 मार्च 2026 10:00');
    expect(resent).toContain('03 मार्च 2026 00:20');
    expect(`${note}${resent}`).not.toMatch(/\bMar\b|correct/);
  });

  it('names the corrected meter also when it has been retired since', async () => {
    const industry = await sentWorks('ann@retired.test');
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await setInUse(
      { ...context, queue: noQueue },
      {
        industryId: industry.industryId,
        unitId: 'A',
        by: { actor: COMMAND, permissions: [] },
        reason: null,
        expected: null,
        dryRun: false,
      },
      false,
    );
    await rebuildIndustry(context, noQueue, industry.industryId);
    await settle(industry);
    await restateAt('2026-03-03T11:10:00Z');
    expect(notesTo('ann@retired.test')[0]?.text).toContain('corrected readings, at Unit A.');
    const retired = await requireIndustry(context, industry.industryId);
    expect((await restatementsOf(retired)).map(({ units }) => units)).toEqual([['A']]);
  });

  it('while it was made is restated, because its figures may have been read before', async () => {
    context.clock.set('2026-03-03T00:20:00Z');
    const industry = await reportWorks(context, ['ann@race.test']);
    await process(context, industry, DAY, DAY);
    const maker = meterMaker(context);
    const render: typeof maker.render = async (document, format) => {
      // The figures of the water report have been read by now.
      if (document.service === 'water') await correct(industry, '2026-03-03T00:21:00Z', 3, 2200);
      return maker.render(document, format);
    };
    await sendReports(reaching(context, server), { ...maker, render }, industry, {
      frequency: 'daily',
      date: DAY,
      formats: ['csv'],
      emails: [],
      isTest: false,
      requestedBy: null,
    });
    await restateAt('2026-03-03T01:21:00Z');
    // The summary was made after the change.
    expect(notesTo('ann@race.test').map(({ subject }) => subject?.includes('Report of water: Use is'))).toEqual([true]);
  });

  it('is left alone when no printed total has changed by more than one per cent, and small changes add up', async () => {
    const industry = await sentWorks('ann@small.test');
    // 24 m³ become 24.2, +0.83 %.
    await correct(industry, '2026-03-03T09:00:00Z', 3, 1200);
    await restateAt('2026-03-03T10:00:00Z');
    expect(notesTo('ann@small.test')).toEqual([]);
    expect(await restatementsOf(industry)).toEqual([]);
    // Then 24.4, +1.7 % of what was printed.
    await correct(industry, '2026-03-03T12:00:00Z', 4, 1200);
    await restateAt('2026-03-03T13:00:00Z');
    expect(notesTo('ann@small.test').map(({ subject }) => subject?.includes('is 24.4'))).toEqual([true, true]);
  });

  it('is restated again when what was told changes again, measured from that', async () => {
    const industry = await sentWorks('ann@twice.test');
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt('2026-03-03T10:00:00Z');
    await correct(industry, '2026-03-03T12:00:00Z', 3, 1000);
    await restateAt('2026-03-03T13:00:00Z');
    const notes = notesTo('ann@twice.test').flatMap(({ subject }) => (subject?.includes('water') ? [subject] : []));
    expect(notes.map((subject) => subject.slice(subject.indexOf('is ')))).toEqual([
      'is 25.2\u00a0m³, was 24.0\u00a0m³',
      'is 24.0\u00a0m³, was 25.2\u00a0m³',
    ]);
  });

  it('is sent again with the figures that hold now, and says so; its first files stay', async () => {
    const industry = await sentWorks('again@works.example');
    const [report] = (await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 10 })).filter(
      ({ mail }) => mail === 'consumption',
    );
    if (report === undefined) throw new Error('It was sent.');
    const maker = meterMaker(context);
    const ask = (emails: readonly string[], by: ReportMaker = maker) =>
      resendReport(reaching(context, server), by, industry, { reportId: report.reportId, emails }, OPERATOR);
    const without = { ...maker, build: () => Promise.reject(new ServiceError(1401, 'It has no units')) };
    const resent = async (by?: ReportMaker) => {
      await ask(['owner@works.example'], by);
      return server.received.findLast(({ recipients }) => recipients.includes('owner@works.example'))?.mail;
    };
    const first = await resent();
    expect(first?.text).toContain('24');
    expect(first?.text).not.toContain('Restated on');
    await correct(industry, '2026-03-03T09:00:00Z', 0, 3000);
    await restateAt('2026-03-03T10:00:01Z');
    const contents = (mail: typeof first) =>
      mail?.attachments.map(({ content }) =>
        typeof content === 'string' ? content : new TextDecoder().decode(content),
      );
    // Its units have gone before anything else was made, so what was sent first is sent again.
    const old = await resent(without);
    expect([old?.text, contents(old)]).toEqual([first?.text, contents(first)]);
    const anew = { contentType: 'text/csv', content: new TextEncoder().encode('of the figures that hold now') };
    const second = await resent({ ...maker, render: () => Promise.resolve(anew) });
    expect(second?.text).toMatch(/Restated on .*10:00.*: these figures replace those that were sent on .*00:20/);
    expect(second?.text).toContain('26');
    expect(second?.attachments).toHaveLength(first?.attachments.length ?? -1);
    const kept = await context.database.execute<{ round: number }>(
      'SELECT DISTINCT f.round FROM reporting.report_file f JOIN reporting.sent_report s USING (report_key) WHERE s.report_id = $1 ORDER BY 1',
      [report.reportId],
    );
    expect(kept).toEqual([{ round: 1 }, { round: 4 }]);
    // Whoever is refused waits for no report.
    const built = maker.built.length;
    await expect(ask([])).rejects.toMatchObject({ code: 400 });
    expect(maker.built).toHaveLength(built);
    // Nobody gets figures again of which recipients were told that they are wrong.
    const third = await resent(without);
    expect([third?.text, contents(third)]).toEqual([second?.text, contents(second)]);
    expect(contents(third)).toEqual(['of the figures that hold now']);
  });

  it('is measured for whoever got it made anew from what he got, and for all others from what they were told', async () => {
    const industry = await sentWorks('ann@base.test');
    const told = (recipient: string) =>
      notesTo(recipient).flatMap(({ subject }) =>
        subject?.includes('water') === true ? [subject.slice(subject.indexOf('is ')).replaceAll('\u00a0', ' ')] : [],
      );
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt('2026-03-03T10:00:00Z');
    // 25.2 m³ become 25.4, +0.8 %, which bob gets.
    await correct(industry, '2026-03-03T11:00:00Z', 4, 1200);
    await restateAt('2026-03-03T12:00:00Z');
    const water = (await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 10 })).find(
      ({ mail }) => mail === 'consumption',
    );
    const bob = { reportId: water?.reportId ?? '', emails: ['bob@base.test'] };
    await resendReport(reaching(context, server), meterMaker(context), industry, bob, OPERATOR);
    // 25.4 become 25.6: 1.6 % more than ann knows, 0.8 % more than bob does. All who read it then know the same.
    await correct(industry, '2026-03-03T13:00:00Z', 5, 1200);
    await restateAt('2026-03-03T14:00:00Z');
    expect(told('ann@base.test')).toEqual(['is 25.2 m³, was 24.0 m³', 'is 25.6 m³, was 25.2 m³']);
    expect(told('bob@base.test')).toEqual(['is 25.6 m³, was 25.4 m³']);
    expect(notesTo('bob@base.test')[0]?.text).toMatch(/instead of those sent on .*12:00/);
  });

  it('decides for all reports of its day alike', async () => {
    const industry = await sentWorks('ann@alike.test');
    const maker = meterMaker(context);
    // The summary adds a reservoir, so the same water is less of it.
    const build: ReportMaker['build'] = async (own, request) => {
      const made = await maker.build(own, request);
      const [use] = made.headlines;
      if (request.service !== 'summary' || use === undefined || use.value.kind !== 'quantity') return made;
      const value = { ...use.value, value: (use.value.value ?? 0) + 976 };
      return { ...made, headlines: [{ ...use, value }] };
    };
    await context.database.execute(
      `UPDATE reporting.sent_report SET figures = jsonb_set(figures, '{0,value}', '1000') WHERE industry_key = $1 AND mail = 'summary'`,
      [industry.industryKey],
    );
    await correct(industry, '2026-03-03T09:00:00Z', 3, 1200);
    const restate = async (instant: string) => {
      context.clock.set(instant);
      await restateDue(reaching(context, server), { build });
    };
    await restate('2026-03-03T10:00:00Z');
    expect(notesTo('ann@alike.test')).toEqual([]);
    // 24.4 of 24 m³ is 1.7 %, 1000.4 of 1000 is nothing by itself.
    await correct(industry, '2026-03-03T12:00:00Z', 4, 1200);
    await restate('2026-03-03T13:00:00Z');
    expect(
      notesTo('ann@alike.test')
        .map(({ subject }) => subject?.slice(subject.indexOf('is ')))
        .sort(),
    ).toEqual(['is 1\u202f000.4\u00a0m³, was 1\u202f000.0\u00a0m³', 'is 24.4\u00a0m³, was 24.0\u00a0m³']);
  });

  it('that cannot be made any more holds up no other of its day', async () => {
    const industry = await sentWorks('ann@broken.test');
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    const maker = meterMaker(context);
    const build: ReportMaker['build'] = async (own, request) => {
      if (request.service === 'summary') throw new Error('It cannot be made.');
      return maker.build(own, request);
    };
    context.clock.set('2026-03-03T10:00:00Z');
    await restateDue(reaching(context, server), { build });
    expect(notesTo('ann@broken.test').map(({ subject }) => subject?.includes('Report of water'))).toEqual([true]);
  });

  it('whose note is lost is sent again, made anew, to whoever has not got the note', async () => {
    const industry = await sentWorks('ann@note.test');
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt('2026-03-03T10:00:00Z');
    await context.database.execute(
      "UPDATE reporting.report_mail SET state = 'unconfirmed' WHERE industry_key = $1 AND purpose = 'restatement'",
      [industry.industryKey],
    );
    const [report] = await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 1 });
    const again = { reportId: report?.reportId ?? '', emails: [] };
    const sent = await resendReport(reaching(context, server), meterMaker(context), industry, again, OPERATOR);
    expect(sent.map(({ recipient, state, round }) => [recipient, state, round])).toEqual([
      ['ann@note.test', 'sent', 2],
    ]);
    await expect(
      resendReport(reaching(context, server), meterMaker(context), industry, again, OPERATOR),
    ).rejects.toMatchObject({ code: 400 });
  });

  it('waits while the day is still to be rebuilt', async () => {
    const industry = await sentWorks('ann@stale.test');
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    context.clock.set('2026-03-03T09:30:00Z');
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, 5.5), value: 3000 }]);
    await restateAt('2026-03-03T10:00:00Z');
    expect(notesTo('ann@stale.test')).toEqual([]);
    // So that it does not stand before those that can be decided.
    const due = async (instant: string): Promise<number[]> =>
      (await duePeriods(context.database, new Date(instant)))
        .filter(({ industryId }) => industryId === industry.industryId)
        .map(({ restatementKeys }) => restatementKeys.length);
    expect([await due('2026-03-03T10:09:00Z'), await due('2026-03-03T10:10:00Z')]).toEqual([[], [2]]);
  });

  it('is not restated where it was made while its day ran, because it said so', async () => {
    context.clock.set('2026-03-02T12:00:00Z');
    const industry = await reportWorks(context, ['ann@running.test']);
    const morning = Array.from({ length: 12 }, (_, hour) => ({
      unitId: 'A',
      createdOn: at(industry, DAY, hour + 0.5),
      value: 1000,
    }));
    await send(context, industry, morning);
    await sendReports(reaching(context, server), meterMaker(context), industry, {
      frequency: 'daily',
      date: DAY,
      formats: ['csv'],
      emails: [],
      isTest: false,
      requestedBy: 'op',
    });
    context.clock.set('2026-03-03T00:20:00Z');
    await process(context, industry, DAY, DAY);
    await settle(industry);
    await correct(industry, '2026-03-03T09:00:00Z', 13, 9000);
    await restateAt('2026-03-03T10:00:00Z');
    expect(notesTo('ann@running.test')).toEqual([]);
    expect(await restatementsOf(industry)).toEqual([]);
  });

  it('tells nobody who never got the report', async () => {
    const industry = await sentWorks('ann@never.test');
    await context.database.execute("UPDATE reporting.report_mail SET state = 'failed' WHERE industry_key = $1", [
      industry.industryKey,
    ]);
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt('2026-03-03T10:00:00Z');
    expect(notesTo('ann@never.test')).toEqual([]);
  });

  it('tells whose report still waits for the mail server', async () => {
    const industry = await sentWorks('ann@waits.test');
    await context.database.execute(
      "UPDATE reporting.report_mail SET state = 'queued', due_at = '2026-03-03T11:00:00Z' WHERE industry_key = $1",
      [industry.industryKey],
    );
    await correct(industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt('2026-03-03T10:00:00Z');
    expect(notesTo('ann@waits.test').map(({ subject }) => subject?.includes('was 24.0'))).toEqual([true, true]);
  });

  it('of another industry is left alone', async () => {
    const [mine, theirs] = [await sentWorks('ann@mine.test'), await sentWorks('ann@theirs.test')];
    await correct(mine, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt('2026-03-03T10:00:00Z');
    expect([notesTo('ann@mine.test').length, notesTo('ann@theirs.test').length]).toEqual([2, 0]);
    expect(await restatementsOf(theirs)).toEqual([]);
  });
});
