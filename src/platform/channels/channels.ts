import type { EpochMillis } from '../../kernel/time/types.ts';
import { createBrowserPush } from './browser-push.ts';
import type { Channel, ChannelName, Message } from './channel.ts';
import { type ChatSpaceChannel, type ChatSpaceSettings, createChatSpace } from './chat-space.ts';
import { createDeviceCommand, type DeviceCommandSettings } from './device-command.ts';
import { createEmail, type EmailSettings } from './email.ts';
import { createPush, type PushChannel, type PushSettings } from './push.ts';
import { type ChatMessagingSettings, createChatMessaging, createSms, type SmsSettings } from './twilio.ts';

/** The event that pages hear on this channel unless the message's data say otherwise. */
const EVENT = 'alert';

/** Hands an event to open pages; gives its key. */
type PublishToWeb = (event: {
  readonly channel: string;
  readonly name: string;
  readonly payload: NonNullable<Message['data']>;
}) => Promise<number>;

/** Pages that are open at this moment, by server-sent events. The channel needs no settings. */
const createWeb = (publish: PublishToWeb): Channel => ({
  name: 'web',
  settings: [],
  isSetUp: true,
  async send({ to, title, text, data }) {
    const payload = data ?? { ...(title === undefined ? {} : { title }), text };
    return { providerId: String(await publish({ channel: to, name: EVENT, payload })) };
  },
});

/** Settings of each channel; null: not set up. */
export interface ChannelSettings {
  readonly email: EmailSettings | null;
  readonly sms: SmsSettings | null;
  readonly chatMessaging: ChatMessagingSettings | null;
  readonly push: PushSettings | null;
  readonly chatSpace: ChatSpaceSettings;
  readonly deviceCommand: DeviceCommandSettings | null;
}

/** Channels to people and devices, by name. */
export type Channels = Readonly<Record<ChannelName, Channel>> & {
  readonly push: PushChannel;
  readonly 'chat-space': ChatSpaceChannel;
};

/** Push services want some address of whoever writes, and nobody may have been named. */
const NO_CONTACT = 'nobody@metered-water.invalid';

/** @param publish hands an event to open pages. */
export const createChannels = (settings: ChannelSettings, publish: PublishToWeb, now: () => EpochMillis): Channels => ({
  email: createEmail(settings.email),
  sms: createSms(settings.sms),
  'chat-messaging': createChatMessaging(settings.chatMessaging),
  push: createPush(settings.push, now),
  web: createWeb(publish),
  'chat-space': createChatSpace(settings.chatSpace),
  'device-command': createDeviceCommand(settings.deviceCommand),
  browser: createBrowserPush({
    allowPrivate: settings.chatSpace.allowPrivate,
    contact: `mailto:${settings.email?.from.address ?? NO_CONTACT}`,
  }),
});
