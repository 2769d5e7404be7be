import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

interface Answer {
  data: {
    waterBalance: Record<string, unknown>;
    figures: Record<string, Record<string, unknown>>;
    sources: Record<string, unknown>;
  };
}

let works: Works;
let stranger: Works;

beforeAll(async () => {
  const context = await testContext('2026-06-12T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  await works.send([
    { unitId: 'TANK', createdOn: atHour('2026-06-09', 23), value: 50 },
    ...[0, 5, 23].map((hour) => ({ unitId: 'M1', createdOn: atHour('2026-06-10', hour), value: 2000.1 })),
    { unitId: 'M2', createdOn: atHour('2026-06-11', 2), value: 500.2 },
    { unitId: 'TANK', createdOn: atHour('2026-06-11', 2), value: 55 },
  ]);
});

const balance = async (query: string, of: Works = works): Promise<Answer & Record<string, unknown>> =>
  (await of.get(`waterBalance?${query}`)).body as Answer & Record<string, unknown>;
const DAYS = 'startDate=10/06/2026&endDate=11/06/2026';

describe('GET waterBalance', () => {
  it('gives what came in, what went out and what the tanks kept, each with its completeness and error bar', async () => {
    expect(await balance(DAYS)).toMatchObject({
      status: 'success',
      status_code: 200,
      data: {
        period: { startDate: '10/06/2026', endDate: '11/06/2026' },
        // SILENT, beside M2 in a sub-category, has sent nothing.
        waterBalance: {
          totalInflow: 6.5005,
          totalOutflow: 0.5002,
          balance: 6.0003,
          balancePercentage: 92.31,
          status: 'unknown',
        },
        figures: {
          inflow: { value: 6.5005, siUnit: 'KL', coverage: 0.0278, estimatedShare: 0, band: null },
          outflow: { value: 0.5002, band: { confidence: 0.95 } },
          stockChange: { value: 10, band: { confidence: 0.95 } },
          unaccounted: { value: -3.9997, status: 'unknown' },
        },
        sources: {
          A: { displayName: 'Sub A', value: 6.0003, units: [{ unitId: 'M1', displayName: 'Unit M1' }] },
          B: { value: 0.5002, band: null },
        },
        uncertainty: { dominantMeter: { unitId: 'SILENT', displayName: 'Unit SILENT', cause: 'missing' } },
      },
    });
  });

  it('shows the totals of deviceDataV2 of the same days, processed or not', async () => {
    const totalOf = async (category: string): Promise<unknown> =>
      (
        (await works.get(`deviceDataV2?type=CUSTOM&date1=10/06/2026&date2=11/06/2026&category=${category}`)).body as {
          data: { value: unknown };
        }
      ).data.value;
    const compare = async (): Promise<void> => {
      const { waterBalance } = (await balance(DAYS)).data;
      expect([waterBalance['totalInflow'], waterBalance['totalOutflow']]).toEqual([
        await totalOf('ID_SOURCE'),
        await totalOf('ID_CONSUMPTION'),
      ]);
    };
    await compare();
    await works.process('2026-06-10', '2026-06-11');
    await compare();
  });

  it('divides figures and their bands', async () => {
    const [litres, kilolitres] = [await balance(`${DAYS}&divisionFactor=1`), await balance(DAYS)];
    // There is one, see above.
    const bandOf = ({ data }: Answer) => (data.figures['outflow']?.['band'] as { plusMinus: number }).plusMinus;
    expect(litres.data.waterBalance['totalInflow']).toBe(6500.5);
    expect(bandOf(litres)).toBeCloseTo(bandOf(kilolitres) * 1000, 2);
  });

  it('shows an industry nothing of another', async () => {
    expect((await balance(DAYS, stranger)).data.waterBalance).toEqual({
      totalInflow: null,
      totalOutflow: null,
      balance: null,
      balancePercentage: null,
      status: 'unknown',
    });
  });

  it('is null for days that have not begun', async () => {
    expect((await balance('startDate=01/01/2030&endDate=31/01/2030')).data).toMatchObject({
      waterBalance: { balance: null, status: 'unknown' },
      figures: { inflow: { coverage: null, band: null } },
    });
  });

  it.each([
    ['', "'startDate' missing"],
    ['startDate=10/06/2026', "'endDate' missing"],
    ['startDate=2026-06-10&endDate=11/06/2026', "Invalid 'startDate': '2026-06-10' is not a date DD/MM/YYYY"],
    ['startDate=11/06/2026&endDate=10/06/2026', 'startDate cannot be after endDate'],
    [
      'startDate=01/01/2020&endDate=01/01/2026',
      "Invalid 'endDate': '01/01/2026' is 2193 days from startDate, allowed are 1100",
    ],
    [`${DAYS}&divisionFactor=0`, "Invalid 'divisionFactor': '0' is not a whole number of 1 or more"],
  ])('answers %s with 1403 and what is wrong', async (query, message) => {
    expect(await balance(query)).toMatchObject({ status: 'failed', status_code: 1403, message });
  });
});
