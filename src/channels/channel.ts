/** What is to be sent to one recipient. */
interface Message {
  /** The recipient as the channel addresses it: a telephone number, an e-mail address .. */
  readonly to: string;
  readonly text: string;
}

/** A way to reach people. Each is one file of this folder. */
export interface Channel {
  readonly name: 'sms';
  /** The environment variables it needs. */
  readonly settings: readonly string[];
  /** false: its settings are absent, and every send fails. */
  readonly isSetUp: boolean;
  /**
   * Hands the message to the channel's operator.
   * @returns the operator's own identity of the message.
   * @throws ChannelError when it was not taken. The error never repeats the text.
   */
  send(message: Message): Promise<{ readonly providerId: string }>;
}

/** Why a message was not taken. The message says what the operator answered, never what was to be sent. */
export class ChannelError extends Error {
  readonly kind: 'not set up' | 'refused' | 'unreachable';
  constructor(kind: ChannelError['kind'], message: string) {
    super(message);
    this.name = 'ChannelError';
    this.kind = kind;
  }
}
