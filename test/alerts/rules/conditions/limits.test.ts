import { describe } from 'vitest';
import { silenceLimitMinutesOf } from '../../../../src/alerts/rules/conditions/silence.ts';
import type { AlertType, TotalsInput } from '../../../../src/alerts/rules/types.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/time/durations.ts';
import { DAY_START, unitOf } from '../../../figures/rules/processors/builders.ts';
import { holdLimits } from '../../../support/limits.ts';
import { every, lastVerdict, looksAt, reading, readingsOf, RUNNING_TOTALS, type Settings } from '../watch.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 3600 });
const PROBE = unitOf({ group: 'QUALITY' });

const totals = (total: number, until = DAY_START + MINUTE_MS): TotalsInput => ({
  kind: 'totals',
  unit: METER,
  periods: [
    { startEpochMs: DAY_START, endEpochMs: DAY_START + HOUR_MS, points: [{ epochMs: DAY_START + 1000, total }] },
  ],
  until,
});

describe('a running total', () => {
  const at = (type: AlertType) => (total: number) => lastVerdict(type, totals(total), { limit: 100 });
  holdLimits([
    ...RUNNING_TOTALS.map(
      (type) =>
        [`of ${type} is beyond its limit`, at(type), [99.999, 'clear'], [100, 'clear'], [100.001, 'breach']] as const,
    ),
    [
      'has so much beyond its limit',
      (total) => looksAt('unit_threshold', totals(total), { limit: 100 })[0]?.excess,
      [99.999, null],
      [100, null],
      [100.001, 0.001],
    ],
    [
      'is looked at once more when its period has ended',
      (late) => looksAt('hourly_threshold', totals(1, DAY_START + HOUR_MS + late), { limit: 100 }).length,
      [-1, 1],
      [0, 2],
      [1, 2],
    ],
  ]);
});

describe('a silent device', () => {
  const silentFor = (settings: Settings, minutes: number) => (more: number) =>
    lastVerdict('device_status', readingsOf(METER, [reading(0, 1)], DAY_START + minutes * MINUTE_MS + more), settings);
  const hasBreach = (more: number) =>
    looksAt('device_status', readingsOf(PROBE, [reading(0, 1), reading(60 + more / MINUTE_MS, 1)]), {}).some(
      (look) => look.verdict === 'breach',
    );
  holdLimits([
    [
      'may be silent for an hour, or three of its intervals where they are longer',
      (seconds) => silenceLimitMinutesOf(unitOf({ dataUpdateFrequencySeconds: seconds }), {}),
      [1199, 60],
      [1200, 60],
      [1201, 60.05],
    ],
    ['is found by its intervals', silentFor({}, 180), [-1, 'clear'], [0, 'breach'], [1, 'breach']],
    ['is found by its rule', silentFor({ silenceMinutes: 90 }, 90), [-1, 'clear'], [0, 'breach'], [1, 'breach']],
    ['is found between two readings', hasBreach, [-1, false], [0, false], [1, true]],
  ]);
});

describe('unvarying flow', () => {
  const quarters = unitOf({ dataUpdateFrequencySeconds: 900 });
  /** A day of a litre a second, or so; the last quarter of an hour has another rate. */
  const ending = (perHour: number, settings: Settings = {}, upper = 0) =>
    lastVerdict(
      'stable_flow_alert',
      {
        ...readingsOf(quarters, every(15, [...Array.from({ length: 30 }, () => 1000), perHour * 250])),
        nightBandAt: () => ({ baseline: 0, lower: 0, upper, nights: 28 }),
      },
      settings,
    );
  holdLimits([
    ['varies by 2 % of the highest rate', ending, [3.919, 'between'], [3.92, 'breach'], [3.921, 'breach']],
    ['varies by twice that', ending, [3.839, 'clear'], [3.84, 'between'], [3.841, 'between']],
    [
      'is above the floor of the rule',
      (floor) => ending(4, { minimumRate: floor }),
      [3.999, 'breach'],
      [4, 'clear'],
      [4.001, 'clear'],
    ],
    ['is above usual nights', (upper) => ending(4, {}, upper), [3.999, 'breach'], [4, 'clear'], [4.001, 'clear']],
    [
      'lasts for six hours',
      (count) =>
        lastVerdict(
          'stable_flow_alert',
          readingsOf(
            quarters,
            every(
              15,
              Array.from({ length: count + 1 }, () => 1000),
            ),
          ),
          {},
        ),
      [23, 'unknown'],
      [24, 'breach'],
      [25, 'breach'],
    ],
  ]);
});
