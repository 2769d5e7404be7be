import { beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { bornNode } from '../../../readings/sources/edge-node.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { at, send, unit, virtual, works } from '../../../figures/processing/works.ts';
import { mintOperator, type Operator } from '../../../industries/http/admin/support/operator.ts';

let context: TestContext;
let operator: Operator;
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  operator = await mintOperator(context);
});

interface Device {
  readonly unitId: string;
  readonly unitName: string;
  readonly industryId: string;
  readonly lastSeen: string | null;
}
interface Offline {
  readonly data: readonly Device[];
  readonly totalDevicesCount: number;
  readonly offlineDevicesCount: number;
}
/** Silent devices of an industry: unitId and when it was last seen. */
async function silent({ industryId }: Industry, query: string): Promise<Record<string, string | null>> {
  const { status, body } = await operator.get<Offline>(`offlineDevices/offline?${query}`);
  // Another test file's devices may be silent or not.
  if (status === 404) return {};
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.offlineDevicesCount).toBe(body.data.length);
  expect(body.totalDevicesCount).toBeGreaterThanOrEqual(body.data.length);
  const own = body.data.filter((device) => device.industryId === industryId);
  return Object.fromEntries(own.map(({ unitId, lastSeen }) => [unitId, lastSeen]));
}

describe('GET /api/admin/offlineDevices/offline', () => {
  let industry: Industry;
  const minutesAgo = (minutes: number): string => new Date(context.clock.now() - minutes * 60_000).toISOString();
  beforeAll(async () => {
    industry = await works(context, [
      ...['AT_14', 'AT_15', 'AT_59', 'AT_60', 'AT_1799', 'AT_1800', 'NEVER'].map((id) => unit(id, 'FLOW_CATEGORY')),
      virtual('V', '{AT_14}'),
    ]);
    await send(
      context,
      industry,
      [14, 15, 59, 60, 1799, 1800].map((minutes) => ({
        unitId: `AT_${minutes}`,
        createdOn: minutesAgo(minutes),
        value: 1,
      })),
    );
  });

  it('lists by the hour, the day or the month what has no reading newer than 15, 60 or 1,800 minutes', async () => {
    const ids = async (query: string): Promise<string[]> => Object.keys(await silent(industry, query));
    expect(await ids('date=11/06/2026&view=hour')).toEqual(['AT_15', 'AT_59', 'AT_60', 'AT_1799', 'AT_1800', 'NEVER']);
    expect(await ids('date=11/06/2026')).toEqual(['AT_60', 'AT_1799', 'AT_1800', 'NEVER']);
    expect(await ids('date=11/06/2026&view=month')).toEqual(['AT_1800', 'NEVER']);
  });

  it('says when each was last seen', async () => {
    const { AT_60, NEVER } = await silent(industry, 'date=11/06/2026&view=day');
    expect([AT_60, NEVER]).toEqual([minutesAgo(60), null]);
  });

  it('tells of an earlier day how it was at its end, in the zone of the industry', async () => {
    const indian = await works(
      context,
      [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY'), unit('C', 'FLOW_CATEGORY')],
      {
        timezone: 'Asia/Kolkata',
        shiftStartAt: '06:00:00',
      },
    );
    // The day ends at 00:30 UTC.
    await send(context, indian, [
      { unitId: 'A', createdOn: '2026-06-10T00:00:00Z', value: 1 },
      { unitId: 'A', createdOn: '2026-06-10T23:31:00Z', value: 1 },
      { unitId: 'A', createdOn: '2026-06-11T05:00:00Z', value: 1 },
      { unitId: 'B', createdOn: '2026-06-10T23:29:00Z', value: 1 },
      { unitId: 'B', createdOn: '2026-06-11T00:31:00Z', value: 1 },
      { unitId: 'B', createdOn: '2026-06-11T05:30:00Z', value: 1 },
      { unitId: 'C', createdOn: '2026-06-11T05:30:00Z', value: 1 },
    ]);
    expect(await silent(indian, 'date=10/06/2026')).toEqual({ B: '2026-06-10T23:29:00.000Z' });
    expect(await silent(indian, 'date=11/06/2026')).toEqual({ A: '2026-06-11T05:00:00.000Z' });
  });

  it('has a unit that was retired since for the days at whose end it was in use', async () => {
    const retiring = await works(context, [unit('OLD', 'FLOW_CATEGORY'), unit('A', 'FLOW_CATEGORY')]);
    const createdOn = '2026-06-09T12:00:00Z';
    await send(context, retiring, [
      { unitId: 'OLD', createdOn, value: 1 },
      { unitId: 'A', createdOn: '2026-06-11T05:30:00Z', value: 1 },
    ]);
    await context.database.execute(
      "UPDATE tenant.unit SET removed_at = '2026-06-11T05:00:00Z' WHERE industry_key = $1 AND unit_id = 'OLD'",
      [retiring.industryKey],
    );
    expect(await silent(retiring, 'date=10/06/2026')).toEqual({ OLD: '2026-06-09T12:00:00.000Z' });
    expect(await silent(retiring, 'date=11/06/2026')).toEqual({});
  });

  it('leaves out industries that are not active', async () => {
    const inactive = await works(context, [unit('A', 'FLOW_CATEGORY')], { isActive: false });
    expect(await silent(inactive, 'date=11/06/2026')).toEqual({});
  });

  it.each([
    ['', 1403, "'date' missing"],
    ['date=2026-06-11', 1403, "Invalid 'date': '2026-06-11' is not a date DD/MM/YYYY"],
    ['date=11/06/2026&view=week', 1403, "Invalid 'view': 'week' is not one of hour, day, month"],
    // Industries of other tests have their days moved by a year.
    ['date=20/06/2028', 1403, "Invalid 'date': '20/06/2028' has not begun for any industry"],
  ])('answers %s with %i', async (query, code, message) => {
    const { status, body } = await operator.get(`offlineDevices/offline?${query}`);
    expect([status, body]).toEqual([400, expect.objectContaining({ status: 'failed', status_code: code, message })]);
  });
});

describe('GET /api/admin/offlineDevices/batchProcessingInterpolation', () => {
  interface Missing {
    readonly status: string;
    readonly data: readonly { readonly industryId: string; readonly missingHours: readonly number[] }[];
  }
  const hoursMissing = async ({ industryId }: Industry, date: string): Promise<readonly number[] | undefined> => {
    const { status, body } = await operator.get<Missing>(`offlineDevices/batchProcessingInterpolation?date=${date}`);
    expect([status, body.status]).toEqual([200, 'success']);
    return body.data.find((listed) => listed.industryId === industryId)?.missingHours;
  };
  const hours = (industry: Industry, date: string, unitId: string, which: readonly number[]) =>
    which.map((hour) => ({ unitId, createdOn: at(industry, date, hour + 0.5), value: 1 }));
  const upTo = (count: number, ...without: number[]): number[] =>
    Array.from({ length: count }, (_, hour) => hour).filter((hour) => !without.includes(hour));

  it('lists the hours in which no unit has a reading, of the running day those that have ended', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY'), unit('B', 'FLOW_CATEGORY')]);
    await send(context, industry, [
      ...hours(industry, '2026-06-10', 'A', upTo(24, 3, 4, 5, 23)),
      ...hours(industry, '2026-06-10', 'B', [4]),
      ...hours(industry, '2026-06-11', 'A', [0, 1, 3]),
    ]);
    expect(await hoursMissing(industry, '10/06/2026')).toEqual([3, 5, 23]);
    expect(await hoursMissing(industry, '11/06/2026')).toEqual([2, 4, 5]);
    expect(await hoursMissing(industry, '09/06/2026')).toEqual(upTo(24));
  });

  it('counts 23 and 25 hours where clocks change', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')], { timezone: 'Europe/Berlin' });
    await send(context, industry, [
      ...hours(industry, '2026-03-29', 'A', upTo(23, 22)),
      ...hours(industry, '2025-10-26', 'A', upTo(25, 7, 24)),
      ...hours(industry, '2024-10-27', 'A', upTo(25, 7, 23)),
    ]);
    expect(await hoursMissing(industry, '29/03/2026')).toEqual([22]);
    expect(await hoursMissing(industry, '26/10/2025')).toEqual([7, 24]);
    expect(await hoursMissing(industry, '27/10/2024')).toEqual([7, 23]);
  });

  it('asks for a date', async () => {
    const { status, body } = await operator.get('offlineDevices/batchProcessingInterpolation');
    expect([status, body]).toEqual([400, expect.objectContaining({ status_code: 1403, message: "'date' missing" })]);
  });
});

describe('a unit whose network tells that its device has died', () => {
  it('is silent at once, until the device is born again', async () => {
    const industry = await works(context, [unit('TOLD', 'FLOW_CATEGORY'), unit('TWICE', 'FLOW_CATEGORY')]);
    const createdOn = new Date(context.clock.now() - 60_000).toISOString();
    await send(
      context,
      industry,
      ['TOLD', 'TWICE'].map((unitId) => ({ unitId, createdOn, value: 1 })),
    );
    const tell = await bornNode(context, industry, { '/1': 'TOLD', '/2': 'TWICE', '/3': 'TWICE' });
    const ids = async () => Object.keys(await silent(industry, 'date=11/06/2026&view=month'));
    expect(await ids()).toEqual([]);
    for (const device of ['/1', '/2']) await tell('DDEATH', device);
    // The other device of TWICE lives.
    expect(await ids()).toEqual(['TOLD']);
    await tell('DBIRTH', '/1');
    expect(await ids()).toEqual([]);
    await tell('NDEATH');
    expect(await ids()).toEqual(['TOLD', 'TWICE']);
  });
});
