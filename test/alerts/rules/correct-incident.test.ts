import { describe, expect, it } from 'vitest';
import { hasSameCondition } from '../../../src/alerts/rules/correct-incident.ts';

const RULE = {
  alertType: 'flow_rate_above_the_range',
  settings: { high: 12 },
  holdMinutes: 15,
  recoverMinutes: 15,
  version: 4,
} as const;
const FOUND = {
  alertType: 'flow_rate_above_the_range',
  evidence: { settings: { high: 12 }, holdMinutes: 15, recoverMinutes: 15, ruleVersion: 2 },
} as const;

describe('an incident is held against its rule', () => {
  it('while the rule watches what it did, however often it was renamed or switched', () => {
    expect(hasSameCondition(FOUND, RULE)).toBe(true);
  });

  it.each([
    ['type', { alertType: 'flow_rate_below_the_range' }],
    ['bound', { settings: { high: 11 } }],
    ['time it must last', { holdMinutes: 5 }],
    ['time it must be over', { recoverMinutes: 5 }],
  ] as const)('and no more when another %s is watched', (_, change) => {
    expect(hasSameCondition(FOUND, { ...RULE, ...change })).toBe(false);
  });

  it('where nobody wrote its times down, while the version is the same', () => {
    const found = { ...FOUND, evidence: { settings: { high: 12 }, ruleVersion: 2 } };
    expect(hasSameCondition(found, RULE)).toBe(false);
    expect(hasSameCondition(found, { ...RULE, version: 2 })).toBe(true);
  });
});
