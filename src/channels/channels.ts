import type { Channel, ChannelName } from './channel.ts';
import { type ChatMessagingSettings, createChatMessaging } from './chat-messaging.ts';
import { createEmail, type EmailSettings } from './email.ts';
import { createSms, type SmsSettings } from './sms.ts';
import { createWeb, type PublishToWeb } from './web.ts';

/** Of each channel its settings; null: not set up. */
export interface ChannelSettings {
  readonly email: EmailSettings | null;
  readonly sms: SmsSettings | null;
  readonly chatMessaging: ChatMessagingSettings | null;
}

/** Every way to reach people and devices, by its name. */
export type Channels = Readonly<Record<Extract<ChannelName, 'email' | 'sms' | 'chat-messaging' | 'web'>, Channel>>;

/** @param publish hands an event to open pages. */
export const createChannels = (settings: ChannelSettings, publish: PublishToWeb): Channels => ({
  email: createEmail(settings.email),
  sms: createSms(settings.sms),
  'chat-messaging': createChatMessaging(settings.chatMessaging),
  web: createWeb(publish),
});
