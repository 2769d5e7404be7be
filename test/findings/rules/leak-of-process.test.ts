import { describe, expect, it } from 'vitest';
import { detectUnits } from '../../../src/findings/rules/detect.ts';
import { daysOf, unitOf } from './days.ts';

/** A process of 1,000 litres an hour whose level wanders by 2 % over nine days. */
const process = (day: number, hour: number): number =>
  1000 + 20 * Math.sin((2 * Math.PI * day) / 9) + ((day * 7 + hour * 13) % 10);
const placesOf = (flowAt: (day: number, hour: number) => number) =>
  detectUnits([unitOf(daysOf(63, flowAt))]).map(({ kind, evidence, raisedOn }) => [kind, evidence['method'], raisedOn]);

describe('a process that never stops', () => {
  it('is nothing unusual, however little it varies', () => {
    expect(placesOf(process)).toEqual([]);
    expect(placesOf(() => 1000)).toEqual([]);
  });

  it('is nothing unusual when its level is 3 % higher for a week than it has been', () => {
    expect(placesOf((day, hour) => process(day, hour) * (day >= 50 && day < 57 ? 1.03 : 1))).toEqual([]);
  });

  it('leaks when 15 % more flows for three days', () => {
    // Day 50 is 24/02/2026.
    const found = placesOf((day, hour) => process(day, hour) + (day >= 50 ? 150 : 0));
    expect(found).toHaveLength(1);
    expect(found[0]?.[0]).toBe('leak');
    expect(found[0]?.[2]).toSatisfy((day: string) => day <= '2026-02-26');
  });
});
