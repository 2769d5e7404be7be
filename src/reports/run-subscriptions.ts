import type { Context, DataContext, Reach } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { dayWindow } from '../kernel/time/business-clock.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { findIndustry } from '../platform/directory/store/industries.ts';
import type { BatchQueueClient, QueueClient } from '../platform/queue/client.ts';
import type { ReportMaker } from './make-mail.ts';
import type { MailRun, OneMail } from './report-run.ts';
import { coveredBy, eachAddressOnce } from './rules/automated-mails.ts';
import { dateDueAt, nextTime, recipientStanding, dueTime } from './rules/subscription.ts';
import { isReady, LONGEST_WAIT_MILLISECONDS, SEND_REPORTS_QUEUE } from './run-scheduled-reports.ts';
import { sendRunMail } from './send-reports.ts';
import {
  advanceSubscriptions,
  dueSubscriptions,
  listSubscriptions,
  noteProblem,
  recipientsOf,
  type Subscription,
} from './store/subscriptions.ts';
import { recipientAddress } from './subscription-links.ts';

/** Data of the job of a subscription. */
export interface SubscriptionRun {
  readonly industryId: string;
  readonly subscriptionId: string;
  /** Epoch milliseconds of the time at which it asks. */
  readonly dueAt: EpochMillis;
  /** Epoch milliseconds since which it waits: later than dueAt after a stop of the service. */
  readonly since: EpochMillis;
}

/** Subscriptions that are asked for at once. */
const MOST_AT_ONCE = 1000;

/**
 * Asks for the reports of subscriptions whose time has come. After a stop of the service each is asked for once, for
 * the last of its times. Runs every minute.
 */
export async function enqueueDueSubscriptions(
  { database, clock }: DataContext,
  queue: Pick<BatchQueueClient, 'sendEach'>,
): Promise<void> {
  const now = clock.now();
  let advanced = MOST_AT_ONCE;
  // Fewer were advanced where these were the last, or where people change some of them at the same moment.
  while (advanced === MOST_AT_ONCE) {
    const due = await dueSubscriptions(database, new Date(now), MOST_AT_ONCE);
    const runs = due.flatMap(({ industryId, subscriptionId, timezone, nextAt, ...timing }): SubscriptionRun[] => {
      const dueAt = dueTime(timing, timezone, nextAt.getTime(), now);
      return dueAt === null ? [] : [{ industryId, subscriptionId, dueAt, since: now }];
    });
    await queue.sendEach(
      SEND_REPORTS_QUEUE,
      runs.map((run) => ({ payload: run, ...keyOf(run) })),
    );
    advanced = await advanceSubscriptions(database, due, (one) => nextTime(one, one.timezone, now));
  }
}

const keyOf = ({ subscriptionId, dueAt }: SubscriptionRun) => ({ singletonKey: `${subscriptionId} ${dueAt}` });

/**
 * Sends the report of a subscription, as scheduled ones are: once its days have settled and been judged, or after two
 * hours. A report that cannot be made is noted with its subscription.
 */
export async function runSubscription(
  context: Context & Reach,
  queue: QueueClient,
  maker: ReportMaker,
  run: SubscriptionRun,
): Promise<void> {
  const { database, clock, config } = context;
  const now = clock.now();
  const industry = await findIndustry(database, run.industryId, now);
  if (industry === null || !industry.isActive || config.reports.excludedIndustries.includes(run.industryId)) return;
  const { industryKey } = industry;
  const [subscription] = await listSubscriptions(database, industryKey, run.subscriptionId);
  if (subscription === undefined || subscription.pausedAt !== null) return;
  const { subscriptionKey } = subscription;
  const at = new Date(run.dueAt);
  const one = mailOfSubscription(industry, subscription, at, { requestedBy: null, due: { subscriptionKey, at } });
  const covered = coveredBy(one.run);
  const since = Math.max(run.since, dayWindow(industry.clock, covered.to).endEpochMs);
  if (!(await isReady(context, industry, covered)) && now - since < LONGEST_WAIT_MILLISECONDS)
    return queue.send(SEND_REPORTS_QUEUE, run, { ...keyOf(run), startAfter: new Date(now + MINUTE_MS) });
  const recipients = (await recipientsOf(database, industryKey, [subscriptionKey])).filter(
    (recipient) => recipientStanding(recipient) === 'gets',
  );
  if (recipients.length === 0) return;
  const note = (problem: string | null): Promise<void> =>
    noteProblem(database, { industryKey, subscriptionKey }, problem, new Date(clock.now()));
  try {
    await sendRunMail(context, maker, { ...one, recipients: eachAddressOnce(recipients.map(recipientAddress)) });
    await note(null);
  } catch (error) {
    if (isLasting(error)) return note(error.message);
    await note('an error of the service');
    throw error;
  }
}

/** The mail of a subscription at a time of it, still without recipients. */
export const mailOfSubscription = (
  industry: Industry,
  { frequency, formats, mailLanguage, report }: Subscription,
  at: Date,
  asked: Pick<MailRun, 'requestedBy' | 'isForced' | 'due'>,
): OneMail => ({
  industry,
  run: {
    frequency,
    date: dateDueAt(frequency, industry.clock, at.getTime()),
    formats,
    language: mailLanguage,
    ...asked,
  },
  mail: { mail: 'subscription', reports: [report] },
  recipients: [],
});

/** Whether another try would find the same, such as a report of units that are no more. */
const isLasting = (error: unknown): error is ServiceError => error instanceof ServiceError && error.code !== 503;
