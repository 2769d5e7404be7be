import { ChannelError, type ChannelName, type Channel } from './channel.ts';
import type { Channels } from './channels.ts';

/**
 * The outcome of a message, of each attempt on a channel. `carried`: another message told it, too. `overdue`: the
 * message was given up, because it could not leave for so long.
 */
export type CountMessage = (
  channel: ChannelName,
  outcome: 'sent' | 'failed' | 'unconfirmed' | 'carried' | 'overdue',
  count?: number,
) => void;

/** Channels whose sent messages are counted. */
export function countedChannels(channels: Channels, count: CountMessage): Channels {
  const told = (name: ChannelName, problem: unknown): void =>
    count(name, problem instanceof ChannelError && problem.kind !== 'unconfirmed' ? 'failed' : 'unconfirmed');
  const counted = async <Sent>(name: ChannelName, sending: Promise<Sent>): Promise<Sent> => {
    try {
      const sent = await sending;
      count(name, 'sent');
      return sent;
    } catch (error) {
      told(name, error);
      throw error;
    }
  };
  const sendOf = <C extends Channel>(channel: C): C => ({
    ...channel,
    send: (message) => counted(channel.name, channel.send(message)),
  });
  const { push, 'chat-space': chatSpace } = channels;
  return {
    email: sendOf(channels.email),
    sms: sendOf(channels.sms),
    'chat-messaging': sendOf(channels['chat-messaging']),
    web: sendOf(channels.web),
    'device-command': sendOf(channels['device-command']),
    browser: sendOf(channels.browser),
    'chat-space': {
      ...sendOf(chatSpace),
      sendTo: (address, message) => counted(chatSpace.name, chatSpace.sendTo(address, message)),
    },
    push: {
      ...sendOf(push),
      async sendMany(tokens, message) {
        const results = await push.sendMany(tokens, message).catch((error: unknown) => {
          for (const _ of tokens) told(push.name, error);
          throw error;
        });
        for (const { problem } of results)
          if (problem === null) count(push.name, 'sent');
          else told(push.name, problem);
        return results;
      },
    },
  };
}
