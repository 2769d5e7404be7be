import { isoOf, isoOrNull } from '../../kernel/time/iso.ts';
import { MESSAGE_KEPT_MS } from '../../kernel/time/durations.ts';
import type { Querier, RowOf } from '../../platform/database/database.ts';
import { type Addressed, DELIVERY_CHANNELS, entryOf } from '../rules/audience.ts';
import type { Transition } from '../rules/incident-record.ts';
import { SEVERITIES, type Severity } from '../../kernel/severity.ts';
import type { RecipientLoad } from '../rules/delivery-throttle.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { asColumns } from '../../platform/database/named-query.ts';

/** A transition by its place. */
export interface TransitionKey {
  readonly incidentKey: number;
  readonly ordinal: number;
}

export const transitionName = ({ incidentKey, ordinal }: TransitionKey): string => `${incidentKey}.${ordinal}`;

/**
 * Transitions whose messages are still to be composed: of the worst incidents first, then the oldest.
 * @param leftAlone keys of incidents
 */
export const undispatchedTransitions = (
  db: Querier,
  industryKey: number,
  { leftAlone, limit }: { readonly leftAlone: readonly number[]; readonly limit: number },
): Promise<TransitionKey[]> =>
  db.many<TransitionKey>('deliveries.undispatched', {
    industryKey,
    leftAlone: plainArray(leftAlone),
    limit,
    severities: SEVERITIES,
  });

/** A transition, as messages tell of it. */
export type ToldTransition = Pick<Transition, 'kind' | 'detail'>;
/** A transition with the instant at which it was recorded. */
export type TakenTransition = Pick<Transition, 'kind' | 'detail' | 'recordedAt'>;

/** Takes a transition to make out its messages, for good once the transaction is committed; null: it was taken. */
export async function takeTransition(
  transaction: Querier,
  industryKey: number,
  { incidentKey, ordinal }: TransitionKey,
  now: EpochMillis,
): Promise<TakenTransition | null> {
  const row = await transaction.maybeOne<RowOf<TakenTransition, 'recordedAt'>>('deliveries.take_transition', {
    industryKey,
    incidentKey,
    ordinal,
    now: new Date(now),
  });
  return row === null ? null : { ...row, recordedAt: Date.parse(row.recordedAt) };
}

/** Transitions with their incidents, in no order. */
export const toldTransitions = (
  db: Querier,
  industryKey: number,
  keys: readonly TransitionKey[],
): Promise<(TransitionKey & ToldTransition)[]> =>
  db.many<TransitionKey & ToldTransition>('deliveries.transitions', {
    industryKey,
    keys: JSON.stringify(keys.map(({ incidentKey, ordinal }) => asColumns({ incidentKey, ordinal }))),
  });

/**
 * Recipients who have been told of an incident, or are about to be.
 * @param withWithheld true: also recipients whose messages were withheld, because nobody was called any more
 */
export const toldOfIncident = (
  db: Querier,
  industryKey: number,
  incidentKey: number,
  withWithheld: boolean,
): Promise<Addressed[]> => db.many<Addressed>('deliveries.told', { industryKey, incidentKey, withWithheld });

/**
 * Loads by entryOf, for each recipient that has one. Waiting messages are locked to the end of the transaction, and
 * other callers of the industry wait for it.
 */
export async function recipientLoads(
  transaction: Querier,
  industryKey: number,
  recipients: readonly Addressed[],
  { since, now, dueAt }: { readonly since: EpochMillis; readonly now: EpochMillis; readonly dueAt: EpochMillis },
): Promise<Map<string, RecipientLoad>> {
  if (recipients.length === 0) return new Map();
  await transaction.many('deliveries.one_at_a_time', { industryKey });
  const rows = await transaction.many<
    Addressed & {
      messages: number;
      firstAt: string | null;
      worstSeverity: Severity | null;
      worstStrength: number | null;
      digestDeliveryKey: number | null;
      digestDueAt: string | null;
    }
  >('deliveries.loads', {
    industryKey,
    recipients: JSON.stringify(recipients),
    since: new Date(since),
    now: new Date(now),
    dueAt: new Date(dueAt),
    severities: SEVERITIES,
  });
  const digestKeys = rows.flatMap(({ digestDeliveryKey: key }) => key ?? []);
  const held = new Set(digestKeys.length === 0 ? [] : await holdDigests(transaction, industryKey, digestKeys));
  return new Map(
    rows.map((row) => [
      entryOf(row),
      {
        messages: row.messages,
        firstAt: row.firstAt === null ? null : Date.parse(row.firstAt),
        worst: row.worstSeverity === null ? null : { severity: row.worstSeverity, strength: row.worstStrength },
        digest:
          row.digestDeliveryKey !== null && row.digestDueAt !== null && held.has(row.digestDeliveryKey)
            ? { deliveryKey: row.digestDeliveryKey, dueAt: Date.parse(row.digestDueAt) }
            : null,
      },
    ]),
  );
}

