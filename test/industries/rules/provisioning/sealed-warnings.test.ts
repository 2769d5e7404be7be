import { describe, expect, it } from 'vitest';
import { sealedWarnings } from '../../../../src/industries/rules/provisioning/sealed-warnings.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';

const stale = (unitId: string, fromDate: string) => ({ unitKey: 1, unitId, fromDate: businessDate(fromDate) });
const fieldOf = (unitId: string): string => `units.${unitId}`;
const archived = { before: null, months: new Set(['2025-12', '2026-02']) };

describe('a change that counts from a past day on', () => {
  it('says nothing where no day from then on is sealed', () => {
    expect(sealedWarnings([stale('A', '2026-03-01')], archived, fieldOf)).toEqual([]);
    expect(
      sealedWarnings([stale('A', '2026-01-01')], { before: businessDate('2026-01-01'), months: new Set() }, fieldOf),
    ).toEqual([]);
  });

  it('names the archived months that it does not reach, the one in which it begins among them', () => {
    expect(sealedWarnings([stale('A', '2025-12-31')], archived, fieldOf)).toEqual([
      { field: 'units.A', problem: 'changes no figure of sealed days: the readings of 12/2025, 02/2026 are archived' },
    ]);
    expect(sealedWarnings([stale('A', '2026-01-01')], archived, fieldOf)[0]?.problem).toBe(
      'changes no figure of sealed days: the readings of 02/2026 are archived',
    );
  });

  it('names the day before which retention has removed the readings', () => {
    const sealed = { before: businessDate('2025-11-30'), months: new Set(['2025-12']) };
    expect(sealedWarnings([stale('A', '2025-11-29')], sealed, fieldOf)[0]?.problem).toBe(
      'changes no figure of sealed days: the readings of 12/2025 are archived, readings before 30/11/2025 have been removed',
    );
  });

  it('is told once of all units that it reaches alike', () => {
    const many = Array.from({ length: 14 }, (_, index) => stale(`U${index}`, '2026-02-01'));
    expect(sealedWarnings([...many, stale('A', '2025-12-01')], archived, fieldOf)).toEqual([
      {
        field: 'units',
        problem:
          'U0, U1, U2, U3, U4, U5, U6, U7, U8, U9, U10, U11 and 2 more change no figure of sealed days: the readings of 02/2026 are archived',
      },
      { field: 'units.A', problem: 'changes no figure of sealed days: the readings of 12/2025, 02/2026 are archived' },
    ]);
  });
});
