import type { JsonValue } from '../../kernel/json.ts';

/** A file that goes with a mail. */
interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A message to one recipient. A channel takes what it can show and leaves out the rest. */
export interface Message {
  /**
   * The recipient as the channel addresses it: a mail address, a telephone number, a device's push token, the name of a
   * web channel, a chat group, a unit as `{industryId}/{unitId}`, the address of a browser as JSON.
   */
  readonly to: string;
  /** The whole message in plain text. */
  readonly text: string;
  /** Topic of a command to a device, in place of its unit's. The text is then published as it is. */
  readonly topic?: string;
  /** Subject of a mail, headline of a push message. */
  readonly title?: string;
  readonly html?: string;
  readonly attachments?: readonly Attachment[];
  /** Address by which a recipient ends mails of this kind with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The caller's own identity of the message: sent twice, it is recognised as one. */
  readonly messageId?: string;
  /** Fields for programs: data of a push message, payload of a web event, the structured body of a chat message. */
  readonly data?: Readonly<Record<string, JsonValue>>;
  /** A text that the operator of chat messages has approved, by its name in the settings, with its blanks filled. */
  readonly template?: { readonly name: string; readonly variables: Readonly<Record<string, string>> };
}

export type ChannelName =
  'email' | 'sms' | 'chat-messaging' | 'push' | 'web' | 'chat-space' | 'device-command' | 'browser';

/** A way to reach people or devices. */
export interface Channel {
  readonly name: ChannelName;
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

/** Failure of a message. Its text has the operator's answer, never the message itself. */
export class ChannelError extends Error {
  /**
   * Kind of the failure. Only 'unreachable' may be tried again. 'unconfirmed': the message left, and no clear answer
   * came, so a second try might double it.
   */
  readonly kind: 'not set up' | 'refused' | 'unreachable' | 'unconfirmed';
  /** Status of the operator's answer, as HTTP or SMTP have it; null: there was none, or it has no meaning. */
  readonly status: number | null;
  constructor(kind: ChannelError['kind'], message: string, status: number | null = null) {
    super(message);
    this.name = 'ChannelError';
    this.kind = kind;
    this.status = status;
  }
}

/** The verdict of a failed HTTP status on a message that a second try might double. */
export function refusalOf(status: number): ChannelError['kind'] {
  // The operator takes no message now, but will.
  if (status === 429 || status === 503) return 'unreachable';
  // The operator failed, perhaps after the message had left.
  return status >= 500 ? 'unconfirmed' : 'refused';
}

/** Codes of connections that were never made, so that the message cannot have left. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EDNS']);

/**
 * The error of an operator that did not answer. Only the code of the library's error is taken over, because its
 * sentences may quote the message.
 * @param operator begins the sentence: 'The text message operator'
 */
export function unanswered(operator: string, error: unknown): ChannelError {
  const code = propertyOf(error, 'code');
  const shown = typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
  return NEVER_CONNECTED.has(String(code))
    ? new ChannelError('unreachable', `${operator} cannot be reached${shown}`)
    : new ChannelError('unconfirmed', `${operator} did not answer${shown}`);
}

/** A field of something that a library threw or answered. */
export const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
