import { describe, expect, it } from 'vitest';
import { businessDate } from '../../../src/domain/time/business-date.ts';
import { daysChangedBy } from '../../../src/services/register-checks/changed-days.ts';
import type { StoredRegister } from '../../../src/store/register-events.ts';

/** Days as strings of readings, e.g. ['5 5', '0! 6']: `!` marks an excluded one. */
const registers = (...days: readonly string[]): StoredRegister[] =>
  days.flatMap((day, dayIndex) => day.split(' ').filter((text) => text !== '').map((text, index) => ({
    epochMs: dayIndex * 100 + index, register: Number(text.replace('!', '')), excluded: text.endsWith('!'), date: businessDate(`2026-03-0${dayIndex + 1}`),
  })));
const changed = (before: readonly string[], after: readonly string[]): string[] =>
  daysChangedBy(registers(...before), registers(...after)).map((date) => date.slice(-2));

describe('days whose figures change with the flags', () => {
  it('are none when no flag changes', () => {
    expect(changed(['5 0! 6', '7'], ['5 0! 6', '7'])).toEqual([]);
  });

  it('are the days of the readings concerned', () => {
    expect(changed(['5 6', '7 0 8', '9'], ['5 6', '7 0! 8', '9'])).toEqual(['02']);
  });

  it('and the next day, where the day hands another register on', () => {
    expect(changed(['5 6', '7 0 0', '9 10', '11'], ['5 6', '7 0! 0!', '9 10', '11'])).toEqual(['02', '03']);
  });

  it('or the next day that has a register at all', () => {
    expect(changed(['5 6', '0 0', '0! 0!', '', '9 10', '11'], ['5 6', '0! 0!', '0! 0!', '', '9 10', '11'])).toEqual(['02', '05']);
  });

  it('not the next day when the register handed on says the same', () => {
    expect(changed(['5 5', '6'], ['5 5!', '6'])).toEqual(['01']);
  });

  it('alike when flags are cleared', () => {
    expect(changed(['5', '7 0!', '9', '10'], ['5', '7 0', '9', '10'])).toEqual(['02', '03']);
  });
});
