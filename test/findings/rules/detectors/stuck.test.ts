import { describe, expect, it } from 'vitest';
import { STUCK } from '../../../../src/findings/rules/detectors/stuck.ts';
import { spansOf, tank } from './standing.ts';

const moving = (day: number, hour: number): number => 50 + ((day * 7 + hour * 3) % 20);

describe('a level', () => {
  it('is stuck when it is one and the same for two days, though it usually moves', () => {
    const [stuck, ...others] = spansOf(
      STUCK,
      tank(40, (day, hour) => (day >= 30 ? 55 : moving(day, hour))),
    );
    expect(others).toEqual([]);
    expect([stuck?.first, stuck?.raised, stuck?.last]).toEqual([30, 31, 39]);
    expect(stuck?.evidence).toEqual({ daysConstant: 10, level: 55 });
  });

  it('is not stuck for one day, nor where it often rests', () => {
    expect(
      spansOf(
        STUCK,
        tank(40, (day, hour) => (day === 39 ? 55 : moving(day, hour))),
      ),
    ).toEqual([]);
    expect(
      spansOf(
        STUCK,
        tank(40, (day, hour) => (day % 3 === 0 || day > 36 ? 55 : moving(day, hour))),
      ),
    ).toEqual([]);
  });
});
