import { describe, expect, it } from 'vitest';
import { unit } from '../../figures/rules/device-data/support.ts';
import { built, inputOf } from './an-input.ts';
import { everyKind } from './every-kind.ts';

const parts = {
  units: [unit('M1')],
  request: { service: 'water', reportType: 'monthly' },
  now: '2026-06-16T06:00:00Z',
  days: { M1: { '2026-06-01': 2000, '2026-06-02': 3000, '2026-05-30': 500 } },
} as const;

describe('the input of builders', () => {
  it('has the figures of the period and of the month before, and nothing that was not asked for', () => {
    const input = inputOf(parts, ['previous']);
    expect(input.period?.spans.get('M1')?.figures?.value).toBe(5000);
    expect(input.previous?.spans.get('M1')?.figures?.value).toBe(500);
    expect(input.lastYear).toBeNull();
  });

  it('is what the builder needs', () => {
    const seen: unknown[] = [];
    const builder = {
      unitsOf: () => ['M1'],
      needs: () => [],
      build: (input: ReturnType<typeof inputOf>) => {
        seen.push(input.previous);
        return everyKind;
      },
    };
    expect(built(builder, parts)).toBe(everyKind);
    expect(seen).toEqual([null]);
  });
});
