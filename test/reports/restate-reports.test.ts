import { describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { rebuildIndustry } from '../../src/figures/processing/rebuild-industry.ts';
import { reportHistory } from '../../src/reports/find-recorded-report.ts';
import type { ReportMaker } from '../../src/reports/make-mail.ts';
import { resendReport } from '../../src/reports/resend-report.ts';
import { restateDue } from '../../src/reports/restate-reports.ts';
import { sendReports, sendRunMail } from '../../src/reports/send-reports.ts';
import { duePeriods } from '../../src/reports/store/restatements.ts';
import { at, process, requireIndustry, send } from '../figures/processing/works.ts';
import { meterMaker, reaching, reportWorks } from './sending.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { plant, sendHours } from './plant.ts';
import { setInUse } from '../../src/industries/change-unit.ts';
import {
  sentWorks,
  settle,
  correct,
  restateAt,
  notesTo,
  restatementsOf,
  DAY,
  noQueue,
  OPERATOR,
  ownWorld,
} from './restated-works.ts';

const world = ownWorld();

describe('a sent report whose day settles with other figures', () => {
  it('is restated once, with old and new values and their cause, an hour after the last change', async () => {
    const industry = await sentWorks(world(), 'ann@restate.test');
    // 24 m³ become 25.2 and then 25.4.
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    await correct(world(), industry, '2026-03-03T09:40:00Z', 4, 1200);
    await restateAt(world(), '2026-03-03T10:30:00Z');
    expect(notesTo(world(), 'ann@restate.test')).toEqual([]);
    expect((await restatementsOf(world(), industry)).map(({ state }) => state)).toEqual(['waiting']);
    await restateAt(world(), '2026-03-03T10:40:00Z');
    await restateAt(world(), '2026-03-03T11:40:00Z');
    const [water, summary, ...more] = notesTo(world(), 'ann@restate.test');
    expect(more).toEqual([]);
    expect(summary).toBeDefined();
    expect(water?.subject).toBe(
      `${industry.industryId}: restated, Report of water: Use is 25.4\u00a0m³, was 24.0\u00a0m³`,
    );
    expect(water?.text).toContain('- Report of water: Use: 25.4\u00a0m³, was 24.0\u00a0m³, +5.8\u00a0%');
    expect(water?.text).toContain('Cause: corrected readings, at Unit A. Changed days: 02 Mar 2026.');
    expect(await restatementsOf(world(), industry)).toEqual([
      {
        state: 'told',
        causes: ['correction'],
        units: ['A'],
        changes: [{ name: 'Report of water: Use', unit: 'm³', was: 24, is: 25.4 }],
      },
    ]);
  });

  it('is restated and sent again in its own language, with the months of that', async () => {
    const { context, server } = world();
    const industry = await sentWorks(world(), 'ann@hindi.test', 'hi');
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt(world(), '2026-03-03T10:00:01Z');
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
    const { context } = world();
    const industry = await sentWorks(world(), 'ann@retired.test');
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
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
    await settle(context, industry);
    await restateAt(world(), '2026-03-03T11:10:00Z');
    expect(notesTo(world(), 'ann@retired.test')[0]?.text).toContain('corrected readings, at Unit A.');
    const retired = await requireIndustry(context, industry.industryId);
    expect((await restatementsOf(world(), retired)).map(({ units }) => units)).toEqual([['A']]);
  });

  it('while it was made is restated, because its figures may have been read before', async () => {
    const { context, server } = world();
    context.clock.set('2026-03-03T00:20:00Z');
    const industry = await reportWorks(context, ['ann@race.test']);
    await process(context, industry, DAY, DAY);
    const maker = meterMaker(context);
    const render: typeof maker.render = async (document, format) => {
      // The figures of the water report have been read by now.
      if (document.service === 'water') await correct(world(), industry, '2026-03-03T00:21:00Z', 3, 2200);
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
    await restateAt(world(), '2026-03-03T01:21:00Z');
    // The summary was made after the change.
    expect(
      notesTo(world(), 'ann@race.test').map(({ subject }) => subject?.includes('Report of water: Use is')),
    ).toEqual([true]);
  });

  it('is left alone when no printed total has changed by more than one per cent, and small changes add up', async () => {
    const industry = await sentWorks(world(), 'ann@small.test');
    // 24 m³ become 24.2, +0.83 %.
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 1200);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    expect(notesTo(world(), 'ann@small.test')).toEqual([]);
    expect(await restatementsOf(world(), industry)).toEqual([]);
    // Then 24.4, +1.7 % of what was printed.
    await correct(world(), industry, '2026-03-03T12:00:00Z', 4, 1200);
    await restateAt(world(), '2026-03-03T13:00:00Z');
    expect(notesTo(world(), 'ann@small.test').map(({ subject }) => subject?.includes('is 24.4'))).toEqual([true, true]);
  });

  it('is restated again when what was told changes again, measured from that', async () => {
    const industry = await sentWorks(world(), 'ann@twice.test');
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    await correct(world(), industry, '2026-03-03T12:00:00Z', 3, 1000);
    await restateAt(world(), '2026-03-03T13:00:00Z');
    const notes = notesTo(world(), 'ann@twice.test').flatMap(({ subject }) =>
      subject?.includes('water') ? [subject] : [],
    );
    expect(notes.map((subject) => subject.slice(subject.indexOf('is ')))).toEqual([
      'is 25.2\u00a0m³, was 24.0\u00a0m³',
      'is 24.0\u00a0m³, was 25.2\u00a0m³',
    ]);
  });

  it('decides for all reports of its day alike', async () => {
    const { context, server } = world();
    const industry = await sentWorks(world(), 'ann@alike.test');
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
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 1200);
    const restate = async (instant: string) => {
      context.clock.set(instant);
      await restateDue(reaching(context, server), { build });
    };
    await restate('2026-03-03T10:00:00Z');
    expect(notesTo(world(), 'ann@alike.test')).toEqual([]);
    // 24.4 of 24 m³ is 1.7 %, 1000.4 of 1000 is nothing by itself.
    await correct(world(), industry, '2026-03-03T12:00:00Z', 4, 1200);
    await restate('2026-03-03T13:00:00Z');
    expect(
      notesTo(world(), 'ann@alike.test')
        .map(({ subject }) => subject?.slice(subject.indexOf('is ')))
        .sort(),
    ).toEqual(['is 1\u202f000.4\u00a0m³, was 1\u202f000.0\u00a0m³', 'is 24.4\u00a0m³, was 24.0\u00a0m³']);
  });

  it('that cannot be made any more holds up no other of its day', async () => {
    const { context, server } = world();
    const industry = await sentWorks(world(), 'ann@broken.test');
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    const maker = meterMaker(context);
    const build: ReportMaker['build'] = async (own, request) => {
      if (request.service === 'summary') throw new Error('It cannot be made.');
      return maker.build(own, request);
    };
    context.clock.set('2026-03-03T10:00:00Z');
    await restateDue(reaching(context, server), { build });
    expect(notesTo(world(), 'ann@broken.test').map(({ subject }) => subject?.includes('Report of water'))).toEqual([
      true,
    ]);
  });

  it('waits while the day is still to be rebuilt', async () => {
    const { context } = world();
    const industry = await sentWorks(world(), 'ann@stale.test');
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    context.clock.set('2026-03-03T09:30:00Z');
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, 5.5), value: 3000 }]);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    expect(notesTo(world(), 'ann@stale.test')).toEqual([]);
    // So that it does not stand before those that can be decided.
    const due = async (instant: string): Promise<number[]> =>
      (await duePeriods(context.database, new Date(instant)))
        .filter(({ industryId }) => industryId === industry.industryId)
        .map(({ restatementKeys }) => restatementKeys.length);
    expect([await due('2026-03-03T10:09:00Z'), await due('2026-03-03T10:10:00Z')]).toEqual([[], [2]]);
  });

  it('is not restated where it was made while its day ran, because it said so', async () => {
    const { context, server } = world();
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
    await settle(context, industry);
    await correct(world(), industry, '2026-03-03T09:00:00Z', 13, 9000);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    expect(notesTo(world(), 'ann@running.test')).toEqual([]);
    expect(await restatementsOf(world(), industry)).toEqual([]);
  });

  it('tells nobody who never got the report', async () => {
    const { context } = world();
    const industry = await sentWorks(world(), 'ann@never.test');
    await context.database.execute("UPDATE reporting.report_mail SET state = 'failed' WHERE industry_key = $1", [
      industry.industryKey,
    ]);
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    expect(notesTo(world(), 'ann@never.test')).toEqual([]);
  });

  it('tells whose report still waits for the mail server', async () => {
    const { context } = world();
    const industry = await sentWorks(world(), 'ann@waits.test');
    await context.database.execute(
      "UPDATE reporting.report_mail SET state = 'queued', due_at = '2026-03-03T11:00:00Z' WHERE industry_key = $1",
      [industry.industryKey],
    );
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    expect(notesTo(world(), 'ann@waits.test').map(({ subject }) => subject?.includes('was 24.0'))).toEqual([
      true,
      true,
    ]);
  });

  it('of another industry is left alone', async () => {
    const [mine, theirs] = [await sentWorks(world(), 'ann@mine.test'), await sentWorks(world(), 'ann@theirs.test')];
    await correct(world(), mine, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    expect([notesTo(world(), 'ann@mine.test').length, notesTo(world(), 'ann@theirs.test').length]).toEqual([2, 0]);
    expect(await restatementsOf(world(), theirs)).toEqual([]);
  });
});

