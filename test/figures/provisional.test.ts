import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../src/kernel/document/types.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { readDays } from '../../src/figures/read-days.ts';
import { readMonths } from '../../src/figures/read-months.ts';
import { explainFigure } from '../../src/figures/explain/explain.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { at, documents, process, send, unit, virtual, works } from './processing/works.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-03-03T12:00:00Z');
});

const UNITS = [
  unit('CHECKED', 'FLOW_CATEGORY', { meta: { registerChecks: { glitch: 'exclude' } } }),
  unit('PLAIN', 'FLOW_CATEGORY'),
  virtual('BOTH', '{CHECKED} + {PLAIN}'),
  virtual('OVER', '{BOTH} * 2'),
  virtual('OTHER', '{PLAIN}'),
];
const DATES = ['2026-03-01', '2026-03-02', '2026-03-03'].map((date) => businessDate(date));

async function readings(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(
    context,
    industry,
    ['CHECKED', 'PLAIN'].flatMap((unitId) =>
      DATES.slice(1).map((date) => ({ unitId, createdOn: at(industry, date, 5), value: 1, summedValue: 100 })),
    ),
  );
  return industry;
}

/** Units of each day that call themselves provisional, as read with and without entries. */
async function provisional(industry: Industry): Promise<Record<string, string>> {
  const read = async (withEntries: boolean) =>
    Object.fromEntries(
      [
        ...(await readDays(context, { industry, unitIds: new Set(industry.units.keys()), dates: DATES, withEntries })),
      ].map(([date, byUnit]) => [
        date.slice(8),
        [...byUnit.values()]
          .filter(({ provenance }) => provenance.provisional === true)
          .map(({ unitId }) => unitId)
          .sort()
          .join(' '),
      ]),
    );
  const found = await read(true);
  expect(await read(false)).toEqual(found);
  return found;
}

describe('a figure whose register checks have not run yet', () => {
  it('says that it is provisional, and so does whatever uses it, until its day is processed', async () => {
    const industry = await readings();
    expect(await provisional(industry)).toEqual({ '01': '', '02': 'BOTH CHECKED OVER', '03': 'BOTH CHECKED OVER' });
    await process(context, industry, '2026-03-01', '2026-03-02');
    expect(await provisional(industry)).toEqual({ '01': '', '02': '', '03': 'BOTH CHECKED OVER' });
    await send(context, industry, [{ unitId: 'PLAIN', createdOn: at(industry, '2026-03-02', 6), value: 1 }]);
    expect(await provisional(industry)).toMatchObject({ '02': '' });
    await send(context, industry, [
      { unitId: 'CHECKED', createdOn: at(industry, '2026-03-02', 6), value: 1, summedValue: 90 },
    ]);
    expect(await provisional(industry)).toMatchObject({ '02': 'BOTH CHECKED OVER' });
    expect(
      (await documents<DailyDocument>(context, industry, 'DAILY')).filter(
        ({ provenance }) => 'provisional' in provenance,
      ),
    ).toEqual([]);
  });

  it('makes its month provisional', async () => {
    const industry = await readings();
    const months = async () =>
      [
        ...(
          await readMonths(context, {
            industry,
            unitIds: new Set(['CHECKED', 'PLAIN', 'OVER']),
            months: [businessDate('2026-03-01')],
          })
        ).values(),
      ].flatMap((byUnit) =>
        [...byUnit.values()].map(({ unitId, provenance }) => [unitId, provenance.provisional ?? false]),
      );
    expect(await months()).toEqual([
      ['CHECKED', true],
      ['PLAIN', false],
      ['OVER', true],
    ]);
  });

  it('says so when it is explained', async () => {
    const industry = await readings();
    const explained = async (unitId: string) =>
      (
        await explainFigure(context, industry, {
          unitId,
          date: DATES[1] ?? businessDate('2026-03-02'),
          hour: null,
          divisionFactor: 1,
        })
      ).figure.provisional;
    expect(await Promise.all(['CHECKED', 'OVER', 'PLAIN', 'OTHER'].map(explained))).toEqual([true, true, false, false]);
    await process(context, industry, '2026-03-02', '2026-03-02');
    expect(await Promise.all(['CHECKED', 'OVER', 'PLAIN', 'OTHER'].map(explained))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