const holdDigests = async (
  transaction: Querier,
  industryKey: number,
  deliveryKeys: readonly number[],
): Promise<number[]> =>
  (
    await transaction.many<{ deliveryKey: number }>('deliveries.hold_digests', {
      industryKey,
      deliveryKeys: plainArray(deliveryKeys),
    })
  ).map((row) => row.deliveryKey);

/** Messages that wait to tell of an incident, by entryOf. They are held as those of {@link recipientLoads} are. */
export const holdWaiting = async (
  transaction: Querier,
  industryKey: number,
  incidentKey: number,
  now: EpochMillis,
): Promise<Map<string, NonNullable<RecipientLoad['digest']>>> =>
  new Map(
    (
      await transaction.many<Addressed & { deliveryKey: number; dueAt: string }>('deliveries.hold_waiting', {
        industryKey,
        incidentKey,
        now: new Date(now),
      })
    ).map(({ deliveryKey, dueAt, ...row }) => [entryOf(row), { deliveryKey, dueAt: Date.parse(dueAt) }]),
  );

/** A message to be sent, or one that another message tells. */
interface NewDelivery extends Addressed {
  readonly isLimited: boolean;
  /** null: it is sent itself. */
  readonly digestDeliveryKey: number | null;
  readonly dueAt: EpochMillis;
}

/** Writes the messages about a transition; one that is there already stays. */
export async function addDeliveries(
  transaction: Querier,
  industryKey: number,
  { incidentKey, ordinal }: TransitionKey,
  deliveries: readonly NewDelivery[],
  now: EpochMillis,
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((delivery, place) =>
    asColumns({
      ...delivery,
      place,
      position: DELIVERY_CHANNELS.indexOf(delivery.channel),
      state: delivery.digestDeliveryKey === null ? 'queued' : 'suppressed',
      dueAt: isoOf(delivery.dueAt),
    }),
  );
  await transaction.many('deliveries.add', {
    industryKey,
    incidentKey,
    ordinal,
    rows: JSON.stringify(rows),
    now: new Date(now),
  });
}

/** A message that this process alone may send now. */
export interface ClaimedDelivery extends TransitionKey, Addressed {
  readonly deliveryKey: number;
  /** Number of attempts, this one included. */
  readonly attempts: number;
}

interface Claim {
  /** null: of any transition. */
  readonly transition: TransitionKey | null;
  /** Channels, and addresses of chat spaces. */
  readonly leftAlone: readonly string[];
  readonly limit: number;
  /** Push messages go out in batches. */
  readonly pushLimit: number;
  readonly now: EpochMillis;
}

/** Claims due messages of one channel and one transition; none: there is nothing to do for now. */
export const claimDeliveries = (
  db: Querier,
  industryKey: number,
  { transition, leftAlone, limit, pushLimit, now }: Claim,
): Promise<ClaimedDelivery[]> =>
  db.many<ClaimedDelivery>('deliveries.claim', {
    industryKey,
    now: new Date(now),
    incidentKey: transition?.incidentKey ?? null,
    ordinal: transition?.ordinal ?? null,
    leftAlone,
    limit,
    pushLimit,
    overdueBefore: new Date(now - MESSAGE_KEPT_MS),
  });

