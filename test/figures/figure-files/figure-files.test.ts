import { beforeAll, expect, it } from 'vitest';
import { openFigureFile } from '../../../src/figures/figure-files/figure-files.ts';
import { USUAL_CSV } from '../../../src/kernel/format/csv-line.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { at, send, unit, works } from '../processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-06-04T12:00:00Z');
});

it('a day names its figures in the unit of measure that they had on it, whatever the range of the file', async () => {
  const river = (siUnit: string, effectiveFrom?: string) =>
    unit('RIVER', 'QUALITY_CATEGORY', {
      params: { iron: { displayName: 'Iron', siUnit } },
      ...(effectiveFrom === undefined ? {} : { meta: { effectiveFrom } }),
    });
  const { industryId } = await works(context, [river('mg/l')]);
  const industry = await works(context, [river('µg/l', '03/06/2026')], { industryId });
  // The same water on four days: 1.5 mg/l is 1,500 µg/l.
  const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'];
  await send(
    context,
    industry,
    days.map((date, index) => ({
      unitId: 'RIVER',
      createdOn: at(industry, date, 1),
      paramValue: { iron: index < 2 ? 1.5 : 1500 },
    })),
  );
  const rowsOf = async (from: string, to: string): Promise<unknown[]> => {
    const pieces: Uint8Array[] = [];
    const asked = { period: 'daily', unitIds: null, divisionFactor: 1000, format: 'ndjson', csv: USUAL_CSV } as const;
    const range = { from: businessDate(from), to: businessDate(to) };
    for await (const piece of await openFigureFile(context, industry, { ...asked, ...range })) pieces.push(piece);
    return Buffer.concat(pieces)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>) // an object a line
      .map(({ date, value, siUnit }) => [date, value, siUnit]);
  };
  const expected = [
    ['2026-06-01', 1.5, 'mg/l'],
    ['2026-06-02', 1.5, 'mg/l'],
    ['2026-06-03', 1500, 'µg/l'],
    ['2026-06-04', 1500, 'µg/l'],
  ];
  expect(await rowsOf('2026-06-01', '2026-06-04')).toEqual(expected);
  expect((await Promise.all(days.map((date) => rowsOf(date, date)))).flat()).toEqual(expected);
});
