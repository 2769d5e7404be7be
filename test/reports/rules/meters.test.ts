import { expect, it } from 'vitest';
import { bucketFigures, meterGroups } from '../../../src/reports/rules/meters.ts';
import { category, unit } from '../../figures/rules/device-data/support.ts';
import { inputOf } from './an-input.ts';

it('what meters add up to is added up once, however many parts of a report show it', () => {
  const input = inputOf({
    units: [unit('A'), unit('B')],
    request: { service: 'water', reportType: 'monthly' },
    now: '2026-06-20T00:00:00Z',
    days: { A: { '2026-06-01': 1000 }, B: { '2026-06-01': 2500 } },
  });
  const grouping = { title: 'Use', category: category('FLOW_CATEGORY', { ALL: ['A', 'B'] }), hasTotal: true };
  const [group, again] = [meterGroups(input, [grouping])[0], meterGroups(input, [grouping])[0]];
  const sums = bucketFigures(group?.meters ?? [], 'sum');
  expect(sums[0]?.value).toBe(3.5);
  expect(bucketFigures(group?.meters ?? [], 'sum')).toBe(sums);
  // Means of the same meters, and the same meters of another report, are something else.
  expect(bucketFigures(group?.meters ?? [], 'mean')[0]?.value).toBe(1.75);
  expect(bucketFigures(again?.meters ?? [], 'sum')).not.toBe(sums);
  expect(bucketFigures(again?.meters ?? [], 'sum')).toEqual(sums);
});
