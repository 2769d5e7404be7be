import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMorningMail } from '../../src/alerts/morning-mail.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { readFindings, type ShownFinding } from '../../src/findings/insights/insights.ts';
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
 * Three real months of the sample industry, up to 13:30 of a running day. Each finding of the last ended day is the same
 * kind and sentence wherever somebody reads of it.
 */

const FIRST = '2025-11-01';
const LAST = '2026-02-01';
const FROM = Date.parse('2025-10-31T17:00:00Z');
const NOW = '2026-02-02T00:30:00Z';

let context: TestContext;
let industry: Industry;
let look: Look;
let found: readonly ShownFinding[];
let server: MailServer;

const isKept = (row: unknown): boolean => {
  const at = Date.parse(String(Reflect.get(Object(row), 'createdOn')));
  return at >= FROM && at < Date.parse(NOW);
};
const nameOf = ({ unitName }: ShownFinding): string => unitName ?? '';
/** A page's text has plain blanks. */
const plain = (text: string): string => text.replaceAll(/[\s\u202f\u00a0]+/g, ' ');

beforeAll(async () => {
  server = await startMailServer();
  context = await testContext(NOW);
  const sample = await provisionSample(context, 'sample-industry', ({ industry: { industryId }, users }) => {
    const [user] = users;
    if (user !== undefined)
      Object.assign(user, { username: industryId.slice(-20).toLowerCase(), password: PASSWORD, role: 'admin' });
  });
  await importSample(context, sample, undefined, isKept);
  await process(context, sample, FIRST, LAST);
  industry = await requireIndustry(context, sample.industryId);
  for (let from: BusinessDate | null = businessDate(FIRST); from !== null;)
    from = await computeInsights(context, industry, from);
  await watchRunningDay(context, industry);
  look = await asLoggedIn(testApp(context), industry);
  const { findings } = await readFindings(context, industry, { days: 1, withSettled: false });
  found = findings.filter(({ firstDay, lastDay }) => firstDay <= LAST && lastDay >= LAST);
});

afterAll(() => server.stop());

describe('a finding of a day', () => {
  it('is there to be compared', () => {
    expect(found.length).toBeGreaterThan(1);
    expect(found.every(({ sentence }) => sentence.length > 10)).toBe(true);
  });

  it('is the same to analysts', async () => {
    const login = await loginIssuer(context)(industry);
    const rows = await rowsAs<{ finding_id: string; kind: string; sentence: string; severity: string }>(
      login,
      'SELECT finding_id, kind, sentence, severity FROM analytics.findings',
    );
    const byId = new Map(rows.map((row) => [row.finding_id, row]));
    for (const { findingId, kind, sentence, severity } of found)
      expect(byId.get(findingId)).toEqual({ finding_id: findingId, kind, sentence, severity });
  });

  it('is the same on pages', async () => {
    const list = await look('/app/operations/insights?days=7');
    for (const { sentence } of found) expect(list.text).toContain(plain(sentence));
    const today = await look('/app/today');
    const open = found.filter(({ isOpen }) => isOpen).slice(0, 3);
    for (const { sentence } of open) expect(today.text).toContain(plain(sentence));
  });

  it.each(['summary', 'ai_summary'] as const)('is the same in the report %s', async (service) => {
    const document = await buildReport(context, industry, asked(service, 'daily', LAST));
    const told = JSON.stringify(document);
    const units = new Set(document.attention.map(({ place }) => place));
    for (const finding of found)
      if (service === 'ai_summary' || units.has(nameOf(finding)))
        expect(told).toContain(JSON.stringify(finding.sentence).slice(1, -1));
  });

  it('stands at its own place in every report, beside no rule that a report has of its own', async () => {
    const pairs = new Set(found.map((finding) => `${nameOf(finding)}: ${finding.sentence}`));
    const sentences = new Set(found.map(({ sentence }) => sentence));
    for (const service of ['summary', 'water', 'level', 'energy', 'quality'] as const) {
      const { attention } = await buildReport(context, industry, asked(service, 'daily', LAST));
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