/** Transitions that each of these messages tells beside its own, by its key. */
export async function carriedBy(
  db: Querier,
  industryKey: number,
  deliveryKeys: readonly number[],
): Promise<Map<number, TransitionKey[]>> {
  const rows = await db.many<TransitionKey & { digestDeliveryKey: number }>('deliveries.carried', {
    industryKey,
    deliveryKeys: plainArray(deliveryKeys),
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.digestDeliveryKey)].map(([digestDeliveryKey, carried]) => [
      digestDeliveryKey,
      carried.map(({ incidentKey, ordinal }) => ({ incidentKey, ordinal })),
    ]),
  );
}

/** The outcome of a message. */
export interface DeliveryOutcome {
  readonly deliveryKey: number;
  /** 'queued': once more, at `dueAt`. */
  readonly state: 'sent' | 'failed' | 'unconfirmed' | 'suppressed' | 'queued';
  readonly providerId: string | null;
  readonly problem: string | null;
  readonly dueAt: EpochMillis | null;
  /** Incidents that the message told. Those of other transitions in it were withheld. */
  readonly toldIncidentKeys: readonly number[];
}

/** Records the outcomes of messages. Returns the incidents of messages that have failed, also of those in a digest. */
export async function recordOutcomes(
  db: Querier,
  industryKey: number,
  outcomes: readonly DeliveryOutcome[],
  now: EpochMillis,
): Promise<FailedMessage[]> {
  const rows = outcomes.map((outcome) => asColumns({ ...outcome, dueAt: isoOrNull(outcome.dueAt) }));
  return (
    await db.many<{ incidentKey: number }>('deliveries.record', {
      industryKey,
      rows: JSON.stringify(rows),
      now: new Date(now),
    })
  ).map((row) => ({ industryKey, incidentKey: row.incidentKey }));
}

interface GivenUp {
  readonly now: EpochMillis;
  readonly before: EpochMillis;
  readonly problem: string;
}
const giveUp =
  (statement: 'deliveries.give_up' | 'deliveries.fail_overdue') =>
  (db: Querier, { now, before, problem }: GivenUp): Promise<(FailedMessage & Pick<Addressed, 'channel'>)[]> =>
    db.many(statement, { now: new Date(now), before: new Date(before), problem });

/** The incident that a failed message was about. */
export interface FailedMessage {
  readonly industryKey: number;
  readonly incidentKey: number;
}

/** Stops waiting for the answers to messages that were handed over before an instant. */
export const giveUpSending = giveUp('deliveries.give_up');
/** Fails messages that could have been sent since before an instant. */
export const failOverdue = giveUp('deliveries.fail_overdue');

/** An incident of which nobody could be told. */
interface UnreachedIncident {
  readonly incidentKey: number;
  readonly title: string;
  /** null: the whole industry. */
  readonly unitName: string | null;
  readonly problem: string | null;
}

/** Incidents of which every message has failed. */
export const unreachedIncidents = (
  db: Querier,
  industryKey: number,
  incidentKeys: readonly number[],
): Promise<UnreachedIncident[]> =>
  db.many<UnreachedIncident>('deliveries.unreached', { industryKey, incidentKeys: plainArray(incidentKeys) });

/** A message as its transition's lists show it. */
export interface DeliveryState extends Addressed {
  readonly state: DeliveryOutcome['state'] | 'sending';
  readonly attempts: number;
  readonly problem: string | null;
}

export const deliveriesOf = (
  db: Querier,
  industryKey: number,
  { incidentKey, ordinal }: TransitionKey,
): Promise<DeliveryState[]> =>
  db.many<DeliveryState>('deliveries.of_transition', { industryKey, incidentKey, ordinal });

/** Industries with messages to make out or to send. */
export const industriesWithMessages = async (db: Querier, now: EpochMillis): Promise<string[]> =>
  (await db.many<{ industryId: string }>('deliveries.industries_due', { now: new Date(now) })).map(
    (row) => row.industryId,
  );

/** Time of the first message that becomes due after an instant; null: none waits. */
export async function nextDue(db: Querier, industryKey: number, after: EpochMillis): Promise<EpochMillis | null> {
  const { dueAt } = await db.one<{ dueAt: string | null }>('deliveries.next_due', {
    industryKey,
    after: new Date(after),
  });
  return dueAt === null ? null : Date.parse(dueAt);
}

/** Upkeep: deliveries of incidents that had ended before an instant. */
export const forgetDeliveries = async (db: Querier, before: Date): Promise<void> => {
  await db.many('deliveries.forget', { before });
};
