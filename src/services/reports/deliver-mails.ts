import { ChannelError } from '../../channels/channel.ts';
import type { DataContext, Reach } from '../../context.ts';
import { MINUTE_MS } from '../../domain/time/durations.ts';
import {
  claimMail,
  type ClaimedMail,
  finishMail,
  giveUpMails,
  type MailOutcome,
  reportsWithWaitingMails,
} from '../../store/report-mails.ts';
import { writeServiceLog } from '../global-logs/write-service-log.ts';
import { type ReportFile, reportFiles } from '../../store/sent-reports.ts';

/** What delivery needs. */
export type Delivery = Pick<DataContext, 'database' | 'clock'> & Reach;

/** A mail server that is away is asked again for two days: after two minutes, four, eight .. an hour. */
const MOST_ATTEMPTS = 50;
const LONGEST_PAUSE_MINUTES = 60;
/** Longer than a mail server may be silent, so that a mail is given up only when its sender is gone. */
const LONGEST_SENDING_MINUTES = 10;
/** Whoever has queued a mail sends it; the sweep takes what is left after this time. */
const SWEEP_AFTER_MINUTES = 1;

/**
 * Sends the due mails of a report that nobody else sends, one after another. Each is claimed by a commit of its own, so
 * two workers never send one twice, and nobody sends a killed worker's mail again.
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
    const outcome = await send(delivery, mail, isReport ? files : []);
    await finishMail(database, industryKey, mail.mailKey, outcome, new Date(clock.now()));
    if (outcome.state === 'failed') await tellOperators(delivery, industryKey, outcome.problem);
  }
}

/** A mail that was given up is sent again by a person or by nobody. */
const tellOperators = (delivery: Delivery, industryKey: number, problem: string): Promise<void> =>
  writeServiceLog(delivery, {
    group: 'reports',
    title: 'Report mails were given up',
    description: `The last one: ${problem}. GET /api/admin/automated/report/history tells which; ../resend sends again.`,
    subject: `mails of industry ${industryKey}`,
    industryKey,
  });

async function send(
  { channels, clock }: Delivery,
  mail: ClaimedMail,
  attachments: readonly ReportFile[],
): Promise<MailOutcome> {
  try {
    const { providerId } = await channels.email.send({
      to: mail.recipient,
      title: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments,
      messageId: `report-mail-${mail.mailKey}`,
    });
    return { state: 'sent', providerId };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const problem = error.message;
    if (error.kind === 'unconfirmed') return { state: 'unconfirmed', problem };
    if (error.kind !== 'unreachable' || mail.attempts >= MOST_ATTEMPTS) return { state: 'failed', problem };
    const pauseMinutes = Math.min(LONGEST_PAUSE_MINUTES, 2 ** mail.attempts);
    return { state: 'queued', problem, dueAt: new Date(clock.now() + pauseMinutes * MINUTE_MS) };
  }
}

/** Every minute: mails whose sender was killed are given up, and mails that are due are sent. */
export async function sweepReportMails(delivery: Delivery): Promise<void> {
  const { database, clock } = delivery;
  const now = clock.now();
  await giveUpMails(database, new Date(now - LONGEST_SENDING_MINUTES * MINUTE_MS), new Date(now));
  const due = await reportsWithWaitingMails(database, new Date(now - SWEEP_AFTER_MINUTES * MINUTE_MS));
  for (const { industryKey, reportKey } of due) await deliverMails(delivery, industryKey, reportKey);
}
