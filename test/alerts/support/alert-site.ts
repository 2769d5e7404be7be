import { dispatchIndustry } from '../../../src/alerts/dispatch-messages.ts';
import type { RuleDefinition } from '../../../src/alerts/rules/rule.ts';
import type { NewIncident } from '../../../src/alerts/rules/incident-record.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import type { Channel } from '../../../src/platform/channels/channel.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { sweepOf } from '../own-sweep.ts';
import { addRule, fire, happens, type KeptChannel, keptChannel } from '../incidents.ts';

interface StoredDelivery {
  readonly channel: string;
  readonly recipient: string;
  readonly state: string;
  readonly problem: string | null;
}

/** An industry in Delhi with one meter, at 17:40 there, and channels that keep its messages. */
export interface AlertSite {
  readonly context: TestContext;
  readonly industry: Industry;
  readonly email: KeptChannel;
  readonly sms: KeptChannel;
  readonly web: KeptChannel;
  /** Composes and sends what is due; other channels replace those of the site. */
  dispatch(channels?: Readonly<Record<string, Channel>>): Promise<void>;
  /** The sweep of the industry. Gives the payloads of the jobs that are asked for. */
  sweep(): Promise<object[]>;
  rule(more?: Partial<RuleDefinition>): Promise<number>;
  fire(ruleKey: number, more?: Partial<NewIncident>): Promise<number>;
  happens(incidentKey: number, kind: Parameters<typeof happens>[3], detail?: object): Promise<void>;
  after(minutes: number): void;
  /** Titles of sent messages, or their texts where they have none. */
  subjects(channel?: KeptChannel): string[];
  deliveries(): Promise<StoredDelivery[]>;
}

export async function alertSite(): Promise<AlertSite> {
  const context = await testContext('2026-06-04T12:10:00Z');
  const industry = await works(context, [unit('M1', 'FLOW_CATEGORY', { displayName: 'Main inlet' })], {
    timezone: 'Asia/Kolkata',
  });
  const [email, sms, web] = [keptChannel('email'), keptChannel('sms'), keptChannel('web')];
  return {
    context,
    industry,
    email,
    sms,
    web,
    dispatch: (channels = { email, sms, web }) => dispatchIndustry({ context, channels }, noQueue, industry.industryId),
    async sweep() {
      const asked: object[] = [];
      await sweepOf({ context, channels: {} }, industry, { send: async (_, payload) => void asked.push(payload) });
      return asked;
    },
    rule: (more) => addRule(context, industry, more),
    fire: (ruleKey, more) => fire(context, industry, ruleKey, more),
    happens: (incidentKey, kind, detail) => happens(context, industry, incidentKey, kind, { ...detail }),
    after: (minutes) => context.clock.set(new Date(context.clock.now() + minutes * 60_000).toISOString()),
    subjects: (channel = email) => channel.sent.map(({ title, text }) => (title ?? text).replaceAll('\u00a0', ' ')),
    deliveries: () =>
      context.database.execute(
        `SELECT channel, recipient, state, problem FROM alerting.delivery WHERE industry_key = $1
         ORDER BY delivery_key`,
        [industry.industryKey],
      ),
  };
}
