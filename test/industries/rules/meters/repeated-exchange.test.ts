import { describe, expect, it } from 'vitest';
import type { InstalledMeter } from '../../../../src/kernel/measure/meter.ts';
import { repeatedExchange } from '../../../../src/industries/rules/meters/repeated-exchange.ts';

const at = (minute: number): number => Date.UTC(2026, 0, 15, 14) + minute * 60_000;
const swap = (minute: number, changes: Partial<InstalledMeter> = {}): InstalledMeter => ({
  installedAtEpochMs: at(minute),
  serial: null,
  initialRegister: 0,
  finalRegisterOfOld: 1_048_576,
  ...changes,
});
const register = (minute: number, value: number) => ({ epochMs: at(minute), register: value });
const SILENCE = { before: null, after: null };

describe('an exchange that is registered again', () => {
  // The meter of 14:20 began at 0 and would have ended at 1,048,576 a minute later: 1,048,576 litres that never flowed.
  it.each([
    ['a minute later', swap(21), swap(20), { before: null, after: register(25, 10) }],
    ['a minute earlier', swap(19), swap(20), { before: register(15, 1_048_500), after: null }],
    [
      'without the register of the old one',
      swap(21, { serial: 'WM-2', finalRegisterOfOld: null }),
      swap(20, { serial: 'WM-2' }),
      SILENCE,
    ],
  ])('%s is a mistake', (_, second, first, sent) => {
    const { mistakes, warnings } = repeatedExchange(second, [first], sent);
    expect(mistakes).toEqual([
      {
        field: 'installedAt',
        problem: `'${new Date(second.installedAtEpochMs).toISOString()}' repeats the exchange that is registered at 2026-01-15T14:20:00.000Z, and no register was sent in between; allowed is one installation an exchange, which PATCH corrects`,
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it('with another register of the old one is told, with what the meter in between would have counted to', () => {
    expect(repeatedExchange(swap(21, { finalRegisterOfOld: 1_048_580 }), [swap(20)], SILENCE)).toEqual({
      mistakes: [],
      warnings: [
        'the meter installed at 2026-01-15T14:20:00.000Z ends at 2026-01-15T14:21:00.000Z with 1048580, though it sent no register: see whether one exchange is registered twice',
      ],
    });
  });

  it('behind a register of the new meter is told', () => {
    const { mistakes, warnings } = repeatedExchange(swap(30), [swap(20)], { before: register(25, 10), after: null });
    expect(mistakes).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('which is where the meter before it ended, too')]);
  });
});

describe('another exchange', () => {
  it.each([
    ['of a meter that has counted', swap(90, { finalRegisterOfOld: 70 }), { before: register(85, 60), after: null }],
    ['of a meter that has counted nothing', swap(21, { finalRegisterOfOld: 0 }), SILENCE],
    ['of which no register was written down', swap(21, { finalRegisterOfOld: null }), SILENCE],
  ])('%s is none', (_, second, sent) => {
    expect(repeatedExchange(second, [swap(20)], sent)).toEqual({ mistakes: [], warnings: [] });
  });

  it('as the first one is none', () => {
    expect(repeatedExchange(swap(20), [], SILENCE)).toEqual({ mistakes: [], warnings: [] });
  });
});
