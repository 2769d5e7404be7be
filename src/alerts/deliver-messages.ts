import type { CountMessage } from '../platform/channels/counted.ts';
import type { Context, DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryOutcome,
  recordOutcomes,
  type TransitionKey,
  type FailedMessage,
  unreachedIncidents,
} from './store/deliveries.ts';
import { forgetBrowsers, reachedBrowsers } from './store/browsers.ts';
import { ownPushTokens, prunePushTokens } from './store/recipients.ts';
import { type AlertChannels, type SendResult, sendBatch } from './send-batch.ts';
import { messageWriter, type WrittenMessage } from './write-messages.ts';
import { firstNames } from '../kernel/text.ts';
import { writeServiceLog } from '../platform/global-logs/write-service-log.ts';

const MOST_NAMED = 5;

/**
 * Incidents of which every message has failed, as one entry of the industry in the log that operators read. The entry
 * stays until somebody resolves it.
 */
export async function logUndeliverable(
  context: Pick<DataContext, 'database' | 'clock'>,
  failed: readonly FailedMessage[],
): Promise<void> {
  for (const [industryKey, messages] of Map.groupBy(failed, (message) => message.industryKey)) {
    const incidentKeys = [...new Set(messages.map(({ incidentKey }) => incidentKey))];
    const unreached = await unreachedIncidents(context.database, industryKey, incidentKeys);
    if (unreached.length === 0) continue;
    const told = unreached.map(
      ({ title, unitName, problem }) => `${title} (${unitName ?? 'the whole industry'}): ${problem ?? 'not sent'}`,
    );
    await writeServiceLog(context, {
      group: 'alerts',
      title: 'Nobody could be told of an alert',
      description: firstNames(told, MOST_NAMED, '; '),
      subject: `unreached ${industryKey}`,
      industryKey,
    });
  }
}

export interface Delivering {
  readonly context: Pick<Context, 'database' | 'clock' | 'config' | 'log'>;
  readonly channels: AlertChannels;
  readonly countMessage?: CountMessage | undefined;
}

/** Messages sent side by side. A killed process leaves so many whose delivery nobody knows. */
const TOGETHER = 8;
const PUSHED_TOGETHER = 100;
const MOST_ATTEMPTS = 8;
const FIRST_PAUSE_MILLISECONDS = 60_000;
const LONGEST_PAUSE_MILLISECONDS = 3_600_000;

/** 1, 2, 4 .. minutes, an hour at most: two hours in all. */
const pauseAfter = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1));

/**
 * Sends due messages, channel after channel in their order. Each message is claimed before it is sent, so two processes
 * send none twice. A recipient that cannot be reached, or gives no answer, is left alone until the next run. After the
 * second such recipient the operator is left alone, too, because it would hold up the others.
 * @param transition null: of every transition of the industry.
 */
export async function deliverDue(
  { context, channels, countMessage }: Delivering,
  industry: Industry,
  transition: TransitionKey | null,
): Promise<void> {
  const { database, clock, log } = context;
  const { industryKey, industryId } = industry;
  const leftAlone = new Set<string>();
  const silentOf = new Map<string, ReadonlySet<string>>();
  for (;;) {
    const taken = await takeDue(context, industry, {
      transition,
      leftAlone: [...leftAlone],
      limit: TOGETHER,
      pushLimit: PUSHED_TOGETHER,
      now: clock.now(),
    });
    if (taken === null) return;
    const written = taken.write();
    const writtenOf = new Map(written.map((one) => [one.delivery.deliveryKey, one]));
    const results = [
      ...(await sendBatch(
        channels,
        written.filter((one) => !taken.isLost(one)),
      )),
      ...written.filter(taken.isLost).map(({ delivery }) => lostDevice(delivery)),
    ];
    const outcomes = results.map((one) => ({
      ...outcomeOf(one, clock.now()),
      toldIncidentKeys: writtenOf.get(one.delivery.deliveryKey)?.toldIncidentKeys ?? [],
    }));
    for (const { delivery, outcome, problem } of results) {
      const told = outcome === 'sent' ? (writtenOf.get(delivery.deliveryKey)?.carried ?? 0) : 0;
      if (told > 0) countMessage?.(delivery.channel, 'carried', told);
      if (problem !== null) log.warn({ industry: industryId, channel: delivery.channel, problem }, 'message not sent');
    }
    for (const [operator, all] of Map.groupBy(results, ({ delivery }) => operatorOf(delivery))) {
      const silent = silentRecipients(all);
      for (const recipient of silent.all) leftAlone.add(recipient);
      const ofOperator = (silentOf.get(operator) ?? new Set<string>()).union(silent.ofOperator);
      silentOf.set(operator, ofOperator);
      if (ofOperator.size >= SILENT_RECIPIENTS) leftAlone.add(operator);
    }
    await logUndeliverable(context, await recordOutcomes(database, industryKey, outcomes, clock.now()));
    await forgetDead(database, industryKey, results);
  }
}

