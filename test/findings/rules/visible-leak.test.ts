import { describe, expect, it } from 'vitest';
import { createChance } from '../../../scripts/bench/insights/chance.ts';
import { plantLeak } from '../../../scripts/bench/insights/faults.ts';
import { simulatedFigures, finish, simulateSites, type SimulatedUnit } from '../../../scripts/bench/insights/sites.ts';
import { LEAK } from '../../../src/findings/rules/detectors/leak.ts';
import { visibleLeakInSteps } from '../../../src/findings/rules/visible-leak.ts';
import type { InsightUnit } from '../../../src/findings/rules/types.ts';
import { atOnce } from '../../../src/kernel/pieces.ts';
import { valuesFor } from '../../support/property-runs.ts';
import { BUSY, daysOf, noneTaken, unitOf, works } from './days.ts';

/** Ten hours of 1,000 litres and a little more a day. */
const DAY = 10 * 1045;

/** Hours as a meter counts them that has steps of this size. */
function inPulses(flowAt: (day: number, hour: number) => number, pulse: number) {
  let [passed, counted] = [0, 0];
  return (day: number, hour: number): number => {
    passed += flowAt(day, hour);
    const before = counted;
    counted = Math.floor(passed / pulse) * pulse;
    return counted - before;
  };
}

const HABITS = [
  'office',
  'household',
  'hospital',
  'works',
  'batches',
  'bore',
  'alternate',
  'standby',
  'tankFill',
  'cooling',
  'process',
] as const;

describe('the smallest leak that can be seen', () => {
  it('is below a twentieth of the use where nights are still and pulses are fine', () => {
    const visible = atOnce(visibleLeakInSteps(unitOf(daysOf(60, works))));
    expect(visible?.perDay).toBeGreaterThan(0.01 * DAY);
    expect(visible?.perDay).toBeLessThan(0.05 * DAY);
    expect(visible?.isByPulses).toBe(false);
  });

  it('is larger by the pulses: still nights of 14 hours need a pulse each, of which three nights count one each', () => {
    const visible = atOnce(visibleLeakInSteps(unitOf(daysOf(60, inPulses(works, 1000)))));
    expect(visible?.pulse).toBe(1000);
    expect(visible?.isByPulses).toBe(true);
    // A pulse in 14 hours is 1,714 litres a day.
    expect(visible?.perDay ?? 0).toBeGreaterThan((1000 * 24) / 14);
    expect(visible?.perDay ?? 0).toBeLessThan(1.5 * ((1000 * 24) / 14));
  });

  it('is not known where a pulse is a third of a day, because no leak below the use can be told', () => {
    expect(atOnce(visibleLeakInSteps(unitOf(daysOf(60, inPulses(works, 3500)))))).toBeNull();
  });

  it('grows in proportion with the unit of measure', () => {
    const inLitres = atOnce(visibleLeakInSteps(unitOf(daysOf(60, works))));
    const doubled = atOnce(visibleLeakInSteps(unitOf(daysOf(60, (day, hour) => 2 * works(day, hour)))));
    expect(doubled?.perDay).toBeCloseTo(2 * (inLitres?.perDay ?? 0), 6);
  });

  it('is not known of a month, and not of a unit without use', () => {
    expect(atOnce(visibleLeakInSteps(unitOf(daysOf(25, works))))).toBeNull();
    expect(atOnce(visibleLeakInSteps(unitOf(daysOf(60, () => 0))))).toBeNull();
  });

  // Two units of each kind of use. The unit is asked on day 63, and the leak begins on day 64.
  // Simulating a kind takes seconds, so a change tries three of them and a deep run all.
  it.each(valuesFor(HABITS, 0))('is told within three days at twice its size and not at half of it: %s', (habit) => {
    const { units, chance } = simulateSites(801, { days: 70, units: 4, habits: [habit] });
    const judged = finish(chance, units).map((unit, at) => ({ unit, simulated: units[at] }));
    const told = (share: number): number =>
      judged.filter(({ unit, simulated }) => {
        const visible = atOnce(visibleLeakInSteps(until(unit, 63)));
        return visible !== null && simulated !== undefined && isTold(simulated, share * visible.perDay);
      }).length;
    expect(told(2)).toBeGreaterThanOrEqual(3);
    expect(told(0.4)).toBeLessThanOrEqual(1);
  });
});

const until = (unit: InsightUnit, day: number): InsightUnit => ({ ...unit, days: unit.days.slice(0, day) });

function isTold(unit: SimulatedUnit, perDay: number): boolean {
  const copy = { ...unit, flows: [...unit.flows], shown: [], registers: [] };
  plantLeak(createChance(1), copy, 64 * 24, perDay / 24 / unit.meanHour);
  const leaking = until(simulatedFigures(copy), 68);
  return LEAK.detect(leaking, noneTaken(leaking), BUSY).some(({ raised }) => raised >= 64);
}
