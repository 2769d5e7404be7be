import { beforeAll, describe, expect, it } from 'vitest';
import { archiveMonths } from '../../../src/keeping/archive/archives.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { explainFigure } from '../../../src/figures/explain/explain.ts';
import { readDays } from '../../../src/figures/read-days.ts';
import { processTime } from '../../../src/figures/processing/batch.ts';
import { writeSealedDays } from '../../../src/figures/processing/sealed-days.ts';
import { sweepStaleDays } from '../../../src/ledger/waiting-days.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, documents, jobsByHand, send, staleOf, virtual, works } from '../../figures/processing/works.ts';
import { ACTOR, analystViews, archivingTo, loadedWorks, month, temporaryDirectory, UNITS } from './months.ts';
import { changeUnit } from '../../../src/industries/change-unit.ts';

/*
 * M1's register rises by 20.2 a day, TWICE is double of it, and the tank's level by 10 KL from 500 on the
 * 29th of January. Virtual units that come once January is archived have no documents there.
 */

const directory = temporaryDirectory();
let context: TestContext;
let industry: Industry;

const read = async (unitIds: readonly string[], days: readonly string[]) =>
  readDays(context, {
    industry,
    unitIds: new Set(unitIds),
    dates: days.map((date) => businessDate(date)),
    withEntries: true,
  });

beforeAll(async () => {
  context = await testContext('2026-02-10T12:00:00Z');
  industry = await loadedWorks(context, 'UTC', dates('2026-01-29', '2026-02-02'));
  await archiveMonths(archivingTo(context, directory), ACTOR, industry, [month('01/2026')], true);
  industry = await works(context, [...UNITS, virtual('LATE', '{M1} + {TWICE}'), virtual('LEVEL', '{TANK} * 1')], {
    industryId: industry.industryId,
    timezone: 'UTC',
    shiftStartAt: '06:00:00',
  });
});

describe('a virtual unit that came after the month was archived', () => {
  it('is computed from the stored figures of the units it uses, of the day and of every hour', async () => {
    const days = await read(['M1', 'TWICE', 'LATE'], ['2026-01-30', '2026-01-31']);
    const [second] = days.values();
    expect(second?.get('LATE')?.value).toBeCloseTo(60.6, 6);
    for (const day of days.values()) {
      const [m1, twice, late] = ['M1', 'TWICE', 'LATE'].map((unitId) => day.get(unitId)?.hourly.map(({ y }) => y));
      expect(late?.filter((y) => y !== null)).toHaveLength(2);
      expect(late).toEqual(
        m1?.map((y, hour) => {
          const other = twice?.[hour];
          return typeof y === 'number' && typeof other === 'number' ? expect.closeTo(y + other, 6) : null;
        }),
      );
    }
  });

  it('has the level that its tank had, and not the one of the day before', async () => {
    const [day] = (await read(['TANK', 'LEVEL'], ['2026-01-31'])).values();
    expect([day?.get('TANK')?.value, day?.get('LEVEL')?.value]).toEqual([520, 520]);
  });

  it('is explained by the same figures', async () => {
    const { figure, formula } = await explainFigure(context, industry, {
      unitId: 'LATE',
      date: businessDate('2026-01-31'),
      hour: null,
      divisionFactor: 1,
    });
    expect(figure.value).toBeCloseTo(60.6, 6);
    expect(JSON.stringify(formula)).toContain('40.4');
  });
});

