import type { Context, Reach } from '../context.ts';
import { LONGEST_SENDING_MS, MESSAGE_KEPT_MS } from '../kernel/time/durations.ts';
import { mailFailure } from '../platform/channels/mail-failure.ts';
import { writeServiceLog } from '../platform/global-logs/write-service-log.ts';
import { claimPersonalMail, finishPersonalMail, giveUpPersonalMails, industriesWithMails } from './store/mails.ts';

type Delivery = Pick<Context, 'database' | 'clock' | 'log'> & Reach;
type Claimed = NonNullable<Awaited<ReturnType<typeof claimPersonalMail>>>;
type Outcome = Parameters<typeof finishPersonalMail>[3];

const LONGEST_PAUSE_MINUTES = 30;
/** Mails after which a server that cannot be reached is left alone until the next run. */
const MOST_UNREACHABLE = 2;

/**
 * Sends the due mails of an industry, one after another. Each is claimed by a commit of its own, so two workers
 * never send the same one.
 */
export async function deliverPersonalMails(delivery: Delivery, industryKey: number): Promise<void> {
  const { database, clock } = delivery;
  for (let unreachable = 0; unreachable < MOST_UNREACHABLE;) {
    const now = clock.now();
    const claim = { now: new Date(now), overdueBefore: new Date(now - MESSAGE_KEPT_MS) };
    const mail = await claimPersonalMail(database, industryKey, claim);
    if (mail === null) return;
    const outcome = await send(delivery, mail);
    await finishPersonalMail(database, industryKey, mail.mailKey, outcome, new Date(clock.now()));
    if (outcome.state === 'queued') unreachable += 1;
    if (outcome.state === 'failed' || outcome.state === 'unconfirmed')
      await tellOperators(delivery, industryKey, outcome.problem ?? '');
  }
}

async function send({ channels, clock }: Delivery, mail: Claimed): Promise<Outcome> {
  const unsent = { providerId: null, dueAt: null };
  try {
    const { providerId } = await channels.email.send({
      to: mail.recipient,
      title: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `mail-${mail.mailKey}`,
    });
    return { ...unsent, state: 'sent', providerId, problem: null };
  } catch (error) {
    const attempt = { attempts: mail.attempts, longestPauseMinutes: LONGEST_PAUSE_MINUTES, now: clock.now() };
    return { ...unsent, ...mailFailure(error, attempt) };
  }
}

/** One entry of an industry stays until somebody resolves it. */
const tellOperators = (delivery: Delivery, industryKey: number, problem: string): Promise<void> =>
  writeServiceLog(delivery, {
    group: 'alerts',
    title: 'Mails were given up',
    description: `The last one: ${problem}. Open findings are told again the next morning, and pages show who was handed what.`,
    subject: `mails ${industryKey}`,
    industryKey,
  });

/** Gives up mails of killed senders and overdue ones, and sends what is due. Runs every minute. */
export async function sweepMails(delivery: Delivery): Promise<void> {
  const { database, clock } = delivery;
  const now = clock.now();
  const givenUp = await giveUpPersonalMails(database, {
    now: new Date(now),
    startedBefore: new Date(now - LONGEST_SENDING_MS),
    queuedBefore: new Date(now - MESSAGE_KEPT_MS),
    senderGone: 'whoever sent it ended before the mail server had answered',
    overdue: 'it could not be sent for six hours',
  });
  for (const { industryKey, problem } of givenUp) await tellOperators(delivery, industryKey, problem);
  for (const industryKey of await industriesWithMails(database, new Date(now)))
    await deliverPersonalMails(delivery, industryKey);
}
