import { ChannelError, type Message } from '../channels/channel.ts';
import type { ChatSpaceChannel } from '../channels/chat-space.ts';
import type { Context, Reach } from '../../context.ts';
import type { Actor } from '../login/rules/caller.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import { writeAudit } from '../audit/store/audit.ts';
import { plainText } from '../../kernel/format/inert-text.ts';

/** Chat spaces take a message of about this length; bytes matter to some, so this is below their limits. */
const MOST_CHARACTERS = 3500;
/** The last line when others are left out has room in every message. */
const ROOM_FOR_REST = 40;

/** `<users/all>` calls everybody in a space, and `<!channel>` in another; these signs call nobody. */
const inert = (line: string): string => plainText(line).replaceAll('<', '‹').replaceAll('>', '›');

/** Lines as one message of a chat space. User texts are inert, and lines beyond the length are only counted. */
export function chatPost(lines: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.map(inert)) {
    length += line.length + 1;
    if (length > MOST_CHARACTERS - ROOM_FOR_REST) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  return [...shown, ...(left === 0 ? [] : [`… and ${left} more ${left === 1 ? 'line' : 'lines'}`])].join('\n');
}

/** @throws ServiceError 400 where nothing can be posted to the group, before anything is made for it. */
export function requireChatGroup({ channels }: Reach, groupId: string): void {
  const space = channels['chat-space'];
  if (!space.isSetUp) throw invalid(400, 'groupId', 'chat spaces are not set up on this server');
  requireKnown(space, groupId);
}

/**
 * Writes to a chat space of operators. The audit row follows once the space has taken the message.
 * @throws ServiceError 400 for an unknown group, naming the configured ones, and for a message that was not taken.
 */
export async function postToChat(
  { log, database, clock, channels }: Pick<Context, 'log' | 'database' | 'clock'> & Reach,
  actor: Actor,
  groupId: string,
  message: Pick<Message, 'text' | 'data'>,
): Promise<void> {
  const space = channels['chat-space'];
  requireKnown(space, groupId);
  try {
    await space.send({ to: groupId, ...message });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    log.warn({ channel: space.name, group: groupId, reason: error.message }, 'a chat message was not taken');
    throw new ServiceError(400, error.message);
  }
  await writeAudit(database, {
    at: clock.now(),
    actor,
    industryKey: null,
    verb: 'chat.post',
    subject: groupId,
    before: null,
    after: { message: message.data ?? message.text },
  });
}

/** Spec gap: ChatGroupId. Its values are the names in the settings. */
function requireKnown({ isSetUp, groupIds }: ChatSpaceChannel, groupId: string): void {
  if (!isSetUp || groupIds.includes(groupId)) return;
  throw invalid(400, 'groupId', `'${groupId}' is not one of ${groupIds.join(', ')}`);
}
