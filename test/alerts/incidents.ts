import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type Channel, ChannelError, type ChannelName, type Message } from '../../src/platform/channels/channel.ts';
import type { NewIncident } from '../../src/alerts/rules/incident-record.ts';
import type { RuleDefinition } from '../../src/alerts/rules/rule.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { insertRule } from '../../src/alerts/store/alert-rules.ts';
import {
  addIncident,
  addTransitions,
  closeIncidents,
  withdrawIncidents,
} from '../../src/alerts/store/incident-writes.ts';
import type { TestContext } from '../support/database.ts';

/* Rules and incidents as evaluation leaves them, and channels that keep what they are given. */

export const RULE: RuleDefinition = {
  alertType: 'flow_rate_above_the_range',
  title: 'Flow',
  description: null,
  severity: 'high',
  scope: { kind: 'industry', ids: [] },
  settings: { high: 12 },
  holdMinutes: 15,
  recoverMinutes: 15,
  lateAfterMinutes: 360,
  channels: { email: { enabled: true, recipients: ['asha@works.example'] } },
  schedule: { enabled: false, timezone: null, quietHours: null, holdCritical: false },
  escalation: [],
  isEnabled: true,
};

type Works = Pick<TestContext, 'database' | 'clock'>;

export async function addRule(
  { database, clock }: Works,
  { industryKey }: Industry,
  more: Partial<RuleDefinition> = {},
): Promise<number> {
  const rule = { ...RULE, ...more };
  const at = new Date(clock.now());
  const { ruleKey } = await insertRule(database, industryKey, {
    ruleId: randomUUID(),
    rule,
    definition: {},
    by: 'asha',
    at,
  });
  return ruleKey;
}

/** An incident that has fired now; gives its key. */
export async function fire(
  { database, clock }: Works,
  industry: Industry,
  ruleKey: number,
  more: Partial<NewIncident> = {},
): Promise<number> {
  const now = clock.now();
  const incidentKey = await addIncident(database, industry.industryKey, {
    incidentId: randomUUID(),
    ruleKey,
    origin: 'rule',
    alertType: 'flow_rate_above_the_range',
    type: 'rule',
    unitKey: [...industry.units.values()][0]?.unitKey ?? null,
    windowStart: null,
    severity: 'high',
    title: 'Flow',
    description: null,
    state: 'open',
    isLate: false,
    openedAt: now,
    detectedAt: now,
    closedAt: null,
    value: 14.2,
    peak: 14.2,
    threshold: 12,
    unitText: 'KL/h',
    parameter: null,
    litres: null,
    evidence: {},
    requestCreatedOn: null,
    ...more,
  });
  if (incidentKey === null) throw new Error('The incident was there already.');
  return incidentKey;
}

/** What happens to an incident now. */
export async function happens(
  { database, clock }: Works,
  { industryKey }: Industry,
  incidentKey: number,
  kind: 'recovered' | 'withdrawn' | 'escalated' | 'reminded',
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    if (kind === 'recovered')
      await closeIncidents(transaction, industryKey, [
        { incidentKey, state: 'recovered', closedAt: now, peak: 16, litres: 2000 },
      ]);
    if (kind === 'withdrawn') await withdrawIncidents(transaction, industryKey, [incidentKey], now);
    await addTransitions(transaction, industryKey, [
      { incidentKey, kind, at: now, recordedAt: now, actorUserId: null, detail, isTold: true },
    ]);
  });
}

/** A channel of a test. */
export interface KeptChannel extends Channel {
  readonly sent: readonly Message[];
  /** null: messages are taken. */
  fail(kind: ChannelError['kind'] | null): void;
}

export function keptChannel(name: ChannelName): KeptChannel {
  const sent: Message[] = [];
  let failure: ChannelError['kind'] | null = null;
  onTestFinished(() => {
    failure = null;
  });
  return {
    name,
    settings: [],
    isSetUp: true,
    sent,
    fail(kind) {
      failure = kind;
    },
    async send(message) {
      if (failure !== null) throw new ChannelError(failure, `The operator is ${failure}`);
      sent.push(message);
      return { providerId: `P${sent.length}` };
    },
  };
}
