import { expect, it } from 'vitest';
import { reconcile } from '../../../src/findings/rules/reconcile.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

const known = (findingKey: number, more: object = {}) => ({
  findingKey,
  kind: 'leak' as const,
  unitId: 'M1',
  firstDay: businessDate('2026-02-20'),
  lastDay: businessDate('2026-02-21'),
  isOpen: false,
  fate: null,
  ...more,
});
const lookedFrom = (date: string) => ({
  tellFrom: businessDate(date),
  judgedFrom: () => businessDate(date),
});

it('what is not in the data any more ends, also where a person has confirmed it, and a rejected one is left alone', () => {
  const all = ([null, 'confirmed', 'rejected'] as const).map((fate, at) => known(at, { fate }));
  expect(reconcile(all, [], lookedFrom('2026-02-01')).healed).toEqual([0, 1]);
  expect(reconcile(all, [], lookedFrom('2026-02-21')).healed).toEqual([]);
});

it('what went on and began too long ago to be found again is over, and nobody says that it was healed', () => {
  const all = [
    known(0, { isOpen: true }),
    known(1),
    known(2, { isOpen: true, fate: 'confirmed' }),
    known(3, { isOpen: true, fate: 'rejected' }),
  ];
  const { healed, over } = reconcile(all, [], lookedFrom('2026-02-21'));
  expect([healed, over]).toEqual([[], [0, 2]]);
});

it('a loss of the balance, which is looked at for a shorter time, does not heal by growing old', () => {
  const looked = {
    tellFrom: businessDate('2026-02-01'),
    judgedFrom: ({ kind }: { kind: string }) => businessDate(kind === 'balance' ? '2026-02-21' : '2026-02-01'),
  };
  const loss = { kind: 'balance', unitId: null };
  const all = [known(0, loss), known(1, { ...loss, isOpen: true }), known(2)];
  const { healed, over } = reconcile(all, [], looked);
  expect([healed, over]).toEqual([[2], [1]]);
});
