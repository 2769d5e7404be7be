import { describe } from 'vitest';
import { QUALITY_OUTSIDE } from '../../../../src/findings/rules/detectors/quality-outside.ts';
import { STANDSTILL } from '../../../../src/findings/rules/detectors/standstill.ts';
import { STUCK } from '../../../../src/findings/rules/detectors/stuck.ts';
import { OVERFLOW, TANK_LOW } from '../../../../src/findings/rules/detectors/tank.ts';
import type { Detector, InsightUnit } from '../../../../src/findings/rules/types.ts';
import { holdLimits } from '../../../support/limits.ts';
import { daysOf, unitOf } from '../days.ts';
import { spansOf, tank } from './standing.ts';

const isFound = (detector: Detector, unit: InsightUnit): boolean => spansOf(detector, unit).length > 0;
/** The day that is judged. */
const JUDGED = 30;

describe('a tank', () => {
  /** A tank at 50 %, and for some hours of one day at another level. */
  const at = (percent: number, hours = 3, before = JUDGED) =>
    tank(before + 1, (day, hour) => (day === before && hour < hours ? percent : 50));
  const low = (percent: number) => isFound(TANK_LOW, at(percent));
  const over = (percent: number) => isFound(OVERFLOW, at(percent));
  /** It was low on some of 25 days before, too. */
  const often = (days: number) =>
    isFound(
      TANK_LOW,
      tank(26, (day, hour) => (hour < 3 && (day === 25 || (day >= 2 && day < 2 + days)) ? 5 : 50)),
    );
  holdLimits([
    ['runs over at 99 %', over, [98.99, false], [99, true], [99.01, true]],
    ['is no fuller than its sensor can tell', over, [119.99, true], [120, true], [120.01, false]],
    ['is no emptier than its sensor can tell', low, [-1.01, false], [-1, true], [-0.99, true]],
    ['is low for two hours', (hours) => isFound(TANK_LOW, at(5, hours)), [1, false], [2, true], [3, true]],
    ['is low against three days', (days) => isFound(TANK_LOW, at(5, 3, days)), [2, false], [3, true], [4, true]],
    ['that is low on more than a fifth of days is run that way', often, [4, true], [5, true], [6, false]],
  ]);
});

describe('a level', () => {
  /** A level that moves, and from one day on does not; so many hours of these days are measured. */
  const still = (hours: number) =>
    isFound(
      STUCK,
      tank(JUDGED + 2, (day, hour) => (day < JUDGED ? 40 + hour : hour < hours ? 55 : null)),
    );
  /** It moved on so many of the ten days before. */
  const moved = (days: number) =>
    isFound(
      STUCK,
      tank(12, (day, hour) => (day < 10 - days ? 60 + day : day < 10 ? 40 + hour : 55)),
    );
  const known = (days: number) =>
    isFound(
      STUCK,
      tank(days + 2, (day, hour) => (day < days ? 40 + hour : 55)),
    );
  holdLimits([
    ['is stuck in 18 measured hours', still, [17, false], [18, true], [19, true]],
    ['is stuck after seven days', known, [6, false], [7, true], [8, true]],
    ['moved on four of five days before', moved, [7, false], [8, true], [9, true]],
  ]);
});

describe('a meter that stands still', () => {
  const counts = (flow: number) =>
    isFound(
      STANDSTILL,
      unitOf(daysOf(JUDGED + 3, (day, hour) => (day < JUDGED || hour === 5 ? (day < JUDGED ? 1000 : flow) : 0))),
    );
  const days = (count: number) =>
    isFound(STANDSTILL, unitOf(daysOf(JUDGED + count, (day) => (day < JUDGED ? 1000 : 0))));
  const measured = (hours: number) =>
    isFound(STANDSTILL, unitOf(daysOf(JUDGED + 3, (day, hour) => (day < JUDGED ? 1000 : hour < hours ? 0 : null))));
  const used = (count: number) => isFound(STANDSTILL, unitOf(daysOf(count + 3, (day) => (day < count ? 1000 : 0))));
  holdLimits([
    ['counts nothing', counts, [-1, false], [0, true], [1, false]],
    ['does so for three days', days, [2, false], [3, true], [4, true]],
    ['is measured for 18 hours', measured, [17, false], [18, true], [19, true]],
    ['was used on sixteen days', used, [15, false], [16, true], [17, true]],
  ]);
});

describe('the quality of water', () => {
  const probe = (value: number) =>
    isFound(
      QUALITY_OUTSIDE,
      unitOf(
        daysOf(1, () => null).map((day) => ({ ...day, parameters: { pH: value } })),
        {
          group: 'QUALITY',
          parameterBounds: [{ parameterId: 'pH', displayName: 'pH', siUnit: '', min: 6.5, max: 8.5 }],
        },
      ),
    );
  holdLimits([
    ['is below its bound', probe, [6.499, true], [6.5, false], [6.501, false]],
    ['is above its bound', probe, [8.499, false], [8.5, false], [8.501, true]],
  ]);
});
