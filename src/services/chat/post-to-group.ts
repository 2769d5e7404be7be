import { ChannelError, type Message } from '../../channels/channel.ts';
import type { Context, Reach } from '../../context.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { ServiceError } from '../../domain/errors.ts';
import { writeAudit } from '../../store/audit.ts';

/** Writes to chat spaces of operators. */
export interface ChatService {
  /**
   * Audited once the space has taken the message.
   *
   * @throws ServiceError 400 for a group that is not configured, naming those that are, and for a message that was not
   * taken.
   */
  post(actor: Actor, groupId: string, message: Pick<Message, 'text' | 'data'>): Promise<void>;
}

export const createChat = (
  { log, database, clock }: Pick<Context, 'log' | 'database' | 'clock'>,
  { channels }: Reach,
): ChatService => ({
  async post(actor, groupId, message) {
    const space = channels['chat-space'];
    // Spec gap: ChatGroupId. Its values are what the settings name.
    const problem = `'${groupId}' is not one of ${space.groupIds.join(', ')}`;
    if (space.isSetUp && !space.groupIds.includes(groupId))
      throw new ServiceError(400, `Invalid 'groupId': ${problem}`, [{ field: 'groupId', problem }]);
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
  },
});
