import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/domain/industry/industry.ts';
import { businessDate } from '../../../src/domain/time/business-date.ts';
import { noQueue } from '../../../src/queue/client.ts';
import { createExplain } from '../../../src/services/explain/explain.ts';
import { readDays } from '../../../src/services/figures/read-days.ts';
import { createIndustries } from '../../../src/services/industries/industries.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, send, virtual, works } from '../processing/works.ts';
import { ACTOR, archivesOf, loadedWorks, month, temporaryDirectory, UNITS } from './months.ts';

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
  await archivesOf(context, directory).toBlob(ACTOR, industry, [month('01/2026')], true);
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
    const { figure, formula } = await createExplain(context).explain(industry, {
      unitId: 'LATE',
      date: businessDate('2026-01-31'),
      hour: null,
      divisionFactor: 1,
    });
    expect(figure.value).toBeCloseTo(60.6, 6);
    expect(JSON.stringify(formula)).toContain('40.4');
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
    const patched = await createIndustries(context, noQueue).changeUnit(
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
