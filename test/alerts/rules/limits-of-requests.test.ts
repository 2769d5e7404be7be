import { describe, expect, it } from 'vitest';
import { readAlertRequest } from '../../../src/alerts/rules/alert-request.ts';
import { graphDays } from '../../../src/alerts/rules/listed-days.ts';
import { readRule } from '../../../src/alerts/rules/read-rule.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { DAY_MS } from '../../../src/kernel/time/durations.ts';
import { unitOf } from '../../figures/rules/processors/builders.ts';
import { holdLimits } from '../../support/limits.ts';

const NONE = { categories: new Map(), categoriesV2: new Map(), standardCategories: new Map() };
const INDUSTRY = { units: new Map([['M1', { unitKey: 1, current: unitOf(), versions: [] }]]), categories: NONE };
const several = (count: number, make: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => make(index));
const text = (count: number): string => 'x'.repeat(count);

/** True where it is taken, false where it is refused. */
function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

describe('a request', () => {
  const NOW = Date.parse('2026-06-04T12:00:00Z');
  const meta = { alertType: 'unit_threshold' };
  const takes = (more: object) =>
    isTaken(() => readAlertRequest({ type: 'limit', unitId: 'M1', meta, ...more }, INDUSTRY, NOW));
  const created = (seconds: number) =>
    takes({ createdOn: new Date(NOW + DAY_MS + seconds * 1000).toISOString().replace('.000', '') });
  holdLimits([
    ['is a day ahead at most', created, [-1, true], [0, true], [1, false]],
    [
      'has 1,000 recipients at most',
      (count) => takes({ recipients: several(count, (index) => ({ userId: `u${index}` })) }),
      [999, true],
      [1000, true],
      [1001, false],
    ],
    ['has a type', (count) => takes({ type: text(count) }), [0, false], [1, true], [2, true]],
    ['of 200 signs at most', (count) => takes({ type: text(count) }), [199, true], [200, true], [201, false]],
    ['is described', (count) => takes({ description: text(count) }), [1999, true], [2000, true], [2001, false]],
    [
      'has a value',
      (value) => takes({ meta: { ...meta, currentValue: value } }),
      [1e12 - 1, true],
      [1e12, true],
      [1e12 + 1, false],
    ],
    [
      'has a limit',
      (value) => takes({ meta: { ...meta, threshold: value } }),
      [-1e12 - 1, false],
      [-1e12, true],
      [1 - 1e12, true],
    ],
  ]);

  it.each([
    ['device_status', 'Online', true],
    ['device_status', 'offline', false],
    ['flow_rate_back_in_range', 'offline', true],
    ['unit_threshold', 'online', false],
  ] as const)('of %s that says %s is over: %s', (alertType, status, isOver) => {
    const body = { type: 'limit', unitId: 'M1', meta: { alertType, status } };
    expect(readAlertRequest(body, INDUSTRY, NOW)?.isOver).toBe(isOver);
  });
});

describe('a rule', () => {
  const takes = (more: object) =>
    isTaken(() =>
      readRule(
        {
          title: 'Too much',
          severity: 'high',
          alertType: 'unit_threshold',
          settings: { limit: 3 },
          scope: { kind: 'unit', ids: ['M1'] },
          ...more,
        },
        INDUSTRY,
      ),
    );
  const field = (name: string) => (value: number) => takes({ [name]: value });
  const steps = (...minutes: readonly number[]) =>
    takes({ escalation: minutes.map((afterMinutes) => ({ afterMinutes, channels: {} })) });
  const recipients = (count: number) =>
    takes({ channels: { email: { enabled: true, recipients: several(count, (index) => `a${index}@example.com`) } } });
  holdLimits([
    ['may fire at once', field('holdMinutes'), [-1, false], [0, true], [1, true]],
    ['may wait for a week', field('holdMinutes'), [10_079, true], [10_080, true], [10_081, false]],
    ['may recover at once', field('recoverMinutes'), [-1, false], [0, true], [1, true]],
    ['is late after a minute', field('lateAfterMinutes'), [0, false], [1, true], [2, true]],
    ['has a mail for somebody', recipients, [0, false], [1, true], [2, true]],
    ['has a mail for 1,000 people', recipients, [999, true], [1000, true], [1001, false]],
    ['is described', (count) => takes({ description: text(count) }), [1999, true], [2000, true], [2001, false]],
    [
      'calls again five times',
      (count) => steps(...[1, 2, 3, 4, 5, 6].slice(0, count)),
      [4, true],
      [5, true],
      [6, false],
    ],
    ['calls again later each time', (minutes) => steps(10, minutes), [9, false], [10, false], [11, true]],
  ]);
});

const FIRST = businessDate('2026-01-15');
describe('a chart', () => {
  holdLimits([
    [
      'of alerts has so many days',
      (count) => isTaken(() => graphDays('CUSTOM', FIRST, addDays(FIRST, count - 1))),
      [1099, true],
      [1100, true],
      [1101, false],
    ],
    [
      'of alerts goes forwards',
      (days) => isTaken(() => graphDays('CUSTOM', FIRST, addDays(FIRST, days))),
      [-1, false],
      [0, true],
      [1, true],
    ],
  ]);
});
