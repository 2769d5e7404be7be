import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../service/support/app-fixture.ts';
import { mintWorks, type Works } from '../../../service/support/device-data-works.ts';
import { testContext } from '../../../support/database.ts';

const NOW = '2026-06-11T06:00:00Z';
const EACH_MS = 300_000;
let works: Works;
let stranger: Works;

beforeAll(async () => {
  const context = await testContext(NOW);
  const app = testApp(context);
  works = await mintWorks(context, app);
  stranger = await mintWorks(context, app);
  // A tank of 200 KL that falls by 6 points, 12 KL, an hour; three estimates say otherwise.
  await works.send(
    Array.from({ length: 37 }, (_, index) => ({
      unitId: 'TANK',
      createdOn: new Date(Date.parse(NOW) - index * EACH_MS).toISOString(),
      value: index > 0 && index < 4 ? 90 : 50 + index / 2,
      interpolated: index > 0 && index < 4,
    })),
  );
});

const answerOf = async (of: Works, path: string) => (await of.get(path)).body as { data: Record<string, unknown> };

describe('GET tanks', () => {
  it('tells level, share and limits of a tank, and when it will be low and empty', async () => {
    const { data } = await answerOf(works, 'tanks');
    expect(data['tanks']).toMatchObject([
      {
        unitId: 'TANK',
        siUnit: 'KL',
        capacity: 200,
        level: 100,
        percent: 50,
        lowPercent: 10,
        fullPercent: 98,
        readAt: '2026-06-11T06:00:00.000Z',
        outlook: {
          course: 'falling',
          since: '2026-06-11T03:00:00.000Z',
          spanMinutes: 180,
          readings: 34,
          ends: [
            { end: 'low', atPercent: 10, fromMinutes: 400, toMinutes: 400 },
            { end: 'empty', atPercent: 0, fromMinutes: 500, toMinutes: 500 },
          ],
        },
      },
    ]);
    const { ratePerHour } = (data['tanks'] as [{ outlook: { ratePerHour: { value: number } } }])[0].outlook;
    expect(ratePerHour.value).toBeCloseTo(-12, 6);
  });

  it('is of one tank where a unit is named, and null where it never sent', async () => {
    expect((await answerOf(stranger, 'tanks?unitId=TANK')).data['tanks']).toMatchObject([
      { capacity: 200, level: null, percent: null, readAt: null, outlook: null },
    ]);
    expect((await works.get('tanks?unitId=NOBODY')).status).toBe(404);
  });
});
