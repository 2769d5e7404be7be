import { describe, expect, it } from 'vitest';
import type { StoredUnit } from '../../../src/kernel/industry/industry.ts';
import type { InstalledMeter } from '../../../src/kernel/measure/meter.ts';
import type { RegisterChecks } from '../../../src/kernel/measure/unit.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { judgeUnit } from '../../../src/figures/register-checks/judge-unit.ts';
import { unitOf } from '../rules/processors/builders.ts';

const DAY = businessDate('2026-03-01');
const epochOf = (slot: number): number => Date.parse('2026-03-01T00:00:00Z') + slot * 300_000;
const CHECKS: RegisterChecks = { dropout: 'exclude', glitch: 'exclude', spike: 'exclude', rolloverDigits: 6 };

const judge = (registers: readonly number[], meter: (Partial<InstalledMeter> & { readonly slot: number }) | null) => {
  const meters =
    meter === null
      ? {}
      : {
          meters: [
            {
              installedAtEpochMs: epochOf(meter.slot),
              serial: null,
              initialRegister: meter.initialRegister ?? null,
              finalRegisterOfOld: null,
            },
          ],
        };
  const unit = unitOf({ registerChecks: CHECKS, ...meters });
  const stored: StoredUnit = { unitKey: 1, current: unit, versions: [{ effectiveFrom: DAY, unit, meta: {} }] };
  const { judged, events } = judgeUnit(
    stored,
    registers.map((register, slot) => ({ epochMs: epochOf(slot), register, excluded: false, date: DAY })),
    { fromEpochMs: epochOf(0), toEpochMs: epochOf(1000) },
    new Map(),
  );
  return {
    kinds: events.map(({ kind }) => kind),
    excluded: judged.flatMap(({ excluded }, slot) => (excluded ? [slot] : [])),
  };
};
const CLEAN = { kinds: [], excluded: [] };

describe('registers around a meter that is known to have been exchanged', () => {
  it.each([
    ['a lower one', [900, 905, 910, 3, 8, 13, 18, 23]],
    ['one a little lower', [900, 905, 910, 905, 908, 911, 914, 917, 920, 923]],
    ['a far higher one', [900, 905, 910, 90_000, 90_005, 90_010, 90_015, 90_020]],
    ['one that looks like a rollover', [999_980, 999_985, 999_990, 3, 8, 13, 18, 23]],
  ])('are neither flagged nor excluded: %s', (_, registers) => {
    expect(judge(registers, { slot: 3 })).toEqual(CLEAN);
  });

  it('are judged as what they look like while nobody has told of the exchange', () => {
    expect(judge([900, 905, 910, 3, 8, 13, 18, 23], null).kinds).toEqual(['reset']);
  });

  it('keep the zeros with which a new meter begins, and no others', () => {
    const fromZero = [9000, 9005, 9010, 0, 0, 0, 5, 10, 15, 20];
    expect(judge(fromZero, { slot: 3 })).toEqual(CLEAN);
    expect(judge(fromZero, { slot: 3, initialRegister: 0 })).toEqual(CLEAN);
    expect(judge([9000, 9005, 9010, 0, 0], { slot: 3 })).toEqual(CLEAN);
    // A used meter that reports late stood at 4,000 all the time.
    const used = [9000, 9005, 9010, 0, 0, 0, 4005, 4010, 4015, 4020];
    expect(judge(used, { slot: 3 })).toEqual({ kinds: ['dropout'], excluded: [3, 4, 5] });
    expect(judge(used, { slot: 3, initialRegister: 4000 }).excluded).toEqual([3, 4, 5]);
  });

  it('do not hide a fault of either meter', () => {
    const { kinds, excluded } = judge([900, 0, 910, 3, 8, 13, 0, 18, 23, 28], { slot: 3 });
    expect(kinds).toEqual(['dropout', 'dropout']);
    expect(excluded).toEqual([1, 6]);
  });
});
