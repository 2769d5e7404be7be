import { ownOf } from '../../kernel/own-of.ts';
import {
  type Addressed,
  type Addressee,
  entryAddress,
  audienceOfUsers,
  DELIVERY_CHANNELS,
  entryOf,
} from './audience.ts';
import type { RequestRecord } from './incident-record.ts';

interface NamedUser extends Addressee {
  readonly userId: string;
}

interface Named {
  readonly industryId: string;
  /** Users of the industry whom the request names; null: the request names nobody at all. */
  readonly users: readonly NamedUser[] | null;
  readonly countryCode: string;
  /** true: the request repeats an alert that is over, so no further message is sent. */
  readonly isEnded: boolean;
}

interface ToTell {
  /** Messages to send now. */
  readonly audience: readonly Addressed[];
  /** The messages of each user who had none before, by userId. Users may share a message. */
  readonly told: RequestRecord['told'];
  /** userIds of users who have an address, and who are not told because the alert is over. */
  readonly tooLateUserIds: readonly string[];
}

const NOBODY: ToTell = { audience: [], told: {}, tooLateUserIds: [] };

/**
 * Recipients of a request who have no message under its incident yet. Spec gap: the type, unit, alertType and createdOn
 * make one alert, whoever is to be told. A user who was told gets no second message, even if his addresses have
 * changed. A user who had no address, or was unknown, is told once he can be reached.
 * @param sent entries of all messages under the incident
 */
export function recipientsToTell(
  { industryId, users, countryCode, isEnded }: Named,
  told: RequestRecord['told'],
  sent: readonly string[],
): ToTell {
  // Empty recipients dispatch nothing, not even to the web channel (specification, User: alerts, rule 6).
  if (users === null) return NOBODY;
  const entries = new Map(sent.map((entry) => [entryAddress(entry), entry]));
  const untold = users.filter(({ userId }) => ownOf(told, userId) === undefined);
  const audience = isEnded
    ? []
    : audienceOfUsers(industryId, untold, countryCode).filter((one) => !entries.has(entryAddress(entryOf(one))));
  for (const entry of audience.map(entryOf)) entries.set(entryAddress(entry), entry);
  const reached = untold.map(({ userId, ...addressee }) => {
    const own = audienceOfUsers(industryId, [addressee], countryCode).filter(({ channel }) => channel !== 'web');
    const messages = own.flatMap((addressed) => entries.get(entryAddress(entryOf(addressed))) ?? []);
    return { userId, isReachable: own.length > 0, messages };
  });
  return {
    audience,
    told: Object.fromEntries(
      reached.filter(({ messages }) => messages.length > 0).map(({ userId, messages }) => [userId, messages]),
    ),
    tooLateUserIds: isEnded
      ? reached.filter(({ isReachable, messages }) => isReachable && messages.length === 0).map(({ userId }) => userId)
      : [],
  };
}

/**
 * Entries of the messages of these users, in the order of channels. If there is any user, the message to open pages is
 * among them.
 * @param sent entries of all messages under the incident
 */
export function entriesOfUsers(
  userIds: readonly string[],
  told: RequestRecord['told'],
  sent: readonly string[],
): string[] {
  if (userIds.length === 0) return [];
  const own = userIds.flatMap((userId) => ownOf(told, userId) ?? []);
  const all = [...new Set([...own, ...sent.filter((entry) => entry.startsWith('web:'))])];
  return DELIVERY_CHANNELS.flatMap((channel) => all.filter((entry) => entry.startsWith(`${channel}:`)));
}
