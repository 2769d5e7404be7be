import { createAnnotation } from '../../src/annotations/annotations.ts';
import type { Context, Reach } from '../../src/context.ts';
import { addAlertRule, changeAlertRule, readAlertRules } from '../../src/alerts/manage-rules.ts';
import { readLatestOfUnit } from '../../src/figures/latest/latest.ts';
import { waitingEvents } from '../../src/figures/store/settled-events.ts';
import { consumeSettled } from '../../src/figures/settled/consume.ts';
import { SETTLED_REACTIONS } from '../../src/service/settled-reactions.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDateOf, dayWindow } from '../../src/kernel/time/business-clock.ts';
import { addDays } from '../../src/kernel/time/business-date.ts';
import { HOUR_MS } from '../../src/kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../../src/kernel/time/types.ts';
import { createLimiter } from '../../src/platform/limits/limiter.ts';
import { channelsOf } from '../../src/platform/live/publish.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { noQueue } from '../../src/platform/queue/client.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { createSubscription } from '../../src/reports/manage-subscriptions.ts';
import { reportMaker } from '../../src/reports/report-run.ts';
import { runSubscription } from '../../src/reports/run-subscriptions.ts';
import { usersToName } from '../../src/reports/store/subscriptions.ts';
import { requireIndustry } from '../support/industry.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
import { BORE_RULE } from './alerts.ts';
import type { DemoMailbox } from './mailbox.ts';
import { CANTERBURY } from './sample.ts';
import type { Series } from './series.ts';

/** The meter whose gateway was away for some hours. */
export const LATE_METER = 'CB_BORE_1_FLOW';
const TANK = 'CB_TANK_2';
const MANAGER = 'canterbury.admin';
/** Where in its business day the meter's gateway was away, in hours after the start. */
const [AWAY_FROM_HOUR, AWAY_TO_HOUR] = [8, 12] as const;
/** Days that are looked at for one on which so much passed while the gateway was away that a report changes. */
const MOST_DAYS_BACK = 25;
const LATE_SHARE = 0.1;
/** More than loading makes. */
const MOST_EVENTS = 100;

/** Readings of a day that come only after its report was mailed. */
export interface LateReadings {
  readonly unitId: string;
  readonly date: BusinessDate;
  readonly readings: ReturnType<Series>;
}

/** Those of the newest day before yesterday on which they make a difference; null: there is none. */
export function lateReadingsOf({ clock }: Industry, series: Series, now: EpochMillis): LateReadings | null {
  const flowIn = (from: EpochMillis, to: EpochMillis): number =>
    series(from, to).reduce((sum, reading) => sum + Number(reading['value'] ?? 0), 0);
  const yesterday = addDays(businessDateOf(clock, now), -1);
  for (let back = 1; back <= MOST_DAYS_BACK; back += 1) {
    const date = addDays(yesterday, -back);
    const { startEpochMs, endEpochMs } = dayWindow(clock, date);
    const [from, to] = [startEpochMs + AWAY_FROM_HOUR * HOUR_MS, startEpochMs + AWAY_TO_HOUR * HOUR_MS];
    if (flowIn(from, to) > LATE_SHARE * flowIn(startEpochMs, endEpochMs))
      return { unitId: LATE_METER, date, readings: series(from, to) };
  }
  return null;
}

const BY = { ...COMMAND, userId: 'demo' };
/** Limit of the irrigation bore since its January: no day of the recording takes more. */
const RAISED_LIMIT_KL = 1300;

/**
 * Lives through some days of Canterbury before anybody looks. The bore's rule has got a limit that fits, and a tank
 * that runs low opens an incident. The plant manager subscribes to the water report and gets it the next morning. At
 * noon late readings change its figures, and a minute after its start the service tells so. Somebody has noted why.
 * Everything happens at the time at which people and devices would do it.
 */
export async function tellStory(context: Context, mailbox: DemoMailbox, late: LateReadings | null): Promise<void> {
  const industry = await requireIndustry(context, CANTERBURY.industryId);
  await setRules(context, industry);
  if (late !== null) await mailBeforeLateReadings(context, mailbox, industry, late);
}

async function setRules(context: Context, industry: Industry): Promise<void> {
  const [bore] = await readAlertRules(context, industry);
  const raised = { ...BORE_RULE, condition: { ...BORE_RULE.condition, threshold: RAISED_LIMIT_KL } };
  if (bore !== undefined)
    await changeAlertRule(context, noQueue, industry, raised, { ruleId: bore.ruleId, by: BY, expected: null });
  const { percentage } = await readLatestOfUnit(context, industry, TANK, 1);
  // The next full ten percent above the level of this moment, so that the incident opens.
  const threshold = 10 * (Math.floor((percentage ?? 0) / 10) + 1);
  const low = {
    title: 'Recycled water tank is running low',
    severity: 'medium',
    condition: { parameter: 'level', operator: '<', threshold, unit: '%' },
    units: [TANK],
  };
  await addAlertRule(context, noQueue, industry, low, BY);
}

async function mailBeforeLateReadings(
  context: Context,
  mailbox: DemoMailbox,
  industry: Industry,
  { unitId, date, readings }: LateReadings,
): Promise<void> {
  const at = (epochMs: EpochMillis): Context & Reach => {
    const clock = { now: () => epochMs };
    return { ...context, clock, channels: { ...channelsOf(context), email: mailbox.emailBy(clock) } };
  };
  // All days so far are told before the mail, as they would have been.
  for (const event of await waitingEvents(context.database, MOST_EVENTS))
    await consumeSettled(context, event, SETTLED_REACTIONS);
  // Nine in the morning, because a mail waits for two hours after its day's end for findings.
  const dayEnds = dayWindow(industry.clock, date).endEpochMs;
  const morning = dayEnds + 3 * HOUR_MS;
  const manager = (await usersToName(context.database, industry.industryKey)).find(
    ({ username }) => username === MANAGER,
  );
  if (manager === undefined) throw new Error(`The sample industry has no user ${MANAGER}.`);
  const subscriptionId = await createSubscription(
    { ...at(morning - 12 * HOUR_MS), queue: noQueue, limiter: createLimiter(context) },
    { caller: { userKey: manager.userKey, permissions: manager.permissions, industry }, actor: BY },
    {
      report: { service: 'water', reportType: 'daily' },
      formats: ['pdf'],
      frequency: 'daily',
      weekday: null,
      monthDay: null,
      localTime: '09:00',
      mailLanguage: 'en',
      userIds: [manager.userId],
      addresses: [],
    },
  );
  await runSubscription(at(morning), noQueue, reportMaker(at(morning)), {
    industryId: industry.industryId,
    subscriptionId,
    dueAt: morning,
    since: dayEnds,
  });
  const noon = at(morning + 3 * HOUR_MS);
  await ingestReadings(
    { context: noon, onStaleDays: async () => {} },
    industry,
    [readings.map((reading) => ({ row: { ...reading, unitId } }))],
    'csv',
  );
  await processDays(noon, wholeRun(industry, date, date));
  await createAnnotation(
    noon,
    industry,
    {
      unitId,
      fromEpochMs: dayEnds - 16 * HOUR_MS,
      toEpochMs: dayEnds - 12 * HOUR_MS,
      text: 'Gateway without power, switched on again at noon of the next day',
    },
    BY,
  );
}
