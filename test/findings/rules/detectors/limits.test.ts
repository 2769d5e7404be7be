import { describe, expect, it } from 'vitest';
import { balanceFindings } from '../../../../src/findings/rules/balance.ts';
import { BURST } from '../../../../src/findings/rules/detectors/burst.ts';
import { CREEP } from '../../../../src/findings/rules/detectors/creep.ts';
import { LEAK } from '../../../../src/findings/rules/detectors/leak.ts';
import { REVERSED } from '../../../../src/findings/rules/detectors/reversed.ts';
import { UNUSUAL_USE } from '../../../../src/findings/rules/detectors/unusual-use.ts';
import { energyDrift } from '../../../../src/findings/rules/energy-drift.ts';
import type { Detector, InsightUnit } from '../../../../src/findings/rules/types.ts';
import { holdLimits } from '../../../support/limits.ts';
import { BUSY, daysOf, noneTaken, unitOf, works } from '../days.ts';

const isFound = ({ detect }: Detector, unit: InsightUnit): boolean => detect(unit, noneTaken(unit), BUSY).length > 0;
/** The day that is judged, and those after it. */
const JUDGED = 42;

describe('a burst', () => {
  /** A meter that counts 1,000 in each hour, and so much in some hours of one day. */
  const burst = (flow: number, hours: number) =>
    isFound(BURST, unitOf(daysOf(JUDGED + 1, (day, hour) => (day === JUDGED && hour < hours ? flow : 1000))));
  holdLimits([
    [
      'is above 1.6 times the highest usual hour',
      (flow) => burst(flow, 20),
      [1599, false],
      [1600, false],
      [1601, true],
    ],
    ['lasts for three hours', (hours) => burst(9000, hours), [2, false], [3, true], [4, true]],
    ['loses half of a usual day', (flow) => burst(flow, 3), [4999, false], [5000, true], [5001, true]],
  ]);

  /** Batches: each day has one hour of 2,000 and six of 1,000. So 0.7 x 1,000 is added to 2,000, times 1.6: 4,320. */
  const amongBatches = (flow: number) =>
    isFound(
      BURST,
      unitOf(
        daysOf(JUDGED + 1, (day, hour) => {
          if (day === JUDGED) return hour < 3 ? flow : 0;
          return hour === 0 ? 2000 : hour <= 6 ? 1000 : 0;
        }),
      ),
    );
  holdLimits([['lies beyond what batches add up to', amongBatches, [4319, false], [4320, false], [4321, true]]]);
});

describe('a leak in nights that were always still', () => {
  /** A day shift. Nights are known from the eleventh day on, when a week of use is known. */
  const toldAfter = (nights: number) => {
    const first = 10 + nights;
    const unit = unitOf(daysOf(first + 5, (day, hour) => works(day, hour) + (day >= first ? 200 : 0)));
    const [leak] = LEAK.detect(unit, noneTaken(unit), BUSY);
    return leak === undefined ? null : leak.raised - first + 1;
  };
  // Two such nights come by chance once in 19 x 19 times after 17 still ones, and in 20 x 20 after 18.
  holdLimits([['is told after two of them, where they come once in 400 times', toldAfter, [17, 3], [18, 2], [19, 2]]]);
});

describe('a meter that creeps', () => {
  /** A meter that runs for half of the day; later it counts a little in the other half, as on some days before. */
  const creeping = (flow: number, days: number, before = 0): InsightUnit =>
    unitOf(
      daysOf(JUDGED + days, (day, hour) => {
        if (hour >= 12) return 1000;
        return day >= JUDGED ? flow : day >= 30 && day < 30 + before ? 5 : 0;
      }),
    );
  const creeps = (...asked: Parameters<typeof creeping>) => isFound(CREEP, creeping(...asked));
  holdLimits([
    ['counts more than nothing', (flow) => creeps(flow, 7), [-1, false], [0, false], [1, true]],
    ['counts a fiftieth of its mean hour at most', (flow) => creeps(flow, 7), [9, true], [10, true], [11, false]],
    ['does so for seven days', (days) => creeps(5, days), [6, false], [7, true], [8, true]],
    ['stood still on nine of ten days', (before) => creeps(5, 7, before), [1, true], [2, true], [3, false]],
  ]);

  it('does so on days that nothing else explains, and on which the site does not stand still', () => {
    const unit = creeping(5, 8);
    const isOdd = (index: number): boolean => index === JUDGED + 1 || index === JUDGED + 2;
    const odd = new Set(unit.days.filter((_, index) => isOdd(index)).map(({ date }) => date));
    const taken = unit.days.map((_, index) => isOdd(index));
    expect(CREEP.detect(unit, taken, BUSY)).toEqual([]);
    expect(CREEP.detect(unit, noneTaken(unit), { isIdle: (date) => odd.has(date) })).toEqual([]);
  });
});

describe('a register that runs backwards', () => {
  /** Days on which it falls in some hours, and rises in those after them. */
  const reversed = (falls: number, rises: number, days = 1) =>
    isFound(
      REVERSED,
      unitOf(
        daysOf(
          days,
          () => 0,
          (day, hour) =>
            9000 - day * (falls - rises) - Math.min(hour, falls) + Math.max(0, Math.min(hour - falls, rises)),
        ),
      ),
    );
  holdLimits([
    ['falls in three hours', (falls) => reversed(falls, 0), [2, false], [3, true], [4, true]],
    ['falls in four of five hours', (rises) => reversed(8, rises), [1, true], [2, true], [3, false]],
    ['falls in an hour of each of three days', (days) => reversed(1, 0, days), [2, false], [3, true], [4, true]],
  ]);
});

