import { type Channel, ChannelError, type Message } from './channel.ts';
import { openTwilio, type TwilioAccount, twilioFailure } from './twilio.ts';

export interface ChatMessagingSettings extends TwilioAccount {
  /** The sender's number in international format. */
  readonly from: string;
  /** Identity at the operator of each text that it has approved, by the name under which this service knows it. */
  readonly templates: Readonly<Record<string, string>>;
}

/**
 * WhatsApp messages by Twilio. A person who has not written within a day is reached by an approved text only, so a
 * message that names one is sent as that. Without one in the settings it is sent as its plain text.
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
