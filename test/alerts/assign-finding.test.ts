import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignFindingAndTell } from '../../src/alerts/tell-assignee.ts';
import { deliverPersonalMails } from '../../src/alerts/deliver-mails.ts';
import { readCountedNotifications } from '../../src/alerts/notifications.ts';
import type { Reach } from '../../src/context.ts';
import type { Language } from '../../src/kernel/language.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { found, mintWorks, NOW } from '../findings/http/user/insights/support.ts';
import { mailsReceived, reaching } from '../reports/sending.ts';
import { mintUser } from '../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

let context: TestContext & Reach;
let server: MailServer;
let industry: Industry;
let id = '';
let asha = '';
let ravi = '';
const asked: string[] = [];
const queue = {
  send: async (name: string) => {
    asked.push(name);
  },
};

beforeAll(async () => {
  server = await startMailServer();
  const plain = await testContext(NOW);
  context = reaching({ ...plain, config: { ...plain.config, publicUrl: 'https://water.example' } }, server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  asked.length = 0;
  industry = await mintWorks(context);
  const { industryId } = industry;
  [asha, ravi] = [(await mintUser(context, { industryId })).userId, (await mintUser(context, { industryId })).userId];
  id = await found(context, industry, 'M1', 'silence', { evidence: { silentSince: null } });
});

const assign = (by: string, assigneeId: string | null, note: string | null = null, homeIndustryId?: string) =>
  assignFindingAndTell(
    context,
    queue,
    industry,
    { userId: by, industryId: homeIndustryId ?? industry.industryId, address: null },
    { findingId: id, assigneeId, note },
  );
const deliver = () => deliverPersonalMails(context, industry.industryKey);
const mailsTo = (person: string) =>
  mailsReceived(server, `${person}@example.org`).map(({ subject, text, html }) => ({
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
  }));

describe('whoever a finding is assigned to', () => {
  it('is mailed once, whatever number of workers send and however often it is assigned to him', async () => {
    await Promise.all([assign(asha, ravi, 'Before noon <b>'), assign(asha, ravi)]);
    expect(asked).toContain('deliver-mail');
    await Promise.all([deliver(), deliver()]);
    await deliver();
    const [mail, ...others] = mailsTo(ravi);
    expect(others).toEqual([]);
    expect(mailsTo(asha)).toEqual([]);
    expect(mail?.subject).toMatch(/^Assigned to you: Unit M1: /);
    expect(mail?.text).toContain(`${asha} has assigned this to you.`);
    expect(mail?.text).toContain(`https://water.example/app/finding?id=${id}`);
    expect(mail?.html).not.toContain('<b>');
  });

  it('reads it in the language of his mails, and finds it among the notifications', async () => {
    await context.database.execute(
      `INSERT INTO tenant.mail_choice (user_key, gets_morning_mail, mail_language)
       SELECT user_key, false, 'hi' FROM tenant.app_user WHERE user_id = $1`,
      [ravi],
    );
    await assign(asha, ravi, 'Please');
    await deliver();
    const [mail] = mailsTo(ravi);
    expect(mail?.subject).toMatch(/^आपको सौंपा गया: Unit M1: /);
    expect(mail?.text).toContain(`${asha} की टिप्पणी: Please`);
    const noted = async (language: Language) =>
      (await readCountedNotifications(context, industry, false, { limit: 9, offset: 0, language })).notifications;
    expect(await noted('en')).toMatchObject([
      {
        type: 'assigned',
        category: 'device',
        assigneeId: ravi,
        assignedBy: asha,
        message: `Assigned to ${ravi} by ${asha}. Note of ${asha}: Please`,
        data: { findingId: id },
      },
    ]);
    const [inHindi] = await noted('hi');
    expect(inHindi?.message).toBe(`${asha} ने ${ravi} को सौंपा। ${asha} की टिप्पणी: Please`);
    expect(inHindi?.title).toMatch(/^Unit M1: .*[\u0900-\u097f]/);
  });

  it('is not told of what he takes himself, and an operator of the same userId is another person', async () => {
    await assign(asha, asha);
    await assign(asha, null);
    await deliver();
    expect(mailsTo(asha)).toEqual([]);
    await assign(asha, asha, null, 'INTERNAL');
    await deliver();
    expect(mailsTo(asha)).toHaveLength(1);
  });

  it('is nobody of a disabled industry, whose people may not log in', async () => {
    await context.database.execute("INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, '')", [
      industry.industryId,
    ]);
    await expect(assign(asha, ravi, null, 'INTERNAL')).rejects.toMatchObject({ code: 400 });
    await deliver();
    expect(mailsTo(ravi)).toEqual([]);
  });
});
