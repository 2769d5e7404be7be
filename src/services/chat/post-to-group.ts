import { ChannelError, type Message } from '../../channels/channel.ts';
import type { Context, Reach } from '../../context.ts';
import { ServiceError } from '../../domain/errors.ts';

/** Writes to chat spaces of operators. */
export interface ChatService {
  /**
   * @throws ServiceError 400 for a group that is not configured, naming those that are, and for a message that was not
   * taken.
   */
  post(groupId: string, message: Pick<Message, 'text' | 'data'>): Promise<void>;
}

export const createChat = ({ log }: Pick<Context, 'log'>, { channels }: Reach): ChatService => ({
  async post(groupId, message) {
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
  },
});