/**
 * Silent recipients after which an operator is left alone. One says nothing, because the operator may have reached
 * everybody else.
 */
const SILENT_RECIPIENTS = 2;

/**
 * Recipients that were out of reach or took a time-out, because each of them would hold up the others. An unconfirmed
 * one says nothing about an operator that has answered about others at the same time.
 */
function silentRecipients(all: readonly SendResult[]) {
  const recipientsOf = (outcome: SendResult['outcome']): string[] =>
    all.flatMap((one) => (one.outcome === outcome ? one.delivery.recipient : []));
  const [unreachable, unconfirmed] = [recipientsOf('unreachable'), recipientsOf('unconfirmed')];
  const isMute = unreachable.length + unconfirmed.length === all.length;
  return {
    all: [...unreachable, ...unconfirmed],
    ofOperator: new Set([...unreachable, ...(isMute ? unconfirmed : [])]),
  };
}

interface Taken {
  readonly write: () => WrittenMessage[];
  /** True where the device or browser has changed hands, because its present owner may be of another industry. */
  readonly isLost: (written: WrittenMessage) => boolean;
}

/**
 * Claims due messages of one channel and reads their facts in one transaction, so messages whose facts cannot be read
 * wait on. null: there is nothing to do for now.
 */
const takeDue = (
  { database, ...context }: Delivering['context'],
  industry: Industry,
  claim: Parameters<typeof claimDeliveries>[2],
): Promise<Taken | null> =>
  database.transaction(async (transaction) => {
    const { industryKey } = industry;
    const claimed = await claimDeliveries(transaction, industryKey, claim);
    const [first] = claimed;
    if (first === undefined) return null;
    const { channel } = first;
    const recipients = claimed.map(({ recipient }) => recipient);
    const browsers: Awaited<ReturnType<typeof reachedBrowsers>> =
      channel === 'browser' ? await reachedBrowsers(transaction, industryKey, recipients) : new Map();
    const own = channel === 'push' ? await ownPushTokens(transaction, industryKey, recipients) : null;
    return {
      write: await messageWriter(transaction, context, industry, claimed, browsers),
      isLost: ({ delivery: { recipient }, message }) =>
        channel === 'browser'
          ? !browsers.has(recipient)
          : // A message that was taken back meanwhile is told to no device.
            own !== null && message !== null && !own.has(recipient),
    };
  });

/** Forgets devices and browsers that will never take a message again. */
async function forgetDead(database: Querier, industryKey: number, results: readonly SendResult[]): Promise<void> {
  const dead = results.filter(({ isDead }) => isDead).map(({ delivery }) => delivery);
  if (dead.length === 0) return;
  const forgetThem = dead[0]?.channel === 'browser' ? forgetBrowsers : prunePushTokens;
  await forgetThem(
    database,
    industryKey,
    dead.map(({ recipient }) => recipient),
  );
}

const lostDevice = (delivery: ClaimedDelivery): SendResult => ({
  delivery,
  outcome: 'refused',
  providerId: null,
  problem: 'The device has another token or another user by now',
  isDead: false,
});

/**
 * Operator of a recipient. Each chat space and the push service of each browser answers for itself; each other channel
 * has one operator.
 */
const operatorOf = ({ channel, recipient }: ClaimedDelivery): string =>
  channel === 'chat-space' || channel === 'browser' ? recipient : channel;

/** Outcome as it is recorded. Only a message that never left is tried again. */
function outcomeOf(
  { delivery, outcome, providerId, problem }: SendResult,
  now: EpochMillis,
): Omit<DeliveryOutcome, 'toldIncidentKeys'> {
  const { deliveryKey, attempts } = delivery;
  const kept = { deliveryKey, providerId, problem, dueAt: null };
  if (outcome === null) return { ...kept, state: 'suppressed' };
  if (outcome === 'sent' || outcome === 'unconfirmed') return { ...kept, state: outcome };
  return outcome === 'unreachable' && attempts < MOST_ATTEMPTS
    ? { ...kept, state: 'queued', dueAt: now + pauseAfter(attempts) }
    : { ...kept, state: 'failed' };
}
