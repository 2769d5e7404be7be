import { describe, expect, it } from 'vitest';
import { heldOfDay } from '../../../../src/figures/rules/completeness/held-of-day.ts';

const DAY = { startEpochMs: Date.parse('2026-06-10T00:30:00Z'), endEpochMs: Date.parse('2026-06-11T00:30:00Z') };
const row = (createdOn: unknown, reasonCode = 'value_range', reason = 'too large') => ({
  raw: JSON.stringify({ unitId: 'M1', createdOn, value: 1 }),
  reasonCode,
  reason,
});

describe('rejected rows of a day', () => {
  it('are those whose instant lies in it, its start included and its end not', () => {
    const rows = [
      row('2026-06-10T00:29:59.999Z'),
      row('2026-06-10T06:00:00+05:30'),
      row('2026-06-11T00:29:59Z'),
      row('2026-06-11T00:30:00Z'),
    ];
    expect(heldOfDay(rows, DAY)).toEqual({
      reasons: [{ reasonCode: 'value_range', reason: 'too large', readings: 2 }],
      undated: 0,
    });
  });

  it('are counted by their reason, the most frequent first, in the words of the newest', () => {
    const at = '2026-06-10T12:00:00Z';
    const rows = [row(at, 'a', 'newest a'), row(at, 'b', 'newest b'), row(at, 'b', 'older b')];
    expect(heldOfDay(rows, DAY).reasons).toEqual([
      { reasonCode: 'b', reason: 'newest b', readings: 2 },
      { reasonCode: 'a', reason: 'newest a', readings: 1 },
    ]);
  });

  it.each([['no JSON'], ['null'], ['[]'], ['{}'], ['{"createdOn":"10 June"}'], ['{"createdOn":12}']])(
    'that do not say their day are counted apart: %s',
    (raw) => {
      expect(heldOfDay([{ raw, reasonCode: 'x', reason: 'y' }], DAY)).toEqual({ reasons: [], undated: 1 });
    },
  );
});
