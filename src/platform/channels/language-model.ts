import { isObject } from '../../kernel/json.ts';
import { ChannelError } from './channel.ts';
import { postWebhook } from './webhook.ts';

export interface LanguageModelSettings {
  /** Address of its chat completions. */
  readonly url: string;
  readonly key: string | null;
  /** null: the one that the address stands for. */
  readonly name: string | null;
  /** Plain http and addresses of private networks, too. */
  readonly allowPrivate: boolean;
}

/** Short, because the reader of a report waits for this, too. */
const TIMEOUT_MILLISECONDS = 15_000;

/**
 * A language model's answer to an instruction and a text, by the chat completions that most of them speak.
 * @throws ChannelError; the error repeats neither the texts nor the address.
 */
export async function askLanguageModel(
  { url, key, name, allowPrivate }: LanguageModelSettings,
  { instruction, text }: { readonly instruction: string; readonly text: string },
): Promise<string> {
  const body = {
    ...(name === null ? {} : { model: name }),
    temperature: 0,
    messages: [
      { role: 'system', content: instruction },
      { role: 'user', content: text },
    ],
  };
  const answer = await postWebhook(url, body, {
    receiver: 'The language model',
    allowPrivate,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
  const said = contentOf(answer);
  if (said === null) throw new ChannelError('refused', 'The language model answered without a text');
  return said;
}

/** choices[0].message.content */
function contentOf(answer: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch {
    return null;
  }
  const choices: unknown = isObject(parsed) ? parsed['choices'] : null;
  const [first]: readonly unknown[] = Array.isArray(choices) ? choices : [];
  const message = isObject(first) ? first['message'] : null;
  const content = isObject(message) ? message['content'] : null;
  return typeof content === 'string' ? content : null;
}