it('a report is restated under other names of its groups and points, as the figures that its recipients know', async () => {
  const { context, server } = world();
  context.clock.set('2026-03-03T00:20:00Z');
  const industry = await plant(context);
  const { industryId } = industry;
  await sendHours(context, industry, [DAY, DAY]);
  await process(context, industry, DAY, DAY);
  await settle(context, industry);
  const maker: ReportMaker = { ...meterMaker(context), build: (of, request) => buildReport(context, of, request) };
  const reports = (['water', 'quality'] as const).map((service) => ({ service, reportType: 'daily' as const }));
  await sendRunMail(reaching(context, server), maker, {
    industry,
    run: { frequency: 'daily', date: DAY, formats: ['csv'], requestedBy: 'op' },
    mail: { mail: 'consumption', reports },
    recipients: ['ann@renamed.test'],
  });
  await plant(context, { industryId, names: { bores: 'Deep wells', lab: 'Outlet' } });
  context.clock.set('2026-03-03T09:00:00Z');
  await send(context, industry, [
    { unitId: 'BORE', createdOn: at(industry, DAY, 3), value: 4000 },
    { unitId: 'LAB', createdOn: at(industry, DAY, 3), value: { pH: 9.9 } },
  ]);
  await rebuildIndustry(context, noQueue, industryId);
  await settle(context, industry);
  context.clock.set('2026-03-03T10:30:00Z');
  await restateDue(reaching(context, server), maker);
  const [note] = notesTo(world(), 'ann@renamed.test');
  expect(note?.text).toContain('- Water: Source, Bores, Volume: at least 27.0\u00a0KL, was at least 24.0\u00a0KL');
  expect(note?.text).toContain('- Water quality: pH, Outfall: 7.60, was 7.50');
});
