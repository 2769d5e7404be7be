import type { Context, Reach } from '../context.ts';
import { readTanks } from '../findings/insights/read-tanks.ts';
import { KINDS } from '../findings/rules/kinds.ts';
import { dueInsightOf, listFindings } from '../findings/store/insights.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { LANGUAGES, type Language } from '../kernel/language.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { addDays } from '../kernel/time/business-date.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { Querier } from '../platform/database/database.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { deliverPersonalMails } from './deliver-mails.ts';
import { morningWords } from './rules/content/morning.ts';
import { queuePersonalMails, beginMorning, morningReaders, newestMornings } from './store/mails.ts';
import { morningMailHtml, morningMailText } from './writers/alert-mail.ts';

/** The queue of morning mails. */
export const MORNING_MAIL_QUEUE = 'morning-mail';

/** Data of a job. */
interface MorningRun {
  readonly industryId: string;
  /** Epoch milliseconds since which the run has waited for the findings; null: it has just begun. */
  readonly since: EpochMillis | null;
}

type Mailing = Pick<Context, 'database' | 'clock' | 'config' | 'log'> & Reach;

/**
 * Longest wait for the ended day to be judged. Later findings are told the next morning, because late data may come all
 * day.
 */
const LONGEST_WAIT_MILLISECONDS = 30 * MINUTE_MS;

/**
 * Mails the findings of the default watch to the people of an industry, once a business day. The run is put off by a
 * minute while the figures of the ended day wait to be judged. Inactive and excluded industries get no mail, and a
 * service without a mail server writes none.
 */
export async function runMorningMail(mailing: Mailing, queue: QueueClient, run: MorningRun): Promise<void> {
  const { database, clock, config, channels } = mailing;
  const { industryId } = run;
  const now = clock.now();
  const industry = await findIndustry(database, industryId, now);
  if (industry === null || !industry.isActive || config.reports.excludedIndustries.includes(industryId)) return;
  if (!channels.email.isSetUp) return;
  const since = run.since ?? now;
  const isJudging = (await dueInsightOf(database, industryId, new Date(now + DAY_MS))) !== null;
  if (isJudging && now - since < LONGEST_WAIT_MILLISECONDS)
    return queue.send(
      MORNING_MAIL_QUEUE,
      { industryId, since },
      { singletonKey: `${industryId} waiting`, startAfter: new Date(now + MINUTE_MS) },
    );
  await writeMorningMails(mailing, industry);
  await deliverPersonalMails(mailing, industry.industryKey);
}

/** Writes the mails of a morning in one transaction, once for all processes. */
async function writeMorningMails(mailing: Mailing, industry: Industry): Promise<void> {
  const { database, clock, config } = mailing;
  const { industryKey, industryName } = industry;
  const now = clock.now();
  // The mail tells percent and minutes of tanks, which no factor divides.
  const tanks = await readTanks(mailing, industry, { unitIds: null, divisionFactor: 1 });
  const tankEnds = new Map(tanks.map(({ unitId, outlook }) => [unitId, outlook?.ends ?? []]));
  await database.transaction(async (transaction) => {
    const date = businessDateOf(industry.clock, now);
    const findings = await findingsOfMorning(transaction, industryKey, date);
    if (findings === null) return;
    const overFindingKeys = findings.filter(({ isOpen }) => !isOpen).map(({ findingKey }) => findingKey);
    const at = new Date(now);
    if (!(await beginMorning(transaction, industryKey, { date, overFindingKeys }, at))) return;
    const facts = {
      industryName,
      timezone: industry.clock.timezone,
      date,
      findings,
      tankEnds,
      tanksAt: now,
      publicUrl: config.publicUrl,
    };
    const contents = new Map(LANGUAGES.map((language) => [language, contentOf(morningWords(facts, language))]));
    const mails = (await addressesOf(transaction, industryKey)).flatMap(({ recipient, language }) => {
      const content = contents.get(language) ?? null;
      return content === null ? [] : [{ recipient, ...content }];
    });
    await queuePersonalMails(transaction, industryKey, { date, mails }, at);
  });
}

/**
 * Findings of mailed kinds that are open, or have been since the last morning and were not told as over. null: this
 * morning is told. The day before the last morning counts, too, because it may have been judged late.
 */
async function findingsOfMorning(transaction: Querier, industryKey: number, date: BusinessDate) {
  const mornings = await newestMornings(transaction, industryKey);
  const last = mornings[0]?.date ?? date;
  if (mornings.length > 0 && last >= date) return null;
  const told = new Set(mornings.flatMap(({ overFindingKeys }) => overFindingKeys));
  const wanted = { industryKey, from: addDays(last, -1), to: date, withSettled: false, today: date };
  return (await listFindings(transaction, wanted)).filter(
    ({ kind, findingKey, isOpen }) => KINDS[kind].isMailed && (isOpen || !told.has(findingKey)),
  );
}

const contentOf = (words: ReturnType<typeof morningWords>) =>
  words === null ? null : { subject: words.subject, text: morningMailText(words), html: morningMailHtml(words) };

/** Addresses of the people who get the mail, each once. Capitals make no difference. */
async function addressesOf(transaction: Querier, industryKey: number) {
  const known = new Map<string, { readonly recipient: string; readonly language: Language }>();
  for (const { addresses, mailLanguage } of await morningReaders(transaction, industryKey))
    for (const recipient of addresses)
      if (!known.has(recipient.toLowerCase()))
        known.set(recipient.toLowerCase(), { recipient, language: mailLanguage ?? 'en' });
  return [...known.values()];
}
