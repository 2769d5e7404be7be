import { isDeepStrictEqual } from 'node:util';
import { jsonOf, type JsonValue } from '../../kernel/json.ts';
import type { RuleChannels, RuleDefinition } from './rule.ts';

type Facts = Readonly<Record<string, JsonValue>>;

/** Of each channel how many addresses it has, because who is told is nobody else's business. */
const counted = (channels: RuleChannels): JsonValue =>
  Object.fromEntries(
    Object.entries(channels).flatMap(([name, set]): [string, JsonValue][] => {
      if (set === undefined) return [];
      const addresses = Object.values(set)
        .flat()
        .filter((value) => typeof value === 'string');
      return [[name, { enabled: set.enabled, addresses: addresses.length }]];
    }),
  );

const factsOf = (rule: RuleDefinition): Facts => ({
  alertType: rule.alertType,
  title: rule.title,
  description: rule.description,
  severity: rule.severity,
  scope: jsonOf(rule.scope),
  settings: jsonOf(rule.settings),
  holdMinutes: rule.holdMinutes,
  recoverMinutes: rule.recoverMinutes,
  lateAfterMinutes: rule.lateAfterMinutes,
  channels: counted(rule.channels),
  schedule: jsonOf(rule.schedule),
  escalation: rule.escalation.map(({ afterMinutes, channels }) => ({ afterMinutes, channels: counted(channels) })),
  isEnabled: rule.isEnabled,
});

const told = ({ channels, escalation }: RuleDefinition): JsonValue => jsonOf({ channels, escalation });

/**
 * The audit's facts of a rule that is made (`before` null), changed or removed (`after` null). A change shows only what
 * differs. Addresses are left out, and `addressesChanged` tells that others are told.
 */
export function ruleFacts(
  before: RuleDefinition | null,
  after: RuleDefinition | null,
): { readonly before: Facts | null; readonly after: Facts | null } {
  if (before === null || after === null) return { before: before && factsOf(before), after: after && factsOf(after) };
  const [old, next] = [factsOf(before), factsOf(after)];
  const differing = ([name]: readonly [string, JsonValue]): boolean => !isDeepStrictEqual(old[name], next[name]);
  const hasOthersTold = !isDeepStrictEqual(told(before), told(after));
  return {
    before: Object.fromEntries(Object.entries(old).filter(differing)),
    after: {
      ...Object.fromEntries(Object.entries(next).filter(differing)),
      ...(hasOthersTold ? { addressesChanged: true } : {}),
    },
  };
}
