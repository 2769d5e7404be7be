import { describe, expect, it } from 'vitest';
import { watchedDay } from '../../../../src/alerts/rules/inputs.ts';
import type { DayPoint, DaysInput, WatchedDay } from '../../../../src/alerts/rules/types.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { DAY_START, unitOf } from '../../../figures/rules/processors/builders.ts';
import { CANTERBURY, daysOfReadings, sampleReadings } from '../sample.ts';
import { minuteIso, told, watched } from '../watch.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const METER = unitOf();
const TANK = unitOf({ group: 'STOCK', maxCapacity: 800_000, dataUpdateFrequencySeconds: 600 });

type Told = Partial<Omit<DayPoint, 'epochMs'>>;
/** Days with one point each, ten hours from their start. */
const daysOf = (points: readonly (Told | null)[], unit: Unit, coverage = 1): DaysInput => ({
  kind: 'days',
  unit,
  days: points.map((point, index): WatchedDay => {
    const startEpochMs = DAY_START + index * DAY_MS;
    const epochMs = startEpochMs + 10 * HOUR_MS;
    return {
      startEpochMs,
      endEpochMs: startEpochMs + DAY_MS,
      points: point === null ? [] : [{ epochMs, total: null, lowest: null, highest: null, ...point }],
      coverage: point === null ? 0 : coverage,
    };
  }),
  until: DAY_START + points.length * DAY_MS,
});
const flows = (totals: readonly (number | null)[], coverage = 1): DaysInput =>
  daysOf(
    totals.map((total) => (total === null ? null : { total })),
    METER,
    coverage,
  );
const levels = (bounds: readonly (readonly [number, number] | null)[]): DaysInput =>
  daysOf(
    bounds.map((bound) => (bound === null ? null : { lowest: bound[0], highest: bound[1] })),
    TANK,
  );
const dayIso = (day: number, hours = 0): string => minuteIso((day * 24 + hours) * 60);
/** The last instant of so many days, which is still theirs. */
const endOfDay = (count: number): string => new Date(DAY_START + count * DAY_MS - 1).toISOString();

describe('no flow', () => {
  it('fires at the end of the third day, and recovers with the first flow', () => {
    expect(told('no_flow_n_days', flows([5, 0, 0, 0, 0, 7]), {})).toEqual([
      `fired ${endOfDay(4)}`,
      `recovered ${dayIso(5, 10)}`,
    ]);
  });

  it('is not what was not measured: such days neither count nor end it', () => {
    expect(told('no_flow_n_days', flows([5, 0, null, 0, null, 0]), {})).toEqual([`fired ${endOfDay(6)}`]);
    expect(told('no_flow_n_days', flows([5, 0, null, null, 0, null]), {})).toEqual([]);
    expect(told('no_flow_n_days', flows([0, 0, 0, 0], 0.4), {})).toEqual([]);
    expect(told('no_flow_n_days', flows([0, 0, 0, null, null, 3]), {})).toEqual([
      `fired ${endOfDay(3)}`,
      `recovered ${dayIso(5, 10)}`,
    ]);
  });

  it('may leave a little to a meter that drips', () => {
    expect(told('no_flow_n_days', flows([5, 0.1, 0.1]), { days: 2, upTo: 0.2 })).toEqual([`fired ${endOfDay(3)}`]);
  });

  it('is not said of a day that still runs', () => {
    const input = flows([0, 0, 0]);
    expect(told('no_flow_n_days', { ...input, until: input.until - 1 }, {})).toEqual([]);
  });

  it('was seen at the bore of the sample industry', () => {
    const readings = sampleReadings('CB_BORE_1', '2025-12-20T17:00Z', '2026-01-16T17:00Z');
    const unit = unitOf({ dataUpdateFrequencySeconds: 900 });
    const days = daysOfReadings(CANTERBURY, unit, readings).map((day) => watchedDay(unit, day));
    const input: DaysInput = { kind: 'days', unit, days, until: Date.parse('2026-01-16T17:00Z') };
    expect(told('no_flow_n_days', input, {})).toEqual([
      'fired 2025-12-25T16:59:59.999Z',
      'recovered 2026-01-14T10:45Z',
    ]);
  });
});

describe('a level that does not move', () => {
  it('fires when all of three days lie close together, and recovers when one leaves them', () => {
    const input = levels([
      [20, 60],
      [50, 50.4],
      [50.2, 50.9],
      [50, 50.3],
      [50, 50.1],
      [50.1, 57],
    ]);
    expect(watched('no_level_variation_n_days', input, {})).toMatchObject([
      { kind: 'fired', at: DAY_START + 4 * DAY_MS - 1, limit: 1 },
      { kind: 'recovered', at: DAY_START + 5 * DAY_MS + 10 * HOUR_MS, value: 7 },
    ]);
  });

  it('may drift across days without moving much in any of them', () => {
    expect(
      told(
        'no_level_variation_n_days',
        levels([
          [50, 50.5],
          [51, 51.5],
          [52, 52.5],
          [53, 53.5],
        ]),
        {},
      ),
    ).toEqual([]);
  });

  it('is not what was not measured', () => {
    const input = levels([[50, 50], null, [50, 50], null, null, [50, 50]]);
    expect(told('no_level_variation_n_days', input, {})).toEqual([`fired ${endOfDay(6)}`]);
  });

  it('needs as many days as the rule says', () => {
    expect(told('no_level_variation_n_days', levels([[50, 50]]), { days: 1 })).toEqual([`fired ${endOfDay(1)}`]);
    expect(() => told('no_level_variation_n_days', levels([]), { days: 0 })).toThrow('"days"');
  });

  it('is the percentage of a tank without a capacity', () => {
    const begin = Date.parse('2026-03-01T00:00:00Z');
    const tank = unitOf({ group: 'STOCK', maxCapacity: null, dataUpdateFrequencySeconds: 600 });
    const readings = Array.from({ length: 4 * 144 }, (_, index) => ({
      ...{ epochMs: begin + index * 600_000, register: null, estimated: false, parameters: {} },
      value: index < 3 * 144 + 48 ? 50 : 60,
    }));
    const clock = { timezone: 'UTC', shiftStartAt: '00:00:00', daysOffset: 0 };
    const days = daysOfReadings(clock, tank, readings).map((day) => watchedDay(tank, day));
    const input: DaysInput = { kind: 'days', unit: tank, days, until: begin + 4 * DAY_MS };
    expect(told('no_level_variation_n_days', input, {})).toEqual([
      'fired 2026-03-03T23:59:59.999Z',
      'recovered 2026-03-04T08:50Z',
    ]);
  });

  it('was seen in a tank of the sample industry', () => {
    const readings = sampleReadings('CB_TANK_2', '2025-09-15T18:00Z', '2025-09-30T18:00Z');
    const days = daysOfReadings(CANTERBURY, TANK, readings).map((day) => watchedDay(TANK, day));
    const input: DaysInput = { kind: 'days', unit: TANK, days, until: Date.parse('2025-09-30T17:00Z') };
    expect(told('no_level_variation_n_days', input, { variation: 2 })).toEqual([
      'fired 2025-09-21T17:59:59.999Z',
      'recovered 2025-09-26T00:56Z',
    ]);
  });
});
