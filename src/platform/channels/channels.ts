import type { Channel, ChannelName } from './channel.ts';
import { type ChatMessagingSettings, createChatMessaging } from './chat-messaging.ts';
import { type ChatSpaceChannel, type ChatSpaceSettings, createChatSpace } from './chat-space.ts';
import { createDeviceCommand, type DeviceCommandSettings } from './device-command.ts';
import { createEmail, type EmailSettings } from './email.ts';
import { createPush, type PushChannel, type PushSettings } from './push.ts';
import { createSms, type SmsSettings } from './sms.ts';
import { createWeb, type PublishToWeb } from './web.ts';

/** Of each channel its settings; null: not set up. */
export interface ChannelSettings {
  readonly email: EmailSettings | null;
  readonly sms: SmsSettings | null;
  readonly chatMessaging: ChatMessagingSettings | null;
  readonly push: PushSettings | null;
  readonly chatSpace: ChatSpaceSettings;
  readonly deviceCommand: DeviceCommandSettings | null;
}

/** Every way to reach people and devices, by its name. */
export type Channels = Readonly<Record<ChannelName, Channel>> & {
  readonly push: PushChannel;
  readonly 'chat-space': ChatSpaceChannel;
};

/** @param publish hands an event to open pages. */
export const createChannels = (settings: ChannelSettings, publish: PublishToWeb): Channels => ({
  email: createEmail(settings.email),
  sms: createSms(settings.sms),
  'chat-messaging': createChatMessaging(settings.chatMessaging),
  push: createPush(settings.push),
  web: createWeb(publish),
  'chat-space': createChatSpace(settings.chatSpace),
  'device-command': createDeviceCommand(settings.deviceCommand),
});
