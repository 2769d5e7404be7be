import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import type { UsualExamples } from '../../../src/figures/rules/device-data/usual-hours.ts';
import { createExamplesCache, readExamples } from '../../../src/figures/store/usual-hours-cache.ts';
import { at, process, send, unit, works } from '../processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-15T12:00:00Z');
});

const DATES = ['2026-03-02', '2026-03-09'].map((date) => businessDate(date));

/** Ten KL of A and one of B on both days. */
async function twoDays(): Promise<Industry> {
  const industry = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')]);
  await send(
    context,
    industry,
    DATES.flatMap((date) => [
      { unitId: 'A', createdOn: at(industry, date, 5), value: 10 },
      { unitId: 'B', createdOn: at(industry, date, 5), value: 1 },
    ]),
  );
  for (const date of DATES) await process(context, industry, date, date);
  return industry;
}

const wantedOf = ({ units }: Industry, unitIds: readonly string[] = ['A', 'B']) => ({
  unitKeys: unitIds.flatMap((unitId) => units.get(unitId)?.unitKey ?? []),
  dates: DATES,
  hourCount: 24,
});

const usesOf = ({ sumsOfDays }: UsualExamples): number[] =>
  sumsOfDays.map((sums) => sums.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toSorted((a, b) => a - b);

describe('examples that are kept', () => {
  it('are not read again while their days stay as they are', async () => {
    const [industry, kept] = [await twoDays(), createExamplesCache()];
    const first = await kept(context.database, industry.industryKey, wantedOf(industry));
    expect(usesOf(first)).toEqual([11, 11]);
    expect(await kept(context.database, industry.industryKey, wantedOf(industry))).toBe(first);
  });

  it('leave a day out as soon as a late reading has come, and have its new hours when it has settled', async () => {
    const [industry, kept] = [await twoDays(), createExamplesCache()];
    const uses = async (): Promise<number[]> => {
      const examples = await kept(context.database, industry.industryKey, wantedOf(industry));
      expect(examples).toEqual(await readExamples(context.database, industry.industryKey, wantedOf(industry)));
      return usesOf(examples);
    };
    await uses();
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-03-02', 6), value: 100 }]);
    expect(await uses()).toEqual([11]);
    await process(context, industry, '2026-03-02', '2026-03-02');
    expect(await uses()).toEqual([11, 111]);
  });

  it('follow a document that a hand has changed or taken away', async () => {
    const [industry, kept] = [await twoDays(), createExamplesCache()];
    const daysOf = async (): Promise<number> =>
      (await kept(context.database, industry.industryKey, wantedOf(industry))).sumsOfDays.length;
    expect(await daysOf()).toBe(2);
    await context.database.execute(
      `DELETE FROM telemetry.document WHERE industry_key = $1 AND period = 'DAILY' AND period_start = $2`,
      [industry.industryKey, '2026-03-09'],
    );
    expect(await daysOf()).toBe(1);
  });

  it('are those of the meters and of the industry that are asked for', async () => {
    const [one, other, kept] = [await twoDays(), await twoDays(), createExamplesCache()];
    await kept(context.database, one.industryKey, wantedOf(one));
    const ofA = await kept(context.database, one.industryKey, wantedOf(one, ['A']));
    expect(usesOf(ofA)).toEqual([10, 10]);
    const ofOther = await kept(context.database, other.industryKey, wantedOf(other));
    expect([...ofOther.weights.keys()].toSorted((a, b) => a - b)).toEqual(wantedOf(other).unitKeys);
  });
});
