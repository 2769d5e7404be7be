import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/kernel/errors.ts';
import { reportHistory } from '../../src/reports/find-recorded-report.ts';
import type { ReportMaker } from '../../src/reports/make-mail.ts';
import { resendReport } from '../../src/reports/resend-report.ts';
import { meterMaker, reaching } from './sending.ts';
import { sentWorks, correct, restateAt, notesTo, OPERATOR, ownWorld } from './restated-works.ts';

const world = ownWorld();

describe('a report that was restated', () => {
  it('is sent again with the figures that hold now, and says so; its first files stay', async () => {
    const { context, server } = world();
    const industry = await sentWorks(world(), 'again@works.example');
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
    await correct(world(), industry, '2026-03-03T09:00:00Z', 0, 3000);
    await restateAt(world(), '2026-03-03T10:00:01Z');
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
    const { context, server } = world();
    const industry = await sentWorks(world(), 'ann@base.test');
    const told = (recipient: string) =>
      notesTo(world(), recipient).flatMap(({ subject }) =>
        subject?.includes('water') === true ? [subject.slice(subject.indexOf('is ')).replaceAll('\u00a0', ' ')] : [],
      );
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt(world(), '2026-03-03T10:00:00Z');
    // 25.2 m³ become 25.4, +0.8 %, which bob gets.
    await correct(world(), industry, '2026-03-03T11:00:00Z', 4, 1200);
    await restateAt(world(), '2026-03-03T12:00:00Z');
    const water = (await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 10 })).find(
      ({ mail }) => mail === 'consumption',
    );
    const bob = { reportId: water?.reportId ?? '', emails: ['bob@base.test'] };
    await resendReport(reaching(context, server), meterMaker(context), industry, bob, OPERATOR);
    // 25.4 become 25.6: 1.6 % more than ann knows, 0.8 % more than bob does. All who read it then know the same.
    await correct(world(), industry, '2026-03-03T13:00:00Z', 5, 1200);
    await restateAt(world(), '2026-03-03T14:00:00Z');
    expect(told('ann@base.test')).toEqual(['is 25.2 m³, was 24.0 m³', 'is 25.6 m³, was 25.2 m³']);
    expect(told('bob@base.test')).toEqual(['is 25.6 m³, was 25.4 m³']);
    expect(notesTo(world(), 'bob@base.test')[0]?.text).toMatch(/instead of those sent on .*12:00/);
  });

  it('whose note is lost is sent again, made anew, to whoever has not got the note', async () => {
    const { context, server } = world();
    const industry = await sentWorks(world(), 'ann@note.test');
    await correct(world(), industry, '2026-03-03T09:00:00Z', 3, 2200);
    await restateAt(world(), '2026-03-03T10:00:00Z');
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
});
