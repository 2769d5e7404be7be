import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { againstBounds, withLeaveBounds } from '../../../../src/alerts/rules/conditions/bounds.ts';
import type { AlertType } from '../../../../src/alerts/rules/types.ts';
import { unitOf } from '../../../figures/rules/processors/builders.ts';
import { every, readingsOf, told, type watched } from '../watch.ts';

const TANK = unitOf({ group: 'STOCK', maxCapacity: 5_000_000, dataUpdateFrequencySeconds: 600 });
const WELL = unitOf({ group: 'GROUND_WATER_LEVEL', dataUpdateFrequencySeconds: 600 });
const METER = unitOf({ dataUpdateFrequencySeconds: 600 });
const PROBE = unitOf({ group: 'QUALITY', dataUpdateFrequencySeconds: 600 });

/** An hour and a half outside by the value `out`, then as long at `back`; how it went. */
function kinds(type: AlertType, unit: typeof TANK, settings: Parameters<typeof watched>[2], [out, back]: number[]) {
  const values = Array.from({ length: 18 }, (_, index) => (index < 9 ? out : back) ?? 0);
  const readings = every(10, values).map((reading) => ({ ...reading, parameters: { pH: reading.value ?? 0 } }));
  return told(type, readingsOf(unit, readings), settings).map((text) => text.split(' ')[0]);
}

describe('bounds of a rule', () => {
  it.each([
    ['level_exceed', TANK, { low: 12, high: 14 }, [20, 13]],
    ['level_exceed', TANK, { low: 10, high: 12 }, [20, 11]],
    ['level_exceed', TANK, { low: 99 }, [50, 100]],
    ['level_exceed', TANK, { high: 1 }, [50, 0]],
    ['level_exceed', TANK, { low: 10, high: 12, leaveLow: 11.8 }, [20, 11.85]],
    ['quality_threshold', PROBE, { parameter: 'pH', min: 7.2, max: 7.4 }, [8, 7.3]],
    // 17,100 litres in ten minutes are 102.6 KL an hour.
    ['flow_rate_back_in_range', METER, { low: 100, high: 105 }, [50_000, 17_100]],
  ] as const)('that lie close together are left again: %s %#', (type, unit, settings, values) => {
    expect(kinds(type, unit, settings, [...values])).toEqual(['fired', 'recovered']);
  });

  it('of ground water have a margin of two per cent of the bound, whatever it is measured in', () => {
    expect(kinds('level_exceed', WELL, { high: 14 }, [15, 13.8])).toEqual(['fired']);
    expect(kinds('level_exceed', WELL, { high: 14 }, [15, 13.7])).toEqual(['fired', 'recovered']);
    expect(kinds('level_exceed', WELL, { low: -3 }, [-4, -2.9])).toEqual(['fired', 'recovered']);
  });

  it.each([
    ['level_exceed', { low: 10, high: 20, leaveLow: 25 }, 'leaveLow'],
    ['level_exceed', { low: 10, high: 20, leaveLow: 20 }, 'leaveLow'],
    ['level_exceed', { low: 10, high: 20, leaveHigh: 9 }, 'leaveHigh'],
    ['level_exceed', { low: 10, high: 20, leaveLow: 16, leaveHigh: 14 }, 'leaveLow'],
    ['quality_threshold', { parameter: 'pH', min: 6, max: 8, leaveMin: 9 }, 'leaveMin'],
    ['quality_threshold', { parameter: 'pH', min: 6, max: 8, leaveMin: 7.5, leaveMax: 7 }, 'leaveMin'],
    ['flow_rate_back_in_range', { low: 10, high: 20, leaveHigh: 10 }, 'leaveHigh'],
  ] as const)('that nothing can be clear between are refused: %s %j', (type, settings, field) => {
    expect(() => told(type, readingsOf(TANK, []), settings)).toThrow(`"${field}"`);
  });

  it('of any size leave half of what lies between them clear', () => {
    const figure = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const width = fc.double({ min: 1e-4, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(figure, width, fc.double({ min: 0, max: 1, noNaN: true }), (low, wide, share) => {
        const bounds = withLeaveBounds(
          { low, high: low + wide, leaveLow: null, leaveHigh: null },
          { marginOf: (bound) => Math.abs(bound) * share },
        );
        for (const part of [0.26, 0.5, 0.74])
          expect(againstBounds(low + wide * part, bounds).verdict, String(part)).toBe('clear');
      }),
    );
  });
});
