import { type Channel, ChannelError, type ChannelName, type Message } from '../platform/channels/channel.ts';
import type { ChatSpaceChannel } from '../platform/channels/chat-space.ts';
import { isGone } from '../platform/channels/browser-push.ts';
import type { PushChannel } from '../platform/channels/push.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import type { ClaimedDelivery } from './store/deliveries.ts';
import type { WrittenMessage } from './write-messages.ts';

/** Ways to reach people; one that is absent fails its messages and holds up no other. */
export type AlertChannels = Readonly<Partial<Record<ChannelName, Channel>>> & {
  readonly push?: PushChannel;
  readonly 'chat-space'?: ChatSpaceChannel;
};

/** The result of a channel for one message. */
export interface SendResult {
  readonly delivery: ClaimedDelivery;
  /** null: there was nothing to tell any more. */
  readonly outcome: 'sent' | ChannelError['kind'] | null;
  readonly providerId: string | null;
  readonly problem: string | null;
  /** The device will never take a message again. */
  readonly isDead: boolean;
}

/** Results of the messages of one channel, which are sent side by side. A failure stops no other. */
export async function sendBatch(channels: AlertChannels, written: readonly WrittenMessage[]): Promise<SendResult[]> {
  const isPush = written[0]?.delivery.channel === 'push';
  return isPush && channels.push !== undefined
    ? pushed(channels.push, written)
    : Promise.all(written.map((one) => sendOne(channels, one)));
}

async function sendOne(channels: AlertChannels, { delivery, message }: WrittenMessage): Promise<SendResult> {
  if (message === null) return untold(delivery);
  try {
    const { providerId } = await send(channels, delivery, message);
    return { delivery, outcome: 'sent', providerId, problem: null, isDead: false };
  } catch (error) {
    return failed(delivery, error);
  }
}

function send(channels: AlertChannels, { channel, recipient }: ClaimedDelivery, message: Message) {
  const found = channels[channel];
  if (found === undefined) throw new ChannelError('not set up', 'This server has no such channel');
  return channel === 'chat-space' && channels['chat-space'] !== undefined
    ? channels['chat-space'].sendTo(recipient, message)
    : found.send(message);
}

/** Sends push messages. Devices with equal messages share one batch. */
async function pushed(push: PushChannel, written: readonly WrittenMessage[]): Promise<SendResult[]> {
  const batches = Map.groupBy(written, ({ message }) => (message === null ? null : textOf(message)));
  const results = await Promise.all(
    [...batches.values()].map(async (batch) => {
      const [first] = batch;
      const deliveries = batch.map(({ delivery }) => delivery);
      if (first === undefined || first.message === null) return deliveries.map(untold);
      try {
        const sent = await push.sendMany(
          deliveries.map(({ recipient }) => recipient),
          first.message,
        );
        return sent.flatMap(({ providerId, problem, isDead }, index): SendResult[] => {
          const delivery = deliveries[index];
          if (delivery === undefined) return [];
          const outcome = problem?.kind ?? 'sent';
          return [{ delivery, outcome, providerId, problem: problem?.message ?? null, isDead }];
        });
      } catch (error) {
        return deliveries.map((delivery) => failed(delivery, error));
      }
    }),
  );
  return results.flat();
}

const textOf = ({ title, text, data }: Message): string => JSON.stringify([title, text, data]);

const untold = (delivery: ClaimedDelivery): SendResult => ({
  delivery,
  outcome: null,
  providerId: null,
  problem: null,
  isDead: false,
});

/** An error that is no answer of the channel says nothing about the message: it may have left. */
const failed = (delivery: ClaimedDelivery, error: unknown): SendResult => ({
  delivery,
  outcome: error instanceof ChannelError ? error.kind : 'unconfirmed',
  providerId: null,
  problem: reasonOf(error),
  isDead: delivery.channel === 'browser' && isGone(error),
});
