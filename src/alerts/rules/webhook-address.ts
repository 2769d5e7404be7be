import { createHash } from 'node:crypto';
import { type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import type { RuleChannels, RuleDefinition } from './rule.ts';

/*
 * The address of a chat space holds its key. A page shows scheme, host and a mark that tells spaces apart. A
 * rule that is sent back with the shown address keeps the stored one.
 */

const HIDDEN = '/..';
/** Enough to tell the few spaces of an industry apart, and nothing to find a key by. */
const MARK_DIGITS = 8;
const IS_HIDDEN = /\/\.\.[0-9a-f]{0,8}$/;

/** `https://chat.example/..3fa1c09b`, of each space its own. */
export const shownWebhook = (webhookUrl: string): string =>
  `${new URL(webhookUrl).origin}${HIDDEN}${createHash('sha256').update(webhookUrl).digest('hex').slice(0, MARK_DIGITS)}`;

type Told = Pick<RuleDefinition, 'channels' | 'escalation'>;

const webhooksOf = ({ channels, escalation }: Told): (string | null)[] =>
  [channels, ...escalation.map((step) => step.channels)].map(({ chat }) => chat?.webhookUrl ?? null);

/**
 * A rule in which each shown address is the stored one again, in whichever step of the rule it stands.
 * @param stored null: the rule is new
 * @throws ServiceError 1430 where no stored address looks so.
 */
export function withStoredWebhooks<R extends Told>(rule: R, stored: Told | null): R {
  const known = stored === null ? [] : webhooksOf(stored);
  const problems: ErrorDetail[] = [];
  const restored = (channels: RuleChannels, place: number): RuleChannels => {
    const { chat } = channels;
    const given = chat?.webhookUrl ?? null;
    if (chat === undefined || given === null || !IS_HIDDEN.test(given)) return channels;
    const alike = known.find((url) => url !== null && shownWebhook(url) === given);
    if (alike !== undefined && alike !== null) return { ...channels, chat: { ...chat, webhookUrl: alike } };
    const field = `${place === 0 ? '' : `escalation[${place - 1}].`}channels.chat.webhookUrl`;
    problems.push({ field, problem: `is "${given}", allowed is the whole address, because none like it is stored` });
    return channels;
  };
  const whole = {
    ...rule,
    channels: restored(rule.channels, 0),
    escalation: rule.escalation.map((step, index) => ({ ...step, channels: restored(step.channels, index + 1) })),
  };
  const [first] = problems;
  if (first === undefined) return whole;
  throw new ServiceError(1430, `Invalid 'body': '${first.field}' ${first.problem}`, problems);
}

/** Channels as they are shown: to those who may not change rules without a single recipient. */
export function shownChannels(channels: RuleChannels, showsRecipients: boolean): Record<string, unknown> {
  const { email, sms, chatMessaging, chat, push, web } = channels;
  const counted = (enabled: boolean, recipients: readonly string[]) => ({ enabled, count: recipients.length });
  const url = chat?.webhookUrl ?? null;
  const shown = {
    email: email && (showsRecipients ? email : counted(email.enabled, email.recipients)),
    sms: sms && (showsRecipients ? sms : counted(sms.enabled, sms.phoneNumbers)),
    chatMessaging:
      chatMessaging && (showsRecipients ? chatMessaging : counted(chatMessaging.enabled, chatMessaging.phoneNumbers)),
    chat: chat && {
      enabled: chat.enabled,
      ...(showsRecipients ? { webhookUrl: url === null ? null : shownWebhook(url) } : {}),
    },
    push: push && (showsRecipients ? push : counted(push.enabled, push.userIds)),
    web,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, set]) => set !== undefined));
}
