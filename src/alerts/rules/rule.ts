import type { Severity } from '../../kernel/severity.ts';
import type { AlertType, ConditionSettings, HoldTimes, RuleScope } from './types.ts';
import { isDeepStrictEqual } from 'node:util';
import { jsonOf, type JsonValue } from '../../kernel/json.ts';

type Facts = Readonly<Record<string, JsonValue>>;

/** Number of addresses of each channel. The addresses are left out, because they are private. */
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

/**
 * Channels of a rule's messages. An absent channel is not used. The web channel is that of the industry, and is on by
 * default.
 */
export interface RuleChannels {
  readonly email?: { readonly enabled: boolean; readonly recipients: readonly string[] } | undefined;
  readonly sms?: { readonly enabled: boolean; readonly phoneNumbers: readonly string[] } | undefined;
  readonly chatMessaging?: { readonly enabled: boolean; readonly phoneNumbers: readonly string[] } | undefined;
  readonly chat?: { readonly enabled: boolean; readonly webhookUrl: string | null } | undefined;
  readonly push?: { readonly enabled: boolean; readonly userIds: readonly string[] } | undefined;
  readonly web?: { readonly enabled: boolean } | undefined;
}

/** Times at which messages may be sent. */
export interface RuleSchedule {
  readonly enabled: boolean;
  /** null: the industry's. */
  readonly timezone: string | null;
  /** Local times HH:MM; an end before the start is on the next day. */
  readonly quietHours: { readonly start: string; readonly end: string } | null;
  /** True when critical messages wait for the end of quiet hours like others. */
  readonly holdCritical: boolean;
}

/** Recipients who are told as well when nobody has acknowledged so long after the finding. */
interface EscalationStep {
  readonly afterMinutes: number;
  readonly channels: RuleChannels;
}

/** Definition of a rule: its condition, its units and its recipients. */
export interface RuleDefinition extends HoldTimes {
  readonly alertType: AlertType;
  readonly title: string;
  readonly description: string | null;
  readonly severity: Severity;
  readonly scope: RuleScope;
  readonly settings: ConditionSettings;
  /** Age in minutes after which a finding is recorded without messages. */
  readonly lateAfterMinutes: number;
  readonly channels: RuleChannels;
  readonly schedule: RuleSchedule;
  /** Steps in the order of their minutes. */
  readonly escalation: readonly EscalationStep[];
  readonly isEnabled: boolean;
}

/** A definition as it is stored. */
export interface AlertRule extends RuleDefinition {
  readonly ruleKey: number;
  readonly ruleId: string;
  /** Version from 1, raised by every change. */
  readonly version: number;
  /** The body it was defined by, as it was sent. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}
