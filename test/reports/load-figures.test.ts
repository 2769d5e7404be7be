import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewIncident } from '../../src/alerts/rules/incident-record.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { dayWindow } from '../../src/kernel/time/business-clock.ts';
import { HOUR_MS } from '../../src/kernel/time/durations.ts';
import { incidentsOfReport } from '../../src/reports/load-figures.ts';
import { addIncident } from '../../src/alerts/store/incidents.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { unit, works } from '../figures/processing/works.ts';

const DAY = businessDate('2026-06-10');
const DAYS = { from: DAY, to: DAY };

let context: TestContext;
let industry: Industry;
let other: Industry;
let start: number;
let end: number;

const add = (more: Partial<NewIncident>): Promise<number | null> =>
  addIncident(context.database, industry.industryKey, {
    incidentId: randomUUID(),
    ruleKey: null,
    origin: 'request',
    alertType: 'unit_threshold',
    type: 'threshold',
    unitKey: industry.units.get('A')?.unitKey ?? 0,
    windowStart: null,
    severity: 'high',
    title: 'Daily limit',
    description: null,
    state: 'resolved',
    isLate: false,
    openedAt: start,
    detectedAt: start,
    closedAt: start + HOUR_MS,
    value: 12,
    peak: null,
    limit: 10,
    unitText: 'KL',
    parameter: null,
    litres: null,
    evidence: {},
    requestCreatedOn: null,
    ...more,
  });

beforeAll(async () => {
  context = await testContext();
  industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  other = await works(context, [unit('A', 'FLOW_CATEGORY')]);
  ({ startEpochMs: start, endEpochMs: end } = dayWindow(industry.clock, DAY));
  await add({ title: 'over before', openedAt: start - 2 * HOUR_MS, closedAt: start - 1 });
  await add({ title: 'over with the day before', openedAt: start - HOUR_MS, closedAt: start });
  await add({ title: 'from before', openedAt: start - 2 * HOUR_MS, closedAt: start + HOUR_MS, peak: 14 });
  await add({ title: 'of its first instant', openedAt: start, closedAt: start });
  await add({ title: 'open', openedAt: start + HOUR_MS, closedAt: null, state: 'open', unitKey: null, value: null });
  await add({ title: 'ended by its time', openedAt: start + 2 * HOUR_MS, closedAt: start + 26 * HOUR_MS });
  await add({ title: 'pH', parameter: 'pH', openedAt: end - 1, closedAt: end + HOUR_MS });
  await add({ title: 'after', openedAt: end, closedAt: null, state: 'open' });
});

describe('incidents of a report', () => {
  it('are those that were open on a day of it, with peak and limit', async () => {
    const found = await incidentsOfReport(context, industry, DAYS);
    expect(
      found.map(({ fact, place, unitId, amount, limit, state }) => [
        fact,
        place,
        unitId,
        amount?.value,
        limit?.value,
        state,
      ]),
    ).toEqual([
      ['from before', 'Unit A', 'A', 14, 10, 'resolved'],
      ['of its first instant', 'Unit A', 'A', 12, 10, 'resolved'],
      ['open', null, null, undefined, 10, 'open'],
      ['ended by its time', 'Unit A', 'A', 12, 10, 'expired'],
      ['pH (pH)', 'Unit A', 'A', 12, 10, 'resolved'],
    ]);
    expect(found[2]).toMatchObject({ fromEpochMs: start + HOUR_MS, toEpochMs: null, isAcknowledged: false });
  });

  it("are the own industry's", async () => {
    expect(await incidentsOfReport(context, other, DAYS)).toEqual([]);
  });
});
