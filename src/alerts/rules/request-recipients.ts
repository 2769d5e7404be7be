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
}

interface ToTell {
  /** Messages to send now. */
  readonly audience: readonly Addressed[];
  /** The messages of each user who is told now, by userId. A message that others have as well is among them. */
  readonly told: RequestRecord['told'];
}

const NOBODY: ToTell = { audience: [], told: {} };

/**
 * Recipients of a request who have no message under its incident yet. Spec gap: the type, unit, alertType and createdOn
 * are one alert, whoever is to be told of it. A user who was told is not told again, whatever his addresses are today.
 * Whoever could not be told, because he had no address or was no user, is told once he can be reached.
 * @param sent entries of all messages under the incident
 */
export function recipientsToTell(
  { industryId, users, countryCode }: Named,
  told: RequestRecord['told'],
  sent: readonly string[],
): ToTell {
  // Empty recipients dispatch nothing, the web channel neither (specification, User: alerts, rule 6).
  if (users === null) return NOBODY;
  const entries = new Map(sent.map((entry) => [entryAddress(entry), entry]));
  const untold = users.filter(({ userId }) => !Object.hasOwn(told, userId));
  const audience = audienceOfUsers(industryId, untold, countryCode).filter(
    (addressed) => !entries.has(entryAddress(entryOf(addressed))),
  );
  for (const entry of audience.map(entryOf)) entries.set(entryAddress(entry), entry);
  const messagesOf = (user: NamedUser): string[] =>
    audienceOfUsers(industryId, [user], countryCode)
      .filter(({ channel }) => channel !== 'web')
      .flatMap((addressed) => entries.get(entryAddress(entryOf(addressed))) ?? []);
  const messages = untold.map((user) => [user.userId, messagesOf(user)] as const);
  return { audience, told: Object.fromEntries(messages.filter(([, own]) => own.length > 0)) };
}

/** Messages of these users in the order of channels. That to open pages is among them where there is any user. */
export function entriesOfUsers(industryId: string, userIds: readonly string[], told: RequestRecord['told']): string[] {
  if (userIds.length === 0) return [];
  const own = userIds.flatMap((userId) => (Object.hasOwn(told, userId) ? (told[userId] ?? []) : []));
  const all = [...new Set([...own, ...audienceOfUsers(industryId, [], '').map(entryOf)])];
  return DELIVERY_CHANNELS.flatMap((channel) => all.filter((entry) => entry.startsWith(`${channel}:`)));
}
