import { randomUUID } from 'node:crypto';
import { COMMAND } from '../../src/domain/access/actor.ts';
import type { Context } from '../../src/context.ts';
import type { Querier } from '../../src/database/database.ts';
import { CONDITIONS } from '../../src/domain/alerts/conditions.ts';
import { categoryOf } from '../../src/domain/alerts/listing.ts';
import { INITIAL_STATE, type MachineTransition, step } from '../../src/domain/alerts/incident.ts';
import type { AlertRule } from '../../src/domain/alerts/rule.ts';
import type { TotalPeriod } from '../../src/domain/alerts/types.ts';
import { type Industry, requireUnit } from '../../src/domain/industry/industry.ts';
import { dayWindow } from '../../src/domain/time/business-clock.ts';
import { businessDate, eachDate } from '../../src/domain/time/business-date.ts';
import { HOUR_MS } from '../../src/domain/time/durations.ts';
import { noQueue } from '../../src/queue/client.ts';
import { createAlertRules } from '../../src/services/alerts/rules.ts';
import { readDays } from '../../src/services/figures/read-days.ts';
import { addIncident, addTransitions } from '../../src/store/incidents.ts';
import { addNotification } from '../../src/store/notifications.ts';
import { requireIndustry } from '../support/industry.ts';
import { CANTERBURY } from './sample.ts';

const UNIT_ID = 'CB_BORE_1';
const RULE = {
  title: 'Irrigation bore 1 takes more than it may in a day',
  severity: 'high',
  condition: { parameter: 'consumption', operator: '>', threshold: 1100, unit: 'KL', aggregation: 'daily' },
  units: [UNIT_ID],
};
/** The month that the documentation speaks of. */
const [FROM, TO] = [businessDate('2026-01-01'), businessDate('2026-01-31')];

/**
 * A rule for the irrigation bore, and what it would have found in January 2026 had it been there: alerts that are over,
 * each with its notification. Repeatable.
 */
export async function recordAlerts(context: Context): Promise<void> {
  const industry = await requireIndustry(context, CANTERBURY.industryId);
  const rules = createAlertRules(context, noQueue);
  if ((await rules.list(industry)).length > 0) return;
  const rule = await rules.create(industry, RULE, { ...COMMAND, userId: 'demo' });
  const { current: unit } = requireUnit(industry, UNIT_ID);
  const looks = CONDITIONS[rule.alertType].judge(
    { kind: 'totals', unit, periods: await readTotals(context, industry), until: context.clock.now() },
    rule.settings,
  );
  const { transitions } = step(INITIAL_STATE, looks, rule);
  for (const [index, fired] of transitions.entries()) {
    const over = transitions[index + 1];
    if (fired.kind === 'fired' && over?.kind === 'recovered')
      await context.database.transaction((transaction) => record(transaction, industry, { rule, fired, over }));
  }
}

/** The bore's days, added up hour by hour. */
async function readTotals(context: Context, industry: Industry): Promise<TotalPeriod[]> {
  const dates = [...eachDate(FROM, TO)];
  const days = await readDays(context, { industry, unitIds: new Set([UNIT_ID]), dates, withEntries: true });
  return dates.map((date) => {
    const window = dayWindow(industry.clock, date);
    let litres = 0;
    const points = (days.get(date)?.get(UNIT_ID)?.hourly ?? []).flatMap(({ x, y }) => {
      if (typeof y !== 'number') return [];
      litres += y;
      return [{ epochMs: Math.min(Date.parse(x) + HOUR_MS, window.endEpochMs) - 1, total: litres / 1000 }];
    });
    return { ...window, points };
  });
}

async function record(
  transaction: Querier,
  industry: Industry,
  found: { readonly rule: AlertRule; readonly fired: MachineTransition; readonly over: MachineTransition },
): Promise<void> {
  const { rule, fired, over } = found;
  const { industryKey } = industry;
  const { unitKey, current } = requireUnit(industry, UNIT_ID);
  const incidentKey = await addIncident(transaction, industryKey, {
    incidentId: randomUUID(),
    ruleKey: rule.ruleKey,
    origin: 'rule',
    alertType: rule.alertType,
    type: 'rule',
    unitKey,
    windowStart: fired.windowStartEpochMs,
    severity: rule.severity,
    title: rule.title,
    description: rule.description,
    state: 'recovered',
    isLate: true,
    openedAt: fired.at,
    detectedAt: fired.at,
    closedAt: over.at,
    value: fired.value,
    peak: over.peak,
    limit: fired.limit,
    unitText: current.siUnit,
    parameter: null,
    litres: over.excess === null ? null : over.excess * 1000,
    evidence: {},
    requestCreatedOn: null,
  });
  if (incidentKey === null) return;
  const told = { recordedAt: over.at, by: null, detail: {}, isTold: false };
  await addTransitions(transaction, industryKey, [{ incidentKey, kind: 'recovered', at: over.at, ...told }]);
  await addNotification(transaction, industryKey, {
    incidentKey,
    title: rule.title,
    message: `${current.displayName}: ${fired.value} ${current.siUnit}, allowed are ${fired.limit}`,
    type: rule.alertType,
    category: categoryOf(rule.alertType),
    priority: rule.severity,
    data: { unitId: UNIT_ID, value: fired.value, limit: fired.limit, unit: current.siUnit },
    createdAt: new Date(fired.at),
  });
}
