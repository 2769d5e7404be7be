import { mailFailure } from '../platform/channels/mail-failure.ts';
import type { Context, Reach } from '../context.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import {
  beatMail,
  claimMail,
  type ClaimedMail,
  finishMail,
  giveUpMails,
  type MailOutcome,
  reportsWithWaitingMails,
} from './store/report-mails.ts';
import { writeServiceLog } from '../platform/global-logs/write-service-log.ts';
import { type ReportFile, reportFiles } from './store/sent-reports.ts';
import { recipientsOf } from './store/subscriptions.ts';
import { recipientStanding } from './rules/subscription.ts';
import { recipientAddress, unsubscribeLink } from './subscription-links.ts';
import { withFooter } from './writers/report-mail.ts';
import { footerWords } from './writers/subscription-words.ts';
import { NO_LONGER_GETS_IT } from './find-recorded-report.ts';
import { configuredRecipients, nameOfAddress, namesOf } from './rules/automated-mails.ts';

/** Context of delivery. */
export type Delivery = Pick<Context, 'database' | 'clock' | 'config'> & Reach;

/** Attempts at a mail server that is away: after two minutes, four, eight .. an hour, for two days. */
const MOST_ATTEMPTS = 50;
const LONGEST_PAUSE_MINUTES = 60;
/** Time between two signs of life of a sending process, however long the mail server takes. */
const BEAT_MILLISECONDS = 15_000;
/** Time without a sign of life after which a sender counts as gone. */
const GONE_MILLISECONDS = MINUTE_MS;
const SENDER_GONE = 'whoever sent it ended before the mail server had answered';
/** Minutes after which the sweep sends a queued mail that its own process has not sent. */
const SWEEP_AFTER_MINUTES = 1;

/**
 * Sends the due mails of a report, one after another. Each is claimed by a commit of its own, so two workers never send
 * the same one. A killed worker's mail is not sent again, because it may have left. Operators are told, and a person
 * decides.
 */
export async function deliverMails(delivery: Delivery, industryKey: number, reportKey: number): Promise<void> {
  const { database, clock } = delivery;
  let round = 0;
  let files: readonly ReportFile[] = [];
  for (;;) {
    const mail = await claimMail(database, industryKey, reportKey, new Date(clock.now()));
    if (mail === null) return;
    const isReport = mail.purpose === 'report';
    if (isReport && mail.round !== round) {
      round = mail.round;
      files = await reportFiles(database, industryKey, { reportKey, round });
    }
    const addressed = await addressedTo(delivery, industryKey, mail);
    if (addressed === null) {
      const outcome = { state: 'failed', problem: NO_LONGER_GETS_IT } as const;
      await finishMail(database, industryKey, mail.mailKey, outcome, new Date(clock.now()));
      continue;
    }
    const outcome = await whileBeating(delivery, industryKey, mail, () =>
      send(delivery, addressed, isReport ? files : []),
    );
    await finishMail(database, industryKey, mail.mailKey, outcome, new Date(clock.now()));
    if (outcome.state === 'failed' || outcome.state === 'unconfirmed')
      await tellOperators(delivery, industryKey, outcome.problem);
  }
}

async function whileBeating<T>(
  { database, clock }: Delivery,
  industryKey: number,
  { mailKey }: ClaimedMail,
  work: () => Promise<T>,
): Promise<T> {
  const beat = setInterval(() => {
    // A lost database is reported by every other statement.
    beatMail(database, industryKey, mailKey, new Date(clock.now())).catch(() => {});
  }, BEAT_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** Tells operators about a mail that was given up, because only a person sends it again. */
const tellOperators = (delivery: Delivery, industryKey: number, problem: string): Promise<void> =>
  writeServiceLog(delivery, {
    group: 'reports',
    title: 'Report mails were given up',
    description: `The last one: ${problem}. The page of reports tells which and sends them again; so do GET /api/admin/automated/report/history and POST ../resend.`,
    subject: `mails of industry ${industryKey}`,
    industryKey,
  });

/** A mail as its recipient gets it. */
interface AddressedMail extends ClaimedMail {
  readonly unsubscribeUrl?: string;
}

/**
 * The mail as its recipient gets it; null: he does not get it any more. He may have left since the mail was queued, so
 * he is looked up just before.
 */
async function addressedTo(delivery: Delivery, industryKey: number, mail: ClaimedMail): Promise<AddressedMail | null> {
  if (mail.subscriptionKey !== null) return ofSubscription(delivery, industryKey, mail, mail.subscriptionKey);
  const named = namesOf(configuredRecipients(delivery.config.reports, mail));
  return mail.isConfigured && !named.has(nameOfAddress(mail.recipient)) ? null : mail;
}

/** The mail of a subscription, with the link by which its recipient ends such mails; null: he does not get them. */
async function ofSubscription(
  { database, config }: Delivery,
  industryKey: number,
  mail: ClaimedMail,
  subscriptionKey: number,
): Promise<AddressedMail | null> {
  const recipients = await recipientsOf(database, industryKey, [subscriptionKey]);
  const recipient = recipients.find(
    (one) =>
      recipientStanding(one) === 'gets' && nameOfAddress(recipientAddress(one)) === nameOfAddress(mail.recipient),
  );
  if (recipient === undefined) return null;
  if (config.publicUrl === null) return mail;
  const unsubscribeUrl = unsubscribeLink(config.publicUrl, recipient);
  return { ...mail, ...withFooter(mail, { ...footerWords(mail.mailLanguage), link: unsubscribeUrl }), unsubscribeUrl };
}

async function send(
  { channels, clock }: Delivery,
  mail: AddressedMail,
  attachments: readonly ReportFile[],
): Promise<MailOutcome> {
  try {
    const { providerId } = await channels.email.send({
      to: mail.recipient,
      title: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments,
      messageId: `report-mail-${mail.messageKey}`,
      ...(mail.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: mail.unsubscribeUrl }),
    });
    return { state: 'sent', providerId };
  } catch (error) {
    return mailFailure(error, {
      attempts: mail.attempts,
      mostAttempts: MOST_ATTEMPTS,
      longestPauseMinutes: LONGEST_PAUSE_MINUTES,
      now: clock.now(),
    });
  }
}

/** Gives up mails whose sender was killed, and sends due ones. Runs every minute. */
export async function sweepReportMails(delivery: Delivery): Promise<void> {
  const { database, clock } = delivery;
  const now = clock.now();
  for (const industryKey of await giveUpMails(database, new Date(now - GONE_MILLISECONDS), new Date(now), SENDER_GONE))
    await tellOperators(delivery, industryKey, SENDER_GONE);
  const due = await reportsWithWaitingMails(database, new Date(now - SWEEP_AFTER_MINUTES * MINUTE_MS));
  for (const { industryKey, reportKey } of due) await deliverMails(delivery, industryKey, reportKey);
}
