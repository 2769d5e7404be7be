import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../src/alerts/rules/conditions.ts';
import { SEVERITIES, type Severity } from '../../../src/kernel/severity.ts';
import { ALERT_TYPES, SCOPE_KINDS } from '../../../src/alerts/rules/types.ts';

describe('the conditions', () => {
  it('are those of the 16 types, in four severities', () => {
    expect(ALERT_TYPES.length).toBe(16);
    expect(Object.keys(CONDITIONS).sort()).toEqual([...ALERT_TYPES].sort());
    expect(SEVERITIES).toEqual(['critical', 'high', 'medium', 'low'] satisfies Severity[]);
  });

  it.each(ALERT_TYPES)('%s refuses a parameter that it does not know', (alertType) => {
    expect(() => CONDITIONS[alertType].settings.parse({ limits: 3 })).toThrow();
  });

  it('of an industry look for leaks in its balance, of a unit in its nights', () => {
    expect(SCOPE_KINDS.map((scope) => CONDITIONS.water_balance_leakage.needs(scope))).toEqual([
      'balance',
      'nights',
      'nights',
    ]);
  });
});
