import { expect, it } from 'vitest';
import { type KnownReading, lineOver } from '../../../src/readings/rules/gap-line.ts';

const HOUR_MS = 3_600_000;
const sample = (createdOnEpochMs: number, parameters: Readonly<Record<string, number>>): KnownReading => ({
  createdOnEpochMs,
  value: null,
  register: null,
  registerExcluded: false,
  parameters,
  estimated: false,
});

it('a parameter named like a method is interpolated only where both sides have it', () => {
  const rule = { basis: 'parameters', slotSeconds: 300, breaks: [] } as const;
  const gap = { before: sample(0, { ph: 7, toString: 5 }), after: sample(HOUR_MS, { ph: 8 }), within: [] };
  const line = lineOver(gap, rule);
  if (typeof line === 'string') throw new Error(line);
  // A quarter of the way from 7 to 8.
  expect(line(HOUR_MS / 4)?.parameters).toEqual({ ph: 7.25 });
});