describe('unusual use', () => {
  /** A meter that counts 24,000 on every day; on some days so much. */
  const used = (total: number, { days = 1, missing = 0, judged = JUDGED } = {}) =>
    isFound(
      UNUSUAL_USE,
      unitOf(
        daysOf(judged + days, (day, hour) => {
          if (day < judged) return 1000;
          return hour === 0 ? total - 23_000 + missing * 1000 : hour <= missing ? null : 1000;
        }),
      ),
    );
  /** A meter that is used on some days of the first weeks alone. */
  const seldom = (days: number) =>
    isFound(UNUSUAL_USE, unitOf(daysOf(JUDGED + 1, (day) => (day === JUDGED ? 5000 : day < days ? 1000 : 0))));
  /** Weeks of 34,000 and of 14,000 a day, in turn, and one day of 60,000. A deviation is 1.4826 x 10,000. */
  const varying = (total: number) =>
    isFound(
      UNUSUAL_USE,
      unitOf(
        daysOf(JUDGED + 1, (day, hour) => {
          if (hour > 0) return 0;
          if (day === JUDGED) return total;
          return day === 17 ? 60_000 : Math.floor(day / 7) % 2 === 0 ? 34_000 : 14_000;
        }),
      ),
    );
  const little = (total: number) => used(total, { days: 2 });
  holdLimits([
    ['is 35 % more than on any day', used, [32_399, false], [32_400, false], [32_401, true]],
    ['is 2.5 deviations more than on any day', varying, [97_064, false], [97_065, false], [97_066, true]],
    ['is 35 % less than on any day', little, [15_599, true], [15_600, false], [15_601, false]],
    ['is little on two days', (days) => used(9000, { days }), [1, false], [2, true], [3, true]],
    ['is known of 22 hours', (missing) => used(90_000, { missing }), [1, true], [2, true], [3, false]],
    ['is known of four weeks', (weeks) => used(90_000, { judged: 7 * weeks }), [3, false], [4, true], [5, true]],
    ['is known of seven days of use', seldom, [6, false], [7, true], [8, true]],
  ]);
});

describe('energy for water', () => {
  interface Pumping {
    readonly ratio?: number;
    readonly days?: number;
    readonly before?: number;
    readonly pumped?: number;
    readonly missing?: number;
  }
  const pumping = ({ ratio = 20, days = 3, before = JUDGED, pumped = 24_000, missing = 0 }: Pumping) => {
    const flow = (day: number, hour: number) => {
      if (day < before) return 1000;
      return hour < missing ? null : pumped / (24 - missing);
    };
    const water = unitOf(daysOf(before + days, flow), { unitId: 'WATER' });
    const energy = daysOf(before + days, (day, hour) => {
      const own = flow(day, hour);
      return own === null ? null : own * (day < before ? 10 : ratio);
    });
    return { energy: unitOf(energy, { unitId: 'PUMP', group: 'ENERGY' }), water };
  };
  const drifts = (given: Pumping): boolean => energyDrift(pumping(given)).length > 0;
  holdLimits([
    ['is a tenth more', (ratio) => drifts({ ratio }), [10.999, false], [11, false], [11.001, true]],
    ['is a tenth less', (ratio) => drifts({ ratio }), [8.999, true], [9, false], [9.001, false]],
    ['is so on three of five days', (days) => drifts({ days }), [2, false], [3, true], [4, true]],
    ['is compared with ten days', (before) => drifts({ before }), [11, false], [12, true], [13, true]],
    ['is of a fifth of a usual day', (pumped) => drifts({ pumped }), [4799, false], [4800, true], [4801, true]],
    ['is known of 22 hours', (missing) => drifts({ missing }), [1, true], [2, true], [3, false]],
  ]);

  it('is reckoned by the days that were measured, and not by those between them', () => {
    const { energy, water } = pumping({ days: 8 });
    const [told] = energyDrift({ energy, water });
    const silent = water.days.map((day, index) =>
      index >= JUDGED + 3 && index < JUDGED + 7 ? { ...day, hours: day.hours.map(() => null) } : day,
    );
    const [withGap] = energyDrift({ energy, water: { ...water, days: silent } });
    expect(told?.quantityPerDay).toBe(240_000);
    expect(withGap).toMatchObject({
      quantityPerDay: 240_000,
      quantity: 240_000 * ((told?.quantity ?? 0) / 240_000 - 4),
    });
  });

  it('is not known on days of which the energy meter has none', () => {
    const { energy, water } = pumping({});
    expect(energyDrift({ energy: { ...energy, days: energy.days.slice(0, JUDGED) }, water })).toEqual([]);
  });
});

describe('a loss of the balance', () => {
  /** Days of inflow 100. */
  const lost = (imbalance: number, { days = 3, band95 = 0 } = {}) =>
    balanceFindings(daysOf(days, () => 0).map(({ date }) => ({ date, inflow: 100, imbalance, band95 }))).length > 0;
  holdLimits([
    ['is more than a tenth', lost, [9.999, false], [10, false], [10.001, true]],
    [
      'is more than its band',
      (imbalance) => lost(imbalance, { band95: 12 }),
      [11.999, false],
      [12, false],
      [12.001, true],
    ],
    ['lasts for three days', (days) => lost(50, { days }), [2, false], [3, true], [4, true]],
  ]);
});
