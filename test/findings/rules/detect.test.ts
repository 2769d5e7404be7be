import { describe, expect, it } from 'vitest';
import { idleDays } from '../../../src/findings/rules/detect.ts';
import type { InsightUnit } from '../../../src/findings/rules/types.ts';
import { daysOf, unitOf, works } from './days.ts';

const DAYS = 45;
const STOPPED = 42;
const many = (count: number, flowAt: (day: number, hour: number) => number): InsightUnit[] =>
  Array.from({ length: count }, (_, at) => unitOf(daysOf(DAYS, flowAt), { unitId: `M${at}` }));
const idleOf = (units: readonly InsightUnit[]): number[] => {
  const idle = idleDays(units);
  return (units[0]?.days ?? []).flatMap(({ date }, day) => (idle.has(date) ? day : []));
};

describe('a site', () => {
  it('stands still when units stop that never rest, although leaks flow on in most others', () => {
    const stopped = many(3, (day, hour) => (day === STOPPED ? 0 : works(day, hour)));
    const leaking = many(5, (day, hour) => (day === STOPPED ? 100 : works(day, hour) + 100));
    expect(idleOf([...stopped, ...leaking])).toEqual([STOPPED]);
  });

  it('does not stand still when a third of its units stop that had a long stop shortly before', () => {
    const isStopped = (day: number): boolean => day === STOPPED || (day >= 10 && day < 18);
    const seasonal = many(3, (day, hour) => (isStopped(day) ? 0 : works(day, hour)));
    expect(idleOf([...seasonal, ...many(5, works)])).toEqual([]);
  });

  it('stood still when the days begin, too, because those that follow tell how it is used', () => {
    const isStopped = (day: number): boolean => day >= 2 && day < 10;
    const stopped = many(4, (day, hour) => (isStopped(day) ? 0 : works(day, hour)));
    expect(idleOf(stopped)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('does not stand still when a holiday closes its offices and the works go on', () => {
    // Day 42 is a Monday, and offices rest at weekends.
    const offices = many(3, (day, hour) => (day === STOPPED || day % 7 >= 5 ? 0 : works(day, hour)));
    expect(idleOf([...offices, ...many(5, works)])).toEqual([]);
  });
});
