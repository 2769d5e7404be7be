import type { Context, DataContext, Reach } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import type { Limiter } from '../platform/limits/limiter.ts';
import { TEST_REPORTS } from '../platform/limits/limits.ts';
import type { Actor, Caller } from '../platform/login/rules/caller.ts';
import { newestReports } from './find-recorded-report.ts';
import { unknownSubscription } from './check-subscription.ts';
import type { MadeMail, ReportMaker } from './make-mail.ts';
import { lastTime, mayMail, mayRead, maySend, recipientStanding } from './rules/subscription.ts';
import { mailOfSubscription } from './run-subscriptions.ts';
import { makeRunMail, type RunMail, sendRunMail } from './send-reports.ts';
import { listSubscriptions, usersToName, recipientsOf } from './store/subscriptions.ts';

type Reader = Pick<Caller, 'userKey' | 'permissions' | 'industry'>;

/** Subscriptions of an industry with whoever gets them and what each has sent last; the one of an id alone if given. */
export async function readSubscriptions(
  { database }: Pick<DataContext, 'database'>,
  caller: Reader,
  subscriptionId: string | null = null,
) {
  const { industry } = caller;
  const { industryKey } = industry;
  const subscriptions = await listSubscriptions(database, industryKey, subscriptionId);
  const keys = subscriptions.map(({ subscriptionKey }) => subscriptionKey);
  const recipients = Map.groupBy(
    await recipientsOf(database, industryKey, keys),
    ({ subscriptionKey }) => subscriptionKey,
  );
  const newest = new Map(
    (await newestReports({ database }, industry, keys)).map((report) => [report.subscriptionKey, report]),
  );
  return subscriptions.map((subscription) => {
    const named = recipients.get(subscription.subscriptionKey) ?? [];
    const isManaged = mayMail(
      caller,
      subscription.createdByKey,
      named.map(({ userKey }) => userKey),
    );
    return {
      ...subscription,
      isManaged,
      recipients: named.map((recipient) => ({
        ...recipient,
        standing: recipientStanding(recipient),
        // An address is shown to those alone who may mail to it.
        address: isManaged ? recipient.address : null,
      })),
      newest: newest.get(subscription.subscriptionKey) ?? null,
    };
  });
}

/** People whom the caller may name: himself, or with the right to send everybody who may read reports. */
export async function readPossibleRecipients(
  { database }: Pick<DataContext, 'database'>,
  { userKey, permissions, industry }: Reader,
) {
  const people = (await usersToName(database, industry.industryKey)).filter((person) => mayRead(person.permissions));
  return maySend(permissions) ? people : people.filter((person) => person.userKey === userKey);
}

interface OwnMail {
  readonly industry: Industry;
  readonly subscriptionId: string;
}

/** The mail of a subscription for the last of its times. @throws ServiceError 404, 1401, 1403 */
async function newestMail({ database, clock }: DataContext, { industry, subscriptionId }: OwnMail, userId: string) {
  const [subscription] = await listSubscriptions(database, industry.industryKey, subscriptionId);
  if (subscription === undefined) throw unknownSubscription(subscriptionId);
  const at = new Date(lastTime(subscription, industry.clock.timezone, clock.now()));
  return mailOfSubscription(industry, subscription, at, { requestedBy: userId, isForced: true });
}

/** The mail as it would be now. Nothing is sent or kept. */
export const previewMail = async (
  context: DataContext,
  maker: ReportMaker,
  asked: OwnMail,
): Promise<MadeMail['content']> => (await makeRunMail(context, maker, await newestMail(context, asked, ''))).content;

/**
 * Sends the mail as it would be now to who asks, and to nobody else.
 * @throws TooManyRequests by the limit of the user.
 */
export async function sendTestMail(
  context: Pick<Context, 'database' | 'clock' | 'config'> & Reach,
  { maker, limiter }: { readonly maker: ReportMaker; readonly limiter: Limiter },
  asked: OwnMail,
  { userKey, email, actor }: Pick<Caller, 'userKey' | 'email'> & { readonly actor: Actor },
): Promise<RunMail> {
  const one = await newestMail(context, asked, actor.userId);
  await limiter.take(TEST_REPORTS, String(userKey));
  await writeAudit(context.database, {
    at: context.clock.now(),
    actor,
    industryKey: asked.industry.industryKey,
    verb: 'subscription.test',
    subject: asked.subscriptionId,
    before: null,
    after: { recipient: email },
  });
  return sendRunMail(context, maker, { ...one, recipients: [email] });
}
