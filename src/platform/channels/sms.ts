import { type Channel, ChannelError } from './channel.ts';
import { openTwilio, type TwilioAccount, twilioFailure } from './twilio.ts';

export interface SmsSettings extends TwilioAccount {
  /** The sender: a number in international format, or a name. */
  readonly from: string;
}

/** Text messages by Twilio. `settings` null: not set up. */
export function createSms(settings: SmsSettings | null): Channel {
  return {
    name: 'sms',
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    isSetUp: settings !== null,
    async send({ to, text }) {
      if (settings === null) throw new ChannelError('not set up', 'Text messages are not set up on this server');
      const twilio = await openTwilio(settings);
      try {
        const { sid } = await twilio.messages.create({ to, from: settings.from, body: text });
        return { providerId: sid };
      } catch (error) {
        throw twilioFailure('The text message operator', error);
      }
    },
  };
}
