import { privateHostOf } from '../platform/channels/public-address.ts';
import type { RuleChannels, RuleDefinition } from './rules/rule.ts';
import { ServiceError } from '../kernel/errors.ts';

/**
 * Refuses chat spaces whose address is plain http, or written as numbers of a private network, because no message would
 * leave for them. Names are checked at the time of connection.
 * @throws ServiceError 1430. The text names only the host, because the rest may hold a key.
 */
export function requirePublicWebhooks({ channels, escalation }: Pick<RuleDefinition, 'channels' | 'escalation'>): void {
  const named: readonly (readonly [string, RuleChannels])[] = [
    ['channels', channels],
    ...escalation.map((step, index) => [`escalation[${index}].channels`, step.channels] as const),
  ];
  const problems = named.flatMap(([path, { chat }]) => {
    const problem = chat?.webhookUrl == null ? null : problemOf(new URL(chat.webhookUrl));
    return problem === null ? [] : [{ field: `${path}.chat.webhookUrl`, problem }];
  });
  const [first] = problems;
  if (first !== undefined) throw new ServiceError(1430, `Invalid 'body': '${first.field}' ${first.problem}`, problems);
}

function problemOf(url: URL): string | null {
  const host = privateHostOf(url);
  if (host !== null) return `is at "${host}" in a private network, allowed is a public address`;
  return url.protocol === 'https:' ? null : `is plain http at "${url.hostname}", allowed is https`;
}
