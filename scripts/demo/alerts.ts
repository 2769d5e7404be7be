import { randomUUID } from 'node:crypto';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import type { Context } from '../../src/context.ts';
import type { Querier } from '../../src/platform/database/database.ts';
import type { AlertRule } from '../../src/alerts/rules/rule.ts';
import { type Industry, requireUnit } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { type Backtest, backtest } from '../../src/alerts/backtest.ts';
import { addAlertRule, readAlertRules } from '../../src/alerts/manage-rules.ts';
import { addIncident, addTransitions } from '../../src/alerts/store/incident-writes.ts';
import { incidentsByKey } from '../../src/alerts/store/incidents.ts';
import { writeNotification } from '../../src/alerts/compose-deliveries.ts';
import { requireIndustry } from '../support/industry.ts';
import { CANTERBURY } from './sample.ts';

const UNIT_ID = 'CB_BORE_1';
export const BORE_RULE = {
  title: 'Irrigation bore 1 takes more than it may in a day',
  severity: 'high',
  condition: { parameter: 'consumption', operator: '>', threshold: 1100, unit: 'KL', aggregation: 'daily' },
  units: [UNIT_ID],
};
/** The month of the documentation. */
const [FROM, TO] = [businessDate('2026-01-01'), businessDate('2026-01-31')];

/**
 * Records a rule for the irrigation bore and its alerts of January 2026, all of them over, each with its notification.
 * Repeatable.
 */
export async function recordAlerts(context: Context): Promise<void> {
  const industry = await requireIndustry(context, CANTERBURY.industryId);
  if ((await readAlertRules(context, industry)).length > 0) return;
  const rule = await addAlertRule(context, noQueue, industry, BORE_RULE, { ...COMMAND, userId: 'demo' });
  const found = await backtest(context, industry, rule, { from: FROM, to: TO, suggest: false, series: false });
  for (const incident of found.incidents)
    await context.database.transaction((transaction) =>
      record(transaction, context, { industry, rule, found: incident }),
    );
}

interface Recorded {
  readonly industry: Industry;
  readonly rule: AlertRule;
  readonly found: Backtest['incidents'][number];
}

async function record(
  transaction: Querier,
  { config }: Pick<Context, 'config'>,
  { industry, rule, found }: Recorded,
): Promise<void> {
  const { firedEpochMs, recoveredEpochMs, value, peak, limit, excess } = found;
  if (recoveredEpochMs === null) return;
  const { industryKey } = industry;
  const { unitKey, current } = requireUnit(industry, UNIT_ID);
  const incidentKey = await addIncident(transaction, industryKey, {
    incidentId: randomUUID(),
    ruleKey: rule.ruleKey,
    origin: 'rule',
    alertType: rule.alertType,
    type: 'rule',
    unitKey,
    windowStart: found.windowStartEpochMs,
    severity: rule.severity,
    title: rule.title,
    description: rule.description,
    state: 'recovered',
    isLate: true,
    openedAt: firedEpochMs,
    detectedAt: firedEpochMs,
    closedAt: recoveredEpochMs,
    value,
    peak,
    threshold: limit,
    unitText: current.siUnit,
    parameter: null,
    litres: excess === null ? null : excess * 1000,
    evidence: {},
    requestCreatedOn: null,
  });
  if (incidentKey === null) return;
  const at = recoveredEpochMs;
  const told = { recordedAt: at, actorUserId: null, detail: {}, isTold: false };
  await addTransitions(transaction, industryKey, [{ incidentKey, kind: 'recovered', at, ...told }]);
  const incident = (await incidentsByKey(transaction, industryKey, [incidentKey])).get(incidentKey);
  if (incident === undefined) return;
  const asThen = { config, clock: { now: () => firedEpochMs } };
  await writeNotification(transaction, asThen, { industry, incident, kind: 'fired', detail: {} });
}
