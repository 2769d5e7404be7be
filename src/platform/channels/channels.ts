import { createBrowserPush } from './browser-push.ts';
import { type Channel, type ChannelName, ChannelError, type Message } from './channel.ts';
import { type ChatSpaceChannel, type ChatSpaceSettings, createChatSpace } from './chat-space.ts';
import { createDeviceCommand, type DeviceCommandSettings } from './device-command.ts';
import { createEmail, type EmailSettings } from './email.ts';
import { createPush, type PushChannel, type PushSettings } from './push.ts';
import { createSms, type SmsSettings } from './sms.ts';
import { openTwilio, type TwilioAccount, twilioFailure } from './twilio.ts';

interface ChatMessagingSettings extends TwilioAccount {
  /** The sender's number in international format. */
  readonly from: string;
  /** Identity at the operator of each text that it has approved, by the name under which this service knows it. */
  readonly templates: Readonly<Record<string, string>>;
}

/**
 * WhatsApp messages by Twilio. A person who has not written within a day is reached by an approved text only, so a
 * message that names one is sent as that text. Settings without approved texts send the plain text.
 */
export function createChatMessaging(settings: ChatMessagingSettings | null): Channel {
  return {
    name: 'chat-messaging',
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_WHATSAPP_FROM'],
    isSetUp: settings !== null,
    async send(message) {
      if (settings === null) throw new ChannelError('not set up', 'Chat messages are not set up on this server');
      const twilio = await openTwilio(settings);
      try {
        const { sid } = await twilio.messages.create({
          to: `whatsapp:${message.to}`,
          from: `whatsapp:${settings.from}`,
          ...contentOf(message, settings.templates),
        });
        return { providerId: sid };
      } catch (error) {
        throw twilioFailure('The chat message operator', error);
      }
    },
  };
}

function contentOf({ text, template }: Message, templates: ChatMessagingSettings['templates']) {
  const contentSid = template === undefined ? undefined : templates[template.name];
  return template === undefined || contentSid === undefined
    ? { body: text }
    : { contentSid, contentVariables: JSON.stringify(template.variables) };
}

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
export const createChannels = (settings: ChannelSettings, publish: PublishToWeb): Channels => ({
  email: createEmail(settings.email),
  sms: createSms(settings.sms),
  'chat-messaging': createChatMessaging(settings.chatMessaging),
  push: createPush(settings.push),
  web: createWeb(publish),
  'chat-space': createChatSpace(settings.chatSpace),
  'device-command': createDeviceCommand(settings.deviceCommand),
  browser: createBrowserPush({
    allowPrivate: settings.chatSpace.allowPrivate,
    contact: `mailto:${settings.email?.from.address ?? NO_CONTACT}`,
  }),
});
