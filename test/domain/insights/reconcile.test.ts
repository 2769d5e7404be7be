import { expect, it } from 'vitest';
import { reconcile } from '../../../src/domain/insights/reconcile.ts';
import { businessDate } from '../../../src/domain/time/business-date.ts';

it('what is not in the data any more ends, also where a person has confirmed it, and a rejected one is left alone', () => {
  const known = ([null, 'confirmed', 'rejected'] as const).map((fate, findingKey) => ({
    findingKey,
    kind: 'leak' as const,
    unitId: 'M1',
    firstDay: businessDate('2026-02-20'),
    lastDay: businessDate('2026-02-21'),
    fate,
  }));
  expect(reconcile(known, [], businessDate('2026-02-01')).healed).toEqual([0, 1]);
  expect(reconcile(known, [], businessDate('2026-02-21')).healed).toEqual([]);
});
