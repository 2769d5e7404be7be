import { beforeAll, expect, it } from 'vitest';
import { numberOrNull, sumOrNull } from '../../src/figures/rules/processors/numbers.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import { readCalendarSpans } from '../../src/figures/read-calendar-days.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { buildReport } from '../../src/reports/build-report.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { asked } from '../reports/asked.ts';
import { send, unit, virtual, works } from './processing/works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-03T12:00:00Z');
});

const DAY = businessDate('2026-03-03');

/*
 * A shift at half past, so that the hour of 18:00 begins at 17:30. At noon the gateway's clock is six hours ahead: 10
 * and 20 litres have passed, and 400 are of 18:00. A has slots of whole minutes, B has not, so B's are told by its
 * readings.
 */
it('a running day has the readings of hours that have begun, on every road, until the others have', async () => {
  const industry = await works(
    context,
    [
      unit('A', 'FLOW_CATEGORY'),
      unit('B', 'FLOW_CATEGORY', { dataUpdateFrequency: 90 }),
      unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
      unit('LAB', 'QUALITY_CATEGORY'),
      virtual('TWICE', '{A} * 2'),
    ],
    { shiftStartAt: '06:30:00' },
  );
  const rows = [
    ['2026-03-03T07:00:00Z', 10, 40],
    ['2026-03-03T08:00:00Z', 20, 50],
    ['2026-03-03T18:00:00Z', 400, 90],
  ] as const;
  await send(
    context,
    industry,
    rows.flatMap(([createdOn, value, percent]) => [
      { unitId: 'A', createdOn, value },
      { unitId: 'B', createdOn, value },
      { unitId: 'TANK', createdOn, value: percent },
      { unitId: 'LAB', createdOn, value: { pH: percent / 10 } },
    ]),
  );
  const unitIds = ['A', 'B', 'TANK', 'LAB', 'TWICE'];
  const told = async () => {
    const hours = await readSpans(context, industry, unitIds, { kind: 'HOURS', date: DAY });
    const fromMidnight = await readCalendarSpans(context, industry, unitIds, { from: DAY, to: DAY, bucket: 'day' });
    const report = await buildReport(context, industry, asked('water', 'daily', DAY));
    const { figure } = await explainFigure(context, industry, {
      unitId: 'A',
      date: DAY,
      hour: null,
      divisionFactor: 1,
    });
    const genuineOf = (unitId: string) => hours.get(unitId)?.figures?.provenance.slotsGenuine;
    return {
      ofDay: unitIds.map((unitId) => hours.get(unitId)?.figures?.value),
      fromMidnight: unitIds.map((unitId) => fromMidnight.get(unitId)?.figures?.value),
      sumOfHours: sumOrNull(hours.get('A')?.entries.map(({ y }) => numberOrNull(y)) ?? []),
      genuine: [genuineOf('A'), genuineOf('B')],
      report: report.headlines[0]?.value,
      explained: figure.value,
    };
  };

  const atNoon = [30, 30, 500, { pH: 4.5 }, 60];
  expect(await told()).toMatchObject({
    ofDay: atNoon,
    fromMidnight: atNoon,
    sumOfHours: 30,
    genuine: [2, 2],
    report: { value: 0.06 },
    explained: 30,
  });
  context.clock.set('2026-03-03T17:30:00Z');
  const inTheEvening = [430, 430, 900, { pH: 6 }, 860];
  expect(await told()).toMatchObject({
    ofDay: inTheEvening,
    fromMidnight: inTheEvening,
    sumOfHours: 430,
    genuine: [3, 3],
    report: { value: 0.86 },
    explained: 430,
  });
});
