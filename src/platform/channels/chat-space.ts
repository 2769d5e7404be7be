import { isObject } from '../../kernel/json.ts';
import { ownOf } from '../../kernel/own-of.ts';
import { type Channel, ChannelError, type Message } from './channel.ts';
import { postWebhook, type Resolve } from './webhook.ts';

export interface ChatSpaceSettings {
  /** Incoming webhook of each group; rules bring addresses of their own. */
  readonly groups: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
}

export interface ChatSpaceChannel extends Channel {
  /** Groups that can be written to, sorted. */
  readonly groupIds: readonly string[];
  /** Sends to the incoming webhook of somebody else's space, without settings. */
  sendTo(address: string, message: Omit<Message, 'to'>): Promise<{ readonly providerId: string }>;
}

/** Chat spaces of operators, by their incoming webhooks. A message's data, where it has some, are its whole body. */
export function createChatSpace({ groups, allowPrivate }: ChatSpaceSettings, resolve?: Resolve): ChatSpaceChannel {
  const groupIds = Object.keys(groups).sort();
  const isSetUp = groupIds.length > 0;
  const post = async (
    address: string,
    { text, data }: Pick<Message, 'text' | 'data'>,
    receiver: string,
  ): Promise<{ readonly providerId: string }> => {
    const answer = await postWebhook(address, data ?? { text }, {
      receiver,
      allowPrivate,
      ...(resolve === undefined ? {} : { resolve }),
    });
    return { providerId: nameIn(answer) };
  };
  return {
    name: 'chat-space',
    settings: ['CHAT_WEBHOOK_URL', 'CHAT_GROUPS'],
    isSetUp,
    groupIds,
    async send({ to, text, data }) {
      if (!isSetUp) throw new ChannelError('not set up', 'Chat spaces are not set up on this server');
      const address = ownOf(groups, to);
      if (address === undefined) throw new ChannelError('refused', 'There is no such chat group');
      return post(address, { text, ...(data === undefined ? {} : { data }) }, `Chat group '${to}'`);
    },
    sendTo: (address, message) => post(address, message, 'The chat space'),
  };
}

/** The name that spaces give a message; others answer 'ok', or nothing. */
function nameIn(answer: string): string {
  try {
    const parsed: unknown = JSON.parse(answer);
    return isObject(parsed) && typeof parsed['name'] === 'string' ? parsed['name'] : '';
  } catch {
    return '';
  }
}