describe('figures of a virtual unit that came after the month was archived', () => {
  const views = ['daily_figures', 'monthly_figures', 'yearly_figures'];
  /** Figures by view and first day. */
  const shown = async (unitId: string): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(await analystViews(context, industry, views)).flatMap(([view, rows]) =>
        rows
          .map((text) => JSON.parse(text) as Record<string, unknown>)
          .filter((row) => row['unit_id'] === unitId)
          .map((row) => [
            `${view} ${String(row['business_date'] ?? row['month_start'] ?? row['year_start'])}`,
            row['value'],
          ]),
      ),
    );

  it('stand in the views of analysts as they are answered once its days are rebuilt, and what is stored stays', async () => {
    const byHand = jobsByHand(context);
    const storedBefore = await documents(context, industry, 'DAILY', true);
    expect((await staleOf(context, industry))[0]).toBe('2026-01-29: LATE LEVEL: configuration');
    await sweepStaleDays(context, byHand.queue);
    await byHand.work();
    expect(await staleOf(context, industry)).toEqual([]);

    // 20.2 + 40.4 a day.
    const days = dates('2026-01-29', '2026-02-02');
    const late = await shown('LATE');
    const answered = await read(['LATE'], days);
    const values = days.map((date) => answered.get(businessDate(date))?.get('LATE')?.value);
    expect(values).toEqual(days.map(() => expect.closeTo(60.6, 6)));
    expect(late).toEqual({
      ...Object.fromEntries(days.map((date, index) => [`daily_figures ${date}`, values[index]])),
      'monthly_figures 2026-01-01': expect.closeTo(181.8, 6),
      'monthly_figures 2026-02-01': expect.closeTo(121.2, 6),
      'yearly_figures 2026-01-01': expect.closeTo(303, 6),
    });
    expect(await shown('LEVEL')).toMatchObject({ 'daily_figures 2026-01-31': 520, 'monthly_figures 2026-01-01': 1530 });

    const own = (all: readonly { unitId: string }[]) => all.filter(({ unitId }) => !['LATE', 'LEVEL'].includes(unitId));
    expect(own(await documents(context, industry, 'DAILY', true))).toEqual(storedBefore);
  });
});

describe('another virtual unit that comes while days of the first are rebuilt', () => {
  it('loses no mark, has its documents, and a batch of old days leaves its sealed days to the rebuild', async () => {
    const before = industry;
    const late = [virtual('LATE', '{M1} + {TWICE}'), virtual('LEVEL', '{TANK} * 1'), virtual('LATER', '{M1} * 3')];
    industry = await works(context, [...UNITS, ...late], {
      industryId: before.industryId,
      timezone: 'UTC',
      shiftStartAt: '06:00:00',
    });
    const flags = { daily: true, monthly: true, yearly: true, updateOnlyVirtual: false, write: true, unitIds: [] };
    const asked = { ...flags, by: null, oldData: true };
    const batching = { ...context, queue: noQueue };
    const batch = await processTime(batching, industry.industryId, '2026-02-03T06:00:00Z', asked);
    expect(batch).toMatchObject({ days: 2, daysSealed: 0, staleDaysLeft: 0 });
    const sealed = dates('2026-01-29', '2026-01-31');
    expect(await staleOf(context, industry)).toEqual(sealed.map((date) => `${date}: LATER: configuration`));
    await writeSealedDays(
      context,
      before,
      sealed.map((date) => businessDate(date)),
    );
    expect(await staleOf(context, industry)).toEqual([]);
    const written = (await documents(context, industry, 'DAILY')).filter(({ unitId }) => unitId === 'LATER');
    expect(written).toHaveLength(5);
  });
});

describe('the day after a sealed month', () => {
  it('opens with the level of its last day where both are computed in one go', async () => {
    await send(context, industry, [{ unitId: 'V1', createdOn: at(industry, '2026-02-01', 3), value: 1 }]);
    const days = await read(['TANK', 'LATE', 'V1'], ['2026-01-31', '2026-02-01']);
    expect(days.get(businessDate('2026-02-01'))?.get('TANK')?.meta).toMatchObject({ openingStock: 520 });
  });
});

describe('a factor that counts from a sealed day on', () => {
  it('is answered with the months that it does not reach, also when it is only tried', async () => {
    const patched = await changeUnit(
      { ...context, queue: noQueue },
      {
        industryId: industry.industryId,
        unitId: 'M1',
        by: { actor: ACTOR, permissions: [] },
        reason: null,
        expected: null,
        dryRun: true,
      },
      { flowFactor: 2, meta: { effectiveFrom: '30/01/2026' } },
    );
    expect(patched.staleFrom).toMatchObject([{ unitId: 'M1', fromDate: '2026-01-30' }]);
    expect(patched.warnings).toEqual([
      {
        field: 'meta.effectiveFrom',
        problem: 'changes no figure of sealed days: the readings of 01/2026 are archived',
      },
    ]);
  });
});
