import { describe, expect, it } from 'vitest';
import { bucketCount, granularBuckets, type GranularRow } from '../../../../src/figures/rules/device-data/granular.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { unit } from './support.ts';

const DAY_START = Date.parse('2026-04-03T17:00:00Z');

type Changes = Partial<Omit<GranularRow, 'lastRegister'>> & { readonly lastRegister?: number };
const row = (bucket: number, { lastRegister, ...changes }: Changes = {}): GranularRow => ({
  date: '2026-04-04',
  bucket,
  readingCount: 1,
  estimatedCount: 0,
  valueSum: null,
  lastValue: null,
  lastRegister: lastRegister === undefined ? null : { register: lastRegister, epochMs: DAY_START + bucket * 3_600_000 },
  parameterMeans: null,
  ...changes,
});

const request = (of = unit('M1'), lengthSeconds = 86_400) => ({
  days: [{ date: businessDate('2026-04-04'), startEpochMs: DAY_START, lengthSeconds, unit: of }],
  intervalMinutes: 60,
  registerBefore: { register: 900, epochMs: DAY_START - 1 },
  genuineSlots: new Map<string, ReadonlySet<number>>(),
  now: Date.parse('2026-04-05T00:00:00Z'),
  divisorOf: () => 1,
});

describe('granular buckets', () => {
  it.each([
    [86_400, 5, 288],
    [90_000, 5, 300],
    [82_800, 60, 23],
    [88_200, 60, 25],
    [86_400, 1000, 2],
    [86_400, 1440, 1],
  ])('of a day of %d s by %d minutes are %d', (lengthSeconds, interval, count) => {
    expect(bucketCount(lengthSeconds, interval)).toBe(count);
  });

  it('reach through the repeated hour of a long day', () => {
    const buckets = granularBuckets([row(24, { valueSum: 3 })], request(unit('M1'), 90_000));
    expect(buckets).toHaveLength(25);
    expect(buckets[24]).toEqual({
      x: '2026-04-04T17:00:00.000Z',
      value: 3,
      register: null,
      slotsExpected: 1,
      slotsGenuine: 0,
      readings: 1,
      estimated: 0,
    });
  });

  it('say how many slots began in them and held a genuine reading', () => {
    const slots = (
      frequencySeconds: number,
      intervalMinutes: number,
      genuine: readonly number[],
      now = '2026-04-05T00:00:00Z',
    ) =>
      granularBuckets([], {
        ...request(unit('M1', 'FLOW_CATEGORY', { dataUpdateFrequencySeconds: frequencySeconds })),
        intervalMinutes,
        genuineSlots: new Map([['2026-04-04', new Set(genuine)]]),
        now: Date.parse(now),
      }).map(({ slotsExpected, slotsGenuine }) => [slotsExpected, slotsGenuine]);
    expect(slots(300, 60, [0, 1, 12]).slice(0, 3)).toEqual([
      [12, 2],
      [12, 1],
      [12, 0],
    ]);
    // A slot longer than the bucket counts where it begins, though its reading came in a later bucket.
    expect(slots(600, 5, [0]).slice(0, 4)).toEqual([
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 0],
    ]);
    // 17:00 is the start of the day: at 17:07 one slot has ended, the second holds a reading already.
    expect(slots(300, 5, [1], '2026-04-03T17:07:00Z').slice(0, 3)).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
  });

  it('that have not begun are empty, whatever a device with a clock ahead has sent', () => {
    const buckets = granularBuckets([row(5, { valueSum: 3 }), row(9, { valueSum: 400 })], {
      ...request(),
      genuineSlots: new Map([['2026-04-04', new Set([5, 9])]]),
      now: DAY_START + 6 * 3_600_000,
    });
    expect(buckets.slice(5, 10).map(({ value, slotsGenuine, readings }) => [value, slotsGenuine, readings])).toEqual([
      [3, 1, 1],
      [null, 0, 0],
      [null, 0, 0],
      [null, 0, 0],
      [null, 0, 0],
    ]);
  });

  it('apply the meter multiplier to values and registers', () => {
    expect(
      granularBuckets(
        [row(0, { valueSum: 30, lastRegister: 1000 })],
        request(unit('M1', 'FLOW_CATEGORY', { flowFactor: 0.1 })),
      )[0],
    ).toMatchObject({ value: 3, register: 100 });
  });

  it('take the step of the register since the last one known, over empty buckets, when there are no values', () => {
    const buckets = granularBuckets(
      [
        row(0, { lastRegister: 950 }),
        row(3, { lastRegister: 1000 }),
        row(4, { lastRegister: 10 }),
        row(5, { lastRegister: 25 }),
      ],
      request(),
    );
    expect(buckets.slice(0, 6).map(({ value }) => value)).toEqual([50, null, null, 50, null, 15]);
  });

  it('take the step of a register that counts down for a meter with a negative multiplier', () => {
    const buckets = granularBuckets(
      [
        row(0, { lastRegister: 850 }),
        row(1, { lastRegister: 840 }),
        row(2, { lastRegister: 9000 }),
        row(3, { lastRegister: 8990 }),
      ],
      request(unit('M1', 'FLOW_CATEGORY', { flowFactor: -2 })),
    );
    expect(buckets.slice(0, 4).map(({ value }) => value)).toEqual([100, 20, null, 20]);
  });

  it('count each meter on its own where another one was installed between two registers', () => {
    // 950 to 970, where the meter before was taken out, and from 5 to 12: 20 + 7.
    const meter = { installedAtEpochMs: DAY_START + 90 * 60_000, serial: null, initialRegister: 5 };
    const stepOf = (finalRegisterOfOld: number | null) =>
      granularBuckets(
        [row(0, { lastRegister: 950 }), row(2, { lastRegister: 12 }), row(3, { lastRegister: 15 })],
        request(unit('M1', 'FLOW_CATEGORY', { meters: [{ ...meter, finalRegisterOfOld }] })),
      ).map(({ value }) => value);
    expect(stepOf(970).slice(0, 4)).toEqual([50, null, 27, 3]);
    expect(stepOf(null).slice(0, 4)).toEqual([50, null, null, 3]);
    // A gateway's difference between the two.
    const [, , bucket] = granularBuckets(
      [row(0, { lastRegister: 950 }), row(2, { lastRegister: 12, valueSum: -931 })],
      request(unit('M1', 'FLOW_CATEGORY', { meters: [{ ...meter, finalRegisterOfOld: 970 }] })),
    );
    expect(bucket?.value).toBe(27);
  });

  it('show a stock reading as a level and a ground-water reading as it is', () => {
    expect(
      granularBuckets([row(0, { lastValue: 29 })], request(unit('T', 'STOCK_CATEGORY', { maxCapacity: 10_000 })))[0]
        ?.value,
    ).toBe(2900);
    expect(granularBuckets([row(0, { lastValue: -2.5 })], request(unit('W', 'GROUND_WATER_LEVEL')))[0]?.value).toBe(
      -2.5,
    );
  });
});
