import { describe, expect, it } from 'vitest';
import { bandedNights, nightHoursOf, nightOf } from '../../../../src/alerts/rules/night-flow.ts';
import type { BalancesInput, NightsInput } from '../../../../src/alerts/rules/types.ts';
import { HOUR_MS } from '../../../../src/kernel/time/durations.ts';
import { DAY_START, unitOf } from '../../../figures/rules/processors/builders.ts';
import { CANTERBURY, daysOfReadings, sampleReadings } from '../sample.ts';
import { minuteIso, told, watched } from '../watch.ts';

const DAY_MS = 24 * HOUR_MS;
const METER = unitOf();
const dayIso = (day: number): string => minuteIso(day * 24 * 60);
/** The last instant of the test day, which is still its own. */
const FIRST_DAY_END = new Date(DAY_START + DAY_MS - 1).toISOString();

/** Days of inflow 100 with this imbalance, and the half width of its band. */
const balances = (days: readonly (readonly [number | null, number | null])[]): BalancesInput => ({
  kind: 'balance',
  days: days.map(([imbalance, band95], index) => ({
    startEpochMs: DAY_START + index * DAY_MS,
    endEpochMs: DAY_START + (index + 1) * DAY_MS,
    inflow: 100,
    imbalance,
    siUnit: 'KL',
    band95,
  })),
  until: DAY_START + days.length * DAY_MS,
});

describe('a leak between inflow and outflow', () => {
  it('is an imbalance beyond what is tolerated and beyond what the meters cannot tell', () => {
    const days = balances([
      [9, 2],
      [12, 2],
      [15, 3],
      [9, 2],
      [7, 2],
    ]);
    expect(watched('water_balance_leakage', days, {})).toMatchObject([
      // The day's last instant, because the next one belongs to the day after it.
      { kind: 'fired', at: DAY_START + 2 * DAY_MS - 1, value: 12, limit: 10 },
      // 12 + 15, and 9 of the day that is only near the limit. The 7 of the day that ended it are no loss.
      { kind: 'recovered', at: DAY_START + 5 * DAY_MS - 1, peak: 15, excess: 36 },
    ]);
  });

  it('is none within the band of its meters', () => {
    expect(told('water_balance_leakage', balances([[30, 31]]), {})).toEqual([]);
    expect(told('water_balance_leakage', balances([[30, 29]]), {})).toEqual([`fired ${FIRST_DAY_END}`]);
  });

  it('is not known while the band is not, as where a meter sends nothing', () => {
    expect(told('water_balance_leakage', balances([[30, null]]), {})).toEqual([]);
    expect(
      told(
        'water_balance_leakage',
        balances([
          [30, 2],
          [41, null],
          [1, null],
        ]),
        {},
      ),
    ).toEqual([`fired ${FIRST_DAY_END}`]);
  });

  it('says whether the tolerance has decided or the band', () => {
    const limitOf = (imbalance: number, band: number) =>
      watched('water_balance_leakage', balances([[imbalance, band]]), {}).map(({ limit, limitKind }) => [
        limit,
        limitKind,
      ]);
    expect(limitOf(30, 2)).toEqual([[10, 'tolerance']]);
    expect(limitOf(30, 12)).toEqual([[12, 'band']]);
  });

  it('is no outflow that nobody has let in, and not what is unknown', () => {
    expect(
      told(
        'water_balance_leakage',
        balances([
          [-50, 2],
          [null, 2],
          [null, null],
        ]),
        {},
      ),
    ).toEqual([]);
    expect(
      told(
        'water_balance_leakage',
        balances([
          [30, 2],
          [null, 2],
          [null, null],
        ]),
        {},
      ),
    ).toEqual([`fired ${FIRST_DAY_END}`]);
  });

  it('has the tolerance of the rule', () => {
    expect(told('water_balance_leakage', balances([[30, 2]]), { toleranceShare: 0.3 })).toEqual([]);
  });
});

/** Nights that end at six o'clock of their day. */
const nights = (flows: readonly (number | null)[]): NightsInput => ({
  kind: 'nights',
  unit: METER,
  nights: flows.map((lowestPerHour, index) => ({
    epochMs: DAY_START + index * DAY_MS,
    lowestPerHour,
    band: { baseline: 2, lower: 1, upper: 3, nights: 28 },
  })),
  until: DAY_START + flows.length * DAY_MS,
});

describe('a leak of a unit', () => {
  it('raises its minimum night flow three nights in a row', () => {
    expect(told('water_balance_leakage', nights([2, 5, 2, 5, 5, 5, 5, 3]), {})).toEqual([
      `fired ${dayIso(5)}`,
      `recovered ${dayIso(7)}`,
    ]);
  });

  it('is neither found nor over in a night that was not measured', () => {
    expect(told('water_balance_leakage', nights([5, 5, null, 5, null, null]), {})).toEqual([`fired ${dayIso(3)}`]);
  });

  it('loses what the nights are above their baseline, all day long', () => {
    const [fired] = watched('water_balance_leakage', nights([5]), { nights: 1 });
    expect(fired).toMatchObject({ value: 5, limit: 3, excess: 72 });
  });

  it('has lost water in the nights that proved it as well', () => {
    // 3, 4 and 5 above its baseline in the nights that proved it, and 6 in the last one: 24 hours each.
    expect(watched('water_balance_leakage', nights([2, 5, 6, 7, 8, 2]), {})).toMatchObject([
      { kind: 'fired', excess: (3 + 4 + 5) * 24 },
      { kind: 'recovered', excess: (3 + 4 + 5 + 6) * 24 },
    ]);
  });

  it('was seen in the sample town for one night, and would be with a tap left open for a week', () => {
    const unit = unitOf({ unitId: 'CB_TOWN_MAIN', dataUpdateFrequencySeconds: 900 });
    const readings = sampleReadings('CB_TOWN_MAIN', '2025-12-01T17:00Z', '2026-02-01T17:00Z');
    const openFrom = Date.parse('2026-01-19T17:00Z');
    const openTo = Date.parse('2026-01-26T17:00Z');
    const found = (litresEachReading: number): string[] => {
      const open = readings.map((one) =>
        one.epochMs < openFrom || one.epochMs >= openTo || one.value === null
          ? one
          : { ...one, value: one.value + litresEachReading },
      );
      const days = daysOfReadings(
        CANTERBURY,
        unit,
        open.map((one) => ({ ...one, register: null })),
      );
      const banded = bandedNights(days.map((day) => nightOf(day, nightHoursOf(CANTERBURY, day))));
      return told(
        'water_balance_leakage',
        {
          kind: 'nights',
          unit,
          nights: banded.map((night, index) => ({
            epochMs: (days[index]?.startEpochMs ?? 0) + 22 * HOUR_MS,
            lowestPerHour: night.lowestPerHour,
            band: night.band,
          })),
          until: Date.parse('2026-02-01T17:00Z'),
        },
        {},
      );
    };
    const seen = ['fired 2025-12-20T15:00Z', 'recovered 2025-12-21T15:00Z'];
    expect(found(0)).toEqual(seen);
    expect(found(20)).toEqual([...seen, 'fired 2026-01-22T15:00Z', 'recovered 2026-01-27T15:00Z']);
  });
});
