import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMorningMail } from '../../src/alerts/morning-mail.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { readFindings, type ShownFinding } from '../../src/findings/insights/read-findings.ts';
import { watchRunningDay } from '../../src/findings/insights/watch-running-day.ts';
import { KINDS } from '../../src/findings/rules/kinds.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { requireIndustry, process } from '../figures/processing/works.ts';
import { loginIssuer, rowsAs } from '../keeping/analysts/support.ts';
import { asked } from '../reports/asked.ts';
import { reaching } from '../reports/sending.ts';
import { PASSWORD, testApp } from '../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { importSample, provisionSample } from '../support/sample-industry.ts';
import { asLoggedIn, type Look } from '../window/support/look.ts';

/*
 * Three real months of each sample industry, up to an hour of a running day. Each finding is the same kind, severity and
 * sentence wherever somebody reads of it, on the last day that has ended and on the days before.
 */

/** Reports about units that both samples have. */
const SERVICES = ['summary', 'water', 'level', 'energy'] as const;
const PERIODS = [
  {
    sample: 'sample-industry',
    first: '2025-11-01',
    last: '2026-02-01',
    now: '2026-02-02T00:30:00Z',
    services: [...SERVICES, 'quality'],
  },
  {
    sample: 'second-industry',
    first: '2026-04-01',
    last: '2026-05-28',
    now: '2026-05-29T20:00:00Z',
    services: SERVICES,
  },
] as const;
const nameOf = ({ unitName }: ShownFinding): string => unitName ?? 'The whole site';
/** A page's text has plain blanks. */
const plain = (text: string): string => text.replaceAll(/[\s\u202f\u00a0]+/g, ' ');

describe.each(PERIODS)('a finding of $sample', ({ sample, first, last, now, services }) => {
  let context: TestContext;
  let industry: Industry;
  let look: Look;
  /** Of the last ended day. */
  let found: readonly ShownFinding[];
  /** Of all days, also those that have healed. */
  let all: readonly ShownFinding[];
  let server: MailServer;

  /** Lists leave out what later days have healed. */
  const shownOn = (day: BusinessDate) =>
    all.filter(({ firstDay, lastDay, fate }) => fate === null && firstDay <= day && lastDay >= day);
  /** Ended days on which a finding showed last. */
  const daysShown = () => [...new Set(all.map(({ lastDay }) => (lastDay > last ? businessDate(last) : lastDay)))];
  const isKept = (row: unknown): boolean => {
    const at = Date.parse(String(Reflect.get(Object(row), 'createdOn')));
    return at >= Date.parse(first) - 10 * 3_600_000 && at < Date.parse(now);
  };
  beforeAll(async () => {
    server = await startMailServer();
    context = await testContext(now);
    const provisioned = await provisionSample(context, sample, ({ industry: { industryId }, users }) => {
      const [user] = users;
      if (user !== undefined)
        Object.assign(user, { username: industryId.slice(-20).toLowerCase(), password: PASSWORD, role: 'admin' });
    });
    await importSample(context, provisioned, undefined, isKept);
    await process(context, provisioned, first, last);
    industry = await requireIndustry(context, provisioned.industryId);
    for (let from: BusinessDate | null = businessDate(first); from !== null;)
      from = await computeInsights(context, industry, from);
    await watchRunningDay(context, industry);
    all = (await readFindings(context, industry, { days: 100, withSettled: true })).findings;
    look = await asLoggedIn(testApp(context), industry);
    const { findings } = await readFindings(context, industry, { days: 1, withSettled: false });
    found = findings.filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= last);
  });

  afterAll(() => server.stop());

  it('is there to be compared', () => {
    expect(daysShown().length).toBeGreaterThan(1);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ sentence }) => sentence.length > 10)).toBe(true);
  });

  it('is the same to analysts', async () => {
    const login = await loginIssuer(context)(industry);
    const rows = await rowsAs<{ finding_id: string; kind: string; sentence: string; severity: string }>(
      login,
      'SELECT finding_id, kind, sentence, severity FROM analytics.findings',
    );
    const byId = new Map(rows.map((row) => [row.finding_id, row]));
    for (const { findingId, kind, sentence, severity } of all)
      expect(byId.get(findingId)).toEqual({ finding_id: findingId, kind, sentence, severity });
  });

  it('is the same on pages', async () => {
    const list = await look('/app/operations/insights?days=7');
    for (const { sentence } of found) expect(list.text).toContain(plain(sentence));
    const today = await look('/app/today');
    const open = found.filter(({ isOpen }) => isOpen).slice(0, 3);
    for (const { sentence } of open) expect(today.text).toContain(plain(sentence));
  });

  it('of an earlier day is the same on the page and in the report of that day', async () => {
    for (const day of daysShown()) {
      const page = await look(`/app/today?date=${day}`);
      const told = JSON.stringify(await buildReport(context, industry, asked('ai_summary', 'daily', day)));
      for (const { sentence } of shownOn(day)) {
        expect(page.text).toContain(plain(sentence));
        expect(told).toContain(JSON.stringify(sentence).slice(1, -1));
      }
    }
  });

  it.each(['summary', 'ai_summary'] as const)('is the same in the report %s', async (service) => {
    const document = await buildReport(context, industry, asked(service, 'daily', last));
    const told = JSON.stringify(document);
    const units = new Set(document.attention.map(({ place }) => place));
    for (const finding of found)
      if (service === 'ai_summary' || units.has(nameOf(finding)))
        expect(told).toContain(JSON.stringify(finding.sentence).slice(1, -1));
  });

  it('stands at its own place in every report, beside no rule that a report has of its own', async () => {
    const pairs = new Set(found.map((finding) => `${nameOf(finding)}: ${finding.sentence}`));
    const sentences = new Set(found.map(({ sentence }) => sentence));
    for (const service of services) {
      const { attention } = await buildReport(context, industry, asked(service, 'daily', last));
      for (const { place, fact } of attention) if (sentences.has(fact)) expect(pairs).toContain(`${place}: ${fact}`);
      expect(attention.map(({ fact }) => fact).join('\n')).not.toMatch(/nearly empty|as a leak would|Stopped sending/);
    }
  });

  it('is the same in the morning mail, where the default watch tells its kind', async () => {
    const queue = { send: async () => {} };
    await runMorningMail(reaching(context, server), queue, { industryId: industry.industryId, since: null });
    const [mail] = await context.database.execute<{ body_text: string; body_html: string }>(
      'SELECT body_text, body_html FROM alerting.mail WHERE industry_key = $1',
      [industry.industryKey],
    );
    const mailed = found.filter(({ kind, isOpen }) => KINDS[kind].isMailed && isOpen);
    expect(mailed.length).toBeGreaterThan(0);
    for (const { sentence } of mailed) {
      expect(plain(mail?.body_text ?? '')).toContain(plain(sentence));
      expect(plain(mail?.body_html ?? '')).toContain(plain(sentence));
    }
  });
});
