import { describe, expect, it } from 'vitest';
import { balanceFindings } from '../../../src/findings/rules/balance.ts';
import { SILENCE } from '../../../src/findings/rules/detectors/silence.ts';
import { BATTERY_LOW } from '../../../src/findings/rules/detectors/battery-low.ts';
import { STUCK } from '../../../src/findings/rules/detectors/stuck.ts';
import { TANK_FULL, TANK_LOW } from '../../../src/findings/rules/detectors/tank.ts';
import { energyDrift } from '../../../src/findings/rules/energy-drift.ts';
import {
  FINDING_KINDS,
  type FindingKind,
  KINDS,
  limitOf,
  type LimitsInForce,
  severityOf,
} from '../../../src/findings/rules/kinds.ts';
import { type Limit, holdLimits } from '../../support/limits.ts';
import { daysOf, unitOf } from './days.ts';
import { arriving, hourStart, spansOf, tank } from './detectors/standing.ts';

const MINUTE_MS = 60_000;
/** The day that is judged, and those after it. */
const JUDGED = 30;

/** Whether a kind is found of a value, by the limits in force. */
type Rule = (limits: LimitsInForce) => (value: number) => boolean;

const level =
  (detector: typeof TANK_LOW): Rule =>
  (limits) =>
  (percent) =>
    spansOf(detector, { ...tank(JUDGED + 1, (day, hour) => (day === JUDGED && hour < 3 ? percent : 50)), limits })
      .length > 0;

const stuck: Rule = (limits) => (days) =>
  spansOf(STUCK, { ...tank(JUDGED + days, (day, hour) => (day < JUDGED ? 40 + hour : 55)), limits }).length > 0;

/** A unit that was heard five minutes before eight of its last day, and is looked at so many minutes later. */
const silentFor =
  (updateSeconds: number): Rule =>
  (limits) =>
  (minutes) => {
    const heardAt = hourStart(2, 8) - 5 * MINUTE_MS;
    const days = arriving(3, (day, hour) => (day === 2 && hour >= 8 ? 0 : 1)).map((day, index) =>
      index === 2 && day.arrivals !== undefined
        ? { ...day, arrivals: { ...day.arrivals, untilEpochMs: heardAt + minutes * MINUTE_MS } }
        : day,
    );
    return spansOf(SILENCE, unitOf(days, { updateSeconds, lastSeenEpochMs: heardAt, limits })).length > 0;
  };

/** A pump that took 10 for each unit of water, and then another amount. */
const drift: Rule = (limits) => (ratio) => {
  const water = unitOf(
    daysOf(JUDGED + 3, () => 1000),
    { unitId: 'WATER' },
  );
  const energy = daysOf(JUDGED + 3, (day) => 1000 * (day < JUDGED ? 10 : ratio));
  return energyDrift({ energy: unitOf(energy, { unitId: 'PUMP', group: 'ENERGY', limits }), water }).length > 0;
};

/** Three days of inflow 100. */
const loss: Rule = (limits) => (imbalance) =>
  balanceFindings(
    daysOf(3, () => 0).map(({ date }) => ({ date, inflow: 100, imbalance, band95: 0 })),
    limits,
  ).length > 0;

type Cases = readonly [under: Limit[2], at: Limit[3], over: Limit[4]];
/** A day that runs, and the battery of its device. */
const battery: Rule = (limits) => (percent) => {
  const [runningDay] = daysOf(1, () => 5);
  if (runningDay === undefined) throw new Error('There is no day.');
  const unit = unitOf([runningDay], { runningDay, battery: { percent, heardEpochMs: 0 }, limits });
  return BATTERY_LOW.detect(unit, [], { isIdle: () => false }).length > 0;
};

interface Row {
  readonly rule: Rule;
  readonly byDefault: Cases;
  /** A limit that people have set. */
  readonly set: number;
  readonly bySet: Cases;
}

/** A row for each kind with a limit that people may set. */
const ROWS: Readonly<Partial<Record<FindingKind, Row>>> = {
  stuck: {
    rule: stuck,
    byDefault: [
      [1, false],
      [2, true],
      [3, true],
    ],
    set: 5,
    bySet: [
      [4, false],
      [5, true],
      [6, true],
    ],
  },
  silence: {
    rule: silentFor(300),
    byDefault: [
      [179.99, false],
      [180, false],
      [180.01, true],
    ],
    set: 60,
    bySet: [
      [59.99, false],
      [60, false],
      [60.01, true],
    ],
  },
  'tank-low': {
    rule: level(TANK_LOW),
    byDefault: [
      [9.99, true],
      [10, true],
      [10.01, false],
    ],
    set: 30,
    bySet: [
      [29.99, true],
      [30, true],
      [30.01, false],
    ],
  },
  'tank-full': {
    rule: level(TANK_FULL),
    byDefault: [
      [97.99, false],
      [98, true],
      [98.01, true],
    ],
    set: 80,
    bySet: [
      [79.99, false],
      [80, true],
      [80.01, true],
    ],
  },
  'battery-low': {
    rule: battery,
    byDefault: [
      [19.99, true],
      [20, true],
      [20.01, false],
    ],
    set: 40,
    bySet: [
      [39.99, true],
      [40, true],
      [40.01, false],
    ],
  },
  'energy-drift': {
    rule: drift,
    byDefault: [
      [10.999, false],
      [11, false],
      [11.001, true],
    ],
    set: 25,
    bySet: [
      [12.499, false],
      [12.5, false],
      [12.501, true],
    ],
  },
  balance: {
    rule: loss,
    byDefault: [
      [9.999, false],
      [10, false],
      [10.001, true],
    ],
    set: 20,
    bySet: [
      [19.999, false],
      [20, false],
      [20.001, true],
    ],
  },
};

describe('the limit of a kind', () => {
  it('has a row here', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(FINDING_KINDS.filter((kind) => KINDS[kind].limit !== null).toSorted());
  });

  holdLimits(
    Object.entries(ROWS).flatMap(([kind, { rule, byDefault, set, bySet }]): Limit[] => [
      [`${kind}, by default`, rule({}), ...byDefault],
      [`${kind}, as people have set it`, rule({ [kind]: set }), ...bySet],
    ]),
  );

  it.each(FINDING_KINDS)('of %s lies within what people may set, and theirs counts before it', (kind) => {
    const { limit } = KINDS[kind];
    expect(limitOf({ [kind]: 7 }, kind)).toBe(7);
    expect(limitOf({}, kind)).toBe(limit?.byDefault ?? null);
    if (limit === null) return;
    expect(limit.least).toBeLessThan(limit.most);
    if (limit.byDefault === null) return;
    expect(limit.byDefault).toBeGreaterThanOrEqual(limit.least);
    expect(limit.byDefault).toBeLessThanOrEqual(limit.most);
  });

  holdLimits([
    [
      'silence of a slow unit, three of its intervals',
      silentFor(4800)({}),
      [239.99, false],
      [240, false],
      [240.01, true],
    ],
    [
      'silence of a unit whose intervals are an hour',
      (seconds) => silentFor(seconds)({})(180.01),
      [3599, true],
      [3600, true],
      [3601, false],
    ],
    [
      'the severity of a tank that is as good as empty',
      (worstPercent) => severityOf('tank-low', { worstPercent }),
      [1.99, 'critical'],
      [2, 'critical'],
      [2.01, 'high'],
    ],
    [
      'the severity of a silence that is over',
      (silentMinutes) => severityOf('silence', { silentSince: 'then', silentUntil: 'later', silentMinutes }),
      [1439, 'low'],
      [1440, 'medium'],
      [1441, 'medium'],
    ],
  ]);
});
